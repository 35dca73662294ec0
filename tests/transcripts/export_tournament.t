# SPDX-License-Identifier: MIT
# export N mat: a tournament match has its event and round, even when the tournament is no longer in memory; a
# match that no longer counts for the tournament does not
user anna 1700 900
user bert 1650 800
user carl 1600 700
user dave 1500 700
telnet anna
clip bert carl dave
anna: tournament create Sunday Cup -- length 1 checkin 0 clock off
anna: tournament open
bert: tournament register 1
carl: tournament register 1
dave: tournament register 1
dice 31
anna: tournament start 1 yes
clock: +180
carl: export 1 mat
carl: resign normal
dave: accept
carl> export 1 mat
carl< ** Match 1 as mat:
carl< ; [Event "Sunday Cup"]
carl< ; [Round "1"]
carl< ; [EventDate "2026.01.01"]
carl< ; [Variation "Backgammon"]
carl<
carl<  1 point match
carl<
carl<  Game 1
carl<  carl : 0                               dave : 0
carl<   1) 31:                                 Wins 1 point and the match
carl< ** End of match 1.
dice 31
clock: +180
# the final no longer counts
anna: tournament setresult 1 carl 1-0 a wrong report
anna: tournament setresult 1 carl 1-0 a wrong report yes
bert> export 2 mat
bert< ** Match 2 as mat:
bert< ; [EventDate "2026.01.01"]
bert< ; [Variation "Backgammon"]
bert< ; Both have lost by forfeit: nobody wins the match.
bert<
bert<  1 point match
bert< ** End of match 2.
bert: tournament withdraw 1
anna: tournament confirm 1
# the tournament is loaded again
restart
clip bert
bert> tournament list over
bert<    No  End          Players  Winner                Tournament
bert<     1  2026-01-01         3  carl                  Sunday Cup (single)
bert> export 2 mat
bert< ** Match 2 as mat:
bert< ; [EventDate "2026.01.01"]
bert< ; [Variation "Backgammon"]
bert< ; Both have lost by forfeit: nobody wins the match.
bert<
bert<  1 point match
bert< ** End of match 2.
bert> export 1 mat
bert< ** Match 1 as mat:
bert< ; [Event "Sunday Cup"]
bert< ; [Round "1"]
bert< ; [EventDate "2026.01.01"]
bert< ; [Variation "Backgammon"]
bert<
bert<  1 point match
bert<
bert<  Game 1
bert<  carl : 0                               dave : 0
bert<   1) 31:                                 Wins 1 point and the match
bert< ** End of match 1.
