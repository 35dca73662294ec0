# SPDX-License-Identifier: MIT
# tournament: what it shows of a knock-out with a consolation, to interactive users and to client programs
option idle_s 36000
user anna 1900 200
user bert 1800 200
user carl 1700 200
user dave 1600 200
user emma 1500 200
user fred 1400 200
telnet dora anna
clip bert
tiny carl dave emma fred
telnet vera
clip walt
dora> tournament list
dora< There are no current tournaments.
dora< ** Finished tournaments: tournament list over
dora> tournament list over
dora< There are no finished tournaments.
dora> tournament list xyzzy
dora< ** 'xyzzy' is not a positive number.
dora: tournament create Sunday Cup format consolation length 3 final 5 clock off checkin 0 seeding draw
dora> tournament info 1
dora< Tournament 1: Sunday Cup (planned)
dora<   Format: knock-out with consolation
dora<   Match length, round by round: 3
dora<   Length of the final: 5
dora<   Seeding by: draw
dora<   Counts for the rating: yes
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<   Players: 0, at most 128
dora<   Next: a director opens entries
dora> tournament bracket 1
dora< ** This tournament has not started.
dora> tournament standings 1
dora< ** This tournament has not started.
dora> tournament pairings 1
dora< ** This tournament has not started.
dora> tournament results 1
dora< ** This tournament has not started.
dora: tournament open 1
anna: tournament register 1
bert: tournament register 1
carl: tournament register 1
dave: tournament register 1
emma: tournament register 1
fred: tournament register 1
dora: tournament set 1 seeding rating
vera> tournament list
vera<    No  State          Players  Start        Tournament
vera<     1  open             6/128               Sunday Cup (consolation)
vera< ** To take part in an open one: tournament register NUMBER
vera< ** Finished tournaments: tournament list over
vera> tournament 1
vera< Tournament 1: Sunday Cup (open)
vera<   Format: knock-out with consolation
vera<   Match length, round by round: 3
vera<   Length of the final: 5
vera<   Counts for the rating: yes
vera<   Clock: off
vera<   Minutes before the start to check in: 0
vera<   Director: dora
vera<   Players: 6, at most 128
vera<   SHA-256 of the draw's seed:
vera<     c0dfc8b97a2f05c0271abd096ae6fc2b3317c4705f9c5555ad07e8e42fce0823
vera<   Next: a director starts it
dora: tournament start 1 yes
vera> tournament list
vera<    No  State          Players  Start        Tournament
vera<     1  running              6  Jan  1 12:00 Sunday Cup (consolation)
vera< ** Finished tournaments: tournament list over
vera> tournament info 1
vera< Tournament 1: Sunday Cup (running)
vera<   Format: knock-out with consolation
vera<   Match length, round by round: 3
vera<   Length of the final: 5
vera<   Counts for the rating: yes
vera<   Clock: off
vera<   Minutes before the start to check in: 0
vera<   Director: dora
vera<   Players: 6 still in, of 6
vera<   SHA-256 of the draw's seed:
vera<     c0dfc8b97a2f05c0271abd096ae6fc2b3317c4705f9c5555ad07e8e42fce0823
vera<   Started: 2026-01-01 12:00 UTC
vera<   Matches not over: 2
vera<   Next: a match begins at 2026-01-01 12:03 UTC
anna> tournament info 1
anna< Tournament 1: Sunday Cup (running)
anna<   Format: knock-out with consolation
anna<   Match length, round by round: 3
anna<   Length of the final: 5
anna<   Counts for the rating: yes
anna<   Clock: off
anna<   Minutes before the start to check in: 0
anna<   Director: dora
anna<   Players: 6 still in, of 6
anna<   SHA-256 of the draw's seed:
anna<     c0dfc8b97a2f05c0271abd096ae6fc2b3317c4705f9c5555ad07e8e42fce0823
anna<   Started: 2026-01-01 12:00 UTC
anna<   Matches not over: 2
anna<   Next: a match begins at 2026-01-01 12:03 UTC
emma> tournament pairings 1
emma<    No  Player                Opponent             To State
emma<     2  dave                  emma                  3 due 12:03
emma<     4  carl                  fred                  3 due 12:03
vera> tournament bracket 1
vera< Main bracket, rounds 1 to 3
vera<   1 anna
vera<        anna -------------.
vera<     bye                  |
vera<                          #5 ----------.
vera<   4 dave                 |            |
vera<        #2 ---------------'            |
vera<   5 emma                              |
vera<                                       #7
vera<   2 bert                              |
vera<        bert -------------.            |
vera<     bye                  |            |
vera<                          #6 ----------'
vera<   3 carl                 |
vera<        #4 ---------------'
vera<   6 fred
vera< #N: pairing N, not over.
vera<
vera< Consolation, rounds 1 to 3
vera<     bye
vera<        #8 ---------------.
vera<     loser of 2           |
vera<                          #10 ---------.
vera<        loser of 6 -------'            |
vera<                                       #12
vera<     bye                               |
vera<        #9 ---------------.            |
vera<     loser of 4           |            |
vera<                          #11 ---------'
vera<        loser of 5 -------'
vera< #N: pairing N, not over.
clock: +180
vera> tournament pairings 1
vera<    No  Player                Opponent             To State
vera<     2  dave                  emma                  3 playing 0-0
vera<     4  carl                  fred                  3 playing 0-0
vera> tournament info
vera< Tournament 1: Sunday Cup (running)
vera<   Format: knock-out with consolation
vera<   Match length, round by round: 3
vera<   Length of the final: 5
vera<   Counts for the rating: yes
vera<   Clock: off
vera<   Minutes before the start to check in: 0
vera<   Director: dora
vera<   Players: 6 still in, of 6
vera<   SHA-256 of the draw's seed:
vera<     c0dfc8b97a2f05c0271abd096ae6fc2b3317c4705f9c5555ad07e8e42fce0823
vera<   Started: 2026-01-01 12:00 UTC
vera<   Matches not over: 2
vera<   Next: the current matches end
vera> show games
vera< List of games:
vera< dave            -            emma (3 point match 0-0)
vera<     of tournament 1: Sunday Cup
vera< carl            -            fred (3 point match 0-0)
vera<     of tournament 1: Sunday Cup
walt> show games
walt< List of games:
walt< dave            -            emma (3 point match 0-0)
walt< carl            -            fred (3 point match 0-0)
vera> who playing
vera< No  S  username        rating   exp login  idle from
vera<  4 T   carl           1700.00   200 12:00  3:00 c-fxh4ehzygq3gvvb5
vera<  5 T   dave           1600.00   200 12:00  3:00 c-fxh4ehzygq3gvvb5
vera<  6 T   emma           1500.00   200 12:00  3:00 c-fxh4ehzygq3gvvb5
vera<  7 T   fred           1400.00   200 12:00  3:00 c-fxh4ehzygq3gvvb5
vera> whois carl
vera< Information about carl:
vera<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
vera<   Last logout: Not available
vera<   Still logged in. 3:00 minutes idle.
vera<   carl is playing with fred.
vera<   It is a match of tournament 1, Sunday Cup.
vera<   Rating: 1700.00 Experience: 200
vera<   No email address.
walt> whois carl
walt< Information about carl:
walt<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
walt<   Last logout: Not available
walt<   Still logged in. 3:00 minutes idle.
walt<   carl is playing with fred.
walt<   Rating: 1700.00 Experience: 200
walt<   No email address.
# a watcher cannot talk to the players
carl: blind vera
vera: watch carl
vera> look carl
vera< [board]
vera<
vera<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  fred rolled 6 5.
vera> tell carl roll a 6
vera< ** You watch carl in a match of a tournament: no talking to the players.
vera> alert fred look
vera< ** You watch fred in a match of a tournament: no talking to the players.
vera> message carl roll a 6
vera< ** You watch carl in a match of a tournament: no talking to the players.
vera> kibitz a 6 would do
vera< ** It is a match of a tournament: only its watchers hear you.
vera< You kibitz: a 6 would do
vera< ** But nobody heard you.
vera> whisper a 6 would do
vera< You whisper: a 6 would do
vera< ** But nobody heard you.
walt: watch fred
walt> kibitz what a roll
vera< walt kibitzes: what a roll
walt< ** It is a match of a tournament: only its watchers hear you.
walt< 19 what a roll
walt< ** 1 user heard you.
vera> whisper indeed
vera< You whisper: indeed
vera< ** 1 user heard you.
walt< 14 vera indeed
vera> tell anna hello
anna< vera says: hello
vera< ** You tell anna: hello
carl> kibitz hello you
carl< You kibitz: hello you
carl< ** 3 users heard you.
fred< carl kibitzes: hello you
vera< carl kibitzes: hello you
walt< 15 carl hello you
carl: blind walt
vera: unwatch
vera> tell carl well played
carl< vera says: well played
vera< ** You tell carl: well played
fred: resign normal
carl: accept
fred: resign gammon
vera> tournament pairings 1
vera<    No  Player                Opponent             To State
vera<     2  dave                  emma                  3 playing 0-0
vera<     4  carl                  fred                  3 playing 1-0
dora> tournament forfeit 1 emma did not play
dora< ** That match has begun: set its result with 'tournament setresult'.
dora: tournament setresult 1 fred 3-0 the connection was lost
vera> tournament pairings 1 main 1
vera< Main bracket, round 1 of 3:
vera<    No  Player                Opponent             To State
vera<     1 *anna                  bye                   3
vera<     2  dave                  emma                  3 playing 0-0
vera<     3 *bert                  bye                   3
vera<     4  carl                 *fred                  3 0-3 (director)
vera> tournament pairings 1 main 9
vera< ** It has rounds 1 to 3.
vera> tournament pairings 1 losers
vera< ** There is no part 'losers' of this tournament.
vera> tournament pairings 1 main 1 5
vera< Main bracket, round 1 of 3:
vera<    No  Player                Opponent             To State
vera< ** It has 4 rows.
vera> tournament pairings 1 main 0
vera< ** '0' is not a positive number.
vera> tournament bracket 1
vera< Main bracket, rounds 1 to 3
vera<   1 anna
vera<        anna -------------.
vera<     bye                  |
vera<                          #5 ----------.
vera<   4 dave                 |            |
vera<        #2 0-0 -----------'            |
vera<   5 emma                              |
vera<                                       #7
vera<   2 bert                              |
vera<        bert -------------.            |
vera<     bye                  |            |
vera<                          #6 ----------'
vera<   3 carl                 |
vera<        fred 3=0 ---------'
vera<   6 fred
vera< #N: pairing N, not over.
vera< 5=2: set by a director.
vera<
vera< Consolation, rounds 1 to 3
vera<     bye
vera<        #8 ---------------.
vera<     loser of 2           |
vera<                          #10 ---------.
vera<        loser of 6 -------'            |
vera<                                       #12
vera<     bye                               |
vera<        carl -------------.            |
vera<     carl                 |            |
vera<                          #11 ---------'
vera<        loser of 5 -------'
vera< #N: pairing N, not over.
vera> tournament bracket 1 consolation
vera< Consolation, rounds 1 to 3
vera<     bye
vera<        #8 ---------------.
vera<     loser of 2           |
vera<                          #10 ---------.
vera<        loser of 6 -------'            |
vera<                                       #12
vera<     bye                               |
vera<        carl -------------.            |
vera<     carl                 |            |
vera<                          #11 ---------'
vera<        loser of 5 -------'
vera< #N: pairing N, not over.
vera> tournament bracket 1 main 2 3
vera< ** That page has parts 1 to 1.
vera> tournament bracket 1 main 7
vera< ** It has rounds 1 to 3.
vera> tournament bracket 1 rounds
vera< ** There is no part 'rounds' of this tournament.
vera> tournament standings 1
vera<     Place  Name                  Seed   Won  Lost
vera<         -  anna                     1     0     0  still in
vera<         -  bert                     2     0     0  still in
vera<         -  dave                     4     0     0  still in
vera<         -  emma                     5     0     0  still in
vera<         -  fred                     6     1     0  still in
vera<       5-6  carl                     3     0     1
vera> tournament standings 1 table
vera< ** This tournament has no table of points.
vera> tournament standings 1 99
vera<     Place  Name                  Seed   Won  Lost
vera< ** It has 6 rows.
vera> tournament standings 1 xyzzy
vera< ** 'xyzzy' is not a positive number.
vera> tournament results 1
vera< Tournament 1: Sunday Cup (running)
vera< Not over: places so far.
vera<     Place  Name                  Seed   Won  Lost
vera<         -  anna                     1     0     0  still in
vera<         -  bert                     2     0     0  still in
vera<         -  dave                     4     0     0  still in
vera<         -  emma                     5     0     0  still in
vera<         -  fred                     6     1     0  still in
vera<       5-6  carl                     3     0     1
bert> tournament bracket 1
bert< Main bracket, rounds 1 to 3
bert<   1 anna
bert<        anna -------------.
bert<     bye                  |
bert<                          #5 ----------.
bert<   4 dave                 |            |
bert<        #2 0-0 -----------'            |
bert<   5 emma                              |
bert<                                       #7
bert<   2 bert                              |
bert<        bert -------------.            |
bert<     bye                  |            |
bert<                          #6 ----------'
bert<   3 carl                 |
bert<        fred 3=0 ---------'
bert<   6 fred
bert< #N: pairing N, not over.
bert< 5=2: set by a director.
bert<
bert< Consolation, rounds 1 to 3
bert<     bye
bert<        #8 ---------------.
bert<     loser of 2           |
bert<                          #10 ---------.
bert<        loser of 6 -------'            |
bert<                                       #12
bert<     bye                               |
bert<        carl -------------.            |
bert<     carl                 |            |
bert<                          #11 ---------'
bert<        loser of 5 -------'
bert< #N: pairing N, not over.
bert> tournament pairings 1
bert<    No  Player                Opponent             To State
bert<     2  dave                  emma                  3 playing 0-0
bert<     6  bert                  fred                  3 due 12:06
vera> tournament export 1 json
vera< {"record":"tournament","id":1,"name":"Sunday Cup","phase":"running","stage":"bracket","paused":false,"directors":["dora"],"invited":[],"waiting":[],"commitment":"c0dfc8b97a2f05c0271abd096ae6fc2b3317c4705f9c5555ad07e8e42fce0823","seed":null,"created_ms":1767268800000,"started_ms":1767268800000,"ended_ms":null,"round":0,"rounds":0,"groups":0,"base":0,"entries":6,"pairings":12,"acts":21,"settings":{"format":"consolation","length":"3","final":"5","reset":"100","side":"0","chance":"0","consolation":"12","lastchance":"0","rounds":"0","losses":"3","group":"4","qualify":"2","seeding":"rating","points":"normal","tiebreaks":"direct buchholz-1 buchholz sonneborn progressive","playoff":"0","cube":"yes","crawford":"yes","game":"backgammon","rated":"yes","bots":"no","capacity":"128","minrating":"0","maxrating":"0","clock":"off","overtime":"0","schedule":"live","days":"7","notice":"3","late":"penalty","grace":"5","wait":"15","pairing":"server","lateentry":"yes","checkin":"0","active":"yes","opens":"0","closes":"0","starts":"0"}}
vera< {"record":"entry","entry":0,"name":"anna","rating":1900.000000,"seed":1,"late":false,"withdrawn":false,"cancelled":false,"losses":0,"place":null,"standing":null}
vera< {"record":"entry","entry":1,"name":"bert","rating":1800.000000,"seed":2,"late":false,"withdrawn":false,"cancelled":false,"losses":0,"place":null,"standing":null}
vera< {"record":"entry","entry":2,"name":"carl","rating":1700.000000,"seed":3,"late":false,"withdrawn":false,"cancelled":false,"losses":1,"place":[5,6],"standing":null}
vera< {"record":"entry","entry":3,"name":"dave","rating":1600.000000,"seed":4,"late":false,"withdrawn":false,"cancelled":false,"losses":0,"place":null,"standing":null}
vera< {"record":"entry","entry":4,"name":"emma","rating":1500.000000,"seed":5,"late":false,"withdrawn":false,"cancelled":false,"losses":0,"place":null,"standing":null}
vera< {"record":"entry","entry":5,"name":"fred","rating":1400.000000,"seed":6,"late":false,"withdrawn":false,"cancelled":false,"losses":0,"place":null,"standing":null}
vera< {"record":"pairing","pairing":0,"section":"main","group":0,"round":1,"slot":0,"length":3,"sides":[0,"nobody"],"end":"bye","winner":0,"score":[0,0],"match":null,"due_ms":null,"winner_to":[4,0],"loser_to":[7,0]}
vera< {"record":"pairing","pairing":1,"section":"main","group":0,"round":1,"slot":1,"length":3,"sides":[3,4],"end":"open","winner":null,"score":[0,0],"match":1,"due_ms":1767268980000,"winner_to":[4,1],"loser_to":[7,1]}
vera< {"record":"pairing","pairing":2,"section":"main","group":0,"round":1,"slot":2,"length":3,"sides":[1,"nobody"],"end":"bye","winner":0,"score":[0,0],"match":null,"due_ms":null,"winner_to":[5,0],"loser_to":[8,0]}
vera< {"record":"pairing","pairing":3,"section":"main","group":0,"round":1,"slot":3,"length":3,"sides":[2,5],"end":"set","winner":1,"score":[0,3],"match":2,"due_ms":1767268980000,"winner_to":[5,1],"loser_to":[8,1]}
vera< {"record":"pairing","pairing":4,"section":"main","group":0,"round":2,"slot":0,"length":3,"sides":[0,null],"end":"open","winner":null,"score":[0,0],"match":null,"due_ms":null,"winner_to":[6,0],"loser_to":[10,1]}
vera< {"record":"pairing","pairing":5,"section":"main","group":0,"round":2,"slot":1,"length":3,"sides":[1,5],"end":"open","winner":null,"score":[0,0],"match":null,"due_ms":1767269160000,"winner_to":[6,1],"loser_to":[9,1]}
vera< {"record":"pairing","pairing":6,"section":"main","group":0,"round":3,"slot":0,"length":5,"sides":[null,null],"end":"open","winner":null,"score":[0,0],"match":null,"due_ms":null,"winner_to":null,"loser_to":null}
vera< {"record":"pairing","pairing":7,"section":"consolation","group":0,"round":1,"slot":0,"length":1,"sides":["nobody",null],"end":"open","winner":null,"score":[0,0],"match":null,"due_ms":null,"winner_to":[9,0],"loser_to":null}
vera< {"record":"pairing","pairing":8,"section":"consolation","group":0,"round":1,"slot":1,"length":1,"sides":["nobody",2],"end":"bye","winner":1,"score":[0,0],"match":null,"due_ms":null,"winner_to":[10,0],"loser_to":null}
vera< {"record":"pairing","pairing":9,"section":"consolation","group":0,"round":2,"slot":0,"length":1,"sides":[null,null],"end":"open","winner":null,"score":[0,0],"match":null,"due_ms":null,"winner_to":[11,0],"loser_to":null}
vera< {"record":"pairing","pairing":10,"section":"consolation","group":0,"round":2,"slot":1,"length":1,"sides":[2,null],"end":"open","winner":null,"score":[0,0],"match":null,"due_ms":null,"winner_to":[11,1],"loser_to":null}
vera< {"record":"pairing","pairing":11,"section":"consolation","group":0,"round":3,"slot":0,"length":1,"sides":[null,null],"end":"open","winner":null,"score":[0,0],"match":null,"due_ms":null,"winner_to":null,"loser_to":null}
vera< {"record":"act","act":0,"at_ms":1767268800000,"actor":"dora","kind":"create","text":"Sunday Cup"}
vera< {"record":"act","act":1,"at_ms":1767268800000,"actor":"dora","kind":"director","value":1,"user":"dora","rating":0.000000}
vera< {"record":"act","act":2,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"format consolation"}
vera< {"record":"act","act":3,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"length 3"}
vera< {"record":"act","act":4,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"final 5"}
vera< {"record":"act","act":5,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"seeding draw"}
vera< {"record":"act","act":6,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"clock off"}
vera< {"record":"act","act":7,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"checkin 0"}
vera< {"record":"act","act":8,"at_ms":1767268800000,"actor":null,"kind":"commit","text":"c0dfc8b97a2f05c0271abd096ae6fc2b3317c4705f9c5555ad07e8e42fce0823"}
vera< {"record":"act","act":9,"at_ms":1767268800000,"actor":"dora","kind":"open"}
vera< {"record":"act","act":10,"at_ms":1767268800000,"actor":"anna","kind":"enter","user":"anna","rating":1900.000000}
vera< {"record":"act","act":11,"at_ms":1767268800000,"actor":"bert","kind":"enter","user":"bert","rating":1800.000000}
vera< {"record":"act","act":12,"at_ms":1767268800000,"actor":"carl","kind":"enter","user":"carl","rating":1700.000000}
vera< {"record":"act","act":13,"at_ms":1767268800000,"actor":"dave","kind":"enter","user":"dave","rating":1600.000000}
vera< {"record":"act","act":14,"at_ms":1767268800000,"actor":"emma","kind":"enter","user":"emma","rating":1500.000000}
vera< {"record":"act","act":15,"at_ms":1767268800000,"actor":"fred","kind":"enter","user":"fred","rating":1400.000000}
vera< {"record":"act","act":16,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"seeding rating"}
vera< {"record":"act","act":17,"at_ms":1767268800000,"actor":"dora","kind":"start","text":"0 1 2 3 4 5"}
vera< {"record":"act","act":18,"at_ms":1767268980000,"actor":null,"kind":"seat","pairing":1,"value":1}
vera< {"record":"act","act":19,"at_ms":1767268980000,"actor":null,"kind":"seat","pairing":3,"value":2}
vera< {"record":"act","act":20,"at_ms":1767268980000,"actor":"dora","kind":"setresult","pairing":3,"side":1,"score":[0,3],"text":"the connection was lost"}
vera< ** That was the end.
vera> tournament export 1 matches
vera< Matches by number; on the server, this writes them as .mat files:
vera<   gammond export tournament 1 --mat FOLDER
vera<        1  dave - emma
vera<        2  carl - fred
vera> tournament export 1 xyzzy
vera< ** 'xyzzy' is not one of text, json, matches.
vera> tournament export 1 999
vera< ** It has 40 rows.
# a file is neither wrapped nor paged
vera: set linelength 40
vera: set pagelength 3
vera: toggle wrap
vera> tournament export 1 json 40
vera< {"record":"act","act":20,"at_ms":1767268980000,"actor":"dora","kind":"setresult","pairing":3,"side":1,"score":[0,3],"text":"the connection was lost"}
vera< ** That was the end.
vera> tournament export 1 text 36
vera< 2026-01-01 12:00:00 dora set seeding rating
vera< 2026-01-01 12:00:00 dora start
vera< 2026-01-01 12:03:00 - seat #2 1
vera< 2026-01-01 12:03:00 - seat #4 2
vera< 2026-01-01 12:03:00 dora setresult #4 fred 0-3 the connection was lost
vera< ** That was the end.
vera: toggle wrap
vera: set pagelength 0
vera: set linelength 0
# a player has left
dave> bye
dave closed
...
vera> tournament pairings 1
vera<    No  Player                Opponent             To State
vera<     2  dave                  emma                  3 interrupted 0-0
vera<     6  bert                  fred                  3 due 12:06
vera> tournament bracket 1 main 1
vera< Main bracket, rounds 1 to 3
vera<   1 anna
vera<        anna -------------.
vera<     bye                  |
vera<                          #5 ----------.
vera<   4 dave                 |            |
vera<        #2 0-0 -----------'            |
vera<   5 emma                              |
vera<                                       #7
vera<   2 bert                              |
vera<        bert -------------.            |
vera<     bye                  |            |
vera<                          #6 ----------'
vera<   3 carl                 |
vera<        fred 3=0 ---------'
vera<   6 fred
vera< #N: pairing N, not over.
vera< 5=2: set by a director.
clock: +600
vera> tournament pairings 1
vera<    No  Player                Opponent             To State
vera<     6  bert                  fred                  3 playing 0-0
vera<     5  anna                  emma                  3 due 12:16
