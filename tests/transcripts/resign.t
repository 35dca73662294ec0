# SPDX-License-Identifier: MIT
# resign: sizes, refusals, the answers
clip alice bob
tiny carol
carol: toggle telnet
carol> resign n
carol< ** You're not playing.
carol: watch bob
dice 31
match alice bob 7
alice> resign
alice< ** Type 'n' (normal), 'g' (gammon) or 'b' (backgammon) after resign.
alice> resign all
alice< ** Type 'n' (normal), 'g' (gammon) or 'b' (backgammon) after resign.
# also out of turn
bob> resign b
alice< bob wants to resign. You will win 3 points. Type 'accept' or 'reject'.
bob< You want to resign. alice will win 3 points.
carol< bob wants to resign. alice will win 3 points.
carol< [no empty line]
bob> resign n
bob< ** You already did that.
bob> roll
bob< ** alice hasn't accepted or rejected your resign yet.
bob> move 1-2
bob< ** alice hasn't accepted or rejected your resign yet.
alice> move 8-5 6-5
alice< ** bob wanted to resign. Type 'accept' or 'reject'.
alice> roll
alice< ** bob wanted to resign. Type 'accept' or 'reject'.
alice> resign n
alice< ** bob wanted to resign. Type 'accept' or 'reject'.
alice> reject
alice< You reject. The game continues.
alice< It's your turn to move.
bob< alice rejects. The game continues.
carol< alice rejects. The game continues.
carol< [no empty line]
alice> resign normal
alice< You want to resign. bob will win 1 point.
bob< alice wants to resign. You will win 1 point. Type 'accept' or 'reject'.
carol< alice wants to resign. bob will win 1 point.
carol< [no empty line]
bob> reject
alice< bob rejects. The game continues.
alice< It's your turn to move.
bob< You reject. The game continues.
carol< bob rejects. The game continues.
carol< [no empty line]
alice: 8-5 6-5
# after a rejection the pending prompt is repeated
alice: resign gammon
bob> reject
alice< bob rejects. The game continues.
bob< You reject. The game continues.
bob< It's your turn. Please roll or double
carol< bob rejects. The game continues.
carol< [no empty line]
dice 65
bob: roll
alice: resign backgammon
bob> reject
alice< bob rejects. The game continues.
bob< You reject. The game continues.
bob< Please move 2 pieces.
carol< bob rejects. The game continues.
carol< [no empty line]
# in multiples of the cube
bob: 1-7 7-12
alice: double
bob: accept
bob> resign g
alice< bob wants to resign. You will win 4 points. Type 'accept' or 'reject'.
bob< You want to resign. alice will win 4 points.
carol< bob wants to resign. alice will win 4 points.
carol< [no empty line]
alice> accept
alice< You accept and win 4 points.
alice< score in 7 point match: alice-4 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< alice accepts and wins 4 points.
bob< score in 7 point match: bob-0 alice-4
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< alice accepts and wins 4 points.
carol< score in 7 point match: bob-0 alice-4
carol< [no empty line]
