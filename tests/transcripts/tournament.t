# SPDX-License-Identifier: MIT
# tournament: a whole one of eight players, with a director and a spectator
option idle_s 36000
user anna 1900 200
user bert 1800 200
user carl 1700 200
user dave 1600 200
user emma 1500 200
user fred 1400 200
user gina 1300 200
user hugo 1200 200
telnet dora anna
clip bert
tiny carl dave emma fred gina hugo sam
# made with what has no sensible default: the start
dora> tournament create Sunday Cup length 1 final 3 clock off starts 12:40
dora< ** Tournament 1 is made: Sunday Cup.
dora< ** Format single, length 1, start 2026-01-01 12:40 UTC, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament list
dora<    No  State          Players  Start        Tournament
dora<     1  planned          0/128  Jan  1 12:40 Sunday Cup (single)
dora< ** Finished tournaments: tournament list over
dora> tournament open
dora< ** Sunday Cup: entries are open. Type 'tournament register 1' to take part.
anna< ** Sunday Cup: entries are open. Type 'tournament register 1' to take part.
sam> tournament
sam<    No  State          Players  Start        Tournament
sam<     1  open             0/128  Jan  1 12:40 Sunday Cup (single)
sam< ** Finished tournaments: tournament list over
anna> tournament register
dora< ** Sunday Cup: anna is entered (1 of 128).
anna< ** You are entered for Sunday Cup.
anna< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
bert> tournament register 1
dora< ** Sunday Cup: bert is entered (2 of 128).
bert< ** You are entered for Sunday Cup.
bert< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
carl> tournament register Sunday
dora< ** Sunday Cup: carl is entered (3 of 128).
carl< ** You are entered for Sunday Cup.
carl< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
dave> tournament enter 1
dora< ** Sunday Cup: dave is entered (4 of 128).
dave< ** You are entered for Sunday Cup.
dave< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
emma> tournament reg 1
dora< ** Sunday Cup: emma is entered (5 of 128).
emma< ** You are entered for Sunday Cup.
emma< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
fred> tournament register 1
dora< ** Sunday Cup: fred is entered (6 of 128).
fred< ** You are entered for Sunday Cup.
fred< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
gina> tournament register 1
dora< ** Sunday Cup: gina is entered (7 of 128).
gina< ** You are entered for Sunday Cup.
gina< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
hugo> tournament register 1
dora< ** Sunday Cup: hugo is entered (8 of 128).
hugo< ** You are entered for Sunday Cup.
hugo< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
hugo> tournament my
hugo< Tournament 1, Sunday Cup:
hugo<   You are entered.
hugo< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
hugo<   It starts at 2026-01-01 12:40 UTC.
sam> tournament follow
sam< ** You follow Sunday Cup: you get its results and see its matches.
sam> tournament info 1
sam< Tournament 1: Sunday Cup (open)
sam<   Format: knock-out
sam<   Match length, round by round: 1
sam<   Length of the final: 3
sam<   Counts for the rating: yes
sam<   Clock: off
sam<   Starts: 2026-01-01 12:40 UTC
sam<   Director: dora
sam<   Players: 8, at most 128
sam<   Checked in: 0
sam<   Next: it starts at 2026-01-01 12:40 UTC
sam<   Check in from 2026-01-01 12:10 UTC on, or you will not play
sam> tournament standings
sam< ** This tournament has not started.
bert> toggle bell
bert< ** Your terminal will ring the bell if someone talks to you or invites you
# it is too early to check in; later users are asked to
anna> tournament checkin
anna< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
clock +600
anna< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are
anna<    here.
bert< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
carl< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
dave< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
emma< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
fred< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
gina< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
hugo< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
anna> tournament checkin
dora< ** Sunday Cup: anna has checked in (1 of 8).
anna< ** You are checked in for Sunday Cup. Be here when it starts.
bert> tournament checkin
dora< ** Sunday Cup: bert has checked in (2 of 8).
bert< ** You are checked in for Sunday Cup. Be here when it starts.
carl> tournament checkin
dora< ** Sunday Cup: carl has checked in (3 of 8).
carl< ** You are checked in for Sunday Cup. Be here when it starts.
dave> tournament checkin
dora< ** Sunday Cup: dave has checked in (4 of 8).
dave< ** You are checked in for Sunday Cup. Be here when it starts.
emma> tournament checkin
dora< ** Sunday Cup: emma has checked in (5 of 8).
emma< ** You are checked in for Sunday Cup. Be here when it starts.
fred> tournament checkin
dora< ** Sunday Cup: fred has checked in (6 of 8).
fred< ** You are checked in for Sunday Cup. Be here when it starts.
gina> tournament checkin
dora< ** Sunday Cup: gina has checked in (7 of 8).
gina< ** You are checked in for Sunday Cup. Be here when it starts.
hugo> tournament checkin 1
dora< ** Sunday Cup: hugo has checked in (8 of 8).
hugo< ** You are checked in for Sunday Cup. Be here when it starts.
hugo> tournament checkin 1
hugo< ** You have checked in already.
hugo> tournament my
hugo< Tournament 1, Sunday Cup:
hugo<   You are entered and checked in.
hugo<   It starts at 2026-01-01 12:40 UTC.
anna> tournament my
anna< Tournament 1, Sunday Cup:
anna<   You are entered and checked in.
anna<   It starts at 2026-01-01 12:40 UTC.
dora> tournament my
dora< Tournament 1, Sunday Cup:
dora<   You are a director.
# hugo invites another user before the start
hugo> toggle ready
bert< 5 hugo - - 1 0 1200.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
hugo< ** You're now ready to invite or join someone.
sam> toggle ready
bert< 5 sam - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
sam< ** You're now ready to invite or join someone.
hugo> invite sam 1
hugo< ** You invited sam to a 1 point match.
sam< hugo wants to play a 1 point match with you.
sam< Type 'join hugo' to accept.
# it starts automatically: 1 plays 8, 4 plays 5
clock +1800
dora< ** Sunday Cup begins with 8 players.
anna< ** Sunday Cup begins with 8 players.
anna< ** Sunday Cup, round 1: you play hugo, a 1 point match, at 12:43.
bert< ** Sunday Cup begins with 8 players.
bert< ** Sunday Cup, round 1: you play gina, a 1 point match, at 12:43.\a
carl< ** Sunday Cup begins with 8 players.
carl< ** Sunday Cup, round 1: you play fred, a 1 point match, at 12:43.
dave< ** Sunday Cup begins with 8 players.
dave< ** Sunday Cup, round 1: you play emma, a 1 point match, at 12:43.
emma< ** Sunday Cup begins with 8 players.
emma< ** Sunday Cup, round 1: you play dave, a 1 point match, at 12:43.
fred< ** Sunday Cup begins with 8 players.
fred< ** Sunday Cup, round 1: you play carl, a 1 point match, at 12:43.
gina< ** Sunday Cup begins with 8 players.
gina< ** Sunday Cup, round 1: you play bert, a 1 point match, at 12:43.
hugo< ** Sunday Cup begins with 8 players.
hugo< ** Sunday Cup, round 1: you play anna, a 1 point match, at 12:43.
sam< ** Sunday Cup begins with 8 players.
hugo> tournament my
hugo< Tournament 1, Sunday Cup:
hugo<   You play anna, a 1 point match (round 1).
hugo<   It begins by itself at 2026-01-01 12:43 UTC: be here.
# other invitations cannot take players away
sam> join hugo
sam< ** hugo has a match of tournament Sunday Cup to play.
hugo> invite sam 1
hugo< ** You have a match of tournament Sunday Cup to play.
sam> invite hugo 1
sam< ** hugo has a match of tournament Sunday Cup to play.
# three minutes later all are seated
clock +180
dora< hugo and anna start a 1 point match.
dora< emma and dave start a 1 point match.
dora< gina and bert start a 1 point match.
dora< fred and carl start a 1 point match.
anna< ** Sunday Cup, round 1: your match with hugo begins.
anna< ** Player hugo has joined you for a 1 point match.
anna< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with hugo.
anna< You rolled 2, hugo rolled 1
anna< It's your turn to move.
anna< [board]
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 2 1.
anna< emma and dave start a 1 point match.
anna< gina and bert start a 1 point match.
anna< fred and carl start a 1 point match.
bert< 5 hugo anna - 1 0 1200.00 200 180 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 anna hugo - 0 0 1900.00 200 1980 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< hugo and anna start a 1 point match.
bert< 5 emma dave - 0 0 1500.00 200 1980 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 dave emma - 0 0 1600.00 200 1980 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< emma and dave start a 1 point match.
bert< ** Sunday Cup, round 1: your match with gina begins.\a
bert< ** Player gina has joined you for a 1 point match.
bert< 5 gina bert - 0 0 1300.00 200 1980 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 bert gina - 0 0 1800.00 200 1980 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< Starting a new game with gina.
bert< You rolled 1, gina rolled 1
bert< You rolled 5, gina rolled 4
bert< It's your turn to move.
bert< board:You:gina:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:4:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bert< 5 fred carl - 0 0 1400.00 200 1980 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 carl fred - 0 0 1700.00 200 1980 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< fred and carl start a 1 point match.
bert< 5 sam - carl 1 0 1500.00 0 180 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< hugo and anna start a 1 point match.
carl< emma and dave start a 1 point match.
carl< gina and bert start a 1 point match.
carl< ** Sunday Cup, round 1: your match with fred begins.
carl< ** Player fred has joined you for a 1 point match.
carl< Starting a new game with fred.
carl< You rolled 2, fred rolled 6
carl< fred makes the first move.
carl< board:You:fred:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< hugo and anna start a 1 point match.
dave< ** Sunday Cup, round 1: your match with emma begins.
dave< ** Player emma has joined you for a 1 point match.
dave< Starting a new game with emma.
dave< You rolled 1, emma rolled 2
dave< emma makes the first move.
dave< board:You:emma:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:2:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< gina and bert start a 1 point match.
dave< fred and carl start a 1 point match.
emma< hugo and anna start a 1 point match.
emma< ** Sunday Cup, round 1: your match with dave begins.
emma< ** You are now playing a 1 point match with dave
emma< Starting a new game with dave.
emma< You rolled 2, dave rolled 1
emma< It's your turn to move.
emma< board:You:dave:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:2:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
emma< gina and bert start a 1 point match.
emma< fred and carl start a 1 point match.
fred< hugo and anna start a 1 point match.
fred< emma and dave start a 1 point match.
fred< gina and bert start a 1 point match.
fred< ** Sunday Cup, round 1: your match with carl begins.
fred< ** You are now playing a 1 point match with carl
fred< Starting a new game with carl.
fred< You rolled 6, carl rolled 2
fred< It's your turn to move.
fred< board:You:carl:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
gina< hugo and anna start a 1 point match.
gina< emma and dave start a 1 point match.
gina< ** Sunday Cup, round 1: your match with bert begins.
gina< ** You are now playing a 1 point match with bert
gina< Starting a new game with bert.
gina< You rolled 1, bert rolled 1
gina< You rolled 4, bert rolled 5
gina< bert makes the first move.
gina< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:5:4:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
gina< fred and carl start a 1 point match.
hugo< ** Sunday Cup, round 1: your match with anna begins.
hugo< ** You are now playing a 1 point match with anna
hugo< Starting a new game with anna.
hugo< You rolled 1, anna rolled 2
hugo< anna makes the first move.
hugo< board:You:anna:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:2:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
hugo< emma and dave start a 1 point match.
hugo< gina and bert start a 1 point match.
hugo< fred and carl start a 1 point match.
sam< hugo and anna start a 1 point match.
sam< emma and dave start a 1 point match.
sam< gina and bert start a 1 point match.
sam< fred and carl start a 1 point match.
sam< You're now watching carl.
anna> tournament my
anna< Tournament 1, Sunday Cup:
anna<   You play hugo, a 1 point match (round 1).
anna<   The match has begun. It resumes by itself when you are both here.
moves hugo anna
hugo> resign normal
anna< hugo wants to resign. You will win 1 point. Type 'accept' or 'reject'.
hugo< You want to resign. anna will win 1 point.
anna> accept
dora< anna wins a 1 point match against hugo  1-0 .
dora< ** Sunday Cup, round 1: anna beats hugo 1-0
anna< You accept and win 1 point.
anna< You win the 1 point match 1-0 .
anna< Ratings: anna 1903.71 (+3.71), hugo 1196.29 (-3.71).
bert< anna wins a 1 point match against hugo  1-0 .
bert< 5 anna - - 0 0 1903.71 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 hugo - - 1 0 1196.29 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< anna wins a 1 point match against hugo  1-0 .
dave< anna wins a 1 point match against hugo  1-0 .
emma< anna wins a 1 point match against hugo  1-0 .
fred< anna wins a 1 point match against hugo  1-0 .
gina< anna wins a 1 point match against hugo  1-0 .
hugo< anna accepts and wins 1 point.
hugo< anna wins the 1 point match 1-0 .
sam< anna wins a 1 point match against hugo  1-0 .
sam< ** Sunday Cup, round 1: anna beats hugo 1-0
moves emma dave
emma> resign normal
dave< emma wants to resign. You will win 1 point. Type 'accept' or 'reject'.
emma< You want to resign. dave will win 1 point.
dave> accept
dora< dave wins a 1 point match against emma  1-0 .
dora< ** Sunday Cup, round 1: dave beats emma 1-0
anna< dave wins a 1 point match against emma  1-0 .
anna< ** Sunday Cup, round 2: you play dave, a 1 point match, at 12:46.
bert< dave wins a 1 point match against emma  1-0 .
bert< 5 dave - - 0 0 1605.65 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 emma - - 0 0 1494.35 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< dave wins a 1 point match against emma  1-0 .
dave< You accept and win 1 point.
dave< You win the 1 point match 1-0 .
dave< ** Sunday Cup, round 2: you play anna, a 1 point match, at 12:46.
emma< dave accepts and wins 1 point.
emma< dave wins the 1 point match 1-0 .
fred< dave wins a 1 point match against emma  1-0 .
gina< dave wins a 1 point match against emma  1-0 .
hugo< dave wins a 1 point match against emma  1-0 .
sam< dave wins a 1 point match against emma  1-0 .
sam< ** Sunday Cup, round 1: dave beats emma 1-0
moves gina bert
gina> resign normal
bert< gina wants to resign. You will win 1 point. Type 'accept' or 'reject'.
gina< You want to resign. bert will win 1 point.
bert> accept
dora< bert wins a 1 point match against gina  1-0 .
dora< ** Sunday Cup, round 1: bert beats gina 1-0
anna< bert wins a 1 point match against gina  1-0 .
bert< You accept and win 1 point.
bert< You win the 1 point match 1-0 .
bert< 5 bert - - 0 0 1804.32 201 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 gina - - 0 0 1295.68 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< bert wins a 1 point match against gina  1-0 .
dave< bert wins a 1 point match against gina  1-0 .
emma< bert wins a 1 point match against gina  1-0 .
fred< bert wins a 1 point match against gina  1-0 .
gina< bert accepts and wins 1 point.
gina< bert wins the 1 point match 1-0 .
hugo< bert wins a 1 point match against gina  1-0 .
sam< bert wins a 1 point match against gina  1-0 .
sam< ** Sunday Cup, round 1: bert beats gina 1-0
moves fred carl
fred> resign normal
carl< fred wants to resign. You will win 1 point. Type 'accept' or 'reject'.
fred< You want to resign. carl will win 1 point.
sam< fred wants to resign. carl will win 1 point.
carl> accept
dora< carl wins a 1 point match against fred  1-0 .
dora< ** Sunday Cup, round 1: carl beats fred 1-0
anna< carl wins a 1 point match against fred  1-0 .
bert< carl wins a 1 point match against fred  1-0 .
bert< 5 carl - - 0 0 1704.97 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 fred - - 0 0 1395.03 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< ** Sunday Cup, round 2: you play carl, a 1 point match, at 12:46.\a
carl< You accept and win 1 point.
carl< You win the 1 point match 1-0 .
carl< ** Sunday Cup, round 2: you play bert, a 1 point match, at 12:46.
dave< carl wins a 1 point match against fred  1-0 .
emma< carl wins a 1 point match against fred  1-0 .
fred< carl accepts and wins 1 point.
fred< carl wins the 1 point match 1-0 .
gina< carl wins a 1 point match against fred  1-0 .
hugo< carl wins a 1 point match against fred  1-0 .
sam< carl accepts and wins 1 point.
sam< carl wins the 1 point match 1-0 .
sam< ** Sunday Cup, round 1: carl beats fred 1-0
hugo> tournament my
hugo< Tournament 1, Sunday Cup:
hugo<   You are out of it.
hugo<   Your place so far: 5 to 8 of 8.
sam> tournament pairings
sam<    No  Player                Opponent             To State
sam<     5  anna                  dave                  1 due 12:46
sam<     6  bert                  carl                  1 due 12:46
sam> tournament pairings 1 1
sam< Main bracket, round 1 of 3:
sam<    No  Player                Opponent             To State
sam<     1 *anna                  hugo                  1 1-0
sam<     2 *dave                  emma                  1 1-0
sam<     3 *bert                  gina                  1 1-0
sam<     4 *carl                  fred                  1 1-0
sam> tournament bracket
sam< Main bracket, rounds 1 to 3
sam<   1 anna
sam<        anna 1-0 ---------.
sam<   8 hugo                 |
sam<                          #5 ----------.
sam<   4 dave                 |            |
sam<        dave 1-0 ---------'            |
sam<   5 emma                              |
sam<                                       #7
sam<   2 bert                              |
sam<        bert 1-0 ---------.            |
sam<   7 gina                 |            |
sam<                          #6 ----------'
sam<   3 carl                 |
sam<        carl 1-0 ---------'
sam<   6 fred
sam< #N: pairing N, not over.
# the semifinals
clock +180
dora< dave and anna start a 1 point match.
dora< carl and bert start a 1 point match.
anna< ** Sunday Cup, round 2: your match with dave begins.
anna< ** Player dave has joined you for a 1 point match.
anna< ~^Dice seal 5: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with dave.
anna< You rolled 1, dave rolled 4
anna< dave makes the first move.
anna< [board]
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  dave rolled 4 1.
anna< carl and bert start a 1 point match.
bert< 5 dave anna - 0 0 1605.65 201 180 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 anna dave - 0 0 1903.71 201 180 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< dave and anna start a 1 point match.
bert< ** Sunday Cup, round 2: your match with carl begins.\a
bert< ** Player carl has joined you for a 1 point match.
bert< 5 carl bert - 0 0 1704.97 201 180 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 bert carl - 0 0 1804.32 201 180 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< Starting a new game with carl.
bert< You rolled 1, carl rolled 5
bert< carl makes the first move.
bert< board:You:carl:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carl< dave and anna start a 1 point match.
carl< ** Sunday Cup, round 2: your match with bert begins.
carl< ** You are now playing a 1 point match with bert
carl< Starting a new game with bert.
carl< You rolled 5, bert rolled 1
carl< It's your turn to move.
carl< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< ** Sunday Cup, round 2: your match with anna begins.
dave< ** You are now playing a 1 point match with anna
dave< Starting a new game with anna.
dave< You rolled 4, anna rolled 1
dave< It's your turn to move.
dave< board:You:anna:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:4:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< carl and bert start a 1 point match.
emma< dave and anna start a 1 point match.
emma< carl and bert start a 1 point match.
fred< dave and anna start a 1 point match.
fred< carl and bert start a 1 point match.
gina< dave and anna start a 1 point match.
gina< carl and bert start a 1 point match.
hugo< dave and anna start a 1 point match.
hugo< carl and bert start a 1 point match.
sam< dave and anna start a 1 point match.
sam< carl and bert start a 1 point match.
sam< Starting a new game with bert.
sam< carl rolled 5, bert rolled 1
sam< carl makes the first move.
sam< board:carl:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
moves dave anna
dave> resign normal
anna< dave wants to resign. You will win 1 point. Type 'accept' or 'reject'.
dave< You want to resign. anna will win 1 point.
anna> accept
dora< anna wins a 1 point match against dave  1-0 .
dora< ** Sunday Cup, round 2: anna beats dave 1-0
anna< You accept and win 1 point.
anna< You win the 1 point match 1-0 .
anna< Ratings: anna 1908.67 (+4.96), dave 1600.69 (-4.96).
bert< anna wins a 1 point match against dave  1-0 .
bert< 5 anna - - 0 0 1908.67 202 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 dave - - 0 0 1600.69 202 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< anna wins a 1 point match against dave  1-0 .
dave< anna accepts and wins 1 point.
dave< anna wins the 1 point match 1-0 .
emma< anna wins a 1 point match against dave  1-0 .
fred< anna wins a 1 point match against dave  1-0 .
gina< anna wins a 1 point match against dave  1-0 .
hugo< anna wins a 1 point match against dave  1-0 .
sam< anna wins a 1 point match against dave  1-0 .
sam< ** Sunday Cup, round 2: anna beats dave 1-0
carl> tournament my
carl< Tournament 1, Sunday Cup:
carl<   You play bert, a 1 point match (round 2).
carl<   The match has begun. It resumes by itself when you are both here.
moves carl bert
carl> resign normal
bert< carl wants to resign. You will win 1 point. Type 'accept' or 'reject'.
carl< You want to resign. bert will win 1 point.
sam< carl wants to resign. bert will win 1 point.
bert> accept
dora< bert wins a 1 point match against carl  1-0 .
dora< ** Sunday Cup, round 2: bert beats carl 1-0
anna< bert wins a 1 point match against carl  1-0 .
anna< ** Sunday Cup, final: you play bert, a 3 point match, at 12:49.
bert< You accept and win 1 point.
bert< You win the 1 point match 1-0 .
bert< 5 bert - - 0 0 1809.96 202 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 carl - - 0 0 1699.34 202 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< ** Sunday Cup, final: you play anna, a 3 point match, at 12:49.\a
carl< bert accepts and wins 1 point.
carl< bert wins the 1 point match 1-0 .
dave< bert wins a 1 point match against carl  1-0 .
emma< bert wins a 1 point match against carl  1-0 .
fred< bert wins a 1 point match against carl  1-0 .
gina< bert wins a 1 point match against carl  1-0 .
hugo< bert wins a 1 point match against carl  1-0 .
sam< bert accepts and wins 1 point.
sam< bert wins the 1 point match 1-0 .
sam< ** Sunday Cup, round 2: bert beats carl 1-0
# the final
clock +180
dora< bert and anna start a 3 point match.
anna< ** Sunday Cup, final: your match with bert begins.
anna< ** Player bert has joined you for a 3 point match.
anna< ~^Dice seal 7: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with bert.
anna< You rolled 5, bert rolled 2
anna< It's your turn to move.
anna< [board]
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 5 2.
bert< ** Sunday Cup, final: your match with anna begins.\a
bert< ** You are now playing a 3 point match with anna
bert< 5 bert anna - 0 0 1809.96 202 180 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 anna bert - 0 0 1908.67 202 180 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< Starting a new game with anna.
bert< You rolled 2, anna rolled 5
bert< anna makes the first move.
bert< board:You:anna:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:5:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bert< 5 sam - anna 1 0 1500.00 0 360 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl< bert and anna start a 3 point match.
carl< sam stops watching you.
dave< bert and anna start a 3 point match.
emma< bert and anna start a 3 point match.
fred< bert and anna start a 3 point match.
gina< bert and anna start a 3 point match.
hugo< bert and anna start a 3 point match.
sam< bert and anna start a 3 point match.
sam< You're now watching anna.
moves anna bert
anna> resign backgammon
anna< You want to resign. bert will win 3 points.
bert< anna wants to resign. You will win 3 points. Type 'accept' or 'reject'.
sam< anna wants to resign. bert will win 3 points.
bert> accept
dora< bert wins a 3 point match against anna  3-0 .
dora< ** Sunday Cup, final: bert beats anna 3-0
dora< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
anna< bert accepts and wins 3 points.
anna< bert wins the 3 point match 3-0 .
anna< Ratings: bert 1821.29 (+11.34), anna 1897.33 (-11.34).
anna< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
bert< You accept and win 3 points.
bert< You win the 3 point match 3-0 .
bert< 5 bert - - 0 0 1821.29 205 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 anna - - 0 0 1897.33 205 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
carl< bert wins a 3 point match against anna  3-0 .
carl< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
dave< bert wins a 3 point match against anna  3-0 .
dave< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
emma< bert wins a 3 point match against anna  3-0 .
emma< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
fred< bert wins a 3 point match against anna  3-0 .
fred< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
gina< bert wins a 3 point match against anna  3-0 .
gina< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
hugo< bert wins a 3 point match against anna  3-0 .
hugo< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
sam< bert accepts and wins 3 points.
sam< bert wins the 3 point match 3-0 .
sam< ** Sunday Cup, final: bert beats anna 3-0
sam< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
anna> tournament my
anna< You are in no tournament. 'tournament list' lists them.
# the tournament is over
anna> tournament results 1
anna< Tournament 1: Sunday Cup (finished)
anna<   Main bracket, winner: bert
anna<     Place  Name                  Seed   Won  Lost
anna<         1  bert                     2     3     0
anna<         2  anna                     1     2     1
anna<       3-4  carl                     3     1     1
anna<       3-4  dave                     4     1     1
anna<       5-8  emma                     5     0     1
anna<       5-8  fred                     6     0     1
anna<       5-8  gina                     7     0     1
anna<       5-8  hugo                     8     0     1
sam> tournament bracket 1
sam< Main bracket, rounds 1 to 3
sam<   1 anna
sam<        anna 1-0 ---------.
sam<   8 hugo                 |
sam<                          anna 1-0 ----.
sam<   4 dave                 |            |
sam<        dave 1-0 ---------'            |
sam<   5 emma                              |
sam<                                       bert 3-0
sam<   2 bert                              |
sam<        bert 1-0 ---------.            |
sam<   7 gina                 |            |
sam<                          bert 1-0 ----'
sam<   3 carl                 |
sam<        carl 1-0 ---------'
sam<   6 fred
sam> tournament export 1
sam< Tournament 1: Sunday Cup (finished)
sam<   Format: knock-out
sam<   Match length, round by round: 1
sam<   Length of the final: 3
sam<   Counts for the rating: yes
sam<   Clock: off
sam<   Starts: 2026-01-01 12:40 UTC
sam<   Director: dora
sam<
sam<     Place  Name                  Seed   Won  Lost
sam<         1  bert                     2     3     0
sam<         2  anna                     1     2     1
sam<       3-4  carl                     3     1     1
sam<       3-4  dave                     4     1     1
sam<       5-8  emma                     5     0     1
sam<       5-8  fred                     6     0     1
sam<       5-8  gina                     7     0     1
sam<       5-8  hugo                     8     0     1
sam<
sam< Main bracket, round 1, to 1:
sam<     1 *anna                  hugo                  1 1-0
sam<     2 *dave                  emma                  1 1-0
sam<     3 *bert                  gina                  1 1-0
sam<     4 *carl                  fred                  1 1-0
sam<
sam< Main bracket, round 2, to 1:
sam<     5 *anna                  dave                  1 1-0
sam<     6 *bert                  carl                  1 1-0
sam<
sam< Main bracket, round 3, to 3:
sam<     7  anna                 *bert                  3 0-3
sam<
sam< Actions:
sam< 2026-01-01 12:00:00 dora create Sunday Cup
sam< 2026-01-01 12:00:00 dora director 1 dora
sam< 2026-01-01 12:00:00 dora set length 1
sam< 2026-01-01 12:00:00 dora set final 3
sam< 2026-01-01 12:00:00 dora set clock off
sam< 2026-01-01 12:00:00 dora set starts 1767271200
sam< 2026-01-01 12:00:00 dora open
sam< 2026-01-01 12:00:00 anna enter anna
sam< 2026-01-01 12:00:00 bert enter bert
sam< 2026-01-01 12:00:00 carl enter carl
sam< 2026-01-01 12:00:00 dave enter dave
sam< 2026-01-01 12:00:00 emma enter emma
sam< 2026-01-01 12:00:00 fred enter fred
sam< 2026-01-01 12:00:00 gina enter gina
sam< 2026-01-01 12:00:00 hugo enter hugo
sam< 2026-01-01 12:10:00 - call
sam< 2026-01-01 12:10:00 anna checkin anna
sam< 2026-01-01 12:10:00 bert checkin bert
sam< 2026-01-01 12:10:00 carl checkin carl
sam< 2026-01-01 12:10:00 dave checkin dave
sam< 2026-01-01 12:10:00 emma checkin emma
sam< 2026-01-01 12:10:00 fred checkin fred
sam< 2026-01-01 12:10:00 gina checkin gina
sam< 2026-01-01 12:10:00 hugo checkin hugo
sam< 2026-01-01 12:40:00 - start
sam< 2026-01-01 12:43:00 - seat #1 1
sam< 2026-01-01 12:43:00 - seat #2 2
sam< 2026-01-01 12:43:00 - seat #3 3
sam< 2026-01-01 12:43:00 - seat #4 4
sam< 2026-01-01 12:43:00 - result #1 anna 1-0
sam< 2026-01-01 12:43:00 - result #2 dave 1-0
sam< 2026-01-01 12:43:00 - result #3 bert 1-0
sam< 2026-01-01 12:43:00 - result #4 carl 1-0
sam< 2026-01-01 12:46:00 - seat #5 5
sam< 2026-01-01 12:46:00 - seat #6 6
sam< 2026-01-01 12:46:00 - result #5 anna 1-0
sam< 2026-01-01 12:46:00 - result #6 bert 1-0
sam< 2026-01-01 12:49:00 - seat #7 7
sam< 2026-01-01 12:49:00 - result #7 bert 0-3
sam< 2026-01-01 12:49:00 - finish
sam< ** That was the end.
sam> tournament list over
sam<    No  End          Players  Winner                Tournament
sam<     1  2026-01-01         8  bert                  Sunday Cup (single)
dora> tournament close 1
dora< ** That tournament is over.
sam> tournament unfollow
sam< ** You follow no tournament.
