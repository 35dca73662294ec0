# SPDX-License-Identifier: MIT
# oldmoves: the game of a saved match, or the last one played
clip alice bob
telnet carol
alice> oldmoves
alice< ** usage: oldmoves <name>
alice> oldmoves bob
alice< ** There is no saved game with bob.
alice> oldmoves nobody
alice< ** There is no saved game with nobody.
carol> oldmoves
carol< ** usage: oldmoves <name>
# a game can be listed while it is played and when it is saved
dice 51
match alice bob 5
alice: 13-8 24-23
dice 65
bob: roll
bob: 1-7 12-17
dice 53
alice: roll
alice: 8-3 6-3
dice 54
bob: roll
bob: 1-5 19-24
dice 44
alice: roll
alice: bar-21 13-9 13-9 6-2
bob: double
dice 66
alice: accept
bob: 12-18 12-18 12-18 12-18
alice: leave
bob: bye
bob closed
alice> oldmoves bob
alice< Score is 0-0 in a 5 point match.
alice< bob is X - alice is O
alice<
alice< O: (5 1) 13-8 24-23
alice< X: (6 5) 1-7 12-17
alice< O: (5 3) 8-3 6-3
alice< X: (5 4) 1-5 19-24
alice< O: (4 4) bar-21 13-9 13-9 6-2
alice< X: doubles
alice< O: accepts
alice< X: (6 6) 12-18 12-18 12-18 12-18
alice<
# names are not completed; other users' matches are not shown
alice> oldmoves bo
alice< ** There is no saved game with bo.
carol> oldmoves bob
carol< ** There is no saved game with bob.
# a rejected resignation is listed but has no effect; an accepted one ends the game
clip bob
match alice bob resume
alice: resign n
bob: reject
alice: resign n
bob: accept
bob> oldmoves alice
bob< Score is 0-0 in a 5 point match.
bob< bob is X - alice is O
bob<
bob< O: (5 1) 13-8 24-23
bob< X: (6 5) 1-7 12-17
bob< O: (5 3) 8-3 6-3
bob< X: (5 4) 1-5 19-24
bob< O: (4 4) bar-21 13-9 13-9 6-2
bob< X: doubles
bob< O: accepts
bob< X: (6 6) 12-18 12-18 12-18 12-18
bob< O: wants to resign
bob< O: wants to resign
bob< X: wins
bob<
# the next game: only that one; the points of X come first
dice 31
alice: join
bob: join
bob> oldmoves alice
bob< ~^Score is (0-2|2-0) in a 5 point match\.$
bob< ~^(alice is X - bob is O|bob is X - alice is O)$
bob< ...
...
alice: leave
# a finished match can still be read; it has replaced an older one
dice 31
match alice bob 1
alice: 8-5 6-5
dice 62
bob: roll
bob: resign n
alice: accept
alice> oldmoves bob
alice< Score is 0-0 in a 1 point match.
alice< bob is X - alice is O
alice<
alice< O: (3 1) 8-5 6-5
alice< ...
bob: leave
restart
clip alice bob
bob> oldmoves alice
bob< Score is 0-0 in a 1 point match.
bob< bob is X - alice is O
bob<
bob< O: (3 1) 8-5 6-5
bob< ...
# unlimited
dice 31
match alice bob unlimited
alice: leave
alice> oldmoves bob
alice< Score is 0-0 in an unlimited match.
alice< bob is X - alice is O
alice<
alice<
