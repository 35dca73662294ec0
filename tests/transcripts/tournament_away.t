# SPDX-License-Identifier: MIT
# tournament: an absent player is told at the next log-in what directors did meanwhile
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet dora anna bert
clip carl
telnet dave
dora: tournament create Away Cup length 3 checkin 0 schedule deadline days 9
dora: tournament open
anna> tournament register
dora< ** Away Cup: anna is entered (1 of 128).
anna< ** You are entered for Away Cup.
bert: tournament register
carl: tournament register
dave: tournament register
clock +60
anna> bye
anna closed
...
carl> bye
carl closed
...
clock +60
dora: tournament announce 1 bring a cake
dora: tournament director 1 add anna
dora: tournament start yes
dora: tournament deadline 1 bert +14d a week is too short
dora: tournament hold 1 1 wait for the cake
dora: tournament pause 1 the cake is late
clock +60
# the notices are as they were announced; those about other players are left out
connect: anna
anna> connect anna secret
dora< anna logs in.
anna<
anna< ** User anna authenticated.
anna< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
anna< [motd]
anna< There are messages for you:
anna< dora left a message (Thursday, January 01 12:02 UTC): Away Cup: you play dave, a 3 point match, at 2026-01-10 12:02 UTC.
anna< ** While you were away:
anna< ** Away Cup: bring a cake
anna< ** dora has made you a director of Away Cup.
anna< ** Away Cup: the director stops the match of anna and dave for at most 15 minutes: wait for the cake
anna< ** Away Cup stands still for a while: the cake is late
anna< ** Away Cup, round 1: you play dave, a 3 point match, until 2026-01-10 12:02. Type 'tournament time' to fix a time.
bert< anna logs in.
dave< anna logs in.
# a client program, too
connect: carl
carl> login test 1008 carl secret
dora< carl logs in.
anna< carl logs in.
bert< carl logs in.
carl<
carl< 1 carl 1767268800 127.0.0.1
carl< 2 carl 1 1 0 0 0 0 1 1 200 0 1 0 1 1600.00 0 0 0 1 0 UTC
carl< 3
carl< [motd]
carl<
carl< 4
carl<
carl< 9 dora 1767268920 Away Cup: you play bert, a 3 point match, at 2026-01-10 12:02 UTC.
carl< 5 dora - - 0 0 1500.00 0 60 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 5 bert - - 0 0 1700.00 200 180 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 5 dave - - 0 0 1500.00 200 180 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 5 anna - - 0 0 1800.00 200 0 1767268980 c-fxh4ehzygq3gvvb5 - -
carl< 5 carl - - 0 0 1600.00 200 0 1767268980 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< 5 carl - - 0 0 1600.00 200 0 1767268980 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< ** While you were away:
carl< ** Away Cup: bring a cake
carl< ** Away Cup: the director moves the match of bert and carl to 2026-01-15 12:02: a week is too short
carl< ** Away Cup stands still for a while: the cake is late
carl< ** Away Cup, round 1: you play bert, a 3 point match, until 2026-01-15 12:02. Type 'tournament time' to fix a time.
dave< carl logs in.
# the notices are shown once
drop: anna
clock +60
connect: anna
anna> connect anna secret
dora< anna logs in.
anna<
anna< ** User anna authenticated.
anna< ** Last login: Thu Jan  1 12:03:00 2026  from 127.0.0.1
anna< [motd]
anna< ** Away Cup, round 1: you play dave, a 3 point match, until 2026-01-10 12:02. Type 'tournament time' to fix a time.
bert< anna logs in.
carl< 7 anna anna logs in.
carl< 5 anna - - 0 0 1800.00 200 0 1767269040 c-fxh4ehzygq3gvvb5 - -
carl< 6
dave< anna logs in.
drop: anna
clock +60
# the tournament ends while the server is down
dora: tournament resume 1
dora: tournament cancel 1 no cake yes
clock: +600
restart
telnet dora
connect: anna
anna> connect anna secret
dora< anna logs in.
anna<
anna< ** User anna authenticated.
anna< ** Last login: Thu Jan  1 12:04:00 2026  from 127.0.0.1
anna< [motd]
anna< ** While you were away:
anna< ** Away Cup goes on.
anna< ** Away Cup is cancelled: no cake
dora> tournament my
dora< You are in no tournament. 'tournament list' lists them.
# of many notices the newest are shown
dora: tournament create Talk checkin 0
dora: tournament director 2 add dave
dora: tournament director 2 add anna
drop: anna
dora: tournament announce 2 word 1
dora: tournament announce 2 word 2
dora: tournament announce 2 word 3
dora: tournament announce 2 word 4
dora: tournament announce 2 word 5
dora: tournament announce 2 word 6
dora: tournament announce 2 word 7
dora: tournament announce 2 word 8
dora: tournament announce 2 word 9
dora: tournament announce 2 word 10
dora: tournament announce 2 word 11
dora: tournament announce 2 word 12
dora: tournament announce 2 word 13
dora: tournament announce 2 word 14
dora: tournament announce 2 word 15
dora: tournament announce 2 word 16
dora: tournament announce 2 word 17
dora: tournament announce 2 word 18
dora: tournament announce 2 word 19
dora: tournament announce 2 word 20
dora: tournament announce 2 word 21
dora: tournament announce 2 word 22
dora: tournament announce 2 word 23
connect: anna
anna> connect anna secret
dora< anna logs in.
anna<
anna< ** User anna authenticated.
anna< ** Last login: Thu Jan  1 12:15:00 2026  from 127.0.0.1
anna< [motd]
anna< ** While you were away:
anna< ** (only the last 20 lines; 'tournament export' shows all)
anna< ** Talk: word 4
anna< ** Talk: word 5
anna< ** Talk: word 6
anna< ** Talk: word 7
anna< ** Talk: word 8
anna< ** Talk: word 9
anna< ** Talk: word 10
anna< ** Talk: word 11
anna< ** Talk: word 12
anna< ** Talk: word 13
anna< ** Talk: word 14
anna< ** Talk: word 15
anna< ** Talk: word 16
anna< ** Talk: word 17
anna< ** Talk: word 18
anna< ** Talk: word 19
anna< ** Talk: word 20
anna< ** Talk: word 21
anna< ** Talk: word 22
anna< ** Talk: word 23
