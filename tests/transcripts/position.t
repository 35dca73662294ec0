# SPDX-License-Identifier: MIT
# position: the IDs of a board, of an earlier move, of an ID of another kind; practice and hints from an ID,
# which are refused near rated matches
option bots 1
user ann 1500 60
user bob 1500 60
telnet ann bob
clip carl
ann: toggle report fair
ann: toggle fair
ann: toggle fast
bob: toggle report fair
bob: toggle fair
carl: toggle report
ann> position
ann< ** usage: position, or position <match> <move>, or position <ID> [play|hint|rollout]
ann> position 4HPwATDgc/ABMA:cInqAAAAAAAE
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10
ann< GNUID=4HPwATDgc/ABMA:cInqAAAAAAAE
ann< OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:25:W:R:0:0:7:0
ann> position 4HPwATDgc/ABMA
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10
ann< GNUID=4HPwATDgc/ABMA:cAkAAAAAAAAE
ann< OGID=11ccccchhhjjjjj:66666888dddddoo:N0N::W:C:0:0:0:0
ann> position OGID=cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:11
ann< XGID=-BBB--CC----eA--bc-e-B----:0:0:1:D:0:0:0:3:10
ann< GNUID=4HPDBwDbuAMBBg:cBFgAAAAAAAE
ann< OGID=cccccgghhhjjjjj:112233666777dll:N0O::B:D:0:0:3:0
ann> position nonsense
ann< ** That is no position ID. The server reads XGID, GNU ID and OGID.
ann> position -b----E-C---eE---c-e----C-:0:0:1:52:0:0:0:7:10
ann< ** There is no such position in a game of backgammon.
ann> position 4HPwATDgc/ABMA what
ann< ** usage: position, or position <match> <move>, or position <ID> [play|hint|rollout]
ann> position 7 1
ann< ** There is no match 7.
ann> position 7
ann< ** usage: position, or position <match> <move>, or position <ID> [play|hint|rollout]
ann> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10 hint
ann< > \
ann> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10 hint
ann< ** The server is still working on your last question.
ann< > 
ann< Hint 1: 13-8 24-22               +0.011
ann< Hint 2: 13-8 13-11               +0.001
ann< Hint 3: 13-8 6-4                 -0.044
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10
clock +1
ann> position XGID=------------------cbbbbbbA:0:0:1:11:0:0:1:0:10 hint
ann< Nothing can be played with that roll.
ann> position XGID=------------------cbbbbbbA:0:0:1:00:0:0:1:0:10 hint
ann< > \
clock +1
ann< Points: no double +0.962, double/take +1.725, double/pass +1.000.
ann< Hint: double.
ann< XGID=------------------cbbbbbbA:0:0:1:00:0:0:1:0:10
carl> position 4HPwATDgc/ABMA:cInqAAAAAAAE hint
clock +1
# the user has the side that must act: here the other one has doubled
ann> position XGID=-a-B--D-B---dE---c-e----B-:1:1:1:D:3:1:0:5:10 play
ann< ** Player ClubBot has joined you for a 5 point match.
ann< Dice seal 1: c0df c8b9 7a2f 05c0 271a bd09 6ae6 fc2b (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with ClubBot.
ann< ClubBot doubles. Type 'accept' or 'reject'.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 3
ann<    | O           X    |   |  X        X     O |
ann<    | O           X    |   |  X        X       |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<    |                  |   |                   |
ann<   v|                  |BAR|                   |    5-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 1
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-2 X-0   Cube: 2 (owned by ClubBot)  ClubBot doubled.
carl< 5 ClubBot ann - 1 0 1500.00 0 3 1767268800 bot Computer_player -
carl< 6
carl< 5 ann ClubBot - 0 0 1500.00 60 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< Hint 1: 13-8 24-22               +0.011
carl< Hint 2: 13-8 13-11               +0.001
carl< Hint 3: 13-8 6-4                 -0.044
ann> position
ann< XGID=-b----E-C---eD---b-d--b-A-:1:-1:-1:D:1:3:0:5:10
ann< GNUID=4HPwAAjjGXwADA:URGgABAAGAAE
ann< OGID=11ccccchhjjjjmm:66666888ddddo:W1O::W:D:3:1:5:0
ann> hint
ann< > \
clock +1
ann< Match-winning chances: accept 55.9%, reject 0.0%.
ann< Hint: accept.
ann< XGID=-b----E-C---eD---b-d--b-A-:1:-1:-1:D:1:3:0:5:10
ann> position 4HPwATDgc/ABMA play
ann< ** You are already playing.
ann: accept
ann: leave
# a roll that cannot be played
ann> position XGID=------------------cbbbbbbA:0:0:1:11:0:0:1:0:10 play
ann< Player ClubBot has joined you for an unlimited match.
ann< Dice seal 2: ff11 4c0f 686c 0e6a a957 e997 2151 3672 (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with ClubBot.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 0
ann<    |                X |   |  X  X  X  X  X  X |
ann<    |                X |   |  X  X  X  X  X  X |
ann<    |                X |   |                   |
ann<    |                  |   |                   |
ann<    |                  |   |                   |
ann<   v|                  |BAR|                   |    unlimited match
ann<    |                  |   |                   |    No redoubles
ann<    |                  |   |                   |
ann<    |                  |   |                   |
ann<    |                  |   |                   |
ann<    |                  | O |                   |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-1 X-0   OFF: O-14 X-0   Cube: 1  You rolled 1 1.
ann< You can't move.
carl< 5 ClubBot ann - 1 0 1500.00 0 4 1767268800 bot Computer_player -
carl< 6
carl< 5 ann ClubBot - 0 0 1500.00 60 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
ann: leave
ann> toggle ids
ann< ** The XGID of the position follows each board.
ann> position XGID=-a-B--D-B---dE---c-e----B-:1:-1:1:52:3:1:0:5:10 play
ann< ** Player ClubBot has joined you for a 5 point match.
ann< Dice seal 3: 0bf5 1b88 7acb 115a 4768 0956 1516 ed0c (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with ClubBot.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 1
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    5-point match
ann<    |                  |   |                   |
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O        O       |
ann<    | X           O    |   |  O        O     X |
ann<    +------------------------------------------+ O: ann - score: 3
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-2   Cube: 2 (owned by ClubBot)  You rolled 5 2.
ann< XGID=-a-B--D-B---dE---c-e----B-:1:-1:1:52:3:1:0:5:10
ann< Please move 2 pieces.
carl< 5 ClubBot ann - 1 0 1500.00 0 4 1767268800 bot Computer_player -
carl< 6
carl< 5 ann ClubBot - 0 0 1500.00 60 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
bob> watch ann
ann< bob is watching you.
bob< You're now watching ann.
bob<     13 14 15 16 17 18       19 20 21 22 23 24
bob<    +------------------------------------------+ X: ClubBot - score: 1
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X              O |
bob<    | O           X    |   |  X                |
bob<    | O                |   |  X                |
bob<    | O                |   |  X                |
bob<   v|                  |BAR|                   |    5-point match
bob<    |                  |   |                   |
bob<    | X                |   |  O                |
bob<    | X                |   |  O                |
bob<    | X           O    |   |  O        O       |
bob<    | X           O    |   |  O        O     X |
bob<    +------------------------------------------+ O: ann - score: 3
bob<     12 11 10  9  8  7        6  5  4  3  2  1
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-2   Cube: 2 (owned by ClubBot)  ann rolled 5 2.
carl< 5 bob - ann 0 0 1500.00 60 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
bob> position
bob< XGID=-a-B--D-B---dE---c-e----B-:1:-1:1:52:3:1:0:5:10
bob< GNUID=4HPwAAjjGXwADA:EYGqADAACAAE
bob< OGID=1cccchhhjjjjj:33666688dddddoo:W1N:25:W:R:1:3:5:0
bob: unwatch
ann> 13/8 13/11
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: ClubBot - score: 1
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    |                  |   |  X                |
ann<    |                  |   |  X                |
ann<   v|                  |BAR|                   |    5-point match
ann<    |                  |   |                   |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O        O       |
ann<    | X  O        O    |   |  O        O     X |
ann<    +------------------------------------------+ O: ann - score: 3
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-2   Cube: 2 (owned by ClubBot)  turn: ClubBot
ann< XGID=-a-B--D-C--AdC---c-e----B-:1:-1:-1:00:3:1:0:5:10
ann: leave
ann: toggle ids
carl> toggle ids
carl< ** The XGID of the position follows each board.
carl> position XGID=-a-B--D-B---dE---c-e----B-:1:-1:1:52:3:1:0:5:10 play
carl< ** Player EasyBot has joined you for a 5 point match.
carl< 5 EasyBot carl - 1 0 1500.00 0 4 1767268800 bot Computer_player -
carl< 6
carl< 5 carl EasyBot - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< Starting a new game with EasyBot.
carl< board:You:EasyBot:5:3:1:0:-1:0:2:0:0:4:0:2:0:0:0:-4:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:2:0:0:2:0:1:0:1:-1:0:25:0:2:0:0:2:0:0:0
carl< XGID=-a-B--D-B---dE---c-e----B-:1:-1:1:52:3:1:0:5:10
carl< Please move 2 pieces.
carl: leave
carl: toggle ids
# a rated match: neither the players nor others may ask about its board
dice 31
match ann bob 3
ann> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10 hint
ann< ** Not while you, or someone at your address, play a rated match.
ann> position
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10
ann< GNUID=4HPwATDgc/ABMA:MIFlAAAAAAAE
ann< OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:3:0
ann: 8/5 6/5
carl> watch ann
ann< carl is watching you.
bob< carl starts watching ann.
carl< You're now watching ann.
carl< 5 carl - ann 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl> position
carl< XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:3:10
carl< GNUID=sGfwATDgc/ABMA:cAlgAAAAAAAE
carl< OGID=11ccccchhhjjjjj:55666688dddddoo:N0N::B:C:0:0:3:0
carl: watch
carl> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10 hint
clock +1
carl> position XGID=-b---BD-B---eE---c-e----B-:0:0:1:52:0:0:0:5:10 hint
carl< ** That position is on a board where a match is being played now.
carl< Hint 1: 13-8 24-22               +0.011
carl< Hint 2: 13-8 13-11               +0.001
carl< Hint 3: 13-8 6-4                 -0.044
# the same position seen from the other side
carl> position XGID=-b----E-C---eE---b-db---B-:0:0:1:52:0:0:0:5:10 play
carl< ** That position is on a board where a match is being played now.
carl> position 5 1
carl< ** That match is not over yet.
ann> position 5 1
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10
ann< GNUID=4HPwATDgc/ABMA:MIFlAAAAAAAE
ann< OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:3:0
