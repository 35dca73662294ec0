# SPDX-License-Identifier: MIT
# new accounts at the prompt see every game from their own side; a refused backward step says in which
# direction checkers move
option bots 1
telnet bob
clip carol
connect: alice
alice: guest
alice: name alice
alice: secret
alice: secret
alice: set direction
bob: toggle report fair
alice: toggle report fair
carol: toggle report
# alice has X, and her numbers go down
dice 31
match bob alice 1
bob: 8-5 6-5
dice 62
alice: roll
alice> 8/14 24/22
alice< ** You can't move 6 points in your first move.
alice< Your checkers move from 24 down to 1.
alice< Your dice are 1 and 3. Please move 2 pieces.
alice> 5/7 8/2
alice< ** You can't move from 5 in your first move.
alice< Your checkers move from 24 down to 1.
alice< Your dice are 1 and 3. Please move 2 pieces.
alice> 8/2 6/4 2/4
alice< ** Please don't give more than 2 moves.
alice< Your checkers move from 24 down to 1.
alice< Your dice are 1 and 3. Please move 2 pieces.
alice: 24/18 8/6
alice> oldmoves bob
alice< The points are as you see them; for GNU Backgammon 'set direction fibs' first.
alice< Score is 0-0 in a 1 point match.
alice< alice is X - bob is O
alice<
alice< O: (3 1) 17-20 19-20
alice<
alice> replay 1 2
alice< ** The last move is number 1.
alice> replay 1 1
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ O: bob - score: 0
alice<    | X           O    |   |  O              X |
alice<    | X           O    |   |  O              X |
alice<    | X           O    |   |  O                |
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<   v|                  |BAR|                   |    1-point match
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<    | O           X    |   |  X                |
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X              O |
alice<    +------------------------------------------+ X: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 1.
alice< Match 1, game 1, move 1. bob: 31: 17/20 19/20
alice< XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:1:10
bob> replay 1 2
bob< ** The last move is number 1.
# bob, an older account, has FIBS's board: O moves down, X up
dice 53
bob: roll
bob> 3/8 6/3
bob< ** It's not your turn to move.
bob: 8/3 6/3
alice: resign n
bob: accept
# client programs get each player's own numbers, as before
carol> replay 1 1
carol< board:bob:alice:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carol< Match 1, game 1, move 1. bob: 31: 8/5 6/5
# bob with X
colour joiner
dice 31
match bob alice 1
bob> 20/17 6/5
bob< ** You can't move from 20 in your first move.
bob< Your checkers move from 1 up to 24.
bob< Your dice are 3 and 1. Please move 2 pieces.
bob: 17/20 19/20
alice: resign n
bob: accept
# games in which both move in the same direction, from opposite corners
colour joiner
dice 31
match bob alice 1 fevga
bob> 11/12
bob< ** You can't move from 11 in your first move.
bob< Your checkers move from 12 down to 1, then from 24 down to 13.
bob< Your dice are 4 and 3. Please move 2 pieces.
bob< The only legal play is '12-8 8-5'.
alice: resign n
bob: accept
# hints use the numbers of the board
colour joiner
dice 31
alice: play practice 1
clock: +1
alice: hint
clock +1
alice< Hint 1: 8-5 6-5                  +0.156
alice< Hint 2: 13-10 24-23              -0.003
alice< Hint 3: 13-10 10-9               -0.021
alice< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
alice: set direction fibs
alice: hint
clock +1
clock +1
alice< Hint 1: 17-20 19-20              +0.156
alice< Hint 2: 12-15 1-2                -0.003
alice< Hint 3: 12-15 15-16              -0.021
alice< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
