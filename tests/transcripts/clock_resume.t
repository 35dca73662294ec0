# SPDX-License-Identifier: MIT
# a saved match keeps its clock, which stops until it is resumed; the clock in successive games
telnet alice
clip bob
alice: toggle ready
dice 31
bob: invite alice 9 clock normal
alice: join bob
clock 20
bob> clock
bob< Clock: bob 8:50  alice 9:00 (delay 10)
alice: leave
bob: leave
clock 86400
alice< Connection timed out.
alice closed
bob< 8 alice Connection with alice timed out.
bob< Connection timed out.
bob closed
restart
telnet alice
clip bob
bob: invite alice
alice> join bob
alice< You are now playing with bob. Your running match was loaded.
alice< turn: bob.
alice< match length: 9
alice< points for alice: 0
alice< points for bob: 0
alice< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
alice< [board]
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 1.
alice< Clock: bob 8:50  alice 9:00 (delay 10)
bob< alice has joined you. Your running match was loaded.
bob< turn: bob.
bob< match length: 9
bob< points for alice: 0
bob< points for bob: 0
bob< 5 alice bob - 1 0 1500.00 0 0 1767355220 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< 5 bob alice - 1 0 1500.00 0 0 1767355220 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< board:You:alice:9:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob< It's your turn to move.
clock 11
bob> clock
bob< Clock: bob 8:39  alice 9:00 (delay 10)
bob: 8-5 6-5
alice: resign n
dice 21
bob: accept
alice> clock break
alice< ** alice takes a break of 5 minutes.
bob< ** alice takes a break of 5 minutes.
bob> clock break
alice< ** bob takes a break of 5 minutes.
bob< ** bob takes a break of 5 minutes.
bob> clock break
bob< ** There is no break for you now.
bob: join
clock 640
alice> clock
alice< Clock: bob 8:39  alice 8:50 (delay 10)
alice: join
alice> clock break
alice< ** There is no break for you now.
