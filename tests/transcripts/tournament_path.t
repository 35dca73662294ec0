# SPDX-License-Identifier: MIT
# tournament path: the matches of one player, and the next opponent
option idle_s 36000
user anna 1900 200
user bert 1800 200
user carl 1700 200
user dave 1600 200
user emil 1500 200
telnet dora
clip anna bert carl dave emil
dora> tournament create Path double length 3 checkin 0 clock off
dora< ** Tournament 1 is made: Path.
dora< ** Format double, length 3, start by hand, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament path 1 anna
dora< ** This tournament has not started.
dora> tournament open 1
dora< ** Path: entries are open. Type 'tournament register 1' to take part.
anna> tournament register 1
dora< ** Path: anna is entered (1 of 128).
anna< ** You are entered for Path.
bert> tournament register 1
dora< ** Path: bert is entered (2 of 128).
bert< ** You are entered for Path.
carl> tournament register 1
dora< ** Path: carl is entered (3 of 128).
carl< ** You are entered for Path.
dave> tournament register 1
dora< ** Path: dave is entered (4 of 128).
dave< ** You are entered for Path.
emil> tournament register 1
dora< ** Path: emil is entered (5 of 128).
emil< ** You are entered for Path.
dora> tournament start 1 yes
dora< ** Path begins with 5 players.
anna< ** Path begins with 5 players.
anna< ** Path, round 1: you have a bye.
bert< ** Path begins with 5 players.
bert< ** Path, round 1: you have a bye.
bert< ** Path, round 2: you play carl, a 3 point match, at 12:03.
carl< ** Path begins with 5 players.
carl< ** Path, round 1: you have a bye.
carl< ** Path, round 2: you play bert, a 3 point match, at 12:03.
dave< ** Path begins with 5 players.
dave< ** Path, round 1: you play emil, a 3 point match, at 12:03.
emil< ** Path begins with 5 players.
emil< ** Path, round 1: you play dave, a 3 point match, at 12:03.
dora> tournament path 1 anna
dora< The matches of anna in Path:
dora<    No  Round                     Opponent             To State
dora<     1  round 1                  *bye                   3
dora<     5  round 2                   winner of 2           3
dora< After a win, round 3: winner of 6.
dora> tournament path 1 dave
dora< The matches of dave in Path:
dora<    No  Round                     Opponent             To State
dora<     2  round 1                   emil                  3 due 12:03
dora< After a win, round 2: anna.
dora> tournament setresult 1 dave 3-1 agreed
dora< ** Path, round 1: the director sets the result of dave and emil to 3-1: agreed
anna< ** Path, round 1: the director sets the result of dave and emil to 3-1: agreed
anna< ** Path, round 2: you play dave, a 3 point match, at 12:03.
bert< ** Path, round 1: the director sets the result of dave and emil to 3-1: agreed
carl< ** Path, round 1: the director sets the result of dave and emil to 3-1: agreed
dave< ** Path, round 1: the director sets the result of dave and emil to 3-1: agreed
dave< ** Path, round 2: you play anna, a 3 point match, at 12:03.
emil< ** Path, round 1: the director sets the result of dave and emil to 3-1: agreed
emil< ** Path, losers' side, round 1: you have a bye.
dora> tournament path 1 emil
dora< The matches of emil in Path:
dora<    No  Round                     Opponent             To State
dora<     2  round 1                   dave                  3 3-1 (director)
dora<     8  losers' side, round 1    *bye                   3
dora<    10  losers' side, round 2     loser of 6            3
dora< After a win, losers' side, round 3: winner of 11.
dora> tournament path 1 dave
dora< The matches of dave in Path:
dora<    No  Round                     Opponent             To State
dora<     2  round 1                  *emil                  3 3-1 (director)
dora<     5  round 2                   anna                  3 due 12:03
dora< After a win, round 3: winner of 6.
dora> tournament path 1
dora< ** usage: tournament path N NAME
dora> tournament path 1 nobody
dora< ** There is no player called 'nobody' in that tournament.
dora> set language it
dora< Il valore di 'language' ora \xc3\xa8 it.
dora> tournament path 1 emil
dora< Gli incontri di emil in Path:
dora<    N.  Turno                            Avversario            A Stato
dora<     2  turno 1                          dave                  3 3-1 (direttore)
dora<     8  tabellone dei perdenti, turno 1 *bye                   3
dora<    10  tabellone dei perdenti, turno 2  perdente di 6         3
dora< Dopo una vittoria, tabellone dei perdenti, turno 3: vincente di 11.
