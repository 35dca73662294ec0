# SPDX-License-Identifier: MIT
# reject: a double, a resignation, and when there is nothing to reject
clip alice bob
tiny carol
carol: toggle telnet
carol: watch bob
dice 31
match alice bob 5
alice> reject
alice< ** bob didn't double or resign.
# a rejected resignation: the game goes on
bob> resign g
alice< bob wants to resign. You will win 2 points. Type 'accept' or 'reject'.
bob< You want to resign. alice will win 2 points.
carol< bob wants to resign. alice will win 2 points.
carol< [no empty line]
alice> reject
alice< You reject. The game continues.
alice< It's your turn to move.
bob< alice rejects. The game continues.
carol< alice rejects. The game continues.
carol< [no empty line]
alice: 8-5 6-5
bob: double
# a rejected double ends the game at the previous value of the cube
alice> reject
alice< You give up. bob wins 1 point.
alice< score in 5 point match: alice-0 bob-1
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< alice gives up. You win 1 point.
bob< score in 5 point match: bob-1 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< alice gives up. bob wins 1 point.
carol< score in 5 point match: bob-1 alice-0
carol< [no empty line]
carol> reject
carol< ** You're not playing, so you can't give up.
