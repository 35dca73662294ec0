# SPDX-License-Identifier: MIT
# replay: shows a match move by move (history.t has a finished one)
user ann 1500 60
user bob 1500 0
telnet ann bob
ann> replay 7
ann< ** There is no match 7.
ann> replay x
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>. 'history' shows the numbers.
ann> replay
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>. 'history' shows the numbers.
ann> replay previous
ann< ** First say which match: replay <match>. 'history' shows the numbers.
ann> replay game 2
ann< ** First say which match: replay <match>. 'history' shows the numbers.
dice 31
match ann bob 1
ann> replay 1
ann< ** There are no moves in that match.
ann: 8-5 6-5
ann> replay 1
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: bob - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    1-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 1, game 1, move 1. ann: 31: 8/5 6/5
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann> replay #1 1
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: bob - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    1-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 1, game 1, move 1. ann: 31: 8/5 6/5
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann> replay game 2
ann< ** The last game is number 1.
# a game without a move cannot be shown
bob: resign n
ann: accept
dice 31
match ann bob 3
ann: 8-5 6-5
bob: resign n
ann: accept
bob: join
ann: join
ann> replay #2
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: bob - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    3-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 2, game 1, move 1. ann: 31: 8/5 6/5
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10
ann> replay game 2
ann< ** The last game is number 1.
moves ann bob
ann> replay game 2
ann<      1  2  3  4  5  6        7  8  9 10 11 12
ann<    +------------------------------------------+ O: bob - score: 0
ann<    | X              O |   |     O           X |
ann<    | X              O |   |     O           X |
ann<    |                O |   |     O           X |
ann<    |                O |   |                 X |
ann<    |                O |   |                 X |
ann<    |                  |BAR|                   |v    3-point match
ann<    |                X |   |                 O |
ann<    |                X |   |                 O |
ann<    |                X |   |     X           O |
ann<    | O              X |   |     X           O |
ann<    | O              X |   |     X           O |
ann<    +------------------------------------------+ X: ann - score: 1
ann<     24 23 22 21 20 19       18 17 16 15 14 13
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 1.
ann< Match 2, game 2, move 2. bob: 31: 24/21 24/23
ann< XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:1:0:0:3:10
ann> replay game 3
ann< ** The last game is number 2.
