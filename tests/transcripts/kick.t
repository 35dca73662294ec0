# SPDX-License-Identifier: MIT
# kick: a connection is closed; others see FIBS's line, the match is saved
telnet oscar
role oscar operator
clip ada
role ada admin
clip alice
telnet bob
tiny carol
dice 31
match alice bob 3
carol: watch alice
alice> kick bob
alice< ** Permission denied
oscar> kick
oscar< ** usage: kick <user> [because <text>]
oscar> kick nobody
oscar< ** There is no one called nobody.
oscar> kick bo
oscar< ** There is no one called bo.
oscar> kick oscar
oscar< ** You can't do that to yourself.
oscar> kick ada
oscar< ** You can't do that to those who run the server.
oscar> kick bob for fun
oscar< ** usage: kick <user> [because <text>]
oscar> kick bob because of rude words.
oscar< ADMIN closes connection with bob, rude words.
oscar< ** The connection of bob is closed.
ada< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ada< 6
ada< 8 bob ADMIN closes connection with bob, rude words.
alice< ADMIN closes connection with bob, rude words. The game was saved.
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 8 bob ADMIN closes connection with bob, rude words.
bob< ** An operator closes your connection: rude words
bob closed
carol< ADMIN closes connection with bob, rude words.
ada> kick oscar
oscar< ** An operator closes your connection: no reason given
oscar closed
ada< 8 oscar ADMIN closes connection with oscar, no reason given.
ada< ** The connection of oscar is closed.
alice< 8 oscar ADMIN closes connection with oscar, no reason given.
carol< ADMIN closes connection with oscar, no reason given.
ada> operlog
ada< 2026-01-01 12:00 ada: kick oscar
ada< 2026-01-01 12:00 oscar: kick bob: rude words.
# the saved match is resumed
telnet bob
match alice bob resume
bob: board
