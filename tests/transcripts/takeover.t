# SPDX-License-Identifier: MIT
# a second log-in of the same user
clip alice bob carol
telnet dave
dice 31
match alice bob 3
connect: again 10.0.0.7
# nothing is announced before the right password
again> login other 1008 alice wrong
again<
again< login: \
again> login other 1008 alice secret
alice< ...
alice closed
bob< Closed old connection with user alice. The game was saved.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 8 alice Closed old connection with user alice.
bob< 7 alice alice logs in again.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-mvdwijcuzbxe789z other -
bob< 6
carol< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol< 8 alice Closed old connection with user alice.
carol< 7 alice alice logs in again.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-mvdwijcuzbxe789z other -
carol< 6
dave< Closed old connection with user alice.
dave< alice logs in again.
again<
again< ** Warning: You are already logged in.
again< 1 alice 1767268800 127.0.0.1
again< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
again< 3
again< ...
# at the prompt the warning comes after the password too
connect: third
third> alice
third< \xff\xfb\x01password: \
third> secret
again< ...
again closed
third< \xff\xfc\x01
third< ** Warning: You are already logged in.
third< ** User alice authenticated.
third< ...
...
# the match is resumed where it was
bob: invite alice
third> join bob
bob< alice has joined you. Your running match was loaded.
bob< turn: alice.
bob< match length: 3
bob< points for alice: 0
bob< points for bob: 0
bob< ...
third< You are now playing with bob. Your running match was loaded.
third< turn: alice.
third< match length: 3
third< points for alice: 0
third< points for bob: 0
third< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
third< [board]
third<
third<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
third< It's your turn to move.
...
