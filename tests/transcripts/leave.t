# SPDX-License-Identifier: MIT
# leave: the match is saved; the opponent and users with report on are told
clip alice bob
tiny carol dave
carol: toggle telnet
dave: toggle telnet
dave: toggle report
alice> leave
alice< ** Error: No one to leave.
carol: watch alice
dice 31
match alice bob 3
alice> leave
alice< ** You terminated the game. The game was saved.
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< ** Player alice has left the game. The game was saved.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< alice has left the game with bob.
carol< [no empty line]
# between games it is saved too
match alice bob resume
alice: resign n
bob: accept
bob> leave
alice< ** Player bob has left the game. The game was saved.
alice< ...
bob< ** You terminated the game. The game was saved.
bob< ...
carol< bob has left the game with alice.
carol< [no empty line]
bob> show saved
bob<   opponent          matchlength   score (your points first)
bob< **alice                   3                1 -  0
