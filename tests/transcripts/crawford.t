# SPDX-License-Identifier: MIT
# the Crawford game: no cube, automatic rolls; after it doubling is possible again
clip alice bob
dice 31
match alice bob 2
alice: resign n
bob: accept
dice 31 65 21
bob: join
alice: join
alice> 17-20 19-20
alice< ~^board:You:bob:2:0:1:
alice< bob rolls 6 and 5.
alice< ~^board:You:bob:2:0:1:
bob< alice moves 17-20 19-20 .
bob< ~^board:You:alice:2:1:0:
bob< You roll 6 and 5.
bob< ~^board:You:alice:2:1:0:
bob< Please move 2 pieces.
bob: 24-18 18-13
alice> double
alice< ** The Crawford rule doesn't allow you to double in this game.
bob> double
bob< ** Please wait until alice has moved.
bob: resign n
alice: accept
# 1-1: the cube may be turned again
dice 31
bob: join
alice: join
alice> 8-5 6-5
alice< ~^board:You:bob:2:1:1:
bob< alice moves 8-5 6-5 .
bob< ~^board:You:alice:2:1:1:
bob< It's your turn. Please roll or double
