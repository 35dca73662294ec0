# SPDX-License-Identifier: MIT
# view: a session as an operator sees it; without passwords and without talk
option flood 1
telnet oscar
role oscar operator
clip alice
telnet bob
clip carol
tiny dave
alice> view bob
alice< ** Permission denied
oscar> view
oscar< ** usage: view <user>
oscar> view nobody
oscar< ** There is no one called nobody.
oscar> view alice bob
oscar< ** usage: view <user>
dice 31
match alice bob 3
carol: watch bob
carol: gag alice
carol: blind dave
carol: waitfor oscar
carol: tell bob the secret word is rosebud
carol: away at lunch
dave: invite carol 3
oscar: mute dave shout 1h
clock +61
oscar> view bob
oscar< Session of bob:
oscar<   Account:   number 3, user, made 2026-01-01 12:00 UTC
oscar<   Client:    telnet -
oscar<   Host:      127.0.0.1
oscar<   Token:     none
oscar<   Logged in: 2026-01-01 12:00 UTC, idle 1:01
oscar<   Match:     number 1 with alice, 3 points, score 0-0, turn: alice
oscar<   Watches:   -; watched by 1
oscar<   Gags:      -
oscar<   Blinds:    -
oscar<   Waits for: -
oscar<   Muted:     no
oscar<   Switched:  allowpip autoboard crawford double moreboards notify ready
oscar<              report telnet variants tournaments entries fair bots public
oscar<   Variables: boardstyle=2 linelength=0 pagelength=0 redoubles=none
oscar<              sortwho=login timezone=UTC language=en variant=backgammon
oscar<              direction=fibs
oscar<   Limits:    0 of 20000 ms of the command allowance are used
oscar<   Output:    0 bytes waiting
oscar> view car
oscar< Session of carol:
oscar<   Account:   number 4, user, made 2026-01-01 12:00 UTC
oscar<   Client:    clip test
oscar<   Host:      127.0.0.1
oscar<   Token:     none
oscar<   Logged in: 2026-01-01 12:00 UTC, idle 1:01
oscar<   Match:     none
oscar<   Watches:   bob; watched by 0
oscar<   Gags:      alice
oscar<   Blinds:    dave
oscar<   Waits for: -
oscar<   Away:      at lunch
oscar<   Muted:     no
oscar<   Switched:  allowpip autoboard crawford double moreboards notify report
oscar<              telnet tournaments entries fair bots public
oscar<   Variables: boardstyle=3 linelength=0 pagelength=0 redoubles=none
oscar<              sortwho=login timezone=UTC language=en variant=backgammon
oscar<              direction=fibs
oscar<   Limits:    0 of 20000 ms of the command allowance are used
oscar<   Output:    0 bytes waiting
oscar> view dave
oscar< Session of dave:
oscar<   Account:   number 5, user, made 2026-01-01 12:00 UTC
oscar<   Client:    tinymud -
oscar<   Host:      127.0.0.1
oscar<   Token:     none
oscar<   Logged in: 2026-01-01 12:00 UTC, idle 1:01
oscar<   Match:     none
oscar<   Watches:   -; watched by 0
oscar<   Gags:      -
oscar<   Blinds:    -
oscar<   Waits for: -
oscar<   Muted:     shout, until 2026-01-01 13:00 UTC
oscar<   Switched:  allowpip autoboard crawford double moreboards notify report
oscar<              telnet tournaments entries fair bots public
oscar<   Variables: boardstyle=3 linelength=0 pagelength=0 redoubles=none
oscar<              sortwho=login timezone=UTC language=en variant=backgammon
oscar<              direction=fibs
oscar<   Limits:    0 of 20000 ms of the command allowance are used
oscar<   Output:    0 bytes waiting
dice 21
match dave carol unlimited
oscar> view carol
oscar< Session of carol:
oscar<   Account:   number 4, user, made 2026-01-01 12:00 UTC
oscar<   Client:    clip test
oscar<   Host:      127.0.0.1
oscar<   Token:     none
oscar<   Logged in: 2026-01-01 12:00 UTC, idle 0:00
oscar<   Match:     number 2 with dave, unlimited, score 0-0, turn: dave
oscar<   Watches:   -; watched by 0
oscar<   Gags:      alice
oscar<   Blinds:    dave
oscar<   Waits for: -
oscar<   Away:      at lunch
oscar<   Muted:     no
oscar<   Switched:  allowpip autoboard crawford double moreboards notify ready
oscar<              report telnet tournaments entries fair bots public
oscar<   Variables: boardstyle=3 linelength=0 pagelength=0 redoubles=none
oscar<              sortwho=login timezone=UTC language=en variant=backgammon
oscar<              direction=fibs
oscar<   Limits:    1300 of 20000 ms of the command allowance are used
oscar<   Output:    0 bytes waiting
oscar> operlog carol
oscar< 2026-01-01 12:01 oscar: view carol
oscar< 2026-01-01 12:01 oscar: view carol
