# SPDX-License-Identifier: MIT
# oldmoves: an offer to resign before the first play is listed only if no play follows, because of gnubg
clip alice bob
dice 51
match alice bob 5
alice: resign g
alice> oldmoves bob
alice< Score is 0-0 in a 5 point match.
alice< bob is X - alice is O
alice<
alice<
bob: reject
alice: 13-8 24-23
dice 65
bob: roll
alice> oldmoves bob
alice< Score is 0-0 in a 5 point match.
alice< bob is X - alice is O
alice<
alice< O: (5 1) 13-8 24-23
alice<
bob: resign n
alice: accept
alice> oldmoves bob
alice< Score is 0-0 in a 5 point match.
alice< bob is X - alice is O
alice<
alice< O: (5 1) 13-8 24-23
alice< X: wants to resign
alice< O: wins
alice<
dice 31
alice: join
bob: join
bob: resign n
alice: reject
alice: resign b
bob: accept
bob> oldmoves alice
bob< Score is 1-0 in a 5 point match.
bob< alice is X - bob is O
bob<
bob< X: wants to resign
bob< O: wins
bob<
