# SPDX-License-Identifier: MIT
# moves: the list of the game at its end, for users who want it, only in this game
clip alice bob
tiny carol
carol: toggle telnet
carol: watch alice
dice 51
match alice bob 5
alice> toggle moves
alice< ** You want a list of moves after this game.
carol> toggle moves
carol< ** You want a list of moves after this game.
alice: 13-8 24-23
dice 65
bob: roll
bob: 1-7 12-17
dice 53
alice: roll
alice: 8-3 6-3
bob: double
dice 54
alice: accept
bob: 7-11 12-17
alice: resign n
bob> accept
alice< bob accepts and wins 2 points.
alice< Score is 0-0 in a 5 point match.
alice< bob is X - alice is O
alice<
alice< O: (5 1) 13-8 24-23
alice< X: (6 5) 1-7 12-17
alice< O: (5 3) 8-3 6-3
alice< X: doubles
alice< O: accepts
alice< X: (5 4) 7-11 12-17
alice< O: wants to resign
alice< X: wins
alice<
alice< score in 5 point match: alice-0 bob-2
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< You accept and win 2 points.
bob< score in 5 point match: bob-2 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< bob accepts and wins 2 points.
carol< Score is 0-0 in a 5 point match.
carol< bob is X - alice is O
carol<
carol< O: (5 1) 13-8 24-23
carol< X: (6 5) 1-7 12-17
carol< O: (5 3) 8-3 6-3
carol< X: doubles
carol< O: accepts
carol< X: (5 4) 7-11 12-17
carol< O: wants to resign
carol< X: wins
carol<
carol< score in 5 point match: alice-0 bob-2
carol< [no empty line]
# the next game: off again for the players, a rejected double; the second list has only that game
dice 13
bob: join
alice: join
bob> toggle moves
bob< ** You want a list of moves after this game.
bob: 8-5 6-5
alice: double
bob> reject
alice< bob gives up. You win 1 point.
alice< score in 5 point match: alice-1 bob-2
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< You give up. alice wins 1 point.
bob< Score is 0-2 in a 5 point match.
bob< alice is X - bob is O
bob<
bob< O: (3 1) 8-5 6-5
bob< X: doubles
bob< O: rejects
bob< X: wins
bob<
bob< score in 5 point match: bob-2 alice-1
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< bob gives up. alice wins 1 point.
carol< ...
carol< [no empty line]
