# SPDX-License-Identifier: MIT
# bots: inviting one, its pauses and moves; its answers to a draw, a double and a resignation; it resumes a
# saved match
option bots 1
telnet ann
clip carl
clock +1
ann> toggle report fair
...
carl> toggle report
...
carl> who clubbot
carl< 5 ClubBot - - 1 0 1500.00 0 1 1767268800 bot - -
carl< 6
dice 31
ann> invite ClubBot 3
ann< ** You invited ClubBot to a 3 point match.
ann< > \
carl< 5 ann - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
ann<
ann< ** Player ClubBot has joined you for a 3 point match.
ann< Starting a new game with ClubBot.
ann< You rolled 3, ClubBot rolled 1
ann< It's your turn to move.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 0
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
ann< > \
carl< 5 ClubBot ann - 1 0 1500.00 0 0 1767268800 bot - -
carl< 6
carl< 5 ann ClubBot - 1 0 1500.00 0 1 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
ann> 8/5 6/5
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    3-point match
ann<    | X                |   |                   |
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O  O           X |
ann<    | X           O    |   |  O  O           X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: ClubBot
ann< > \
dice 64
clock +1
ann<
ann< ClubBot rolls 6 and 4.
ann< > \
clock +1
clock +1
clock +1
ann<
ann< ClubBot moves 1-7 7-11 .
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 0
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
ann< > \
ann> draw
ann< You offer a draw. ClubBot may accept or reject it.
ann< It's your turn. Please roll or double
ann< > \
clock +1
ann<
ann< The game is a draw by agreement. Nobody gets points.
ann< score in 3 point match: ann-0 ClubBot-0
ann< Type 'join' if you want to play the next game, type 'leave' if you don't.
ann< > \
clock +1
clock +1
ann> leave
...
ann> toggle fast
ann< ** The server's bots answer you at once.
ann< > \
dice 65
ann> invite clubbot
ann< ** You invited ClubBot to resume a saved match.
ann< > 
ann< ClubBot has joined you. Your running match was loaded.
ann< match length: 3
ann< points for ClubBot: 0
ann< points for ann: 0
ann< Starting a new game with ClubBot.
ann< You rolled 6, ClubBot rolled 5
ann< It's your turn to move.
ann<      1  2  3  4  5  6        7  8  9 10 11 12
ann<    +------------------------------------------+ O: ClubBot - score: 0
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
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 5.
ann< > \
carl< 5 ClubBot ann - 1 0 1500.00 0 0 1767268800 bot - -
carl< 6
carl< 5 ann ClubBot - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
clock +1
ann> 24/18 18/13
...
clock +1
clock +1
clock +1
...
ann> double
ann< ** You can only double before you roll the dice.
ann< > \
clock +1
clock +1
clock +1
ann> resign n
ann< You want to resign. ClubBot will win 1 point.
ann< > \
clock +1
ann<
ann< ClubBot accepts and wins 1 point.
ann< score in 3 point match: ann-0 ClubBot-1
ann< Type 'join' if you want to play the next game, type 'leave' if you don't.
ann< > \
clock +1
clock +1
ann> help bots
...
