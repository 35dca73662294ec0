# SPDX-License-Identifier: MIT
# stat: lines of counters, then an empty line
clip alice
telnet bob
alice> stat
alice< ~^0[0-9]+ bytes in the database$
alice< 02 accounts made so far
alice< 00 ratings saved. reset log: never
alice< 02 registered users.
alice< 00(0) saved games check by cron, too old: 60 days
alice< Up: 0+00:00:00 (days+time), starts: 1
alice< On line: 2, most on line: 2, log-ins: 2
alice< Matches begun: 0, running: 0, over: 0
alice< Commands since the start: 1
alice< Longest turn of the server: 0.0 ms, in the last minute: 0.0 ms
alice<
dice 31
match alice bob 1
clock +61
bob> stat
bob< ~^[0-9]+ bytes in the database$
bob< 2 accounts made so far
bob< 0 ratings saved. reset log: never
bob< 2 registered users.
bob< 0(0) saved games check by cron, too old: 60 days
bob< Up: 0+00:01:01 (days+time), starts: 1
bob< On line: 2, most on line: 2, log-ins: 2
bob< Matches begun: 1, running: 1, over: 0
bob< Commands since the start: 5
bob< Longest turn of the server: 0.0 ms, in the last minute: 0.0 ms
bob<
moves alice bob
alice> resign n
alice< You want to resign. bob will win 1 point.
bob< alice wants to resign. You will win 1 point. Type 'accept' or 'reject'.
bob> accept
alice< bob accepts and wins 1 point.
alice< bob wins the 1 point match 1-0 .
alice< 5 bob - - 1 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
alice< 5 alice - - 1 0 1490.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< You accept and win 1 point.
bob< You win the 1 point match 1-0 .
bob< Ratings: bob 1510.00 (+10.00), alice 1490.00 (-10.00).
bob< Type 'rematch' to offer alice the same match again.
alice> stat
alice< ~^0[0-9]+ bytes in the database$
alice< 02 accounts made so far
alice< 02 ratings saved. reset log: never
alice< 02 registered users.
alice< 00(0) saved games check by cron, too old: 60 days
alice< Up: 0+00:01:01 (days+time), starts: 1
alice< On line: 2, most on line: 2, log-ins: 2
alice< Matches begun: 1, running: 0, over: 1
alice< Commands since the start: 10
alice< Longest turn of the server: 0.0 ms, in the last minute: 0.0 ms
alice<
