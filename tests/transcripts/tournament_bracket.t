# SPDX-License-Identifier: MIT
# tournament bracket: with more than 16 places one page, and a list of the others
option idle_s 36000
telnet dora
clip pax pbx pcx pdx pex pfx pgx phx pix pjx pkx plx pmx pnx
clip pox ppx pqx
dora: tournament create Cup format double length 1 checkin 0 clock off
dora: tournament open
pax: tournament register
pbx: tournament register
pcx: tournament register
pdx: tournament register
pex: tournament register
pfx: tournament register
pgx: tournament register
phx: tournament register
pix: tournament register
pjx: tournament register
pkx: tournament register
plx: tournament register
pmx: tournament register
pnx: tournament register
pox: tournament register
ppx: tournament register
pqx: tournament register
dora: tournament start yes
dora> tournament bracket 1
dora< Main bracket, rounds 1 to 4, part 1 of 2
dora<   1 pax
dora<        pax --------------.
dora<     bye                  |
dora<                          #17 ---------.
dora<  16 ppx                  |            |
dora<        #2 ---------------'            |
dora<  17 pqx                               |
dora<                                       #25 ----------.
dora<   8 phx                               |             |
dora<        phx --------------.            |             |
dora<     bye                  |            |             |
dora<                          #18 ---------'             |
dora<   9 pix                  |                          |
dora<        pix --------------'                          |
dora<     bye                                             |
dora<                                                     #29
dora<   4 pdx                                             |
dora<        pdx --------------.                          |
dora<     bye                  |                          |
dora<                          #19 ---------.             |
dora<  13 pmx                  |            |             |
dora<        pmx --------------'            |             |
dora<     bye                               |             |
dora<                                       #26 ----------'
dora<   5 pex                               |
dora<        pex --------------.            |
dora<     bye                  |            |
dora<                          #20 ---------'
dora<  12 plx                  |
dora<        plx --------------'
dora<     bye
dora< #N: pairing N, not over.
dora< Final, round 1, to 1
dora<     winner of 31
dora<        #62
dora<     winner of 61
dora< #N: pairing N, not over.
dora< ** Other pages:
dora<   tournament bracket 1 [main|losers|final] ROUND PART
dora> tournament bracket 1 main 1 2
dora< Main bracket, rounds 1 to 4, part 2 of 2
dora<   2 pbx
dora<        pbx --------------.
dora<     bye                  |
dora<                          #21 ---------.
dora<  15 pox                  |            |
dora<        pox --------------'            |
dora<     bye                               |
dora<                                       #27 ----------.
dora<   7 pgx                               |             |
dora<        pgx --------------.            |             |
dora<     bye                  |            |             |
dora<                          #22 ---------'             |
dora<  10 pjx                  |                          |
dora<        pjx --------------'                          |
dora<     bye                                             |
dora<                                                     #30
dora<   3 pcx                                             |
dora<        pcx --------------.                          |
dora<     bye                  |                          |
dora<                          #23 ---------.             |
dora<  14 pnx                  |            |             |
dora<        pnx --------------'            |             |
dora<     bye                               |             |
dora<                                       #28 ----------'
dora<   6 pfx                               |
dora<        pfx --------------.            |
dora<     bye                  |            |
dora<                          #24 ---------'
dora<  11 pkx                  |
dora<        pkx --------------'
dora<     bye
dora< #N: pairing N, not over.
dora> tournament bracket 1 main 1 3
dora< ** That page has parts 1 to 2.
dora> tournament bracket 1 losers 1 1
dora< Losers' side, rounds 1 to 4, part 1 of 4
dora<     bye
dora<        #32 --------------.
dora<     loser of 2           |
dora<                          #40 ---------.
dora<        loser of 21 ------'            |
dora<                                       #48 ----------.
dora<     bye                               |             |
dora<        - ----------------.            |             |
dora<     bye                  |            |             |
dora<                          #41 ---------'             |
dora<        loser of 22 ------'                          |
dora<                                                     #52
dora<                                       loser of 26 --'
dora< #N: pairing N, not over.
dora> tournament bracket 1 final
dora< Final, round 1, to 1
dora<     winner of 31
dora<        #62
dora<     winner of 61
dora< #N: pairing N, not over.
