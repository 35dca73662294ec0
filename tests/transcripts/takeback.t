# SPDX-License-Identifier: MIT
# takeback: undoes the last play of a practice match, and keeps the dice; toggle tutor
option bots 1
telnet ann bob
clip carl
clock +1
ann: toggle report fair
ann: toggle fair
ann: toggle fast
ann> toggle tutor
ann< ** In practice matches you are told when a play costs much.
bob: toggle report
carl: toggle report
ann> takeback
ann< ** You're not playing.
dice 31
ann> play practice 3
ann< ** You invited EasyBot to a 3 point match.
ann< > 
ann< ** Player EasyBot has joined you for a 3 point match.
ann< Dice seal 1: c0df c8b9 7a2f 05c0 271a bd09 6ae6 fc2b (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with EasyBot.
ann< You rolled 3, EasyBot rolled 1
ann< It's your turn to move.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: EasyBot - score: 0
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
carl< 5 ann - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< 5 EasyBot ann - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl< 5 ann EasyBot - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock: +1
bob: watch ann
carl: watch ann
ann> takeback
ann< ** There is no play to take back.
# a bad play
ann> 24/23 13/10
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: EasyBot - score: 0
ann<    | O           X    |   |  X           O  O |
ann<    | O           X    |   |  X                |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    |                  |   |  X                |
ann<   v|                  |BAR|                   |    3-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X     O     O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: EasyBot
bob< ann moves 24-23 13-10 .
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ X: EasyBot - score: 0
bob<    | O           X    |   |  X           O  O |
bob<    | O           X    |   |  X                |
bob<    | O           X    |   |  X                |
bob<    | O                |   |  X                |
bob<    |                  |   |  X                |
bob<   v|                  |BAR|                   |    3-point match
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<    | X           O    |   |  O                |
bob<    | X           O    |   |  O              X |
bob<    | X     O     O    |   |  O              X |
bob<    +------------------------------------------+ O: ann - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: EasyBot
carl< ann moves 24-23 13-10 .
carl< board:ann:EasyBot:3:0:0:0:-2:0:0:0:0:5:0:3:0:1:0:-5:4:0:0:0:-3:0:-5:0:0:0:1:1:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
clock +1
ann< ** That play costs you 0.161 points: better is 8-5 6-5. Type 'takeback' to play again.
ann> takeback
ann< You take back your last play.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: EasyBot - score: 0
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
ann< It's your turn to move.
bob< ann takes back the last play.
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ X: EasyBot - score: 0
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X                |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<   v|                  |BAR|                   |    3-point match
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<    | X           O    |   |  O                |
bob<    | X           O    |   |  O              X |
bob<    | X           O    |   |  O              X |
bob<    +------------------------------------------+ O: ann - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  ann rolled 3 1.
carl< board:ann:EasyBot:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
ann> takeback
ann< ** There is no play to take back.
ann: 8/5 6/5
dice 64
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
# the bot's roll stays the same too
ann: takeback
ann: 8/5 6/5
dice 64
clock +1
clock +1
clock +1
ann< EasyBot rolls 6 and 4.
bob< EasyBot rolls 6 and 4.
carl< EasyBot rolls 6 and 4.
carl< board:ann:EasyBot:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:4:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
clock +1
clock +1
ann< EasyBot moves 1-7 7-11 .
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: EasyBot - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    3-point match
ann<    | X                |   |                   |
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O  O             |
ann<    | X  X        O    |   |  O  O           X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: ann
ann< It's your turn. Please roll or double
bob< EasyBot moves 1-7 7-11 .
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ X: EasyBot - score: 0
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X                |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<   v|                  |BAR|                   |    3-point match
bob<    | X                |   |                   |
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<    | X           O    |   |  O  O             |
bob<    | X  X        O    |   |  O  O           X |
bob<    +------------------------------------------+ O: ann - score: 0
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: ann
carl< EasyBot moves 1-7 7-11 .
carl< board:ann:EasyBot:3:0:0:0:-1:0:0:0:2:4:0:2:0:0:-1:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
# in a finished game nothing can be taken back
ann: resign n
clock: +1
clock: +1
ann> takeback
ann< ** The game is already over.
ann> toggle tutor
ann< ** In practice matches you are not told what plays cost.
# `play practice` resumes the match that was left; without one, it begins a new match
bob> bye
bob closed
...
carl> bye
carl closed
...
ann: leave
ann> play practice
ann< ** You invited EasyBot to resume a saved match.
ann< > 
ann< EasyBot has joined you. Your running match was loaded.
ann< match length: 3
ann< points for EasyBot: 1
ann< points for ann: 0
ann< Dice seal 1: c0df c8b9 7a2f 05c0 271a bd09 6ae6 fc2b (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with EasyBot.
ann< You play X in this game: the sides change after every game.
ann< Your checkers move from 1 up to 24.
ann< You rolled 1, EasyBot rolled 3
ann< EasyBot makes the first move.
ann<      1  2  3  4  5  6        7  8  9 10 11 12
ann<    +------------------------------------------+ O: EasyBot - score: 1
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
ann<    +------------------------------------------+ X: ann - score: 0
ann<     24 23 22 21 20 19       18 17 16 15 14 13
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  EasyBot rolled 3 1.
clock: +1
ann: leave
ann> play practice 5
ann< ** You invited EasyBot to a 5 point match.
ann< > 
ann< ** Player EasyBot has joined you for a 5 point match.
ann< Dice seal 2: ff11 4c0f 686c 0e6a a957 e997 2151 3672 (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with EasyBot.
ann< You rolled 5, EasyBot rolled 2
ann< It's your turn to move.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: EasyBot - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    5-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 5 2.
clock +1
ann< ...
