# SPDX-License-Identifier: MIT
# settle: an operator ends a saved match that does not replay, and no other match
user oscar 1600 200
clip alice bob
telnet cora
telnet oscar
role oscar operator
dice 31
match alice bob 5
alice: leave
alice> settle 1 it hangs
alice< ** Permission denied
oscar> settle
oscar< ** usage: settle <match> <reason>
oscar> settle 1
oscar< ** usage: settle <match> <reason>
oscar> settle 77 why not
oscar< ** There is no match with the number 77.
oscar> settle 1 she asked me to
oscar< ** Match 1 is not damaged: its players can resume it.
corrupt alice bob
oscar> settle 1 does not replay
oscar< ** The damaged match 1 between alice and bob has ended without a winner.
oscar> settle 1 does not replay
oscar< ** Match 1 is over already.
oscar> operlog
oscar< 2026-01-01 12:00 oscar: settle match 1: does not replay
# a match that is being played is not ended
dice 31
match alice bob 3
oscar> settle 2 again
oscar< ** Match 2 is not damaged: its players can resume it.
alice: leave
# client programs get a notice at the next log-in, interactive users at once
dice 31
match cora bob 1
cora: leave
corrupt cora bob
oscar> settle 3 broken
cora< ** Your saved match with bob was damaged, so it has ended without a winner.
oscar< ** The damaged match 3 between cora and bob has ended without a winner.
