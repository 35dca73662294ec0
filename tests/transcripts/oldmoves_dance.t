# SPDX-License-Identifier: MIT
# oldmoves: a turn without a move from the bar, and instant redoubles
clip alice bob
dice 62
match alice bob 1
dice 61
alice: 24-18 13-11
dice 66 21
bob: 12-18 17-18
alice> oldmoves bob
alice< Score is 0-0 in a 1 point match.
alice< bob is X - alice is O
alice<
alice< O: (6 2) 24-18 13-11
alice< X: (6 1) 12-18 17-18
alice< O: (6 6) can't move
alice<
alice: leave
alice: set redoubles 3
bob: set redoubles 3
dice 31
match alice bob unlimited
alice: 8-5 6-5
bob: double
alice: redouble
bob: reject
alice> oldmoves bob
alice< Score is 0-0 in an unlimited match.
alice< bob is X - alice is O
alice<
alice< O: (3 1) 8-5 6-5
alice< X: doubles
alice< O: redoubles
alice< X: rejects
alice< O: wins
alice<
