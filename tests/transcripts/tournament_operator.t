# SPDX-License-Identifier: MIT
# tournament: operators and admins who are not directors can do the same, under their own name
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet dora oscar
role oscar admin
tiny bert
dora> tournament create Closed Cup checkin 0 length 3 clock off capacity 4
dora< ** Tournament 1 is made: Closed Cup.
dora< ** Format single, length 3, start by hand, at most 4 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament open
dora< ** Closed Cup: entries are open. Type 'tournament register 1' to take part.
oscar< ** Closed Cup: entries are open. Type 'tournament register 1' to take part.
dora> tournament add 1 anna
dora< ** anna is invited to Closed Cup.
tiny anna
anna> tournament checkin 1
dora< ** Closed Cup: anna is entered (1 of 4).
anna< ** You are entered for Closed Cup.
drop: anna
dora> tournament close
dora< ** Closed Cup: no more entries are taken.
# entries are closed: only the director, and so oscar, can invite
bert> tournament register 1
bert< ** Entries are not open.
bert> tournament add 1 bert
bert< ** Only a director of that tournament can do this.
dora> tournament add 1 bert
dora< ** bert is invited to Closed Cup.
bert< ** dora invites you to tournament 1, Closed Cup. To take part type 'tournament register 1', if not 'tournament withdraw 1'.
bert> tournament register 1
dora< ** Closed Cup: bert is entered (2 of 4).
bert< ** You are entered for Closed Cup.
oscar> tournament add 1 carl
oscar< ** carl is invited to Closed Cup.
tiny carl
carl> tournament register 1
dora< ** Closed Cup: carl is entered (3 of 4).
carl< ** You are entered for Closed Cup.
# himself too; but not like an ordinary user
oscar> tournament register 1
oscar< ** Entries are not open.
oscar> tournament add 1 oscar
dora< ** Closed Cup: oscar is entered (4 of 4).
oscar< ** You are entered for Closed Cup.
oscar> tournament add 1 oscar
oscar< ** You are entered already.
oscar> tournament add 1 dave
oscar< ** dave is invited to Closed Cup.
# the log names the user who acted
dora> tournament export 1 text
dora< Tournament 1: Closed Cup (closed)
dora<   Format: knock-out
dora<   Match length, round by round: 3
dora<   Counts for the rating: yes
dora<   Maximum number of players: 4
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<   Invited: dave
dora<
dora<     Place  Name                  Seed   Won  Lost
dora<
dora< Actions:
dora< 2026-01-01 12:00:00 dora create Closed Cup
dora< 2026-01-01 12:00:00 dora director 1 dora
dora< 2026-01-01 12:00:00 dora set length 3
dora< 2026-01-01 12:00:00 dora set capacity 4
dora< 2026-01-01 12:00:00 dora set clock off
dora< 2026-01-01 12:00:00 dora set checkin 0
dora< 2026-01-01 12:00:00 dora open
dora< 2026-01-01 12:00:00 dora invite anna
dora< 2026-01-01 12:00:00 anna enter anna
dora< 2026-01-01 12:00:00 dora close
dora< 2026-01-01 12:00:00 dora invite bert
dora< 2026-01-01 12:00:00 bert enter bert
dora< 2026-01-01 12:00:00 oscar invite carl
dora< 2026-01-01 12:00:00 carl enter carl
dora< 2026-01-01 12:00:00 oscar admit oscar
dora< 2026-01-01 12:00:00 oscar invite dave
dora< ** That was the end.
