# SPDX-License-Identifier: MIT
# tournament: a full tournament has a waiting list
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
user emma 1400 200
user fred 1300 200
telnet dora
tiny anna bert carl dave emma fred
dora: tournament create Small Cup capacity 2 length 1 clock off
dora: tournament open
anna> tournament register
dora< ** Small Cup: anna is entered (1 of 2).
anna< ** You are entered for Small Cup.
anna< ** Please check in now: type 'tournament checkin 1'.
bert> tournament register
dora< ** Small Cup: bert is entered (2 of 2).
bert< ** You are entered for Small Cup.
bert< ** Please check in now: type 'tournament checkin 1'.
carl> tournament register
dora< ** Small Cup: carl waits for a place (waiting: 1).
carl< ** Small Cup is full. You are number 1 on the waiting list, and will be notified when a place is free.
carl< ** Please check in now: type 'tournament checkin 1'.
dave> tournament register
dora< ** Small Cup: dave waits for a place (waiting: 2).
dave< ** Small Cup is full. You are number 2 on the waiting list, and will be notified when a place is free.
dave< ** Please check in now: type 'tournament checkin 1'.
emma> tournament register
dora< ** Small Cup: emma waits for a place (waiting: 3).
emma< ** Small Cup is full. You are number 3 on the waiting list, and will be notified when a place is free.
emma< ** Please check in now: type 'tournament checkin 1'.
emma> tournament register
emma< ** You are on the waiting list already.
dave> tournament my
dave< Tournament 1, Small Cup:
dave<   It is full. You are number 2 on the waiting list.
# a player leaves: the first on the list takes the place, no other user before
bert> tournament withdraw
dora< ** Small Cup: bert has withdrawn (1 of 2).
dora< ** Small Cup: carl is entered (2 of 2).
bert< ** You have withdrawn from Small Cup.
carl< ** Small Cup: a place is free, and it is yours: you are entered.
carl< ** Please check in now: type 'tournament checkin 1'.
bert> tournament register
dora< ** Small Cup: bert waits for a place (waiting: 3).
bert< ** Small Cup is full. You are number 3 on the waiting list, and will be notified when a place is free.
bert< ** Please check in now: type 'tournament checkin 1'.
dora> tournament announce 1 we begin at eight
dora< ** Small Cup: we begin at eight
anna< ** Small Cup: we begin at eight
bert< ** Small Cup: we begin at eight
carl< ** Small Cup: we begin at eight
dave< ** Small Cup: we begin at eight
emma< ** Small Cup: we begin at eight
dora> toggle entries
dora< ** You are not told who enters a tournament that you direct.
carl> tournament checkin
carl< ** You are checked in for Small Cup. Be here when it starts.
# the same after a restart, with a director who wants no notices of entries
dora: tournament close
restart
telnet dora
tiny anna bert carl dave emma fred
fred> tournament register 1
fred< ** Entries are not open.
dora> tournament info
dora< Tournament 1: Small Cup (closed)
dora<   Format: knock-out
dora<   Match length, round by round: 1
dora<   Counts for the rating: yes
dora<   Maximum number of players: 2
dora<   Clock: off
dora<   Director: dora
dora<   Players: 2, at most 2
dora<   Checked in: 1
dora<   Waiting list: dave, emma, bert
dora<   Next: a director starts it
dora<   Check in before it starts, or you will not play
dora> tournament export 1 json
dora< {"record":"tournament","id":1,"name":"Small Cup","phase":"closed","stage":"rounds","paused":false,"directors":["dora"],"invited":[],"waiting":["dave","emma","bert"],"commitment":null,"seed":null,"created_ms":1767268800000,"started_ms":null,"ended_ms":null,"round":0,"rounds":0,"groups":0,"base":0,"entries":3,"pairings":0,"acts":17,"settings":{"format":"single","length":"1","final":"0","reset":"100","side":"0","chance":"0","consolation":"12","lastchance":"0","rounds":"0","losses":"3","group":"4","qualify":"2","seeding":"rating","points":"normal","tiebreaks":"direct buchholz-1 buchholz sonneborn progressive","playoff":"0","cube":"yes","crawford":"yes","game":"backgammon","rated":"yes","bots":"no","capacity":"2","minrating":"0","maxrating":"0","clock":"off","overtime":"0","schedule":"live","days":"7","notice":"3","late":"penalty","grace":"5","wait":"15","pairing":"server","lateentry":"yes","checkin":"30","active":"yes","opens":"0","closes":"0","starts":"0"}}
dora< {"record":"entry","entry":0,"name":"anna","rating":1800.000000,"seed":null,"late":false,"withdrawn":false,"cancelled":false,"losses":0,"place":null,"standing":null}
dora< {"record":"entry","entry":1,"name":"bert","rating":1700.000000,"seed":null,"late":false,"withdrawn":true,"cancelled":false,"losses":0,"place":null,"standing":null}
dora< {"record":"entry","entry":2,"name":"carl","rating":1600.000000,"seed":null,"late":false,"withdrawn":false,"cancelled":false,"losses":0,"place":null,"standing":null}
dora< {"record":"act","act":0,"at_ms":1767268800000,"actor":"dora","kind":"create","text":"Small Cup"}
dora< {"record":"act","act":1,"at_ms":1767268800000,"actor":"dora","kind":"director","value":1,"user":"dora","rating":0.000000}
dora< {"record":"act","act":2,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"length 1"}
dora< {"record":"act","act":3,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"capacity 2"}
dora< {"record":"act","act":4,"at_ms":1767268800000,"actor":"dora","kind":"set","text":"clock off"}
dora< {"record":"act","act":5,"at_ms":1767268800000,"actor":"dora","kind":"open"}
dora< {"record":"act","act":6,"at_ms":1767268800000,"actor":"anna","kind":"enter","user":"anna","rating":1800.000000}
dora< {"record":"act","act":7,"at_ms":1767268800000,"actor":"bert","kind":"enter","user":"bert","rating":1700.000000}
dora< {"record":"act","act":8,"at_ms":1767268800000,"actor":"carl","kind":"wait","user":"carl","rating":1600.000000}
dora< {"record":"act","act":9,"at_ms":1767268800000,"actor":"dave","kind":"wait","user":"dave","rating":1500.000000}
dora< {"record":"act","act":10,"at_ms":1767268800000,"actor":"emma","kind":"wait","user":"emma","rating":1400.000000}
dora< {"record":"act","act":11,"at_ms":1767268800000,"actor":"bert","kind":"withdraw","entry":1}
dora< {"record":"act","act":12,"at_ms":1767268800000,"actor":null,"kind":"promote","user":"carl","rating":1600.000000}
dora< {"record":"act","act":13,"at_ms":1767268800000,"actor":"bert","kind":"wait","user":"bert","rating":1700.000000}
dora< {"record":"act","act":14,"at_ms":1767268800000,"actor":"dora","kind":"announce","text":"we begin at eight"}
dora< {"record":"act","act":15,"at_ms":1767268800000,"actor":"carl","kind":"checkin","entry":2}
dora< {"record":"act","act":16,"at_ms":1767268800000,"actor":"dora","kind":"close"}
dora< ** That was the end.
# one leaves the list, one is removed; more places
emma> tournament withdraw
emma< ** You do not take part in Small Cup.
dora> tournament remove 1 bert yes
dora< ** bert is out of Small Cup.
bert< ** dora has taken you out of Small Cup.
dora> tournament set 1 capacity 3
dora< ** capacity is now 3.
dave< ** Small Cup: a place is free, and it is yours: you are entered.
dave< ** Please check in now: type 'tournament checkin 1'.
emma> tournament my
emma< You are in no tournament. 'tournament list' lists them.
# a player who has not checked in at the start gives way to those who wait and have
dora: tournament open
emma> tournament register
emma< ** Small Cup is full. You are number 1 on the waiting list, and will be notified when a place is free.
emma< ** Please check in now: type 'tournament checkin 1'.
fred> tournament register
fred< ** Small Cup is full. You are number 2 on the waiting list, and will be notified when a place is free.
fred< ** Please check in now: type 'tournament checkin 1'.
fred> tournament checkin
fred< ** You are checked in for Small Cup: when it starts you play if a place is free.
fred> tournament checkin
fred< ** You have checked in already.
fred> tournament my
fred< Tournament 1, Small Cup:
fred<   It is full. You are number 2 on the waiting list.
dora> toggle entries
dora< ** You are told who enters a tournament that you direct.
dora> tournament start yes
dora< ** Small Cup: fred is entered (3 of 3).
dora< ** Small Cup begins with 2 players.
anna< ** Small Cup has begun without you: you had not checked in.
carl< ** Small Cup begins with 2 players.
carl< ** Small Cup, final: you play fred, a 1 point match, at 12:03.
dave< ** Small Cup has begun without you: you had not checked in.
emma< ** Small Cup has begun, and no place has become free for you.
fred< ** Small Cup: a place is free, and it is yours: you are entered.
fred< ** Small Cup begins with 2 players.
fred< ** Small Cup, final: you play carl, a 1 point match, at 12:03.
dora> tournament export 1 text
dora< Tournament 1: Small Cup (running)
dora<   Format: knock-out
dora<   Match length, round by round: 1
dora<   Counts for the rating: yes
dora<   Maximum number of players: 3
dora<   Clock: off
dora<   Director: dora
dora<
dora<     Place  Name                  Seed   Won  Lost
dora<         -  carl                     1     0     0  still in
dora<         -  fred                     2     0     0  still in
dora<
dora< Main bracket, round 1, to 1:
dora<     1  carl                  fred                  1 due 12:03
dora<
dora< Actions:
dora< 2026-01-01 12:00:00 dora create Small Cup
dora< 2026-01-01 12:00:00 dora director 1 dora
dora< 2026-01-01 12:00:00 dora set length 1
dora< 2026-01-01 12:00:00 dora set capacity 2
dora< 2026-01-01 12:00:00 dora set clock off
dora< 2026-01-01 12:00:00 dora open
dora< 2026-01-01 12:00:00 anna enter anna
dora< 2026-01-01 12:00:00 bert enter bert
dora< 2026-01-01 12:00:00 carl wait carl
dora< 2026-01-01 12:00:00 dave wait dave
dora< 2026-01-01 12:00:00 emma wait emma
dora< 2026-01-01 12:00:00 bert withdraw bert
dora< 2026-01-01 12:00:00 - promote carl
dora< 2026-01-01 12:00:00 bert wait bert
dora< 2026-01-01 12:00:00 dora announce we begin at eight
dora< 2026-01-01 12:00:00 carl checkin carl
dora< 2026-01-01 12:00:00 dora close
dora< 2026-01-01 12:00:00 emma decline emma
dora< 2026-01-01 12:00:00 dora decline bert
dora< 2026-01-01 12:00:00 dora set capacity 3
dora< 2026-01-01 12:00:00 - promote dave
dora< 2026-01-01 12:00:00 dora open
dora< 2026-01-01 12:00:00 emma wait emma
dora< 2026-01-01 12:00:00 fred wait fred
dora< 2026-01-01 12:00:00 fred attend fred
dora< 2026-01-01 12:00:00 - withdraw dave
dora< 2026-01-01 12:00:00 - promote fred
dora< 2026-01-01 12:00:00 dora start
dora< ** That was the end.
# the results alone
emma> tournament follow 1 matches
emma< ** usage: tournament follow N [results]
emma> tournament follow 1 results
emma< ** You follow Small Cup: you get its results.
bert> tournament follow 1
bert< ** You follow Small Cup: you get its results and see its matches.
clock +200
dora< fred and carl start a 1 point match.
anna< fred and carl start a 1 point match.
bert< fred and carl start a 1 point match.
bert< You're now watching carl.
carl< ** Small Cup, final: your match with fred begins.
carl< ** Player fred has joined you for a 1 point match.
carl< Starting a new game with fred.
carl< You rolled 2, fred rolled 5
carl< fred makes the first move.
carl< board:You:fred:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< fred and carl start a 1 point match.
emma< fred and carl start a 1 point match.
fred< ** Small Cup, final: your match with carl begins.
fred< ** You are now playing a 1 point match with carl
fred< Starting a new game with carl.
fred< You rolled 5, carl rolled 2
fred< It's your turn to move.
fred< board:You:carl:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dora> tournament setresult 1 carl 1-0 seen by all
dora< ** Small Cup, final: the director sets the result of carl and fred to 1-0: seen
dora<    by all
dora< carl wins a 1 point match against fred  1-0 .
dora< > 
dora< ** Small Cup: all is decided, the last of it not by play. It can be changed for
dora<    10 minutes, or until 'tournament confirm 1'.
anna< carl wins a 1 point match against fred  1-0 .
bert< ** Small Cup, final: the director sets the result of carl and fred to 1-0: seen by all
bert< carl wins the 1 point match 1-0 .
bert< ** Small Cup: all is decided, the last of it not by play. It can be changed for 10 minutes, or until 'tournament confirm 1'.
carl< ** Small Cup, final: the director sets the result of carl and fred to 1-0: seen by all
carl< You win the 1 point match 1-0 .
dave< carl wins a 1 point match against fred  1-0 .
emma< ** Small Cup, final: the director sets the result of carl and fred to 1-0: seen by all
emma< carl wins a 1 point match against fred  1-0 .
emma< ** Small Cup: all is decided, the last of it not by play. It can be changed for 10 minutes, or until 'tournament confirm 1'.
fred< ** Small Cup, final: the director sets the result of carl and fred to 1-0: seen by all
fred< carl wins the 1 point match 1-0 .
