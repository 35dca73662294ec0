# SPDX-License-Identifier: MIT
# recovery: a code is never on a screen with a board. A match of a tournament waits until it was read, but not for long;
# so does a match that is watched by following the tournament
user anna 1700 900
user bert 1650 800
user carl 1600 700
telnet anna bert
clip carl
user emma
telnet emma
emma! \xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0
bert! \xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0
anna: tournament create Sunday Cup -- length 1 checkin 0 clock off
anna: tournament open
bert: tournament register 1
carl: tournament register 1
emma: tournament follow 1
dice 31
anna: tournament start 1 yes
clock: +175
bert: recovery secret
emma: recovery secret
# the match is due
clock +60
clock +30
bert>
anna< carl and bert start a 1 point match.
bert< \x1b[;H\x1b[2J
bert< > 
bert< ** Sunday Cup, final: your match with carl begins.
bert< ** Player carl has joined you for a 1 point match.
bert< Dice seal 1: ff11 4c0f 686c 0e6a a957 e997 2151 3672 (help fair)
bert< Starting a new game with carl.
bert< You rolled 3, carl rolled 1
bert< It's your turn to move.
bert< [board]
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
bert< > \
carl< ** Sunday Cup, final: your match with bert begins.
carl< ** You are now playing a 1 point match with bert
carl< 5 carl bert - 0 0 1600.00 700 265 1767268800 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< 5 bert carl - 0 0 1650.00 800 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< Starting a new game with bert.
carl< You rolled 1, bert rolled 3
carl< bert makes the first move.
carl< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:3:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
emma< carl and bert start a 1 point match.
emma< Press Return when you have written it down: \
carl: move 8-5 6-5
clock +10
emma>
carl< 5 emma - bert 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
emma< \x1b[;H\x1b[2J
emma< > 
emma< You're now watching bert.
emma< > \
# a code that was shown for two minutes is taken off the screen
carl: resign normal
bert: reject
bert: resign normal
carl: accept
anna: tournament create Second Cup -- length 1 checkin 0 clock off
anna: tournament open 2
bert: tournament register 2
carl: tournament register 2
anna: tournament start 2 yes
clock: +100
bert: recovery secret
dice 31
clock +80
clock +30
clock +15
anna< carl and bert start a 1 point match.
bert< \x1b[;H\x1b[2J
bert< ** A match begins, so your recovery code is no longer shown. Type 'recovery'
bert< ** after it for another one.
bert< ** Second Cup, final: your match with carl begins.
bert< ** Player carl has joined you for a 1 point match.
bert< Dice seal 2: 8347 58b7 605d 848e 741a 21c6 b29e 789b (help fair)
bert< Starting a new game with carl.
bert< You rolled 3, carl rolled 1
bert< It's your turn to move.
bert< [board]
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
bert< > \
carl< ** Second Cup, final: your match with bert begins.
carl< ** You are now playing a 1 point match with bert
carl< 5 carl bert - 0 0 1600.00 700 225 1767268800 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< 5 bert carl - 0 0 1650.00 800 125 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< Starting a new game with bert.
carl< You rolled 1, bert rolled 3
carl< bert makes the first move.
carl< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:3:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
emma< carl and bert start a 1 point match.
emma< Starting a new game with carl.
emma< carl rolled 1, bert rolled 3
emma< bert makes the first move.
emma< [board]
emma<
emma<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bert rolled 3 1.
bert> recovery
bert< ** The code is shown on a screen of its own. Finish or leave your match, or type
bert< ** 'unwatch', and then 'recovery' again.
bert: resign normal
carl: accept
# nor is one shown to a player whose opponent has lost the connection: the match may go on at any moment
carl: toggle ready
bert: toggle ready
bert: invite carl 1 clock standard
dice 31
carl: join bert
drop: carl
bert> recovery
bert< ** The code is shown on a screen of its own. Finish or leave your match, or type
bert< ** 'unwatch', and then 'recovery' again.
# the same in a tournament
anna: tournament create Third Cup -- length 1 checkin 0 clock off
anna: tournament open 3
anna: tournament register 3
emma: tournament register 3
anna: tournament start 3 yes
clock: +200
drop: emma
anna> recovery
anna< ** The code is shown on a screen of its own. Finish or leave your match, or type
anna< ** 'unwatch', and then 'recovery' again.
# and in one with deadlines, in which an interrupted match binds nobody
user gina
user hugo
telnet gina hugo
gina: tournament create Fourth Cup -- length 1 checkin 0 clock off schedule deadline
gina: tournament open 4
gina: tournament register 4
hugo: tournament register 4
gina: tournament start 4 yes
clock: +60
gina: tournament play 4
hugo: tournament play 4
clock: +60
drop: hugo
gina> recovery
gina< ** The code is shown on a screen of its own. Finish or leave your match, or type
gina< ** 'unwatch', and then 'recovery' again.
