# SPDX-License-Identifier: MIT
# replay: a match again (history.t has one that is over)
user ann 1500 60
user bob 1500 0
telnet ann
telnet bob
ann> replay 7
ann< ** There is no match 7.
ann< > \
ann> replay x
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>
ann< > \
ann> replay
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>
ann< > \
ann> replay previous
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>
ann< > \
ann> replay game 2
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>
ann< > \
dice 31
match ann bob 1
ann> replay 1
ann< ** Nothing has been moved in that match.
ann< > \
ann> 8-5 6-5
...
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
ann< > \
