# SPDX-License-Identifier: MIT
# tournament: a match that both have begun goes on whatever a director decides
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet anna dave
tiny bert
clip carl
telnet dora
anna: toggle ready
dave: toggle ready
dora: tournament create Four format robin length 3 checkin 0 clock off
dora: tournament open
anna: tournament register
bert: tournament register
carl: tournament register
dave: tournament register
dora: tournament start yes
clock: +180
moves anna dave
# dave is losing, and his friend directs: the match goes on, and may be left
dora> tournament setresult 1 dave 3-0 agreed
anna< ** Four, round 1: the director sets the result of anna and dave to 0-3: agreed
anna< ** Four: your match with dave no longer counts for the tournament. It continues
anna<    as an ordinary match, and you may 'leave' it.
dave< ** Four, round 1: the director sets the result of anna and dave to 0-3: agreed
dave< ** Four: your match with anna no longer counts for the tournament. It continues
dave<    as an ordinary match, and you may 'leave' it.
bert< ** Four, round 1: the director sets the result of anna and dave to 0-3: agreed
carl< ** Four, round 1: the director sets the result of anna and dave to 0-3: agreed
dora< ** Four, round 1: the director sets the result of anna and dave to 0-3: agreed
dave> leave
anna< ** Player dave has left the game. The game was saved.
dave< ** You terminated the game. The game was saved.
bert< dave has left the game with anna.
carl< dave has left the game with anna.
carl< 5 dave - - 1 0 1500.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< 5 anna - - 1 0 1800.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
dora< dave has left the game with anna.
anna> show saved
anna<   opponent          matchlength   score (your points first)
anna< **dave                    3                0 -  0
anna: invite dave
dave: join anna
# once reopened, the match counts for the tournament again
dora> tournament reopen 1 1 a mistake
anna< ** Four, round 1: the director takes back the result of anna and dave: a
anna<    mistake
anna< ** Four, round 1: your match with dave begins.
dave< ** Four, round 1: the director takes back the result of anna and dave: a
dave<    mistake
dave< ** Four, round 1: your match with anna begins.
bert< ** Four, round 1: the director takes back the result of anna and dave: a mistake
carl< ** Four, round 1: the director takes back the result of anna and dave: a mistake
dora< ** Four, round 1: the director takes back the result of anna and dave: a
dora<    mistake
dave> leave
dave< ** A match of a tournament can't be left. Type 'tournament withdraw' to give
dave<    up.
dora> tournament setresult 1 1 0-3 he insists
anna< ** Four, round 1: the director sets the result of anna and dave to 0-3: he
anna<    insists
anna< ** Four: your match with dave no longer counts for the tournament. It continues
anna<    as an ordinary match, and you may 'leave' it.
dave< ** Four, round 1: the director sets the result of anna and dave to 0-3: he
dave<    insists
dave< ** Four: your match with anna no longer counts for the tournament. It continues
dave<    as an ordinary match, and you may 'leave' it.
bert< ** Four, round 1: the director sets the result of anna and dave to 0-3: he insists
carl< ** Four, round 1: the director sets the result of anna and dave to 0-3: he insists
dora< ** Four, round 1: the director sets the result of anna and dave to 0-3: he
dora<    insists
dave: resign b
anna> accept
anna< You accept and win 3 points.
anna< You win the 3 point match 3-0 .
anna< Ratings: anna 1807.37 (+7.37), dave 1492.63 (-7.37).
anna< Type 'rematch' to offer dave the same match again.
dave< anna accepts and wins 3 points.
dave< anna wins the 3 point match 3-0 .
dave< Ratings: anna 1807.37 (+7.37), dave 1492.63 (-7.37).
dave< Type 'rematch' to offer anna the same match again.
bert< anna wins a 3 point match against dave  3-0 .
carl< anna wins a 3 point match against dave  3-0 .
carl< 5 anna - - 1 0 1807.37 203 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< 5 dave - - 1 0 1492.63 203 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
dora< anna wins a 3 point match against dave  3-0 .
# reversing a result does not change the ratings
dora> tournament setresult 1 1 3-0 the names were changed
anna< ** Four, round 1: the director sets the result of anna and dave to 3-0: the
anna<    names were changed
dave< ** Four, round 1: the director sets the result of anna and dave to 3-0: the
dave<    names were changed
bert< ** Four, round 1: the director sets the result of anna and dave to 3-0: the names were changed
carl< ** Four, round 1: the director sets the result of anna and dave to 3-0: the names were changed
dora< ** Four, round 1: the director sets the result of anna and dave to 3-0: the
dora<    names were changed
dora> rawwho anna
dora< who:  1 R-- anna 1807.37 203 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
# bert and carl have not both moved: their match ends
dora> tournament setresult 1 bert 3-0 agreed
anna< ** Four, round 1: the director sets the result of bert and carl to 3-0: agreed
anna< bert wins a 3 point match against carl  3-0 .
anna< ** Four: round 2 is paired.
anna< ** Four, round 2: you play bert, a 3 point match, at 12:06.
dave< ** Four, round 1: the director sets the result of bert and carl to 3-0: agreed
dave< bert wins a 3 point match against carl  3-0 .
dave< ** Four: round 2 is paired.
dave< ** Four, round 2: you play carl, a 3 point match, at 12:06.
bert< ** Four, round 1: the director sets the result of bert and carl to 3-0: agreed
bert< You win the 3 point match 3-0 .
bert< ** Four: round 2 is paired.
bert< ** Four, round 2: you play anna, a 3 point match, at 12:06.
carl< ** Four, round 1: the director sets the result of bert and carl to 3-0: agreed
carl< bert wins the 3 point match 3-0 .
carl< 5 bert - - 0 0 1700.00 200 180 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
carl< 5 carl - - 0 0 1600.00 200 180 1767268800 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< ** Four: round 2 is paired.
carl< ** Four, round 2: you play dave, a 3 point match, at 12:06.
dora< ** Four, round 1: the director sets the result of bert and carl to 3-0: agreed
dora< bert wins a 3 point match against carl  3-0 .
dora< > 
dora< ** Four: round 2 is paired.
# a match of the next round is interrupted when the director decides it
clock: +180
moves dave carl
drop: carl
dora> tournament setresult 1 3 3-0 carl has gone
anna< ** Four, round 2: the director sets the result of dave and carl to 3-0: carl
anna<    has gone
dave< ** Four, round 2: the director sets the result of dave and carl to 3-0: carl
dave<    has gone
dave< ** Four: your match with carl no longer counts for the tournament. It is saved,
dave<    and 'invite' resumes it.
bert< ** Four, round 2: the director sets the result of dave and carl to 3-0: carl has gone
dora< ** Four, round 2: the director sets the result of dave and carl to 3-0: carl
dora<    has gone
dave> show saved
dave<   opponent          matchlength   score (your points first)
dave<   carl                    3                0 -  0
dave> tournament my
dave< Tournament 1, Four:
dave<   You are waiting for your next opponent.
dave<   Your place so far: 3 of 4.
dora> tournament export 1
dora< Tournament 1: Four (running)
dora<   Format: round robin
dora<   Match length, round by round: 3
dora<   Order of tie-breaks:
dora<     direct sonneborn difference
dora<   Counts for the rating: yes
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<
dora<     Place  Name                  Seed   Won  Lost    Pts  Dir/SB/Diff
dora<         1  anna                     1     1     0      1  0/1/3
dora<         2  bert                     2     1     0      1  0/0/3
dora<         3  dave                     4     1     1      1  0/0/0
dora<         4  carl                     3     0     2      0  0/0/-6
dora<
dora< Rounds, round 1, to 3:
dora<     1 *anna                  dave                  3 3-0 (director)
dora<     2 *bert                  carl                  3 3-0 (director)
dora<
dora< Rounds, round 2, to 3:
dora<     3 *dave                  carl                  3 3-0 (director)
dora<     4  anna                  bert                  3 playing 0-0
dora<
dora< Rounds, round 3, to 3:
dora<     5  bert                  dave                  3
dora<     6  carl                  anna                  3
dora<
dora< Actions:
dora< 2026-01-01 12:00:00 dora create Four
dora< 2026-01-01 12:00:00 dora director 1 dora
dora< 2026-01-01 12:00:00 dora set format robin
dora< 2026-01-01 12:00:00 dora set length 3
dora< 2026-01-01 12:00:00 dora set clock off
dora< 2026-01-01 12:00:00 dora set checkin 0
dora< 2026-01-01 12:00:00 dora open
dora< 2026-01-01 12:00:00 anna enter anna
dora< 2026-01-01 12:00:00 bert enter bert
dora< 2026-01-01 12:00:00 carl enter carl
dora< 2026-01-01 12:00:00 dave enter dave
dora< 2026-01-01 12:00:00 dora start
dora< 2026-01-01 12:00:00 - round 1
dora< 2026-01-01 12:03:00 - seat #1 1
dora< 2026-01-01 12:03:00 - seat #2 2
dora< 2026-01-01 12:03:00 dora setresult #1 dave 0-3 agreed
dora< 2026-01-01 12:03:00 dora reopen #1 a mistake
dora< 2026-01-01 12:03:00 - seat #1 1
dora< 2026-01-01 12:03:00 dora setresult #1 dave 0-3 he insists
dora< 2026-01-01 12:03:00 dora setresult #1 anna 3-0 the names were changed
dora< 2026-01-01 12:03:00 dora setresult #2 bert 3-0 agreed
dora< 2026-01-01 12:03:00 - round 2
dora< 2026-01-01 12:06:00 - seat #3 3
dora< 2026-01-01 12:06:00 - seat #4 4
dora< 2026-01-01 12:06:00 dora setresult #3 dave 3-0 carl has gone
dora< ** That was the end.
