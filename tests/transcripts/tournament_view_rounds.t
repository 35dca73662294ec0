# SPDX-License-Identifier: MIT
# tournament: tables of a Swiss tournament and of groups, its end, and what remains of it afterwards
option idle_s 360000
user anna 1900 200
user bert 1800 200
user carl 1700 200
user dave 1600 200
user emma 1500 200
user fred 1400 200
telnet dora anna
clip bert
tiny carl dave emma fred
dora: tournament create Swiss Evening format swiss length 3 5 rounds 2 clock off checkin 0
dora: tournament open 1
anna: tournament register 1
bert: tournament register 1
carl: tournament register 1
dave: tournament register 1
emma: tournament register 1
dora: tournament start 1 yes
clock: +1
dora> tournament standings 1
dora<   No  Name                  Pts     W-L   Dir  Bh-1    Bh    SB  Prog
dora<    1  emma                    1     0-0     0     0     1     0     1
dora<    2= anna                    0     0-0     0     0     0     0     0
dora<    2= bert                    0     0-0     0     0     0     0     0
dora<    2= carl                    0     0-0     0     0     0     0     0
dora<    2= dave                    0     0-0     0     0     0     0     0
dora> tournament standings 1 table
dora<   No  Name                    1
dora<    1  emma                  bye
dora<    2  anna                   4.
dora<    3  bert                   5.
dora<    4  carl                   2.
dora<    5  dave                   3.
dora< 3+ won against number 3, 3- lost; > and < by forfeit.
dora> tournament bracket 1
dora< ** This tournament has no bracket now.
clock: +10
dora> tournament pairings 1
dora<    No  Player                Opponent             To State
dora<     1  anna                  carl                  3 due 12:03
dora<     2  bert                  dave                  3 due 12:03
dora: tournament setresult 1 anna 3-1 typed in
dora: tournament setresult 1 bert 3-2 typed in
clock: +10
dora> tournament pairings 1
dora<    No  Player                Opponent             To State
dora<     4  anna                  bert                  5 due 12:03
dora<     5  emma                  carl                  5 due 12:03
dora> tournament pairings 1 1
dora< Rounds, round 1 of 2:
dora<    No  Player                Opponent             To State
dora<     1 *anna                  carl                  3 3-1 (director)
dora<     2 *bert                  dave                  3 3-2 (director)
dora<     3 *emma                  bye                   3
dora> tournament pairings 1 rounds 2
dora< Rounds, round 2 of 2:
dora<    No  Player                Opponent             To State
dora<     4  anna                  bert                  5 due 12:03
dora<     5  emma                  carl                  5 due 12:03
dora<     6 *dave                  bye                   5
dora: tournament setresult 1 4 5-4 typed in
dora: tournament withdraw 1
dora> tournament standings 1
dora<   No  Name                  Pts     W-L   Dir  Bh-1    Bh    SB  Prog
dora<    1  anna                    2     2-0     0     1     1     1     3
dora<    2  bert                    1     1-1     0     2     3     1     2
dora<    3  dave                    1     0-1     0     1     2     0     1
dora<    4  emma                    1     0-0     0     0     1     0     2
dora<    5  carl                    0     0-1     0     0     2     0     0
dora> tournament standings 1 table
dora<   No  Name                    1    2
dora<    1  anna                   5+   2+
dora<    2  bert                   3+   1-
dora<    3  dave                   2-  bye
dora<    4  emma                  bye   5.
dora<    5  carl                   1-   4.
dora< 3+ won against number 3, 3- lost; > and < by forfeit.
carl> tournament standings 1 1 2
carl<   No  Name                  Pts     W-L   Dir  Bh-1    Bh    SB  Prog
carl<    1  anna                    2     2-0     0     1     1     1     3
carl<    2  bert                    1     1-1     0     2     3     1     2
carl< ~^[.]{3}$
carl<    5  carl                    0     0-1     0     0     2     0     0
carl< ** Up to 2 of 5. More: tournament standings 1 3
dora> tournament export 1
dora< Tournament 1: Swiss Evening (running)
dora<   Format: Swiss
dora<   Match length, round by round: 3 5
dora<   Rounds: 2
dora<   Counts for the rating: yes
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<
dora<     Place  Name                  Seed   Won  Lost    Pts  Dir/Bh-1/Bh/SB/Prog
dora<         1  anna                     1     2     0      2  0/1/1/1/3
dora<         2  bert                     2     1     1      1  0/2/3/1/2
dora<         3  dave                     4     0     1      1  0/1/2/0/1
dora<         4  emma                     5     0     0      1  0/0/1/0/2
dora<         5  carl                     3     0     1      0  0/0/2/0/0
dora<
dora< Rounds, round 1, to 3:
dora<     1 *anna                  carl                  3 3-1 (director)
dora<     2 *bert                  dave                  3 3-2 (director)
dora<     3 *emma                  bye                   3
dora<
dora< Rounds, round 2, to 5:
dora<     4 *anna                  bert                  5 5-4 (director)
dora<     5  emma                  carl                  5 due 12:03
dora<     6 *dave                  bye                   5
dora<
dora< Actions:
dora< 2026-01-01 12:00:00 dora create Swiss Evening
dora< 2026-01-01 12:00:00 dora director 1 dora
dora< 2026-01-01 12:00:00 dora set format swiss
dora< 2026-01-01 12:00:00 dora set length 3 5
dora< 2026-01-01 12:00:00 dora set rounds 2
dora< 2026-01-01 12:00:00 dora set clock off
dora< 2026-01-01 12:00:00 dora set checkin 0
dora< 2026-01-01 12:00:00 dora open
dora< 2026-01-01 12:00:00 anna enter anna
dora< 2026-01-01 12:00:00 bert enter bert
dora< 2026-01-01 12:00:00 carl enter carl
dora< 2026-01-01 12:00:00 dave enter dave
dora< 2026-01-01 12:00:00 emma enter emma
dora< 2026-01-01 12:00:00 dora start
dora< 2026-01-01 12:00:01 - round 1
dora< 2026-01-01 12:00:11 dora setresult #1 anna 3-1 typed in
dora< 2026-01-01 12:00:11 dora setresult #2 bert 3-2 typed in
dora< 2026-01-01 12:00:21 - round 2
dora< 2026-01-01 12:00:21 dora setresult #4 anna 5-4 typed in
dora< ** That was the end.
dora> tournament export 1 text 7
dora<
dora< Rounds, round 1, to 3:
dora<     1 *anna                  carl                  3 3-1 (director)
dora<     2 *bert                  dave                  3 3-2 (director)
dora<     3 *emma                  bye                   3
dora<
dora< Rounds, round 2, to 5:
dora<     4 *anna                  bert                  5 5-4 (director)
dora<     5  emma                  carl                  5 due 12:03
dora<     6 *dave                  bye                   5
dora<
dora< Actions:
dora< 2026-01-01 12:00:00 dora create Swiss Evening
dora< 2026-01-01 12:00:00 dora director 1 dora
dora< 2026-01-01 12:00:00 dora set format swiss
dora< 2026-01-01 12:00:00 dora set length 3 5
dora< 2026-01-01 12:00:00 dora set rounds 2
dora< 2026-01-01 12:00:00 dora set clock off
dora< 2026-01-01 12:00:00 dora set checkin 0
dora< 2026-01-01 12:00:00 dora open
dora< 2026-01-01 12:00:00 anna enter anna
dora< 2026-01-01 12:00:00 bert enter bert
dora< 2026-01-01 12:00:00 carl enter carl
dora< 2026-01-01 12:00:00 dave enter dave
dora< 2026-01-01 12:00:00 emma enter emma
dora< 2026-01-01 12:00:00 dora start
dora< 2026-01-01 12:00:01 - round 1
dora< 2026-01-01 12:00:11 dora setresult #1 anna 3-1 typed in
dora< 2026-01-01 12:00:11 dora setresult #2 bert 3-2 typed in
dora< 2026-01-01 12:00:21 - round 2
dora< 2026-01-01 12:00:21 dora setresult #4 anna 5-4 typed in
dora< ** That was the end.
dora: tournament setresult 1 5 0-5 typed in
dora: tournament confirm 1
clock: +10
dora> tournament list
dora< There are no current tournaments.
dora< ** Finished tournaments: tournament list over
dora> tournament list over
dora<    No  End          Players  Winner                Tournament
dora<     1  2026-01-01         5  anna                  Swiss Evening (swiss)
dora> tournament list all
dora< There are no current tournaments.
dora<    No  End          Players  Winner                Tournament
dora<     1  2026-01-01         5  anna                  Swiss Evening (swiss)
dora> tournament list 5
dora< There are no current tournaments.
dora<    No  End          Players  Winner                Tournament
dora<     1  2026-01-01         5  anna                  Swiss Evening (swiss)
dora> tournament info 1
dora< Tournament 1: Swiss Evening (finished)
dora<   Format: Swiss
dora<   Match length, round by round: 3 5
dora<   Rounds: 2
dora<   Counts for the rating: yes
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<   Players: 5
dora<   Started: 2026-01-01 12:00 UTC
dora<   Ended: 2026-01-01 12:00 UTC
dora<   Round: 2 of 2
dora<   Rounds, winner: anna
dora> tournament standings 1
dora<   No  Name                  Pts     W-L   Dir  Bh-1    Bh    SB  Prog
dora<    1  anna                    2     2-0     0     1     2     2     3
dora<    2  bert                    1     1-1     0     2     3     1     2
dora<    3  carl                    1     1-1     0     2     3     1     1
dora<    4  emma                    1     0-1     0     1     2     0     2
dora<    5  dave                    1     0-1     0     1     2     0     1
dora> tournament results 1
dora< Tournament 1: Swiss Evening (finished)
dora<   Rounds, winner: anna
dora<     Place  Name                  Seed   Won  Lost
dora<         1  anna                     1     2     0
dora<         2  bert                     2     1     1
dora<         3  carl                     3     1     1
dora<         4  emma                     5     0     1
dora<         5  dave                     4     0     1
bert> tournament results 1
bert< Tournament 1: Swiss Evening (finished)
bert<   Rounds, winner: anna
bert<     Place  Name                  Seed   Won  Lost
bert<         1  anna                     1     2     0
bert<         2  bert                     2     1     1
bert<         3  carl                     3     1     1
bert<         4  emma                     5     0     1
bert<         5  dave                     4     0     1
# no match of the tournament was played, so there is no title
dora> whois anna
dora< Information about anna:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 31 seconds idle.
dora<   anna is not ready to play, not watching, not playing.
dora<   Rating: 1900.00 Experience: 200
dora<   No email address.
bert> whois anna
bert< Information about anna:
bert<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
bert<   Last logout: Not available
bert<   Still logged in. 31 seconds idle.
bert<   anna is not ready to play, not watching, not playing.
bert<   Rating: 1900.00 Experience: 200
bert<   No email address.
dora: tournament create Groups format groups group 3 qualify 1 length 1 clock off checkin 0
dora: tournament open 2
anna: tournament register 2
bert: tournament register 2
carl: tournament register 2
dave: tournament register 2
emma: tournament register 2
fred: tournament register 2
dora: tournament start 2 yes
clock: +10
dora> tournament standings 2
dora< Group 1:
dora<   No  Name                  Pts     W-L   Dir    SB  Diff
dora<    1= anna                    0     0-0     0     0     0
dora<    1= dave                    0     0-0     0     0     0
dora<    1= emma                    0     0-0     0     0     0
dora< Group 2:
dora<   No  Name                  Pts     W-L   Dir    SB  Diff
dora<    1= bert                    0     0-0     0     0     0
dora<    1= carl                    0     0-0     0     0     0
dora<    1= fred                    0     0-0     0     0     0
dora> tournament standings 2 table
dora< Group 1:
dora<   No  Name                  1  2  3  Pts
dora<    1  anna                  *  .  .    0
dora<    2  dave                  .  *  .    0
dora<    3  emma                  .  .  *    0
dora< Marks: 1 won, 0 lost; + and - by forfeit.
dora< Group 2:
dora<   No  Name                  1  2  3  Pts
dora<    1  bert                  *  .  .    0
dora<    2  carl                  .  *  .    0
dora<    3  fred                  .  .  *    0
dora< Marks: 1 won, 0 lost; + and - by forfeit.
dora> tournament standings 2 2 1
dora< Group 2:
dora<   No  Name                  Pts     W-L   Dir    SB  Diff
dora<    1= bert                    0     0-0     0     0     0
dora<    1= carl                    0     0-0     0     0     0
dora<    1= fred                    0     0-0     0     0     0
dora> tournament standings 2 3
dora< ** It has 2 rows.
dora> tournament pairings 2 groups 1
dora< Groups, round 1 of 3:
dora<    No  Player                Opponent             To State
dora<     1  dave                  emma                  1 due 12:03
dora<     4  carl                  fred                  1 due 12:03
dora: tournament cancel 2 rain yes
clock: +600
dora> tournament results 2
dora< Tournament 2: Groups (cancelled)
dora< Cancelled: there is no winner.
dora<     Place  Name                  Seed   Won  Lost
dora<         -  anna                     1     0     0
dora<         -  bert                     2     0     0
dora<         -  carl                     3     0     0
dora<         -  dave                     4     0     0
dora<         -  emma                     5     0     0
dora<         -  fred                     6     0     0
dora> tournament info 2
dora< Tournament 2: Groups (cancelled)
dora<   Format: groups, then a knock-out
dora<   Match length, round by round: 1
dora<   Players in a group: 3
dora<   Players of each group who advance: 1
dora<   Order of tie-breaks:
dora<     direct sonneborn difference
dora<   Counts for the rating: yes
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<   Players: 6
dora<   Started: 2026-01-01 12:00 UTC
dora<   Ended: 2026-01-01 12:10 UTC
dora<   Round: 1 of 3
dora> tournament list over
dora<    No  End          Players  Winner                Tournament
dora<     2  2026-01-01         6  cancelled             Groups (groups)
dora<     1  2026-01-01         5  anna                  Swiss Evening (swiss)
dora> tournament list over 1
dora<    No  End          Players  Winner                Tournament
dora<     1  2026-01-01         5  anna                  Swiss Evening (swiss)
dora> tournament list over 0
dora< ** '0' is not a positive number.
