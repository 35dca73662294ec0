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
telnet dora
telnet anna
clip bert
tiny carl
tiny dave
tiny emma
tiny fred
tiny gina
tiny hugo
tiny sam
# made with what has no sensible default: the start
dora> tournament create Sunday Cup length 1 final 3 clock off starts 12:40
dora< ** Tournament 1 is made: Sunday Cup.
dora< ** Format single, length 1, start 2026-01-01 12:40 UTC, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora< > \
dora> tournament list
dora<    No  State          Players  Start        Tournament
dora<     1  planned          0/128  Jan  1 12:40 Sunday Cup (single)
dora< ** Finished tournaments: tournament list over
dora< > \
dora> tournament open
dora< ** Sunday Cup: entries are open. Type 'tournament register 1' to take part.
dora< > \
anna<
anna< ** Sunday Cup: entries are open. Type 'tournament register 1' to take part.
anna< > \
sam> tournament
sam<    No  State          Players  Start        Tournament
sam<     1  open             0/128  Jan  1 12:40 Sunday Cup (single)
sam< ** Finished tournaments: tournament list over
anna> tournament register
dora<
dora< ** Sunday Cup: anna is entered (1 of 128).
dora< > \
anna< ** You are entered for Sunday Cup.
anna< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
anna< > \
bert> tournament register 1
dora<
dora< ** Sunday Cup: bert is entered (2 of 128).
dora< > \
bert< ** You are entered for Sunday Cup.
bert< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
carl> tournament register Sunday
dora<
dora< ** Sunday Cup: carl is entered (3 of 128).
dora< > \
carl< ** You are entered for Sunday Cup.
carl< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
dave> tournament enter 1
dora<
dora< ** Sunday Cup: dave is entered (4 of 128).
dora< > \
dave< ** You are entered for Sunday Cup.
dave< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
emma> tournament reg 1
dora<
dora< ** Sunday Cup: emma is entered (5 of 128).
dora< > \
emma< ** You are entered for Sunday Cup.
emma< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
fred> tournament register 1
dora<
dora< ** Sunday Cup: fred is entered (6 of 128).
dora< > \
fred< ** You are entered for Sunday Cup.
fred< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
gina> tournament register 1
dora<
dora< ** Sunday Cup: gina is entered (7 of 128).
dora< > \
gina< ** You are entered for Sunday Cup.
gina< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
hugo> tournament register 1
dora<
dora< ** Sunday Cup: hugo is entered (8 of 128).
dora< > \
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
# too early; then users are asked to check in
anna> tournament checkin
anna< ** Check in from 2026-01-01 12:10 UTC on: type 'tournament checkin 1'.
anna< > \
clock +600
anna<
anna< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are
anna<    here.
anna< > \
bert< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
carl<
carl< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
dave<
dave< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
emma<
emma< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
fred<
fred< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
gina<
gina< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
hugo<
hugo< ** Sunday Cup begins soon. Type 'tournament checkin 1' to say that you are here.
anna> tournament checkin
dora<
dora< ** Sunday Cup: anna has checked in (1 of 8).
dora< > \
anna< ** You are checked in for Sunday Cup. Be here when it starts.
anna< > \
bert> tournament checkin
dora<
dora< ** Sunday Cup: bert has checked in (2 of 8).
dora< > \
bert< ** You are checked in for Sunday Cup. Be here when it starts.
carl> tournament checkin
dora<
dora< ** Sunday Cup: carl has checked in (3 of 8).
dora< > \
carl< ** You are checked in for Sunday Cup. Be here when it starts.
dave> tournament checkin
dora<
dora< ** Sunday Cup: dave has checked in (4 of 8).
dora< > \
dave< ** You are checked in for Sunday Cup. Be here when it starts.
emma> tournament checkin
dora<
dora< ** Sunday Cup: emma has checked in (5 of 8).
dora< > \
emma< ** You are checked in for Sunday Cup. Be here when it starts.
fred> tournament checkin
dora<
dora< ** Sunday Cup: fred has checked in (6 of 8).
dora< > \
fred< ** You are checked in for Sunday Cup. Be here when it starts.
gina> tournament checkin
dora<
dora< ** Sunday Cup: gina has checked in (7 of 8).
dora< > \
gina< ** You are checked in for Sunday Cup. Be here when it starts.
hugo> tournament checkin 1
dora<
dora< ** Sunday Cup: hugo has checked in (8 of 8).
dora< > \
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
anna< > \
dora> tournament my
dora< Tournament 1, Sunday Cup:
dora<   You are a director.
dora< > \
# another user invites him before the start
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
sam<
sam< hugo wants to play a 1 point match with you.
sam< Type 'join hugo' to accept.
# it starts automatically: 1 plays 8, 4 plays 5
clock +1800
dora<
dora< ** Sunday Cup begins with 8 players.
dora< > \
anna<
anna< ** Sunday Cup begins with 8 players.
anna< ** Sunday Cup, round 1: you play hugo, a 1 point match, at 12:43.
anna< > \
bert< ** Sunday Cup begins with 8 players.
bert< ** Sunday Cup, round 1: you play gina, a 1 point match, at 12:43.\a
carl<
carl< ** Sunday Cup begins with 8 players.
carl< ** Sunday Cup, round 1: you play fred, a 1 point match, at 12:43.
dave<
dave< ** Sunday Cup begins with 8 players.
dave< ** Sunday Cup, round 1: you play emma, a 1 point match, at 12:43.
emma<
emma< ** Sunday Cup begins with 8 players.
emma< ** Sunday Cup, round 1: you play dave, a 1 point match, at 12:43.
fred<
fred< ** Sunday Cup begins with 8 players.
fred< ** Sunday Cup, round 1: you play carl, a 1 point match, at 12:43.
gina<
gina< ** Sunday Cup begins with 8 players.
gina< ** Sunday Cup, round 1: you play bert, a 1 point match, at 12:43.
hugo<
hugo< ** Sunday Cup begins with 8 players.
hugo< ** Sunday Cup, round 1: you play anna, a 1 point match, at 12:43.
sam<
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
dora<
dora< hugo and anna start a 1 point match.
dora< emma and dave start a 1 point match.
dora< gina and bert start a 1 point match.
dora< fred and carl start a 1 point match.
dora< > \
anna<
anna< ** Sunday Cup, round 1: your match with hugo begins.
anna< ** Player hugo has joined you for a 1 point match.
anna< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with hugo.
anna< You rolled 2, hugo rolled 1
anna< It's your turn to move.
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: hugo - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O                |   |  X                |
anna<    | O                |   |  X                |
anna<   v|                  |BAR|                   |    1-point match
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O    |   |  O                |
anna<    | X           O    |   |  O              X |
anna<    | X           O    |   |  O              X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 2 1.
anna< emma and dave start a 1 point match.
anna< gina and bert start a 1 point match.
anna< fred and carl start a 1 point match.
anna< > \
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
carl<
carl< hugo and anna start a 1 point match.
carl< emma and dave start a 1 point match.
carl< gina and bert start a 1 point match.
carl< ** Sunday Cup, round 1: your match with fred begins.
carl< ** Player fred has joined you for a 1 point match.
carl< Starting a new game with fred.
carl< You rolled 2, fred rolled 6
carl< fred makes the first move.
carl< board:You:fred:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave<
dave< hugo and anna start a 1 point match.
dave< ** Sunday Cup, round 1: your match with emma begins.
dave< ** Player emma has joined you for a 1 point match.
dave< Starting a new game with emma.
dave< You rolled 1, emma rolled 2
dave< emma makes the first move.
dave< board:You:emma:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:2:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< gina and bert start a 1 point match.
dave< fred and carl start a 1 point match.
emma<
emma< hugo and anna start a 1 point match.
emma< ** Sunday Cup, round 1: your match with dave begins.
emma< ** You are now playing a 1 point match with dave
emma< Starting a new game with dave.
emma< You rolled 2, dave rolled 1
emma< It's your turn to move.
emma< board:You:dave:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:2:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
emma< gina and bert start a 1 point match.
emma< fred and carl start a 1 point match.
fred<
fred< hugo and anna start a 1 point match.
fred< emma and dave start a 1 point match.
fred< gina and bert start a 1 point match.
fred< ** Sunday Cup, round 1: your match with carl begins.
fred< ** You are now playing a 1 point match with carl
fred< Starting a new game with carl.
fred< You rolled 6, carl rolled 2
fred< It's your turn to move.
fred< board:You:carl:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
gina<
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
hugo<
hugo< ** Sunday Cup, round 1: your match with anna begins.
hugo< ** You are now playing a 1 point match with anna
hugo< Starting a new game with anna.
hugo< You rolled 1, anna rolled 2
hugo< anna makes the first move.
hugo< board:You:anna:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:2:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
hugo< emma and dave start a 1 point match.
hugo< gina and bert start a 1 point match.
hugo< fred and carl start a 1 point match.
sam<
sam< hugo and anna start a 1 point match.
sam< emma and dave start a 1 point match.
sam< gina and bert start a 1 point match.
sam< fred and carl start a 1 point match.
sam< You're now watching carl.
anna> tournament my
anna< Tournament 1, Sunday Cup:
anna<   You play hugo, a 1 point match (round 1).
anna<   The match has begun. It resumes by itself when you are both here.
anna< > \
moves hugo anna
hugo> resign normal
anna<
anna< hugo wants to resign. You will win 1 point. Type 'accept' or 'reject'.
anna< > \
hugo< You want to resign. anna will win 1 point.
anna> accept
dora<
dora< anna wins a 1 point match against hugo  1-0 .
dora< ** Sunday Cup, round 1: anna beats hugo 1-0
dora< > \
anna< You accept and win 1 point.
anna< You win the 1 point match 1-0 .
anna< Ratings: anna 1903.71 (+3.71), hugo 1196.29 (-3.71).
anna< > \
bert< anna wins a 1 point match against hugo  1-0 .
bert< 5 anna - - 0 0 1903.71 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 hugo - - 1 0 1196.29 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl<
carl< anna wins a 1 point match against hugo  1-0 .
dave<
dave< anna wins a 1 point match against hugo  1-0 .
emma<
emma< anna wins a 1 point match against hugo  1-0 .
fred<
fred< anna wins a 1 point match against hugo  1-0 .
gina<
gina< anna wins a 1 point match against hugo  1-0 .
hugo<
hugo< anna accepts and wins 1 point.
hugo< anna wins the 1 point match 1-0 .
sam<
sam< anna wins a 1 point match against hugo  1-0 .
sam< ** Sunday Cup, round 1: anna beats hugo 1-0
moves emma dave
emma> resign normal
dave<
dave< emma wants to resign. You will win 1 point. Type 'accept' or 'reject'.
emma< You want to resign. dave will win 1 point.
dave> accept
dora<
dora< dave wins a 1 point match against emma  1-0 .
dora< ** Sunday Cup, round 1: dave beats emma 1-0
dora< > \
anna<
anna< dave wins a 1 point match against emma  1-0 .
anna< ** Sunday Cup, round 2: you play dave, a 1 point match, at 12:46.
anna< > \
bert< dave wins a 1 point match against emma  1-0 .
bert< 5 dave - - 0 0 1605.65 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 emma - - 0 0 1494.35 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl<
carl< dave wins a 1 point match against emma  1-0 .
dave< You accept and win 1 point.
dave< You win the 1 point match 1-0 .
dave< ** Sunday Cup, round 2: you play anna, a 1 point match, at 12:46.
emma<
emma< dave accepts and wins 1 point.
emma< dave wins the 1 point match 1-0 .
fred<
fred< dave wins a 1 point match against emma  1-0 .
gina<
gina< dave wins a 1 point match against emma  1-0 .
hugo<
hugo< dave wins a 1 point match against emma  1-0 .
sam<
sam< dave wins a 1 point match against emma  1-0 .
sam< ** Sunday Cup, round 1: dave beats emma 1-0
moves gina bert
gina> resign normal
bert< gina wants to resign. You will win 1 point. Type 'accept' or 'reject'.
gina< You want to resign. bert will win 1 point.
bert> accept
dora<
dora< bert wins a 1 point match against gina  1-0 .
dora< ** Sunday Cup, round 1: bert beats gina 1-0
dora< > \
anna<
anna< bert wins a 1 point match against gina  1-0 .
anna< > \
bert< You accept and win 1 point.
bert< You win the 1 point match 1-0 .
bert< 5 bert - - 0 0 1804.32 201 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 gina - - 0 0 1295.68 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl<
carl< bert wins a 1 point match against gina  1-0 .
dave<
dave< bert wins a 1 point match against gina  1-0 .
emma<
emma< bert wins a 1 point match against gina  1-0 .
fred<
fred< bert wins a 1 point match against gina  1-0 .
gina<
gina< bert accepts and wins 1 point.
gina< bert wins the 1 point match 1-0 .
hugo<
hugo< bert wins a 1 point match against gina  1-0 .
sam<
sam< bert wins a 1 point match against gina  1-0 .
sam< ** Sunday Cup, round 1: bert beats gina 1-0
moves fred carl
fred> resign normal
carl<
carl< fred wants to resign. You will win 1 point. Type 'accept' or 'reject'.
fred< You want to resign. carl will win 1 point.
sam<
sam< fred wants to resign. carl will win 1 point.
carl> accept
dora<
dora< carl wins a 1 point match against fred  1-0 .
dora< ** Sunday Cup, round 1: carl beats fred 1-0
dora< > \
anna<
anna< carl wins a 1 point match against fred  1-0 .
anna< > \
bert< carl wins a 1 point match against fred  1-0 .
bert< 5 carl - - 0 0 1704.97 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 fred - - 0 0 1395.03 201 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< ** Sunday Cup, round 2: you play carl, a 1 point match, at 12:46.\a
carl< You accept and win 1 point.
carl< You win the 1 point match 1-0 .
carl< ** Sunday Cup, round 2: you play bert, a 1 point match, at 12:46.
dave<
dave< carl wins a 1 point match against fred  1-0 .
emma<
emma< carl wins a 1 point match against fred  1-0 .
fred<
fred< carl accepts and wins 1 point.
fred< carl wins the 1 point match 1-0 .
gina<
gina< carl wins a 1 point match against fred  1-0 .
hugo<
hugo< carl wins a 1 point match against fred  1-0 .
sam<
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
dora<
dora< dave and anna start a 1 point match.
dora< carl and bert start a 1 point match.
dora< > \
anna<
anna< ** Sunday Cup, round 2: your match with dave begins.
anna< ** Player dave has joined you for a 1 point match.
anna< ~^Dice seal 5: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with dave.
anna< You rolled 1, dave rolled 4
anna< dave makes the first move.
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: dave - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O                |   |  X                |
anna<    | O                |   |  X                |
anna<   v|                  |BAR|                   |    1-point match
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O    |   |  O                |
anna<    | X           O    |   |  O              X |
anna<    | X           O    |   |  O              X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  dave rolled 4 1.
anna< carl and bert start a 1 point match.
anna< > \
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
carl<
carl< dave and anna start a 1 point match.
carl< ** Sunday Cup, round 2: your match with bert begins.
carl< ** You are now playing a 1 point match with bert
carl< Starting a new game with bert.
carl< You rolled 5, bert rolled 1
carl< It's your turn to move.
carl< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave<
dave< ** Sunday Cup, round 2: your match with anna begins.
dave< ** You are now playing a 1 point match with anna
dave< Starting a new game with anna.
dave< You rolled 4, anna rolled 1
dave< It's your turn to move.
dave< board:You:anna:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:4:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< carl and bert start a 1 point match.
emma<
emma< dave and anna start a 1 point match.
emma< carl and bert start a 1 point match.
fred<
fred< dave and anna start a 1 point match.
fred< carl and bert start a 1 point match.
gina<
gina< dave and anna start a 1 point match.
gina< carl and bert start a 1 point match.
hugo<
hugo< dave and anna start a 1 point match.
hugo< carl and bert start a 1 point match.
sam<
sam< dave and anna start a 1 point match.
sam< carl and bert start a 1 point match.
sam< Starting a new game with bert.
sam< carl rolled 5, bert rolled 1
sam< carl makes the first move.
sam< board:carl:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
moves dave anna
dave> resign normal
anna<
anna< dave wants to resign. You will win 1 point. Type 'accept' or 'reject'.
anna< > \
dave< You want to resign. anna will win 1 point.
anna> accept
dora<
dora< anna wins a 1 point match against dave  1-0 .
dora< ** Sunday Cup, round 2: anna beats dave 1-0
dora< > \
anna< You accept and win 1 point.
anna< You win the 1 point match 1-0 .
anna< Ratings: anna 1908.67 (+4.96), dave 1600.69 (-4.96).
anna< > \
bert< anna wins a 1 point match against dave  1-0 .
bert< 5 anna - - 0 0 1908.67 202 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< 5 dave - - 0 0 1600.69 202 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
carl<
carl< anna wins a 1 point match against dave  1-0 .
dave<
dave< anna accepts and wins 1 point.
dave< anna wins the 1 point match 1-0 .
emma<
emma< anna wins a 1 point match against dave  1-0 .
fred<
fred< anna wins a 1 point match against dave  1-0 .
gina<
gina< anna wins a 1 point match against dave  1-0 .
hugo<
hugo< anna wins a 1 point match against dave  1-0 .
sam<
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
sam<
sam< carl wants to resign. bert will win 1 point.
bert> accept
dora<
dora< bert wins a 1 point match against carl  1-0 .
dora< ** Sunday Cup, round 2: bert beats carl 1-0
dora< > \
anna<
anna< bert wins a 1 point match against carl  1-0 .
anna< ** Sunday Cup, final: you play bert, a 3 point match, at 12:49.
anna< > \
bert< You accept and win 1 point.
bert< You win the 1 point match 1-0 .
bert< 5 bert - - 0 0 1809.96 202 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 carl - - 0 0 1699.34 202 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< ** Sunday Cup, final: you play anna, a 3 point match, at 12:49.\a
carl<
carl< bert accepts and wins 1 point.
carl< bert wins the 1 point match 1-0 .
dave<
dave< bert wins a 1 point match against carl  1-0 .
emma<
emma< bert wins a 1 point match against carl  1-0 .
fred<
fred< bert wins a 1 point match against carl  1-0 .
gina<
gina< bert wins a 1 point match against carl  1-0 .
hugo<
hugo< bert wins a 1 point match against carl  1-0 .
sam<
sam< bert accepts and wins 1 point.
sam< bert wins the 1 point match 1-0 .
sam< ** Sunday Cup, round 2: bert beats carl 1-0
# the final
clock +180
dora<
dora< bert and anna start a 3 point match.
dora< > \
anna<
anna< ** Sunday Cup, final: your match with bert begins.
anna< ** Player bert has joined you for a 3 point match.
anna< ~^Dice seal 7: ([0-9a-f]{4} ){8}\(help fair\)$
anna< Starting a new game with bert.
anna< You rolled 5, bert rolled 2
anna< It's your turn to move.
anna<     13 14 15 16 17 18       19 20 21 22 23 24
anna<    +------------------------------------------+ X: bert - score: 0
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X              O |
anna<    | O           X    |   |  X                |
anna<    | O                |   |  X                |
anna<    | O                |   |  X                |
anna<   v|                  |BAR|                   |    3-point match
anna<    | X                |   |  O                |
anna<    | X                |   |  O                |
anna<    | X           O    |   |  O                |
anna<    | X           O    |   |  O              X |
anna<    | X           O    |   |  O              X |
anna<    +------------------------------------------+ O: anna - score: 0
anna<     12 11 10  9  8  7        6  5  4  3  2  1
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 5 2.
anna< > \
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
carl<
carl< bert and anna start a 3 point match.
carl< sam stops watching you.
dave<
dave< bert and anna start a 3 point match.
emma<
emma< bert and anna start a 3 point match.
fred<
fred< bert and anna start a 3 point match.
gina<
gina< bert and anna start a 3 point match.
hugo<
hugo< bert and anna start a 3 point match.
sam<
sam< bert and anna start a 3 point match.
sam< You're now watching anna.
moves anna bert
anna> resign backgammon
anna< You want to resign. bert will win 3 points.
anna< > \
bert< anna wants to resign. You will win 3 points. Type 'accept' or 'reject'.
sam<
sam< anna wants to resign. bert will win 3 points.
bert> accept
dora<
dora< bert wins a 3 point match against anna  3-0 .
dora< ** Sunday Cup, final: bert beats anna 3-0
dora< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
dora< > \
anna<
anna< bert accepts and wins 3 points.
anna< bert wins the 3 point match 3-0 .
anna< Ratings: bert 1821.29 (+11.34), anna 1897.33 (-11.34).
anna< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
anna< > \
bert< You accept and win 3 points.
bert< You win the 3 point match 3-0 .
bert< 5 bert - - 0 0 1821.29 205 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 anna - - 0 0 1897.33 205 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 6
bert< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
carl<
carl< bert wins a 3 point match against anna  3-0 .
carl< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
dave<
dave< bert wins a 3 point match against anna  3-0 .
dave< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
emma<
emma< bert wins a 3 point match against anna  3-0 .
emma< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
fred<
fred< bert wins a 3 point match against anna  3-0 .
fred< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
gina<
gina< bert wins a 3 point match against anna  3-0 .
gina< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
hugo<
hugo< bert wins a 3 point match against anna  3-0 .
hugo< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
sam<
sam< bert accepts and wins 3 points.
sam< bert wins the 3 point match 3-0 .
sam< ** Sunday Cup, final: bert beats anna 3-0
sam< ** Sunday Cup is over. First: bert. Type 'tournament results 1' for all places.
anna> tournament my
anna< You are in no tournament. 'tournament list' lists them.
anna< > \
# it is over
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
anna< > \
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
dora< > \
sam> tournament unfollow
sam< ** You follow no tournament.
