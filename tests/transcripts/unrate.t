# SPDX-License-Identifier: MIT
# unrate: an operator reverts the rating change of a match, once, and not of the operator's own
user anna 1800 200
user bert 1700 200
user oscar 1600 200
telnet anna
clip bert
telnet oscar
role oscar operator
match anna bert 3
moves anna bert
anna: resign b
bert: accept
anna> unrate 1 he was lucky
anna< ** Permission denied
oscar> unrate
oscar< ** usage: unrate <match> <reason>
oscar> unrate 1
oscar< ** usage: unrate <match> <reason>
oscar> unrate 77 why not
oscar< ** There is no match with the number 77.
oscar> unrate bert why not
oscar< ** There is no match with the number bert.
oscar> rawwho bert
oscar< who:  2 R-- bert 1711.43 203 12:00 0:00 127.0.0.1
oscar< who:end
bert> bye
bert closed
...
oscar> unrate 1 the two were one
anna< oscar left a message (Thursday, January 01 12:00 UTC): Your match with bert no longer counts for the ratings; yours changes by +11.43. Reason: the two were one
oscar< ** Match 1: the rating of anna changes by +11.43.
oscar< ** Match 1: the rating of bert changes by -11.43.
oscar> rawwho bert
oscar< ** There is no one called bert.
oscar> rawwho anna
oscar< who:  1 R-- anna 1800.00 200 12:00 0:00 127.0.0.1
oscar< who:end
oscar> unrate 1 the two were one
oscar< ** The rating changes of that match have already been undone.
oscar> operlog
oscar< 2026-01-01 12:00 oscar: unrate bert match 1 -11.43: the two were one
oscar< 2026-01-01 12:00 oscar: unrate anna match 1 +11.43: the two were one
oscar> history anna
oscar< Finished matches of anna, the most recent first:
oscar< Number    Ended       Opponent             Points  Score
oscar< #1        2026-01-01  bert                      3      0-3     lost
connect: bert
bert> login test 1008 bert secret
anna< bert logs in.
bert<
bert< 1 bert 1767268800 127.0.0.1
bert< 2 bert 1 1 0 0 0 0 1 1 200 0 1 0 1 1700.00 0 1 0 1 0 UTC
bert< 3
bert< [motd]
bert<
bert< 4
bert<
bert< 9 oscar 1767268800 Your match with anna no longer counts for the ratings; yours changes by -11.43. Reason: the two were one
bert< 5 anna - - 1 0 1800.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 5 oscar - - 0 0 1600.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bert< 5 bert - - 1 0 1700.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
bert< 5 bert - - 1 0 1700.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bert< 6
oscar< bert logs in.
# a match of the operator's own
match anna oscar 1
moves anna oscar
anna: resign b
oscar: accept
oscar> unrate 2 own
oscar< ** You played that match yourself: another operator has to do this.
# a match without a rating change
match bert anna 1
anna: resign b
bert: accept
oscar> unrate 3 nothing
oscar< ** That match changed no ratings.

