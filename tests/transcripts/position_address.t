# SPDX-License-Identifier: MIT
# position: no hints while another user at the same address plays a rated match
option bots 1
option flood 1
user dan 1500 60
user eve 1500 60
user fay 1500 60
connect: dan 192.0.2.7
dan: dan
dan: secret
connect: eve 192.0.2.7
eve: eve
eve: secret
connect: fay 192.0.2.8
fay: fay
fay: secret
clock: +30
dan: toggle report ready
eve: toggle report
fay: toggle report ready
dan: invite fay 1
fay: join dan
clock: +30
eve> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10 hint
eve< ** Not while you, or someone at your address, play a rated match.
eve> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10 play
eve< ** Not while you, or someone at your address, play a rated match.
eve> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10
eve< XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10
eve< GNUID=4HPwATDgc/ABMA:cImqAAAAAAAE
eve< OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:25:W:R:0:0:5:0
fay: resign n
dan: accept
eve> position XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10 hint
eve< > \
clock +1
eve< Hint 1: 13-8 24-22               +0.011
eve< Hint 2: 13-8 13-11               +0.001
eve< Hint 3: 13-8 6-4                 -0.044
eve< XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:5:10
