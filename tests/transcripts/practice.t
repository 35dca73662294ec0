# SPDX-License-Identifier: MIT
# practice: plays a position of an earlier match again
option bots 1
option analysis 1
user ann 1500 60
user bob 1500 60
user cora
telnet ann bob cora
ann: toggle report fair
ann: toggle fair
ann: toggle fast
bob: toggle report fair
bob: toggle fair
cora: toggle report fair
cora: toggle fair
ann> practice
ann< ** usage: practice <match> [<move>]
ann> practice 1 x
ann< ** usage: practice <match> [<move>]
ann> practice 1
ann< ** There is no match 1.
dice 31
match ann bob 2
ann> practice 1 1
ann< ** That match is not over yet.
ann: 6-3 6-5
dice 65
bob: roll
bob: 1-7 7-12
ann: double
bob: reject
ann: leave
match ann bob resume
bob: resign n
ann: accept
ann> practice 1
ann< ** No error is marked in that match. Type 'analyse 1', or name a move.
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
ann> analyse 1
ann< Analysis of match 1, ann against bob, at 1 ply:
ann<   Player               decisions   error     PR (gnubg)   ?!    ?   ??    luck
ann<   ann                          2   0.576 143.99 (288.0)    0    0    1  +0.266
ann<   bob                          3   1.067 177.78 (355.6)    1    0    1  -0.079
ann< Cube errors of bob, 1.067: doubles missed 1, wrong 0; takes missed 1, wrong 0.
ann< With average luck ann would win 95.2 of 100 such matches.
ann< The worst errors ('replay' shows the boards):
ann<   move 4 of bob: ?? -1.034; better: accept
ann<     XGID=-b----E-C---eF---c-ca-a-A-:0:0:-1:D:0:0:0:2:10
ann<   move 1 of ann: ?? -0.554; better: 8/5 6/5
ann<     XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:2:10
ann<   move 2 of bob: ?! -0.033; better: double
ann<     XGID=-b----E-C---eE---c-ca-a-B-:0:0:1:65:0:0:0:2:10
ann< To play a position again: practice 1 [<move>]
ann> practice 1 9
ann< ** The last move is number 4.
ann> practice 1 3
ann< ** Player ClubBot has joined you for a 2 point match.
ann< Dice seal 2: ff11 4c0f 686c 0e6a a957 e997 2151 3672 (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with ClubBot.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    2-point match
ann<    | 6                |   |                   |
ann<    | X                |   |                   |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O  O     O     X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: ann
ann< It's your turn. Please roll or double
ann: double
ann: leave
# the last error of bob: he should have accepted
bob> practice 1
bob< ** Player ClubBot has joined you for a 2 point match.
bob< Dice seal 3: 0bf5 1b88 7acb 115a 4768 0956 1516 ed0c (help fair)
bob< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
bob< Starting a new game with ClubBot.
bob< ClubBot doubles. Type 'accept' or 'reject'.
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ X: ClubBot - score: 0
bob<    | O           X    |   |  X  X     X     O |
bob<    | O           X    |   |  X                |
bob<    | O           X    |   |  X                |
bob<    | O                |   |                   |
bob<    | 6                |   |                   |
bob<   v|                  |BAR|                   |    2-point match
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<    | X           O    |   |  O                |
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O              X |
bob<    +------------------------------------------+ O: bob - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  ClubBot doubled.
bob: accept
bob: leave
# anybody may play on from a match that is over; the last error of both
cora> practice 1
cora< ** Player EasyBot has joined you for a 2 point match.
cora< Dice seal 4: 305c 3c24 c8e0 c485 f9b1 3a3e 3b6a 8372 (help fair)
cora< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
cora< Starting a new game with EasyBot.
cora< EasyBot doubles. Type 'accept' or 'reject'.
cora<     13 14 15 16 17 18       19 20 21 22 23 24
cora<    +------------------------------------------+ X: EasyBot - score: 0
cora<    | O           X    |   |  X  X     X     O |
cora<    | O           X    |   |  X                |
cora<    | O           X    |   |  X                |
cora<    | O                |   |                   |
cora<    | 6                |   |                   |
cora<   v|                  |BAR|                   |    2-point match
cora<    | X                |   |  O                |
cora<    | X                |   |  O                |
cora<    | X           O    |   |  O                |
cora<    | X           O    |   |  O              X |
cora<    | X           O    |   |  O              X |
cora<    +------------------------------------------+ O: cora - score: 0
cora<     12 11 10  9  8  7        6  5  4  3  2  1
cora<
cora<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  EasyBot doubled.
cora: leave
cora> practice 1 1
cora< ** Player EasyBot has joined you for a 2 point match.
cora< Dice seal 5: 442a a191 2b85 535b 262c 23e1 8d32 a5ad (help fair)
cora< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
cora< Starting a new game with EasyBot.
cora<     13 14 15 16 17 18       19 20 21 22 23 24
cora<    +------------------------------------------+ X: EasyBot - score: 0
cora<    | O           X    |   |  X              O |
cora<    | O           X    |   |  X              O |
cora<    | O           X    |   |  X                |
cora<    | O                |   |  X                |
cora<    | O                |   |  X                |
cora<   v|                  |BAR|                   |    2-point match
cora<    | X                |   |  O                |
cora<    | X                |   |  O                |
cora<    | X           O    |   |  O                |
cora<    | X           O    |   |  O              X |
cora<    | X           O    |   |  O              X |
cora<    +------------------------------------------+ O: cora - score: 0
cora<     12 11 10  9  8  7        6  5  4  3  2  1
cora<
cora<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
cora< Please move 2 pieces.
cora> 8/5 6/5
cora<     13 14 15 16 17 18       19 20 21 22 23 24
cora<    +------------------------------------------+ X: EasyBot - score: 0
cora<    | O           X    |   |  X              O |
cora<    | O           X    |   |  X              O |
cora<    | O           X    |   |  X                |
cora<    | O                |   |  X                |
cora<    | O                |   |  X                |
cora<   v|                  |BAR|                   |    2-point match
cora<    | X                |   |                   |
cora<    | X                |   |  O                |
cora<    | X                |   |  O                |
cora<    | X           O    |   |  O  O           X |
cora<    | X           O    |   |  O  O           X |
cora<    +------------------------------------------+ O: cora - score: 0
cora<     12 11 10  9  8  7        6  5  4  3  2  1
cora<
cora<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: EasyBot
cora: leave
bob> replay 1 4
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: ann - score: 0
bob<    | X     O     O  O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                  |   |                 X |
bob<    |                  |   |                 6 |
bob<    |                  |BAR|                   |v    2-point match
bob<    |                X |   |                 O |
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +------------------------------------------+ X: bob - score: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  ann doubled.
bob< Match 1, game 1, move 4. bob: reject
bob< XGID=-b----E-C---eF---c-ca-a-A-:0:0:-1:D:0:0:0:2:10
bob< ?? -1.034; better: accept
cora> export 5 txt
cora< ** Match 5 as txt:
cora< Match 5: cora - EasyBot, Backgammon, 2 points
cora< Begun 2026-01-01 12:00 UTC
cora<
cora< Game 1, cora 0, EasyBot 0
cora< Position XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:2:10
cora<    1. cora                 31: 8/5 6/5
cora<
cora< The match is not over.
cora< ** End of match 5.
cora> export 5 sgf
cora< ** Match 5 as sgf:
cora< (;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:2][game:0][ws:0][bs:0]PW[cora]PB[EasyBot]DT[2026-01-01]RU[Crawford]
cora< ;PL[W]CV[1]CO[c]AE[a:y]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]
cora< ;W[31hefe]
cora< )
cora< ** End of match 5.
cora> export 5 mat
cora< ** Match 5 as mat:
cora< ; [EventDate "2026.01.01"]
cora< ; [Variation "Backgammon"]
cora<
cora<  2 point match
cora< ** That match begins at a position, which .mat cannot express. Try sgf, txt or json.
