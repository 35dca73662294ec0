# SPDX-License-Identifier: MIT
# beaver: the first instant redouble of an unlimited match
clip alice bob
tiny carol
carol: toggle telnet
carol: watch alice
carol> beaver
carol< ** You're not playing.
alice> set redoubles 2
alice< Value of 'redoubles' set to 2.
bob> set redoubles 99
bob< Value of 'redoubles' set to 99.
dice 31
match alice bob unlimited
alice> beaver
alice< ** You are not allowed to redouble.
alice: 8-5 6-5
bob> double
alice< bob doubles. Type 'accept', 'reject' or 'redouble'.
bob< You double. Please wait for alice to accept, reject or redouble.
carol< bob doubles.
carol< [no empty line]
alice> raccoon
alice< ** This redouble is not a raccoon. Please type 'beaver' or 'redouble'.
alice> otter
alice< ** This redouble is not an otter. Please type 'beaver' or 'redouble'.
alice> beaver
alice< You accept the double to 4 and redouble.
alice< Please wait for bob to accept, reject or redouble.
bob< alice redoubles to 4. Type 'accept', 'reject' or 'redouble'.
carol< alice redoubles.
carol< [no empty line]
alice> roll
alice< ** bob hasn't responded to your double yet.
bob> beaver
bob< ** This redouble is not a beaver. Please type 'raccoon' or 'redouble'.
# the second is the last one: the lower of both players' limits counts
bob> raccoon
alice< bob redoubles to 8. Type 'accept' or 'reject'.
bob< You accept the double to 8 and redouble.
bob< Please wait for alice to accept or reject.
carol< bob redoubles.
carol< [no empty line]
alice> otter
alice< ** You are not allowed to redouble.
dice 65
alice> accept
alice< You accept the redouble. The cube shows 8.
alice< bob rolls 6 and 5.
alice< ~^board:You:bob:9999:0:0:.*:-1:0:0:6:5:8:1:0:0:1:-1:0:25:0:0:0:0:2:0:0:2$
bob< alice accepts the redouble. The cube shows 8.
bob< You roll 6 and 5.
bob< ~^board:You:alice:9999:0:0:.*:-1:6:5:0:0:8:0:1:0:-1:1:25:0:0:0:0:0:2:0:0:2$
bob< Please move 2 pieces.
carol< alice accepts the redouble.
carol< bob rolls 6 and 5.
carol< board:alice:bob:9999:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:5:8:1:0:0:1:-1:0:25:0:0:0:0:2:0:0:2
carol< [no empty line]
