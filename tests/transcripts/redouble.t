# SPDX-License-Identifier: MIT
# redouble: only in unlimited matches, only as often as both players allow
clip alice bob carol
tiny dave
dave: toggle telnet
dave: watch alice
carol> redouble
carol< ** You're not playing.
alice: set redoubles 1
bob: set redoubles 3
dice 31
match alice bob 5
alice> redouble
alice< ** Instant redoubles are only available for unlimited matches.
alice: 8-5 6-5
bob> double
alice< bob doubles. Type 'accept' or 'reject'.
bob< You double. Please wait for alice to accept or reject.
dave< bob doubles.
dave< [no empty line]
alice> redouble
alice< ** Instant redoubles are only available for unlimited matches.
alice> beaver
alice< ** Instant redoubles are only available for unlimited matches.
alice: leave
dice 31
match alice bob unlimited
alice> redouble
alice< ** You are not allowed to redouble.
alice: 8-5 6-5
bob> double
alice< bob doubles. Type 'accept', 'reject' or 'redouble'.
bob< You double. Please wait for alice to accept, reject or redouble.
dave< bob doubles.
dave< [no empty line]
# both allow one, so this is the last
alice> redouble
alice< You accept the double to 4 and redouble.
alice< Please wait for bob to accept or reject.
bob< alice redoubles to 4. Type 'accept' or 'reject'.
dave< alice redoubles.
dave< [no empty line]
bob> redouble
bob< ** You are not allowed to redouble.
bob> reject
alice< bob gives up. You win 2 points.
alice< score in unlimited match: alice-2 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< You give up. alice wins 2 points.
bob< score in unlimited match: bob-0 alice-2
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
dave< bob gives up. alice wins 2 points.
dave< score in unlimited match: alice-2 bob-0
dave< [no empty line]
