# SPDX-License-Identifier: MIT
# position: no advice to its players on the board of a saved match that counts, until the match is finished
option bots 1
user ann 1500 60
user bob 1500 60
user cat 1500 60
telnet ann bob cat
ann: toggle report fair ready fast
bob: toggle report fair ready
cat: toggle report fair
dice 31 42
match ann bob 3
ann: 8/5 6/5
bob: roll
bob: 17-21 19-21
ann> position
ann< XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10
ann< GNUID=mGfwATCwZ/ABMA:MAFgAAAAAAAE
ann< OGID=11ccccchhjjjjll:55666688dddddoo:N0N::W:C:0:0:3:0
ann: leave
ann> position XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10 hint
ann< ** That position is on the board of a match that you have not finished.
ann> position XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:63:0:0:0:0:10 rollout
ann< ** That position is on the board of a match that you have not finished.
ann> position XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:0:10 play
ann< ** That position is on the board of a match that you have not finished.
# from the other side
ann> position XGID=-b--B-D-B---eE---b-db---B-:0:0:1:00:0:0:0:3:10 hint
ann< ** That position is on the board of a match that you have not finished.
bob> position XGID=-b--B-D-B---eE---b-db---B-:0:0:1:00:0:0:0:3:10 hint
bob< ** That position is on the board of a match that you have not finished.
cat> position XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10 hint
cat< > \
clock +1
cat< Match-winning chances: no double 52.0%, double/take 49.2%, double/pass 60.2%.
cat< Hint: roll.
cat< XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10
# the first position of a game, and others, are allowed
ann> position 4HPwATDgc/ABMA:cInqAAAAAAAE hint
ann< > \
clock +1
clock +1
ann< Hint 1: 13-8 24-22               +0.011
ann< Hint 2: 13-8 13-11               +0.001
ann< Hint 3: 13-8 6-4                 -0.044
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10
restart
telnet ann bob
ann> position XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10 hint
ann< ** That position is on the board of a match that you have not finished.
match ann bob resume
ann: resign b
bob: accept
ann: leave
ann> position XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10 hint
ann< > \
clock +1
ann< Match-winning chances: no double 52.0%, double/take 49.2%, double/pass 60.2%.
ann< Hint: roll.
ann< XGID=-b---BD-B---eE---b-d-b--B-:0:0:1:00:0:0:0:3:10
