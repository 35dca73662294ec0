# SPDX-License-Identifier: MIT
# active users count as checked in at the start: at telnet, and in client programs with additions (rule 21)
telnet dora bert
clip gina prog
gina: additions
dora: tournament create Cup
dora: tournament open
bert: tournament register 1
gina: tournament register 1
prog: tournament register 1
dora> tournament start 1 yes
dora< ** Cup: players who are here and count as checked in: 2.
dora< ** Cup begins with 2 players.
bert< ** Cup begins with 2 players.
bert< ** Cup, final: you play gina, a 5 point match, at 12:03.
gina< ** Cup begins with 2 players.
gina< ** Cup, final: you play bert, a 5 point match, at 12:03.
prog< ** Cup has begun without you: you had not checked in.
