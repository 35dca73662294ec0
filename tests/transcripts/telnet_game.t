# SPDX-License-Identifier: MIT
# two telnet users with drawn boards
telnet alice bob
bob> toggle ready
bob< ** You're now ready to invite or join someone.
alice> set boardstyle 2
alice< Value of 'boardstyle' set to 2.
alice> invite bob 1
alice< ** You invited bob to a 1 point match.
bob< alice wants to play a 1 point match with you.
bob< Type 'join alice' to accept.
dice 62 31 54
bob> join alice
alice< ** Player bob has joined you for a 1 point match.
alice< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
alice< Starting a new game with bob.
alice< You rolled 6, bob rolled 2
alice< It's your turn to move.
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ X: bob - score: 0
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X                |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<   v|                  |BAR|                   |    1-point match
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X           O    |   |  O              X |
alice<    | X           O    |   |  O              X |
alice<    +------------------------------------------+ O: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 2.
bob< ** You are now playing a 1 point match with alice
bob< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
bob< Starting a new game with alice.
bob< You rolled 2, alice rolled 6
bob< alice makes the first move.
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X              O |   |     O           X |
bob<    | X              O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |BAR|                   |v    1-point match
bob<    |                X |   |                 O |
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 6 2.
# no cube in a match to one point: bob's dice are rolled at once
alice> 24-18 13-11
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ X: bob - score: 0
alice<    | O           X  O |   |  X              O |
alice<    | O           X    |   |  X                |
alice<    | O           X    |   |  X                |
alice<    | O                |   |  X                |
alice<    |                  |   |  X                |
alice<   v|                  |BAR|                   |    1-point match
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X           O    |   |  O              X |
alice<    | X  O        O    |   |  O              X |
alice<    +------------------------------------------+ O: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bob
alice< bob rolls 3 and 1.
bob< alice moves 24-18 13-11 .
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X              O |   |     O        O  X |
bob<    | X              O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |BAR|                   |v    1-point match
bob<    |                X |   |                   |
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |  O  X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bob
bob< You roll 3 and 1.
bob< Please move 2 pieces.
bob> double
bob< ** You can only double before you roll the dice.
bob< ** There is no doubling cube in this game.
bob> 17-18 12-15
alice< bob moves 17-18 12-15 .
alice< ~^    13 14 15 16 17 18       19 20 21 22 23 24$
alice< ...
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - score: 0
bob<    | X              O | O |     O        O  X |
bob<    | X              O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                   |
bob<    |                  |BAR|                   |v    1-point match
bob<    |                X |   |                   |
bob<    |                X |   |                 O |
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |  X  X     X     O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-1 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
bob< alice rolls 5 and 4.
alice> resign n
alice< You want to resign. bob will win 1 point.
bob< alice wants to resign. You will win 1 point. Type 'accept' or 'reject'.
bob> accept
alice< bob accepts and wins 1 point.
alice< bob wins the 1 point match 1-0 .
alice< Ratings: bob 1510.00 (+10.00), alice 1490.00 (-10.00).
alice< Type 'rematch' to offer bob the same match again.
bob< You accept and win 1 point.
bob< You win the 1 point match 1-0 .
bob< Ratings: bob 1510.00 (+10.00), alice 1490.00 (-10.00).
bob< Type 'rematch' to offer alice the same match again.
