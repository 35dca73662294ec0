# SPDX-License-Identifier: MIT
# drawn boards: more than five checkers, the bar, the owner of the cube, redoubles; a pending double or
# resignation; and how rows of who show players
telnet alice bob
clip carol
carol> set boardstyle 3
carol< Value of 'boardstyle' set to 3.
alice: set boardstyle 1
bob: set boardstyle 2
alice: set redoubles unlimited
bob: set redoubles 1
dice 31
match alice bob unlimited
alice: 8-5 6-5
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X           O  O |   |     O           X |
bob<    | X           O  O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |   |                 X |
bob<    |                  |BAR|                   |v    unlimited match
bob<    |                X |   |                 O |     1 redouble
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bob
bob: double
alice> board
alice<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: bob - score: 0
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X                |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<   v|                  |BAR|                   |    unlimited match
alice<    | X                |   |                   |    1 redouble
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O  O           X |
alice<    | X           O    |   |  O  O           X |
alice<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: alice - score: 0
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob doubled.
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X           O  O |   |     O           X |
bob<    | X           O  O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |   |                 X |
bob<    |                  |BAR|                   |v    unlimited match
bob<    |                X |   |                 O |     1 redouble
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob doubled.
dice 64
alice: accept
alice> board
alice<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: bob - score: 0
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X                |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<   v|                  |BAR|                   |    unlimited match
alice<    | X                |   |                   |    1 redouble
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O  O           X |
alice<    | X           O    |   |  O  O           X |
alice<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: alice - score: 0
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by alice)  bob rolled 6 4.
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X           O  O |   |     O           X |
bob<    | X           O  O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |   |                 X |
bob<    |                  |BAR|                   |v    unlimited match
bob<    |                X |   |                 O |     1 redouble
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by alice)  You rolled 6 4.
bob: 1-7 12-16
place alice 7@6 6@5 1@bar
place bob 11@24 2@bar
alice> board
alice<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: bob - score: 0
alice<    |                  | X |                 X |
alice<    |                  | X |                 X |
alice<    |                  |   |                 X |
alice<    |                  |   |                 X |
alice<    |                  |   |                11 |
alice<   v|                  |BAR|                   |    unlimited match
alice<    |                  |   |  7  6             |    1 redouble
alice<    |                  |   |  O  O             |
alice<    |                  |   |  O  O             |
alice<    |                  |   |  O  O             |
alice<    |                  | O |  O  O             |
alice<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: alice - score: 0
alice<
alice<    BAR: O-1 X-2   OFF: O-1 X-2   Cube: 2 (owned by alice)  turn: alice
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    |             O  O | O |                   |
bob<    |             O  O |   |                   |
bob<    |             O  O |   |                   |
bob<    |             O  O |   |                   |
bob<    |             6  7 |   |                   |
bob<    |                  |BAR|                   |v    unlimited match
bob<    |11                |   |                   |     1 redouble
bob<    | X                |   |                   |
bob<    | X                |   |                   |
bob<    | X                | X |                   |
bob<    | X                | X |                   |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-1 X-2   OFF: O-1 X-2   Cube: 2 (owned by alice)  turn: alice
alice: resign g
alice> board
alice<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: bob - score: 0
alice<    |                  | X |                 X |
alice<    |                  | X |                 X |
alice<    |                  |   |                 X |
alice<    |                  |   |                 X |
alice<    |                  |   |                11 |
alice<   v|                  |BAR|                   |    unlimited match
alice<    |                  |   |  7  6             |    1 redouble
alice<    |                  |   |  O  O             |
alice<    |                  |   |  O  O             |
alice<    |                  |   |  O  O             |
alice<    |                  | O |  O  O             |
alice<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: alice - score: 0
alice<
alice<    BAR: O-1 X-2   OFF: O-1 X-2   Cube: 2 (owned by alice)  alice wants to resign.
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    |             O  O | O |                   |
bob<    |             O  O |   |                   |
bob<    |             O  O |   |                   |
bob<    |             O  O |   |                   |
bob<    |             6  7 |   |                   |
bob<    |                  |BAR|                   |v    unlimited match
bob<    |11                |   |                   |     1 redouble
bob<    | X                |   |                   |
bob<    | X                |   |                   |
bob<    | X                | X |                   |
bob<    | X                | X |                   |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-1 X-2   OFF: O-1 X-2   Cube: 2 (owned by alice)  alice wants to resign.
carol> look bob
carol< board:bob:alice:9999:0:0:-2:0:0:0:0:6:7:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-11:1:1:0:0:0:0:2:0:1:0:-1:1:25:0:2:1:2:1:0:0:0:1
alice> who
alice< No  S  username        rating   exp login  idle from
alice<  1 P   alice          1500.00     0 12:00  0:00 127.0.0.1
alice<  2 P   bob            1500.00     0 12:00  0:00 c-fxh4ehzygq3gvvb5
alice<  3 -   carol          1500.00     0 12:00  0:00 c-fxh4ehzygq3gvvb5
bob> who playing
bob< No  S  username        rating   exp login  idle from
bob<  1 P   alice          1500.00     0 12:00  0:00 c-fxh4ehzygq3gvvb5
bob<  2 P   bob            1500.00     0 12:00  0:00 127.0.0.1
bob: reject
bob: leave
# a limited match has no line for redoubles
alice: set redoubles none
dice 31
match alice bob 3
alice> b
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
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
