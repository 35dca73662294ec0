# SPDX-License-Identifier: MIT
# a saved match that is not resumed is removed after a number of days; it can still be read
option saved_days 3
option idle_s 604800
clip alice bob
dice 31
match alice bob 5
alice: leave
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< **bob                     5                0 -  0
clock +259100
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< **bob                     5                0 -  0
# the end is announced, and comes a week later, if the server was up on seven days
clock +172800
clock +172800
bob> show savedcount alice
bob< alice has 1 saved game.
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< **bob                     5                0 -  0
clock +172800
clock +172800
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< no saved games.
bob> show savedcount alice
bob< alice has no saved games.
bob> invite alice
bob< ** There's no saved match with alice. Please give a match length.
alice> stat
alice< ~^0[0-9]+ bytes in the database$
alice< 02 accounts made so far
alice< 00 ratings saved. reset log: never
alice< 02 registered users.
alice< 00(1) saved games check by cron, too old: 3 days
alice< Up: 10+23:58:20 (days+time), starts: 1
alice< On line: 2, most on line: 2, log-ins: 2
alice< Matches begun: 1, running: 0, over: 1
alice< Commands since the start: 12
alice< Longest turn of the server: 0.0 ms, in the last minute: 0.0 ms
alice<
alice> oldmoves bob
alice< Score is 0-0 in a 5 point match.
alice< bob is X - alice is O
alice<
alice<
bob> invite alice 3
alice< bob wants to play a 3 point match with you.
alice< Type 'join bob' to accept.
bob< ** You invited alice to a 3 point match.
dice 31
alice> join bob
alice< ** You are now playing a 3 point match with bob
alice< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< Starting a new game with bob.
alice< You rolled 1, bob rolled 3
alice< bob makes the first move.
alice< board:You:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:3:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< ** Player alice has joined you for a 3 point match.
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< Starting a new game with alice.
bob< You rolled 3, alice rolled 1
bob< It's your turn to move.
bob< board:You:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
