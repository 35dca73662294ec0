# SPDX-License-Identifier: MIT
# double: asked, or rolled at once; off only for this game; a player without access to the cube is never
# asked
clip alice bob
dice 31
match alice bob 5
bob> toggle double
bob< ** You won't be asked if you want to double.
dice 65
alice> 8-5 6-5
alice< ~^board:You:bob:5:
alice< bob rolls 6 and 5.
alice< ~^board:You:bob:5:
bob< alice moves 8-5 6-5 .
bob< ~^board:You:alice:5:
bob< You roll 6 and 5.
bob< ~^board:You:alice:5:
bob< Please move 2 pieces.
bob: 1-7 7-12
# on again in the next game; bob moves down now
alice: resign n
bob: accept
dice 31
bob: join
alice: join
alice> 17-20 19-20
alice< ~^board:You:bob:5:0:1:
bob< alice moves 17-20 19-20 .
bob< ~^board:You:alice:5:1:0:
bob< It's your turn. Please roll or double
bob: double
dice 65
alice: accept
dice 21
bob: 24-18 18-13
# bob has no access to the cube: no prompt for him
alice: roll
dice 43
alice> 12-14 19-20
alice< ~^board:You:bob:5:
alice< bob rolls 4 and 3.
alice< ~^board:You:bob:5:
bob< alice moves 12-14 19-20 .
bob< ~^board:You:alice:5:
bob< You roll 4 and 3.
bob< ~^board:You:alice:5:
bob< Please move 2 pieces.
