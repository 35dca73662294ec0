# SPDX-License-Identifier: MIT
# tournament follow: lasts until unfollow or the end of the tournament: after a lost connection, another
# log-in and a restart; separately at the prompts and in client programs
user anna 1700 900
user bert 1650 800
user carl 1600 700
user emma 1500 100
user sam 1500 100
telnet anna
clip bert carl
telnet emma
clip sam
anna: tournament create Sunday Cup -- length 1 checkin 0 clock off
anna: tournament open
bert: tournament register 1
carl: tournament register 1
emma> tournament follow 1
emma< ** You follow Sunday Cup: you get its results and see its matches.
sam> tournament follow 1 results
sam< ** You follow Sunday Cup: you get its results.
# their connections are lost
drop: emma
drop: sam
connect: emma
emma: emma
emma> secret
emma< ...
emma< ** You still follow Sunday Cup ('tournament unfollow' ends that).
emma< \xff\xfd\x1f> \
...
# a client program gets no notice at the log-in
connect: sam
sam> login test 1008 sam secret
anna< sam logs in.
bert< 7 sam sam logs in.
bert< 5 sam - - 0 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
carl< 7 sam sam logs in.
carl< 5 sam - - 0 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carl< 6
emma< sam logs in.
sam<
sam< 1 sam 1767268800 127.0.0.1
sam< 2 sam 1 1 0 0 0 0 1 1 100 0 1 0 1 1500.00 0 0 0 1 0 UTC
sam< 3
sam< [motd]
sam<
sam< 4
sam<
sam< 5 anna - - 0 0 1700.00 900 0 1767268800 c-fxh4ehzygq3gvvb5 - -
sam< 5 bert - - 0 0 1650.00 800 0 1767268800 c-fxh4ehzygq3gvvb5 test -
sam< 5 carl - - 0 0 1600.00 700 0 1767268800 c-fxh4ehzygq3gvvb5 test -
sam< 5 emma - - 0 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 - -
sam< 5 sam - - 0 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
sam< 6
sam< 5 sam - - 0 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
sam< 6
# a user who follows at the prompts does not follow in a client program
connect: clip
clip> login test 1008 emma secret
emma closed
...
anna> tournament announce 1 one
anna< ** Sunday Cup: one
bert< ** Sunday Cup: one
carl< ** Sunday Cup: one
sam< ** Sunday Cup: one
# which changes nothing at the prompts
connect: emma
emma: emma
emma> secret
emma< ...
emma< ** You still follow Sunday Cup ('tournament unfollow' ends that).
emma< \xff\xfd\x1f> \
clip closed
...
clock: +600
restart
telnet anna
clip bert carl sam
connect: emma
emma: emma
emma> secret
emma< ...
emma< ** You still follow Sunday Cup ('tournament unfollow' ends that).
emma< \xff\xfd\x1f> \
...
anna> tournament announce 1 two
anna< ** Sunday Cup: two
bert< ** Sunday Cup: two
carl< ** Sunday Cup: two
emma< ** Sunday Cup: two
sam< ** Sunday Cup: two
# only sam wanted no matches
dice 31
anna: tournament start 1 yes
clock +180
anna< carl and bert start a 1 point match.
bert< ** Sunday Cup, final: your match with carl begins.
bert< ** Player carl has joined you for a 1 point match.
bert< 5 carl bert - 0 0 1600.00 700 180 1767269400 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 bert carl - 0 0 1650.00 800 180 1767269400 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< Starting a new game with carl.
bert< You rolled 3, carl rolled 1
bert< It's your turn to move.
bert< board:You:carl:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bert< 5 emma - bert 0 0 1500.00 100 180 1767269400 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< ** Sunday Cup, final: your match with bert begins.
carl< ** You are now playing a 1 point match with bert
carl< 5 carl bert - 0 0 1600.00 700 180 1767269400 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< 5 bert carl - 0 0 1650.00 800 180 1767269400 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< Starting a new game with bert.
carl< You rolled 1, bert rolled 3
carl< bert makes the first move.
carl< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:3:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
carl< 5 emma - bert 0 0 1500.00 100 180 1767269400 c-fxh4ehzygq3gvvb5 - -
carl< 6
emma< carl and bert start a 1 point match.
emma< You're now watching bert.
sam< 5 carl bert - 0 0 1600.00 700 180 1767269400 c-fxh4ehzygq3gvvb5 test -
sam< 6
sam< 5 bert carl - 0 0 1650.00 800 180 1767269400 c-fxh4ehzygq3gvvb5 test -
sam< 6
sam< carl and bert start a 1 point match.
sam< 5 emma - bert 0 0 1500.00 100 180 1767269400 c-fxh4ehzygq3gvvb5 - -
sam< 6
# a running match is shown to a follower who returns, not to one who has stopped watching
user fred
telnet fred
fred> tournament follow 1
bert< 5 fred - bert 0 0 1500.00 0 0 1767269580 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< 5 fred - bert 0 0 1500.00 0 0 1767269580 c-fxh4ehzygq3gvvb5 - -
carl< 6
sam< 5 fred - bert 0 0 1500.00 0 0 1767269580 c-fxh4ehzygq3gvvb5 - -
sam< 6
fred< ** You follow Sunday Cup: you get its results and see its matches.
fred< > 
fred< You're now watching bert.
fred: unwatch
drop: emma
connect: emma
emma: emma
emma> secret
anna< emma logs in.
bert< 7 emma emma logs in.
bert< 5 emma - - 0 0 1500.00 100 0 1767269580 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 emma - bert 0 0 1500.00 100 0 1767269580 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< 7 emma emma logs in.
carl< 5 emma - - 0 0 1500.00 100 0 1767269580 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< 5 emma - bert 0 0 1500.00 100 0 1767269580 c-fxh4ehzygq3gvvb5 - -
carl< 6
emma< \xff\xfc\x01
emma< ** User emma authenticated.
emma< ** Last login: Thu Jan  1 12:10:00 2026  from 127.0.0.1
emma< [motd]
emma< ** You still follow Sunday Cup ('tournament unfollow' ends that).
emma< \xff\xfd\x1f> 
emma< You're now watching bert.
emma< > \
sam< 7 emma emma logs in.
sam< 5 emma - - 0 0 1500.00 100 0 1767269580 c-fxh4ehzygq3gvvb5 - -
sam< 6
sam< 5 emma - bert 0 0 1500.00 100 0 1767269580 c-fxh4ehzygq3gvvb5 - -
sam< 6
fred< emma logs in.
clock +1
# it ends with unfollow, and with the tournament
fred> tournament unfollow
fred< ** You follow no tournament.
drop: fred
connect: fred
fred: fred
fred> secret
anna< fred logs in.
bert< 7 fred fred logs in.
bert< 5 fred - - 0 0 1500.00 0 0 1767269581 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< 7 fred fred logs in.
carl< 5 fred - - 0 0 1500.00 0 0 1767269581 c-fxh4ehzygq3gvvb5 - -
carl< 6
emma< fred logs in.
sam< 7 fred fred logs in.
sam< 5 fred - - 0 0 1500.00 0 0 1767269581 c-fxh4ehzygq3gvvb5 - -
sam< 6
fred< \xff\xfc\x01
fred< ** User fred authenticated.
fred< ** Last login: Thu Jan  1 12:13:00 2026  from 127.0.0.1
fred< [motd]
fred< \xff\xfd\x1f> \
bert: tournament withdraw 1
drop: emma
connect: emma
emma: emma
emma> secret
anna< emma logs in.
bert< 7 emma emma logs in.
bert< 5 emma - - 0 0 1500.00 100 0 1767269581 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< 7 emma emma logs in.
carl< 5 emma - - 0 0 1500.00 100 0 1767269581 c-fxh4ehzygq3gvvb5 - -
carl< 6
emma< \xff\xfc\x01
emma< ** User emma authenticated.
emma< ** Last login: Thu Jan  1 12:13:00 2026  from 127.0.0.1
emma< [motd]
emma< \xff\xfd\x1f> \
sam< 7 emma emma logs in.
sam< 5 emma - - 0 0 1500.00 100 0 1767269581 c-fxh4ehzygq3gvvb5 - -
sam< 6
fred< emma logs in.
