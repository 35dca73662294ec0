# SPDX-License-Identifier: MIT
# tournament: a Swiss tournament of more rounds than its players allow, at which all are absent
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user emil 1500 200
telnet dora
tiny anna bert carl emil
dora> tournament create Club Night format swiss rounds 7 length 1 clock off checkin 0 late wait
dora< ** Tournament 1 is made: Club Night.
dora< ** Format swiss, length 1, start by hand, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament open
dora< ** Club Night: entries are open. Type 'tournament register 1' to take part.
anna> tournament register
dora< ** Club Night: anna is entered (1 of 128).
anna< ** You are entered for Club Night.
bert> tournament register
dora< ** Club Night: bert is entered (2 of 128).
bert< ** You are entered for Club Night.
carl> tournament register
dora< ** Club Night: carl is entered (3 of 128).
carl< ** You are entered for Club Night.
dora> tournament set 1 rounds 7
dora< ** rounds is now 7.
dora< ** Rounds with the 3 players who are entered now: 2.
emil> tournament register
dora< ** Club Night: emil is entered (4 of 128).
emil< ** You are entered for Club Night.
dora> tournament set 1 rounds 3
dora< ** rounds is now 3.
dora> tournament set 1 rounds 7
dora< ** rounds is now 7.
dora< ** Rounds with the 4 players who are entered now: 3.
dora> tournament start yes
dora< ** Club Night begins with 4 players.
dora< ** Club Night: rounds that will be played: 3 (not 7), as there are 4 players.
anna< ** Club Night begins with 4 players.
anna< ** Club Night: rounds that will be played: 3 (not 7), as there are 4 players.
bert< ** Club Night begins with 4 players.
bert< ** Club Night: rounds that will be played: 3 (not 7), as there are 4 players.
carl< ** Club Night begins with 4 players.
carl< ** Club Night: rounds that will be played: 3 (not 7), as there are 4 players.
emil< ** Club Night begins with 4 players.
emil< ** Club Night: rounds that will be played: 3 (not 7), as there are 4 players.
drop anna
dora< anna drops connection.
dora< ** Club Night: round 1 is paired.
bert< anna drops connection.
bert< ** Club Night: round 1 is paired.
bert< ** Club Night, round 1: you play emil, a 1 point match, at 12:03.
carl< anna drops connection.
carl< ** Club Night: round 1 is paired.
carl< ** Club Night, round 1: you play anna, a 1 point match, at 12:03.
emil< anna drops connection.
emil< ** Club Night: round 1 is paired.
emil< ** Club Night, round 1: you play bert, a 1 point match, at 12:03.
drop bert
dora< bert drops connection.
carl< bert drops connection.
emil< bert drops connection.
drop carl
dora< carl drops connection.
emil< carl drops connection.
drop emil
dora< emil drops connection.
clock +1500
dora< ** Club Night, round 1: anna and carl both lose by forfeit.
dora< ** Club Night, round 1: bert and emil both lose by forfeit.
clock +1500
dora< ** Club Night: round 2 is paired.
clock +1500
dora< ** Club Night, round 2: anna and emil both lose by forfeit.
dora< ** Club Night, round 2: bert and carl both lose by forfeit.
dora< ** Club Night is over, without a winner.
dora> tournament results 1
dora< Tournament 1: Club Night (finished)
dora<     Place  Name                  Seed   Won  Lost
dora<       1-4  anna                     1     0     2  withdrew
dora<       1-4  bert                     2     0     2  withdrew
dora<       1-4  carl                     3     0     2  withdrew
dora<       1-4  emil                     4     0     2  withdrew
dora> whois anna
dora< Information about anna:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Thursday, January 01 12:00 UTC
dora<   Not logged in right now.
dora<   Rating: 1800.00 Experience: 200
dora<   No email address.
dora> tournament list over
dora<    No  End          Players  Winner                Tournament
dora<     1  2026-01-01         4  -                     Club Night (swiss)
