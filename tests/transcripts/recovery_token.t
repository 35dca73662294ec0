# SPDX-License-Identifier: MIT
# recovery: who came back by a token reads their code before the match goes on with the one who comes back too
option idle_s 360000
telnet alice
clip bob
alice: token new
bob: token new
dice 31
match alice bob 5
restart
connect: a
a: login client 1008 alice token:@1
a: recovery secret
connect: b
b> login client 1008 bob token:@2
b< ...
b< ** You invited alice to resume a saved match.
...
a>
a< You are now playing with bob. Your running match was loaded.
a< turn: alice.
a< match length: 5
a< points for alice: 0
a< points for bob: 0
a< Dice seal 1: ff11 4c0f 686c 0e6a a957 e997 2151 3672 (help fair)
a< [board]
a<
a<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
a< It's your turn to move.
a< > \
b< alice has joined you. Your running match was loaded.
b< turn: alice.
b< match length: 5
b< points for alice: 0
b< points for bob: 0
b< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
b< 6
b< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
b< 6
b< board:You:alice:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:3:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
