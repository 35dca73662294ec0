# SPDX-License-Identifier: MIT
# tourney: the same as tournament
tiny dora
dora> tourney create Club Night
dora< ** Tournament 1 is made: Club Night.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tour open
dora< ** Club Night: entries are open. Type 'tournament register 1' to take part.
dora> tou my
dora< Tournament 1, Club Night:
dora<   You are a director.
