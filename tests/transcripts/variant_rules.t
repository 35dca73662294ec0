# SPDX-License-Identifier: MIT
# other games at the prompt: the game's name, the rule that forbids a move, how checkers enter
telnet alice bob
clip carol
carol: toggle variants
alice: toggle autoboard
alice: toggle moreboards
bob: toggle autoboard
bob: toggle moreboards
dice 61 52
match alice bob 1 fevga
alice> 24/19 24/22
alice< ** The rules of this game don't allow your second move.
alice< Only your first checker may move until it has passed your opponent's start.
alice< Your dice are 5 and 2. Please move 2 pieces.
alice< The only legal play is '24-19 19-17'.
alice: 24/17
alice: draw
bob> reject
alice< bob rejects the draw. The game continues.
bob< You reject the draw. The game continues.
bob< Please move 2 pieces.
alice: draw
bob> accept
alice< The game is a draw by agreement. Nobody gets points.
alice< score in 1 point match: alice-0 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< The game is a draw by agreement. Nobody gets points.
bob< score in 1 point match: bob-0 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
dice 61 52
bob: leave
match alice bob 1 acey-deucey
alice: bar/20 res 23
alice> board
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ X: bob - score: 0
alice<    |                  |   |     O        O    |
alice<    |                  |   |                   |
alice<    |                  |   |                   |
alice<    |                  |   |                   |
alice<    |                  |   |                   |
alice<   v|                  |BAR|                   |    1-point match
alice<    |                  |   |                   |
alice<    |                  |   |                   |
alice<    |                  |   |                   |
alice<    |                  |   |                   |
alice<    |                  |   |                   |
alice<    +------------------------------------------+ O: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Reserve: O-13 X-15  bob rolled 3 1.
# checkers on the bar, or in the reserve, enter with any of the words
dice 54
bob: enter 3 0/1
dice 62
alice: res 20, res/21
bob> res 9 bar 2
bob< ** You can't move 9 points in your first move.
bob< Your dice are 6 and 2. Please move 2 pieces.
bob< Type plays like this: 'res-6 res-2'.
bob> resign 9
bob< ** Type 'n' (normal), 'g' (gammon) or 'b' (backgammon) after resign.
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X     X          |   |                   |
bob<    |                  |   |                   |
bob<    |                  |   |                   |
bob<    |                  |   |                   |
bob<    |                  |   |                   |
bob<    |                  |BAR|                   |v    1-point match
bob<    |                  |   |                   |
bob<    |                  |   |                   |
bob<    |                  |   |                   |
bob<    |             O    |   |                   |
bob<    |    O     O  O    |   |                   |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Reserve: O-11 X-13  You rolled 6 2.
dice 61
bob: leave
match alice bob 1 grasshopper
alice> enter/18
alice< ** The rules of this game don't allow your first move.
alice< A checker enters on an empty point of quarter A, 24 to 19.
alice< Type plays like this: 'res-24'.
alice: 0/24
bob> res 24
bob< ** The rules of this game don't allow your first move.
bob< A checker enters on an empty point of quarter A, 24 to 19.
bob< Type plays like this: 'res-23'.
bob> 24/17
bob< ** You can't move from 24 in your first move.
bob< Type plays like this: 'res-23'.
bob: res 23
alice> 24/12
alice< ** The rules of this game don't allow your first move.
alice< A checker moves only to the next quarter, and not at all in quarter D.
alice< Type plays like this: 'res-22'.
bob: leave
# one checker closes a point in games without hitting, and so does one that pins another
dice 61 65
match alice bob 1 fevga
place bob 14@12 1@18
alice> 24/18 24/19
alice< ** You can't move to 18 in your first move.
alice< In this game a single checker closes a point.
alice< Your dice are 6 and 5. Please move 2 pieces.
alice< The only legal play is '24-19 19-13'.
bob: leave
dice 61 52 66 52
match alice bob 1 plakoto
alice: 24/19 24/22
bob: 1/19 1/7
alice> 24/19 24/22
alice< ** You can't move to 19 in your first move.
alice< A checker that pins one of yours closes the point to you.
alice< Your dice are 5 and 2. Please move 2 pieces.
alice> 19/17 24/19
alice< ** A pinned piece stands against your first move.
alice< Your dice are 5 and 2. Please move 2 pieces.
