# SPDX-License-Identifier: MIT
# hint: only in one's own practice match, on turn; not in a rated match, nor for watchers, nor by a second
# log-in
option bots 1
telnet ann bob
clip carl
clock +1
ann: toggle report fair
ann: toggle fair
ann: toggle fast
bob: toggle report fair
bob: toggle fair
carl: toggle report
ann> hint
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
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
carl< 5 ann - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< 5 EasyBot ann - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl< 5 ann EasyBot - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
ann> hint
ann< > \
clock +1
ann< Hint 1: 8-5 6-5                  +0.156
ann< Hint 2: 13-10 24-23              -0.003
ann< Hint 3: 13-10 10-9               -0.021
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10
bob: watch ann
bob> hint
bob< ** You're not playing.
ann: 8/5 6/5
dice 64
ann> hint
ann< ** It's not your turn.
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
ann> hint
ann< > \
clock +1
ann< Match-winning chances: no double 53.4%, double/take 51.5%, double/pass 60.2%.
ann< Hint: roll.
ann< XGID=-a---BD-B--aeE---c-e----B-:0:0:1:00:0:0:0:3:10
dice 62
ann: roll
ann> hint
ann< > \
clock +1
# the match is left and resumed
ann: leave
ann> invite easybot
ann< ** You invited EasyBot to resume a saved match.
ann< > 
ann< EasyBot has joined you. Your running match was loaded.
ann< turn: ann.
ann< match length: 3
ann< points for EasyBot: 0
ann< points for ann: 0
ann< Dice seal 1: c0df c8b9 7a2f 05c0 271a bd09 6ae6 fc2b (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 2.
ann< Please move 2 pieces.
bob< EasyBot and ann are resuming their 3-point match.
carl< 5 EasyBot ann - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl< 5 ann EasyBot - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock: +1
ann> hint
ann< > \
clock +1
ann< Hint 1: 13-11 11-5               +0.330
ann< Hint 2: 24-18 13-11              +0.320
ann< Hint 3: 13-7 13-11               +0.298
ann< XGID=-a---BD-B--aeE---c-e----B-:0:0:1:62:0:0:0:3:10
ann: leave
# a rated match
dice 31
ann: invite clubbot 1
clock: +1
ann> hint
ann< ** That is for practice matches only. Type 'help practice'.
ann> takeback
ann< ** That is for practice matches only. Type 'help practice'.
ann: help practice
