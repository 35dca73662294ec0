# SPDX-License-Identifier: MIT
# board: while playing, while watching, otherwise; the three styles
clip alice bob
tiny carol
carol: toggle telnet
alice> board
alice< ** You're not playing.
dice 62
match alice bob 3
# style 3, for programs
alice> board
alice< board:You:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob> b
bob< board:You:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:6:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
carol> board
carol< ** You're not playing.
carol: watch bob
carol> board
carol< board:bob:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:6:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
alice> set boardstyle 1
alice< Value of 'boardstyle' set to 1.
alice> board
alice<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: bob - score: 0
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X                |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<   v|                  |BAR|                   |    3-point match
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X           O    |   |  O              X |
alice<    | X           O    |   |  O              X |
alice<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: alice - score: 0
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 2.
bob> set boardstyle 2
bob< Value of 'boardstyle' set to 2.
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X              O |   |     O           X |
bob<    | X              O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |BAR|                   |v    3-point match
bob<    |                X |   |                 O |
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 6 2.
# a watched user who no longer plays
alice: leave
carol> board
carol< ** bob is not playing.
