# SPDX-License-Identifier: MIT
# the clock of a match: shown to interactive users under the board and to all on request; a player's time runs
# out
telnet alice
clip bob
telnet carol
alice: toggle ready
alice> clock
alice< ** You're not watching or playing.
alice> clock break
alice< ** You're not watching or playing.
alice> clock x
alice< ** There is no one called x.
dice 31 55
bob: invite alice 1 clock fast
carol> clock
carol< ** You're not watching or playing.
# both are told, a client program in one plain line
alice> join bob
alice< ** You are now playing a 1 point match with bob
alice< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
alice< The match has a clock: 8 seconds of each turn are free, then bob has 0:20 and
alice<    alice has 0:20.
alice< Starting a new game with bob.
alice< You rolled 1, bob rolled 3
alice< bob makes the first move.
alice< [board]
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 1.
alice< Clock: bob 0:20  alice 0:20 (delay 8)
bob< ** Player alice has joined you for a 1 point match.
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< The match has a clock: 8 seconds of each turn are free, then bob has 0:20 and alice has 0:20.
bob< Starting a new game with alice.
bob< You rolled 3, alice rolled 1
bob< It's your turn to move.
bob< board:You:alice:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carol< alice and bob start a 1 point match.
carol: watch alice
carol> clock
carol< Clock: bob 0:20  alice 0:20 (delay 8)
carol> clock break
carol< ** You're not playing.
# bob moves within his delay
clock 7.5
bob> 8-5 6-5
alice< bob moves 8-5 6-5 .
alice< [board]
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
alice< Clock: bob 0:20  alice 0:20 (delay 8)
alice< You roll 5 and 5.
alice< Please move 4 pieces.
bob< board:You:alice:1:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
bob< alice rolls 5 and 5.
bob< board:You:alice:1:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:5:1:1:1:0:1:-1:0:25:0:0:0:0:4:0:0:0
carol< bob moves 8-5 6-5 .
carol< [board]
carol<
carol<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
carol< Clock: bob 0:20  alice 0:20 (delay 8)
carol< alice rolls 5 and 5.
# alice uses three seconds more than her delay; only her reserve is left
clock 8
alice> clock
alice< Clock: bob 0:20  alice 0:20 (delay 8)
clock 3
bob> clock
bob< Clock: bob 0:20  alice 0:17 (delay 8)
carol> board
carol< [board]
carol<
carol<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 5 5.
carol< Clock: bob 0:20  alice 0:17 (delay 8)
# with ten seconds left she is warned
clock 7
alice< ** You have 10 seconds left.
# her time runs out
clock 9.999
alice> clock
alice< Clock: bob 0:20  alice 0:01 (delay 8)
clock 0.001
alice< ** Your time is up. You lose the match.
alice< bob wins the 1 point match 0-0 .
alice< Not rated: not both players had moved.
alice< Type 'rematch' to offer bob the same match again.
bob< ** The time of alice is up: the match is lost.
bob< You win the 1 point match 0-0 .
bob< 5 bob - - 1 0 1500.00 0 17 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< ** The time of alice is up: the match is lost.
carol< bob wins the 1 point match 0-0 .
carol< Not rated: not both players had moved.
bob> clock
bob< ** You're not watching or playing.
