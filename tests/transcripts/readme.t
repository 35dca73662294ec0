# SPDX-License-Identifier: MIT
# the game that README.md shows, from the invitation to the rematch; scripts/screen draws it
telnet anna bert
anna> toggle ready
anna< ** You're now ready to invite or join someone.
bert> toggle ready
bert< ** You're now ready to invite or join someone.
bert> set direction home
bert< Value of 'direction' set to home.
dice 61 52 64
anna> invite bert 3
anna< ** You invited bert to a 3 point match.
bert< anna wants to play a 3 point match with you.
bert< Type 'join anna' to accept.
bert> join anna
anna< ** Player bert has joined you for a 3 point match.
anna< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with bert.
anna< You rolled 6, bert rolled 1
anna< It's your turn to move.
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: bert - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O                |   |  X                |
anna<    | O                |   |  X                |
anna<   v|                  |BAR|                   |    3-point match
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O    |   |  O                |
anna<    | X           O    |   |  O              X |
anna<    | X           O    |   |  O              X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 1.
bert< ** You are now playing a 3 point match with anna
bert< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
bert< Starting a new game with anna.
bert< You rolled 1, anna rolled 6
bert< anna makes the first move.
bert<     13 14 15 16 17 18       19 20 21 22 23 24
bert<    +------------------------------------------+ O: anna - score: 0
bert<    | X           O    |   |  O              X |
bert<    | X           O    |   |  O              X |
bert<    | X           O    |   |  O                |
bert<    | X                |   |  O                |
bert<    | X                |   |  O                |
bert<   v|                  |BAR|                   |    3-point match
bert<    | O                |   |  X                |
bert<    | O                |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X              O |
bert<    | O           X    |   |  X              O |
bert<    +------------------------------------------+ X: bert - score: 0
bert<     12 11 10  9  8  7        6  5  4  3  2  1
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  anna rolled 6 1.
anna> 13/7 8/7
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: bert - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O                |   |  X                |
anna<    |                  |   |  X                |
anna<   v|                  |BAR|                   |    3-point match
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O  O |   |  O              X |
anna<    | X           O  O |   |  O              X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bert
bert< anna moves 12-18 17-18 .
bert<     13 14 15 16 17 18       19 20 21 22 23 24
bert<    +------------------------------------------+ O: anna - score: 0
bert<    | X           O  O |   |  O              X |
bert<    | X           O  O |   |  O              X |
bert<    | X                |   |  O                |
bert<    | X                |   |  O                |
bert<    | X                |   |  O                |
bert<   v|                  |BAR|                   |    3-point match
bert<    |                  |   |  X                |
bert<    | O                |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X              O |
bert<    | O           X    |   |  X              O |
bert<    +------------------------------------------+ X: bert - score: 0
bert<     12 11 10  9  8  7        6  5  4  3  2  1
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bert
bert< It's your turn. Please roll or double
bert> roll
anna< bert rolls 5 and 2.
bert< You roll 5 and 2.
bert< Please move 2 pieces.
bert> 13/8 24/22
anna< bert moves 12-17 1-3 .
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: bert - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O           X    |   |  X                |
anna<    |                  |   |  X                |
anna<   v|                  |BAR|                   |    3-point match
anna<    |                  |   |  O                |
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O  O |   |  O                |
anna<    | X           O  O |   |  O        X     X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: anna
anna< It's your turn. Please roll or double
bert<     13 14 15 16 17 18       19 20 21 22 23 24
bert<    +------------------------------------------+ O: anna - score: 0
bert<    | X           O  O |   |  O        X     X |
bert<    | X           O  O |   |  O                |
bert<    | X                |   |  O                |
bert<    | X                |   |  O                |
bert<    |                  |   |  O                |
bert<   v|                  |BAR|                   |    3-point match
bert<    |                  |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X              O |
bert<    | O           X    |   |  X              O |
bert<    +------------------------------------------+ X: bert - score: 0
bert<     12 11 10  9  8  7        6  5  4  3  2  1
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: anna
bert> say good luck!
anna< bert says: good luck!
bert< ** You tell anna: good luck!
anna> double
anna< You double. Please wait for bert to accept or reject.
bert< anna doubles. Type 'accept' or 'reject'.
bert> accept
anna< bert accepts the double. The cube shows 2.
anna< You roll 6 and 4.
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: bert - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O           X    |   |  X                |
anna<    |                  |   |  X                |
anna<   v|                  |BAR|                   |    3-point match
anna<    |                  |   |  O                |
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O  O |   |  O                |
anna<    | X           O  O |   |  O        X     X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by bert)  You rolled 6 4.
anna< Please move 2 pieces.
bert< You accept the double. The cube shows 2.
bert< anna rolls 6 and 4.
bert<     13 14 15 16 17 18       19 20 21 22 23 24
bert<    +------------------------------------------+ O: anna - score: 0
bert<    | X           O  O |   |  O        X     X |
bert<    | X           O  O |   |  O                |
bert<    | X                |   |  O                |
bert<    | X                |   |  O                |
bert<    |                  |   |  O                |
bert<   v|                  |BAR|                   |    3-point match
bert<    |                  |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X              O |
bert<    | O           X    |   |  X              O |
bert<    +------------------------------------------+ X: bert - score: 0
bert<     12 11 10  9  8  7        6  5  4  3  2  1
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by bert)  anna rolled 6 4.
# the screen of anna
anna> 24/14
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: bert - score: 0
anna<    | O  O        X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O           X    |   |  X                |
anna<    | O           X    |   |  X                |
anna<    |                  |   |  X                |
anna<   v|                  |BAR|                   |    3-point match
anna<    |                  |   |  O                |
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O  O |   |  O                |
anna<    | X           O  O |   |  O        X     X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by bert)  turn: bert
bert< anna moves 1-7 7-11 .
bert<     13 14 15 16 17 18       19 20 21 22 23 24
bert<    +------------------------------------------+ O: anna - score: 0
bert<    | X           O  O |   |  O        X     X |
bert<    | X           O  O |   |  O                |
bert<    | X                |   |  O                |
bert<    | X                |   |  O                |
bert<    |                  |   |  O                |
bert<   v|                  |BAR|                   |    3-point match
bert<    |                  |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O  O        X    |   |  X              O |
bert<    +------------------------------------------+ X: bert - score: 0
bert<     12 11 10  9  8  7        6  5  4  3  2  1
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 2 (owned by bert)  turn: bert
bert< It's your turn. Please roll or double
bert> resign g
anna< bert wants to resign. You will win 4 points. Type 'accept' or 'reject'.
bert< You want to resign. anna will win 4 points.
anna> accept
anna< You accept and win 4 points.
anna< You win the 3 point match 4-0 .
anna< Ratings: anna 1517.32 (+17.32), bert 1482.68 (-17.32).
anna< Type 'rematch' to offer bert the same match again.
bert< anna accepts and wins 4 points.
bert< anna wins the 3 point match 4-0 .
bert< Ratings: anna 1517.32 (+17.32), bert 1482.68 (-17.32).
bert< Type 'rematch' to offer anna the same match again.
anna> rematch
anna< ** You invited bert to a 3 point match.
bert< anna wants to play a 3 point match with you.
bert< Type 'join anna' to accept.
bert> join anna
anna< ** Player bert has joined you for a 3 point match.
anna< ~^Dice seal 2: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with bert.
anna< You rolled 5, bert rolled 2
anna< It's your turn to move.
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: bert - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O                |   |  X                |
anna<    | O                |   |  X                |
anna<   v|                  |BAR|                   |    3-point match
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O    |   |  O                |
anna<    | X           O    |   |  O              X |
anna<    | X           O    |   |  O              X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 5 2.
bert< ** You are now playing a 3 point match with anna
bert< ~^Dice seal 2: ([0-9a-f]{4} ){8}\(help fair\)$
bert< Starting a new game with anna.
bert< You rolled 2, anna rolled 5
bert< anna makes the first move.
bert<     13 14 15 16 17 18       19 20 21 22 23 24
bert<    +------------------------------------------+ O: anna - score: 0
bert<    | X           O    |   |  O              X |
bert<    | X           O    |   |  O              X |
bert<    | X           O    |   |  O                |
bert<    | X                |   |  O                |
bert<    | X                |   |  O                |
bert<   v|                  |BAR|                   |    3-point match
bert<    | O                |   |  X                |
bert<    | O                |   |  X                |
bert<    | O           X    |   |  X                |
bert<    | O           X    |   |  X              O |
bert<    | O           X    |   |  X              O |
bert<    +------------------------------------------+ X: bert - score: 0
bert<     12 11 10  9  8  7        6  5  4  3  2  1
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  anna rolled 5 2.
