# SPDX-License-Identifier: MIT
# tournament: rounds that directors pair by hand
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
user emma 1400 200
telnet dora oscar
role oscar operator
tiny anna bert carl dave emma
dora: tournament create Club Night format swiss rounds 3 length 1 clock off checkin 0
dora: tournament open 1
anna> tournament register 1
dora< ** Club Night: anna is entered (1 of 128).
anna< ** You are entered for Club Night.
bert> tournament register 1
dora< ** Club Night: bert is entered (2 of 128).
bert< ** You are entered for Club Night.
carl> tournament register 1
dora< ** Club Night: carl is entered (3 of 128).
carl< ** You are entered for Club Night.
dave> tournament register 1
dora< ** Club Night: dave is entered (4 of 128).
dave< ** You are entered for Club Night.
emma> tournament register 1
dora< ** Club Night: emma is entered (5 of 128).
emma< ** You are entered for Club Night.
dora> tournament pair 1
dora< ** No players are paired by hand in round 1. The server pairs them all.
dora> tournament pair 1 anna
dora< ** usage: tournament pair N [NAME NAME|bye]
dora> tournament pair 1 anna anna
dora< ** Each player may be named once only.
dora> tournament pair 1 anna fred
dora< ** There is no player called 'fred' in that tournament.
anna> tournament pair 1 anna bert
anna< ** Only a director of that tournament can do this.
dora> tournament pair 1 anna bert
dora< ** Round 1: anna meets bert.
dora> tournament pair 1 bert carl
dora< ** One of them has an opponent already, or the bye is taken: 'tournament
dora<    unpair' first.
dora> tournament pair 1 carl bye
dora< ** Round 1: carl has the bye.
dora> tournament unpair 1 carl
dora< ** Round 1: carl is no longer paired by hand.
dora> tournament unpair 1 carl
dora< ** There is no such pairing to be played just now.
dora> tournament pair 1 dave bye
dora< ** Round 1: dave has the bye.
dora> tournament pair 1
dora< ** Round 1: anna meets bert.
dora< ** Round 1: dave has the bye.
dora< ** Paired by the server: 2 players.
dora> tournament set 1 pairing hand
dora< ** pairing is now hand.
dora: tournament start 1 yes
clock +1
oscar> tournament pair 1 carl emma
oscar< ** Round 1: carl meets emma.
dora> tournament pair 1
dora< ** Round 1: anna meets bert.
dora< ** Round 1: carl meets emma.
dora< ** Round 1: dave has the bye.
dora< ** Paired by the server: 0 players.
dora: tournament resume 1
clock +1
dora> tournament pairings 1
dora<    No  Player                Opponent             To State
dora<     1  anna                  bert                  1 due 12:03
dora<     2  carl                  emma                  1 due 12:03
# round 2: with a warning when a pair has met before
dora> tournament pair 1 bert anna
dora< ** Round 2: bert meets anna.
dora< ** Warning: bert and anna have met in round 1.
dora> tournament pair 1 dave bye
dora< ** Round 2: dave has the bye.
dora< ** Warning: dave has had a bye in round 1.
dora> tournament unpair 1 dave
dora< ** Round 2: dave is no longer paired by hand.
dora> tournament pair 1 emma bye
dora< ** Round 2: emma has the bye.
dora> tournament pair 1 carl dave
dora< ** Round 2: carl meets dave.
dora: tournament setresult 1 1 1-0 told so
dora: tournament setresult 1 2 1-0 told so
clock +1
dora> tournament pairings 1 2
dora< Rounds, round 2 of 3:
dora<    No  Player                Opponent             To State
dora<     4  anna                  bert                  1 due 12:03
dora<     5  carl                  dave                  1 due 12:03
dora<     6 *emma                  bye                   1
# the last one is paired automatically again
dora> tournament set 1 pairing server
dora< ** Club Night: the director has changed a setting: pairing server
dora< ** pairing is now server.
anna< ** Club Night: the director has changed a setting: pairing server
bert< ** Club Night: the director has changed a setting: pairing server
carl< ** Club Night: the director has changed a setting: pairing server
dave< ** Club Night: the director has changed a setting: pairing server
emma< ** Club Night: the director has changed a setting: pairing server
dora: tournament setresult 1 4 1-0 told so
dora: tournament setresult 1 5 1-0 told so
clock: +1
dora> tournament pair 1 anna emma
dora< ** Only future rounds of the formats swiss and losses can be paired by hand.
# in a knock-out the seeding decides
dora: tournament create Cup length 1 checkin 0
dora> tournament pair 2 anna bert
dora< ** There is no player called 'anna' in that tournament.
dora: tournament open 2
anna> tournament register 2
dora< ** Cup: anna is entered (1 of 128).
anna< ** You are entered for Cup.
bert> tournament register 2
dora< ** Cup: bert is entered (2 of 128).
bert< ** You are entered for Cup.
dora> tournament pair 2 anna bert
dora< ** The seeding decides the pairings: 'tournament set 2 seeding hand', then
dora<    'tournament order'.
dora> tournament set 2 format robin
dora< ** Cup: the director has changed a setting: format robin
dora< ** format is now robin.
anna< ** Cup: the director has changed a setting: format robin
bert< ** Cup: the director has changed a setting: format robin
dora> tournament pair 2 anna bert
dora< ** Only future rounds of the formats swiss and losses can be paired by hand.
