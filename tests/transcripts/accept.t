# SPDX-License-Identifier: MIT
# accept: a double, a resignation, and when there is nothing to accept
clip alice bob
tiny carol
carol> toggle telnet
carol< ** You use a client program and will receive extra 'newlines'.
carol: watch alice
dice 31
match alice bob 3
alice> accept
alice< ** bob didn't double or resign.
alice: move 8-5 6-5
bob> double
alice< bob doubles. Type 'accept' or 'reject'.
bob< You double. Please wait for alice to accept or reject.
carol< bob doubles.
carol< [no empty line]
bob> accept
bob< ** alice didn't double or resign.
dice 65
alice> accept
alice< You accept the double. The cube shows 2.
alice< bob rolls 6 and 5.
alice< board:You:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:5:2:1:0:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob< alice accepts the double. The cube shows 2.
bob< You roll 6 and 5.
bob< board:You:alice:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:5:0:0:2:0:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< Please move 2 pieces.
carol< alice accepts the double.
carol< bob rolls 6 and 5.
carol< board:alice:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:5:2:1:0:0:1:-1:0:25:0:0:0:0:2:0:0:0
carol< [no empty line]
bob> resign n
alice< bob wants to resign. You will win 2 points. Type 'accept' or 'reject'.
bob< You want to resign. alice will win 2 points.
carol< bob wants to resign. alice will win 2 points.
carol< [no empty line]
alice> accept
alice< You accept and win 2 points.
alice< score in 3 point match: alice-2 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< alice accepts and wins 2 points.
bob< score in 3 point match: bob-0 alice-2
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< alice accepts and wins 2 points.
carol< score in 3 point match: alice-2 bob-0
carol< [no empty line]
# between games there is nothing to accept
alice> accept
alice< ** bob didn't double or resign.
carol> accept
carol< ** You're not playing.
