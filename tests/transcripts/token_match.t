# SPDX-License-Identifier: MIT
# a player whose connection was lost in a match returns to it by token: by an invitation, by accepting one, or
# at once when both return by token; not a player who has left (PROTOCOL.md 10.1)
clip alice
telnet bob
dice 31
match alice bob 5
alice> token new
alice< ...
bob> token new
bob< ...
drop: alice
# bob has stayed, and is asked
connect: a
a> login client 1008 alice token:@1
bob< alice logs in.
bob< alice wants to resume a saved match with you.
bob< Type 'join alice' to accept.
a<
a< 1 alice 1767268800 127.0.0.1
a< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
a< ~^token:[0-9a-f]{32}:1767355200$
a< 3
a< [motd]
a<
a< 4
a<
a< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< ** You invited bob to resume a saved match.
bob: join alice
# the server crashes: both return, and the match is resumed
restart
connect: b
b> login client 1008 bob token:@2
b< ...
connect: a
a> login client 1008 alice token:@3
a<
a< 1 alice 1767268800 127.0.0.1
a< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
a< ~^token:[0-9a-f]{32}:1767355200$
a< 3
a< [motd]
a<
a< 4
a<
a< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< You are now playing with bob. Your running match was loaded.
a< turn: alice.
a< match length: 5
a< points for alice: 0
a< points for bob: 0
a< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 6
a< board:You:bob:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
a< It's your turn to move.
b< alice logs in.
b< alice has joined you. Your running match was loaded.
b< turn: alice.
b< match length: 5
b< points for alice: 0
b< points for bob: 0
b< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
b< [board]
b<
b<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 3 1.
# bob had invited alice before her old connection was closed
drop: a
tiny alice
b: invite alice
connect: a
a> login client 1008 alice token:@5
alice<
alice< ** You logged in from somewhere else. This connection is closed.
alice closed
a<
a< ** Warning: You are already logged in.
a< 1 alice 1767268800 127.0.0.1
a< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
a< ~^token:[0-9a-f]{32}:1767355200$
a< 3
a< [motd]
a<
a< 4
a<
a< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< You are now playing with bob. Your running match was loaded.
a< turn: alice.
a< match length: 5
a< points for alice: 0
a< points for bob: 0
a< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 6
a< board:You:bob:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
a< It's your turn to move.
b< Closed old connection with user alice.
b< alice logs in again.
b< alice has joined you. Your running match was loaded.
b< turn: alice.
b< match length: 5
b< points for alice: 0
b< points for bob: 0
b< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
b< [board]
b<
b<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 3 1.
# no invitation to a player who is not ready
drop: a
b: toggle ready
connect: a
a> login client 1008 alice token:@6
a<
a< 1 alice 1767268800 127.0.0.1
a< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
a< ~^token:[0-9a-f]{32}:1767355200$
a< 3
a< [motd]
a<
a< 4
a<
a< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
b< alice logs in.
b: toggle ready
# bob plays another match, and is not disturbed
drop: a
clip carol
dice 21
match carol b 3
connect: a
a> login client 1008 alice token:@7
a<
a< 1 alice 1767268800 127.0.0.1
a< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
a< ~^token:[0-9a-f]{32}:1767355200$
a< 3
a< [motd]
a<
a< 4
a<
a< 5 bob carol - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 5 carol bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
b< alice logs in.
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
carol< 6
# a player who has left does not return to the match, nor does the opponent
carol> token new
carol< ...
b: leave
drop: b
drop: carol
connect: b
b> login client 1008 bob token:@4
a< 7 bob bob logs in.
a< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 6
b<
b< ** User bob authenticated.
b< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
b< ~^token:[0-9a-f]{32}:1767355200$
b< [motd]
b< You have 2 unfinished matches: 'show saved' lists them, and who is here.
b< \xff\xfd\x1f> \
connect: c
c> login client 1008 carol token:@9
a< 7 carol carol logs in.
a< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
b< carol logs in.
c<
c< 1 carol 1767268800 127.0.0.1
c< 2 carol 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
c< ~^token:[0-9a-f]{32}:1767355200$
c< 3
c< [motd]
c<
c< 4
c<
c< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
c< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
c< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
c< 6
c< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
c< 6
