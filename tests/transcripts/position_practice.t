# SPDX-License-Identifier: MIT
# position: a practice match gives no hints on the board of the user's saved match that counts
option bots 1
user ann 1500 60
user bob 1500 60
telnet ann bob
ann: toggle report fair ready fast
bob: toggle report fair ready
dice 31 42
match ann bob 3
ann: 8/5 6/5
bob: roll
bob: 1-3 3-7
ann: leave
dice 42
ann: position XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10 play
ann: 8/5 6/5
clock: +5
clock: +5
clock: +5
clock: +5
ann> position
ann< XGID=-a---BDaB---eE---c-e----B-:0:0:1:00:0:0:0:3:10
ann< GNUID=4HPwQSCwZ/ABMA:MAFgAAAAAAAE
ann< OGID=17ccccchhhjjjjj:55666688dddddoo:N0N::W:C:0:0:3:0
ann> hint
ann< ** That position is on the board of a match that you have not finished.
dice 66
ann: roll
ann> hint
ann< ** That position is on the board of a match that you have not finished.
# nor after a restart
restart
telnet ann
clock: +5
ann: invite ClubBot
clock: +1
ann> hint
ann< ** That position is on the board of a match that you have not finished.
