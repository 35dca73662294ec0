# SPDX-License-Identifier: MIT
# set direction home: own checkers move from 24 to 1 in boards, input and output
telnet alice bob
clip carol
telnet dave
bob> set direction
bob< Value of 'direction' is fibs
bob> set direction up
bob< ** Valid arguments are 'fibs' and 'home'.
bob> set direction home
bob< Value of 'direction' set to home.
# a client program may set the direction, without effect on its output
carol> set direction h
carol< Value of 'direction' set to home.
carol: watch bob
dave: set boardstyle 1
dave: set direction home
dave: watch bob
dice 13
match alice bob 2
bob> board
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O                |
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<   v|                  |BAR|                   |    2-point match
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<    | O           X    |   |  X                |
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X              O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
dave> board
dave<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ O: alice - score: 0
dave<    | X           O    |   |  O              X |
dave<    | X           O    |   |  O              X |
dave<    | X           O    |   |  O                |
dave<    | X                |   |  O                |
dave<    | X                |   |  O                |
dave<   v|                  |BAR|                   |    2-point match
dave<    | O                |   |  X                |
dave<    | O                |   |  X                |
dave<    | O           X    |   |  X                |
dave<    | O           X    |   |  X              O |
dave<    | O           X    |   |  X              O |
dave<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ X: bob - score: 0
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 1.
carol> board
carol< board:bob:alice:2:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob> 7/4 6/5
bob< ** You can't move from 7 in your first move.
bob< Your dice are 3 and 1. Please move 2 pieces.
bob> 24/21
bob< ** You must give 2 moves.
bob< Your dice are 3 and 1. Please move 2 pieces.
bob> 8/5 6/5
alice< bob moves 17-20 19-20 .
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ X: bob - score: 0
alice<    | O           X    |   |  X  X           O |
alice<    | O           X    |   |  X  X           O |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<    | O                |   |                   |
alice<   v|                  |BAR|                   |    2-point match
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X           O    |   |  O              X |
alice<    | X           O    |   |  O              X |
alice<    +------------------------------------------+ O: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
alice< It's your turn. Please roll or double
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O                |
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<   v|                  |BAR|                   |    2-point match
bob<    | O                |   |                   |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<    | O           X    |   |  X  X           O |
bob<    | O           X    |   |  X  X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
carol< bob moves 17-20 19-20 .
carol< board:bob:alice:2:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-2:0:-4:-2:0:0:0:2:0:1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:0:0:0:0
dave< bob moves 8-5 6-5 .
dave<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ O: alice - score: 0
dave<    | X           O    |   |  O              X |
dave<    | X           O    |   |  O              X |
dave<    | X           O    |   |  O                |
dave<    | X                |   |  O                |
dave<    | X                |   |  O                |
dave<   v|                  |BAR|                   |    2-point match
dave<    | O                |   |                   |
dave<    | O                |   |  X                |
dave<    | O                |   |  X                |
dave<    | O           X    |   |  X  X           O |
dave<    | O           X    |   |  X  X           O |
dave<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ X: bob - score: 0
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
dice 65
alice> roll
alice< You roll 6 and 5.
alice< Please move 2 pieces.
bob< alice rolls 6 and 5.
carol< alice rolls 6 and 5.
carol< board:bob:alice:2:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-2:0:-4:-2:0:0:0:2:0:1:0:0:6:5:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< alice rolls 6 and 5.
alice> 24/13
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ X: bob - score: 0
alice<    | O           X    |   |  X  X           O |
alice<    | O           X    |   |  X  X             |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<    | 6                |   |                   |
alice<   v|                  |BAR|                   |    2-point match
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X           O    |   |  O              X |
alice<    | X           O    |   |  O              X |
alice<    +------------------------------------------+ O: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bob
bob< alice moves 1-7 7-12 .
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O                |
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<   v|                  |BAR|                   |    2-point match
bob<    | 6                |   |                   |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<    | O           X    |   |  X  X             |
bob<    | O           X    |   |  X  X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bob
bob< It's your turn. Please roll or double
carol< alice moves 24-18 18-13 .
carol< board:bob:alice:2:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:6:0:0:0:-2:0:-4:-2:0:0:0:1:0:-1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:0:0:0:0
dave< alice moves 1-7 7-12 .
dave<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ O: alice - score: 0
dave<    | X           O    |   |  O              X |
dave<    | X           O    |   |  O              X |
dave<    | X           O    |   |  O                |
dave<    | X                |   |  O                |
dave<    | X                |   |  O                |
dave<   v|                  |BAR|                   |    2-point match
dave<    | 6                |   |                   |
dave<    | O                |   |  X                |
dave<    | O                |   |  X                |
dave<    | O           X    |   |  X  X             |
dave<    | O           X    |   |  X  X           O |
dave<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ X: bob - score: 0
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bob
dice 64
bob: roll
bob> 24/14
alice< bob moves 1-7 7-11 .
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ X: bob - score: 0
alice<    | O           X    |   |  X  X           O |
alice<    | O           X    |   |  X  X             |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<    | 6                |   |                   |
alice<   v|                  |BAR|                   |    2-point match
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X  X        O    |   |  O              X |
alice<    +------------------------------------------+ O: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
alice< It's your turn. Please roll or double
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X  X        O    |   |  O              X |
bob<    | X           O    |   |  O                |
bob<    | X           O    |   |  O                |
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<   v|                  |BAR|                   |    2-point match
bob<    | 6                |   |                   |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<    | O           X    |   |  X  X             |
bob<    | O           X    |   |  X  X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
carol< bob moves 1-7 7-11 .
carol< board:bob:alice:2:0:0:0:-1:0:0:0:0:5:0:3:0:0:-1:-5:6:0:0:0:-2:0:-4:-2:0:0:0:1:0:1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:0:0:0:0
dave< bob moves 24-18 18-14 .
dave<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ O: alice - score: 0
dave<    | X  X        O    |   |  O              X |
dave<    | X           O    |   |  O                |
dave<    | X           O    |   |  O                |
dave<    | X                |   |  O                |
dave<    | X                |   |  O                |
dave<   v|                  |BAR|                   |    2-point match
dave<    | 6                |   |                   |
dave<    | O                |   |  X                |
dave<    | O                |   |  X                |
dave<    | O           X    |   |  X  X             |
dave<    | O           X    |   |  X  X           O |
dave<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ X: bob - score: 0
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
# only in styles 1 and 2
bob: set boardstyle 3
bob> oldmoves alice
bob< Score is 0-0 in a 2 point match.
bob< bob is X - alice is O
bob<
bob< X: (3 1) 17-20 19-20
bob< O: (6 5) 24-18 18-13
bob< X: (6 4) 1-7 7-11
bob<
bob: set boardstyle 2
bob> oldmoves alice
bob< The points are as you see them; for GNU Backgammon 'set direction fibs' first.
bob< Score is 0-0 in a 2 point match.
bob< bob is X - alice is O
bob<
bob< X: (3 1) 8-5 6-5
bob< O: (6 5) 1-7 7-12
bob< X: (6 4) 24-18 18-14
bob<
alice> oldmoves bob
alice< Score is 0-0 in a 2 point match.
alice< bob is X - alice is O
alice<
alice< X: (3 1) 17-20 19-20
alice< O: (6 5) 24-18 18-13
alice< X: (6 4) 1-7 7-11
alice<
bob: toggle moves
dave: toggle moves
dave> look alice
dave<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: bob - score: 0
dave<    | O           X    |   |  X  X           O |
dave<    | O           X    |   |  X  X             |
dave<    | O                |   |  X                |
dave<    | O                |   |  X                |
dave<    | 6                |   |                   |
dave<   v|                  |BAR|                   |    2-point match
dave<    | X                |   |  O                |
dave<    | X                |   |  O                |
dave<    | X           O    |   |  O                |
dave<    | X           O    |   |  O                |
dave<    | X  X        O    |   |  O              X |
dave<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: alice - score: 0
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
bob: leave
bob> oldboard alice
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X  X        O    |   |  O              X |
bob<    | X           O    |   |  O                |
bob<    | X           O    |   |  O                |
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<   v|                  |BAR|                   |    2-point match
bob<    | 6                |   |                   |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<    | O           X    |   |  X  X             |
bob<    | O           X    |   |  X  X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
# a resumed match, and the Crawford game
alice: invite bob
bob: join alice
bob: resign n
alice> accept
alice< You accept and win 1 point.
alice< score in 2 point match: alice-1 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< alice accepts and wins 1 point.
bob< The points are as you see them; for GNU Backgammon 'set direction fibs' first.
bob< Score is 0-0 in a 2 point match.
bob< bob is X - alice is O
bob<
bob< X: (3 1) 8-5 6-5
bob< O: (6 5) 1-7 7-12
bob< X: (6 4) 24-18 18-14
bob< X: wants to resign
bob< O: wins
bob<
bob< score in 2 point match: bob-0 alice-1
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< alice accepts and wins 1 point.
carol< score in 2 point match: bob-0 alice-1
dave< alice accepts and wins 1 point.
dave< The points are as you see them; for GNU Backgammon 'set direction fibs' first.
dave< Score is 0-0 in a 2 point match.
dave< bob is X - alice is O
dave<
dave< X: (3 1) 8-5 6-5
dave< O: (6 5) 1-7 7-12
dave< X: (6 4) 24-18 18-14
dave< X: wants to resign
dave< O: wins
dave<
dave< score in 2 point match: bob-0 alice-1
dice 31
bob: join
alice> join
alice< Starting a new game with bob.
alice< You play X in this game: the sides change after every game.
alice< Your checkers move from 1 up to 24.
alice< This is the Crawford game: nobody may double.
alice< You rolled 3, bob rolled 1
alice< It's your turn to move.
alice<      1  2  3  4  5  6        7  8  9 10 11 12
alice<    +------------------------------------------+ O: bob - score: 0
alice<    | X              O |   |     O           X |
alice<    | X              O |   |     O           X |
alice<    |                O |   |     O           X |
alice<    |                O |   |                 X |
alice<    |                O |   |                 X |
alice<    |                  |BAR|                   |v    2-point match
alice<    |                X |   |                 O |
alice<    |                X |   |                 O |
alice<    |                X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    +------------------------------------------+ X: alice - score: 1
alice<     24 23 22 21 20 19       18 17 16 15 14 13
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
bob< Starting a new game with alice.
bob< You play O in this game: the sides change after every game.
bob< This is the Crawford game: nobody may double.
bob< You rolled 1, alice rolled 3
bob< alice makes the first move.
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ X: alice - score: 1
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X                |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<   v|                  |BAR|                   |    2-point match
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<    | X           O    |   |  O                |
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O              X |
bob<    +------------------------------------------+ O: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 3 1.
carol< Starting a new game with alice.
carol< alice rolled 3, bob rolled 1
carol< alice makes the first move.
carol< board:bob:alice:2:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< Starting a new game with alice.
dave< This is the Crawford game: nobody may double.
dave< alice rolled 3, bob rolled 1
dave< alice makes the first move.
dave<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: alice - score: 1
dave<    | O           X    |   |  X              O |
dave<    | O           X    |   |  X              O |
dave<    | O           X    |   |  X                |
dave<    | O                |   |  X                |
dave<    | O                |   |  X                |
dave<   v|                  |BAR|                   |    2-point match
dave<    | X                |   |  O                |
dave<    | X                |   |  O                |
dave<    | X           O    |   |  O                |
dave<    | X           O    |   |  O              X |
dave<    | X           O    |   |  O              X |
dave<    +12-11-10--9--8--7--------6--5--4--3--2--1-+ O: bob - score: 0
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 3 1.
# the direction is announced again when the match is resumed
bob: leave
alice: invite bob
bob> join alice
alice< bob has joined you. Your running match was loaded.
alice< This is the Crawford game: nobody may double.
alice< turn: alice.
alice< match length: 2
alice< points for bob: 0
alice< points for alice: 1
alice< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
alice<      1  2  3  4  5  6        7  8  9 10 11 12
alice<    +------------------------------------------+ O: bob - score: 0
alice<    | X              O |   |     O           X |
alice<    | X              O |   |     O           X |
alice<    |                O |   |     O           X |
alice<    |                O |   |                 X |
alice<    |                O |   |                 X |
alice<    |                  |BAR|                   |v    2-point match
alice<    |                X |   |                 O |
alice<    |                X |   |                 O |
alice<    |                X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    +------------------------------------------+ X: alice - score: 1
alice<     24 23 22 21 20 19       18 17 16 15 14 13
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
alice< It's your turn to move.
bob< You are now playing with alice. Your running match was loaded.
bob< This is the Crawford game: nobody may double.
bob< turn: alice.
bob< match length: 2
bob< points for bob: 0
bob< points for alice: 1
bob< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ X: alice - score: 1
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X                |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<   v|                  |BAR|                   |    2-point match
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<    | X           O    |   |  O                |
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O              X |
bob<    +------------------------------------------+ O: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 3 1.
carol< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
carol< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
carol< bob and alice are resuming their 2-point match.
dave< bob and alice are resuming their 2-point match.
# stored with the account
restart
telnet bob
bob> set direction
bob< Value of 'direction' is home
bob> set direction fibs
bob< Value of 'direction' set to fibs.
