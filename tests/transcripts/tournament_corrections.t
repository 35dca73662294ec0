# SPDX-License-Identifier: MIT
# tournament: results that are changed and reopened, a final that waits, players who come back
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet dora oscar
role oscar operator
telnet anna
tiny bert carl dave
dora: tournament create Cup Night length 1 clock off checkin 0
dora: tournament open 1
anna> tournament register 1
dora< ** Cup Night: anna is entered (1 of 128).
anna< ** You are entered for Cup Night.
bert> tournament register 1
dora< ** Cup Night: bert is entered (2 of 128).
bert< ** You are entered for Cup Night.
carl> tournament register 1
dora< ** Cup Night: carl is entered (3 of 128).
carl< ** You are entered for Cup Night.
dave> tournament register 1
dora< ** Cup Night: dave is entered (4 of 128).
dave< ** You are entered for Cup Night.
dora: tournament start 1 yes
clock: +1
dora> tournament confirm 1
dora< ** There is nothing to confirm.
dora> tournament reopen 1 anna no reason
dora< ** That match is not over.
dora> tournament setresult 1 anna 1-0 told so
dora< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0:
dora<    told so
anna< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0:
anna<    told so
bert< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: told so
carl< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: told so
dave< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: told so
dora> tournament setresult 1 bert 1-0 told so
dora< ** Cup Night, round 1: the director sets the result of bert and carl to 1-0:
dora<    told so
anna< ** Cup Night, round 1: the director sets the result of bert and carl to 1-0:
anna<    told so
anna< ** Cup Night, final: you play bert, a 1 point match, at 12:03.
bert< ** Cup Night, round 1: the director sets the result of bert and carl to 1-0: told so
bert< ** Cup Night, final: you play anna, a 1 point match, at 12:03.
carl< ** Cup Night, round 1: the director sets the result of bert and carl to 1-0: told so
dave< ** Cup Night, round 1: the director sets the result of bert and carl to 1-0: told so
# the final waits: its players change
dora> tournament setresult 1 dave 0-1 it was the other way
dora< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: it
dora<    was the other way
anna< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: it
anna<    was the other way
bert< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: it was the other way
carl< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: it was the other way
dave< ** Cup Night, round 1: the director sets the result of anna and dave to 1-0: it was the other way
dora> tournament setresult 1 dave 1-0 it was the other way
dora< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it
dora<    was the other way
anna< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it
anna<    was the other way
bert< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it was the other way
bert< ** Cup Night, final: you play dave, a 1 point match, at 12:03.
carl< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it was the other way
dave< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it was the other way
dave< ** Cup Night, final: you play bert, a 1 point match, at 12:03.
dora> tournament setresult 1 1 0-1 it was the other way
dora< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it
dora<    was the other way
anna< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it
anna<    was the other way
bert< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it was the other way
carl< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it was the other way
dave< ** Cup Night, round 1: the director sets the result of anna and dave to 0-1: it was the other way
anna> tournament setresult 1 1 1-0 no
anna< ** Only a director of that tournament can do this.
dora> tournament pairings 1
dora<    No  Player                Opponent             To State
dora<     3  dave                  bert                  1 due 12:03
# the match has to be played after all
dora> tournament reopen 1 anna they had not begun
dora< ** Cup Night, round 1: the director takes back the result of anna and dave:
dora<    they had not begun
anna< ** Cup Night, round 1: the director takes back the result of anna and dave:
anna<    they had not begun
anna< ** Cup Night, round 1: you play dave, a 1 point match, at 12:03.
bert< ** Cup Night, round 1: the director takes back the result of anna and dave: they had not begun
carl< ** Cup Night, round 1: the director takes back the result of anna and dave: they had not begun
dave< ** Cup Night, round 1: the director takes back the result of anna and dave: they had not begun
dave< ** Cup Night, round 1: you play anna, a 1 point match, at 12:03.
dora> tournament reopen 1 anna again
dora< ** That match is not over.
dora> tournament remove 1 anna she has left yes
dora< ** Cup Night: the director takes anna out: she has left
dora< ** anna is out of Cup Night.
dora< > 
dora< ** Cup Night, round 1: dave wins against anna by forfeit.
anna< ** dora has taken you out of Cup Night: she has left
anna< ** Cup Night: your match with dave is lost by forfeit.
bert< ** Cup Night: the director takes anna out: she has left
bert< ** Cup Night, final: you play dave, a 1 point match, at 12:03.
carl< ** Cup Night: the director takes anna out: she has left
dave< ** Cup Night: the director takes anna out: she has left
dave< ** Cup Night: your match with anna is won by forfeit.
dave< ** Cup Night, final: you play bert, a 1 point match, at 12:03.
dora> tournament reopen 1 1 she had gone
dora< ** One of the two has left: put them back with 'tournament restore' first.
anna> tournament register 1
anna< ** You have withdrawn from that tournament.
dora> tournament restore 1 bert
dora< ** That player is entered already.
dora> tournament restore 1 anna
dora< ** Cup Night: anna is in it again.
anna< ** Cup Night: anna is in it again.
anna< ** dora has put you back into Cup Night.
anna< ** Cup Night, round 1: you play dave, a 1 point match, at 12:03.
bert< ** Cup Night: anna is in it again.
carl< ** Cup Night: anna is in it again.
dave< ** Cup Night: anna is in it again.
dave< ** Cup Night, round 1: you play anna, a 1 point match, at 12:03.
dave> tournament withdraw 1
dora< ** Cup Night, round 1: anna wins against dave by forfeit.
anna< ** Cup Night: your match with dave is won by forfeit.
anna< ** Cup Night, final: you play bert, a 1 point match, at 12:03.
bert< ** Cup Night, final: you play anna, a 1 point match, at 12:03.
dave< ** You have withdrawn from Cup Night.
dave< ** Cup Night: your match with anna is lost by forfeit.
dora> tournament restore 1 dave
dora< ** That player has withdrawn, and can come back: 'tournament register'.
dave> tournament register 1
dora< ** Cup Night: dave is in it again.
anna< ** Cup Night: dave is in it again.
anna< ** Cup Night, round 1: you play dave, a 1 point match, at 12:03.
bert< ** Cup Night: dave is in it again.
carl< ** Cup Night: dave is in it again.
dave< ** Cup Night: dave is in it again.
dave< ** Cup Night, round 1: you play anna, a 1 point match, at 12:03.
dave> tournament my
dave< Tournament 1, Cup Night:
dave<   You play anna, a 1 point match (round 1).
dave<   It begins by itself at 2026-01-01 12:03 UTC: be here.
dave> tournament withdraw 1
dora< ** Cup Night, round 1: anna wins against dave by forfeit.
anna< ** Cup Night: your match with dave is won by forfeit.
anna< ** Cup Night, final: you play bert, a 1 point match, at 12:03.
bert< ** Cup Night, final: you play anna, a 1 point match, at 12:03.
dave< ** You have withdrawn from Cup Night.
dave< ** Cup Night: your match with anna is lost by forfeit.
dave> tournament register 1
dave< ** You have withdrawn from that tournament.
# the result of the final is set: it waits, and can still be changed
oscar> tournament setresult 1 3 1-0 the light went out
dora< ** Cup Night, final: the director sets the result of anna and bert to 1-0: the
dora<    light went out
dora< ** Cup Night: all is decided, the last of it not by play. It can be changed for
dora<    10 minutes, or until 'tournament confirm 1'.
oscar< ** Result: anna beats bert 1-0.
anna< ** Cup Night, final: the director sets the result of anna and bert to 1-0: the
anna<    light went out
bert< ** Cup Night, final: the director sets the result of anna and bert to 1-0: the light went out
carl< ** Cup Night, final: the director sets the result of anna and bert to 1-0: the light went out
dora> tournament my
dora< Tournament 1, Cup Night:
dora<   You are a director.
dora<   All is decided. It ends at 2026-01-01 12:10 UTC, or with 'tournament confirm
dora<    1'.
dora> tournament setresult 1 3 0-1 no, bert has won it
dora< ** Cup Night, final: the director sets the result of anna and bert to 0-1: no,
dora<    bert has won it
dora< > 
dora< ** Cup Night: all is decided, the last of it not by play. It can be changed for
dora<    10 minutes, or until 'tournament confirm 1'.
anna< ** Cup Night, final: the director sets the result of anna and bert to 0-1: no,
anna<    bert has won it
bert< ** Cup Night, final: the director sets the result of anna and bert to 0-1: no, bert has won it
carl< ** Cup Night, final: the director sets the result of anna and bert to 0-1: no, bert has won it
drop dave
dora< dave drops connection.
oscar< dave drops connection.
anna< dave drops connection.
bert< dave drops connection.
carl< dave drops connection.
clock: +300
dora> tournament reopen 1 3 one more try
dora< ** Cup Night, final: the director takes back the result of anna and bert: one
dora<    more try
anna< ** Cup Night, final: the director takes back the result of anna and bert: one
anna<    more try
anna< ** Cup Night, final: you play bert, a 1 point match, at 12:08.
bert< ** Cup Night, final: the director takes back the result of anna and bert: one more try
bert< ** Cup Night, final: you play anna, a 1 point match, at 12:08.
carl< ** Cup Night, final: the director takes back the result of anna and bert: one more try
clock: +200
anna> resign n
anna< You want to resign. bert will win 1 point.
bert< anna wants to resign. You will win 1 point. Type 'accept' or 'reject'.
bert: accept
dora> tournament results 1
dora< Tournament 1: Cup Night (finished)
dora<   Main bracket, winner: bert
dora<     Place  Name                  Seed   Won  Lost
dora<         1  bert                     2     2     0
dora<         2  anna                     1     1     1
dora<       3-4  carl                     3     0     1
dora<       3-4  dave                     4     0     1  withdrew
# another result can be set until ten minutes have passed
dora: tournament create Short Night length 1 clock off checkin 0
dora: tournament open 2
anna> tournament register 2
dora< ** Short Night: anna is entered (1 of 128).
anna< ** You are entered for Short Night.
bert> tournament register 2
dora< ** Short Night: bert is entered (2 of 128).
bert< ** You are entered for Short Night.
dora: tournament start 2 yes
clock: +1
oscar> tournament follow 2
oscar< ** You follow Short Night: you get its results and see its matches.
oscar> tournament setresult 2 anna 1-0 they say
dora< ** Short Night, final: the director sets the result of anna and bert to 1-0:
dora<    they say
dora< ** Short Night: all is decided, the last of it not by play. It can be changed
dora<    for 10 minutes, or until 'tournament confirm 2'.
oscar< ** Short Night, final: the director sets the result of anna and bert to 1-0:
oscar<    they say
oscar< > 
oscar< ** Short Night: all is decided, the last of it not by play. It can be changed
oscar<    for 10 minutes, or until 'tournament confirm 2'.
anna< ** Short Night, final: the director sets the result of anna and bert to 1-0:
anna<    they say
bert< ** Short Night, final: the director sets the result of anna and bert to 1-0: they say
clock +598
dora> tournament info 2
dora< Tournament 2: Short Night (running)
dora<   Format: knock-out
dora<   Match length, round by round: 1
dora<   Counts for the rating: yes
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<   Players: 2 still in, of 2
dora<   Started: 2026-01-01 12:08 UTC
dora<   Main bracket, winner: anna
dora<   Matches not over: 0
dora<   Next: the next step, at 2026-01-01 12:18 UTC or when a director confirms the
dora<    last result
clock +3
dora< ** Short Night is over. First: anna. Type 'tournament results 2' for all
dora<    places.
oscar< ** Short Night is over. First: anna. Type 'tournament results 2' for all
oscar<    places.
anna< ** Short Night is over. First: anna. Type 'tournament results 2' for all
anna<    places.
bert< ** Short Night is over. First: anna. Type 'tournament results 2' for all places.
dora> tournament confirm 2
dora< ** That tournament is over.
# the result of a final is confirmed
dora: tournament create Last Night length 1 clock off checkin 0
dora: tournament open 3
anna> tournament register 3
dora< ** Last Night: anna is entered (1 of 128).
anna< ** You are entered for Last Night.
bert> tournament register 3
dora< ** Last Night: bert is entered (2 of 128).
bert< ** You are entered for Last Night.
dora: tournament start 3 yes
clock: +1
oscar> tournament setresult 3 anna 1-0 they say
dora< ** Last Night, final: the director sets the result of anna and bert to 1-0:
dora<    they say
dora< ** Last Night: all is decided, the last of it not by play. It can be changed
dora<    for 10 minutes, or until 'tournament confirm 3'.
oscar< ** Result: anna beats bert 1-0.
anna< ** Last Night, final: the director sets the result of anna and bert to 1-0:
anna<    they say
bert< ** Last Night, final: the director sets the result of anna and bert to 1-0: they say
dora> tournament confirm 3
dora< ** Last Night: the director confirms the last result.
dora< > 
dora< ** Last Night is over. First: anna. Type 'tournament results 3' for all places.
oscar< ** Last Night is over. First: anna. Type 'tournament results 3' for all places.
anna< ** Last Night: the director confirms the last result.
anna< ** Last Night is over. First: anna. Type 'tournament results 3' for all places.
bert< ** Last Night: the director confirms the last result.
bert< ** Last Night is over. First: anna. Type 'tournament results 3' for all places.
clock +1
