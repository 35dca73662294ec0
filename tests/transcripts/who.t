# SPDX-License-Identifier: MIT
# who: its arguments, for client programs and for others
user BlunderBot_XI 1515.82 10025
clip alice
telnet bob
clip BlunderBot_XI
bob> who
bob< No  S  username        rating   exp login  idle from
bob<  1 -   alice          1500.00     0 12:00  0:00 c-fxh4ehzygq3gvvb5
bob<  2 -   bob            1500.00     0 12:00  0:00 127.0.0.1
bob<  3 -   BlunderBot_XI  1515.82 10025 12:00  0:00 c-fxh4ehzygq3gvvb5
alice> who
alice< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 5 BlunderBot_XI - - 0 0 1515.82 10025 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice> w bob
alice< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
alice> who nobody
alice< ** There is no one called nobody.
alice> who away
alice< No  S  username        rating   exp login  idle from
alice< ...
BlunderBot_XI: toggle ready
alice> who ready
alice< 5 BlunderBot_XI - - 1 0 1515.82 10025 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice> who playing
alice< 6
bob: watch alice
clock +64
bob> who
bob< No  S  username        rating   exp login  idle from
bob<  1 -   alice          1500.00     0 12:00  1:04 c-fxh4ehzygq3gvvb5
bob<  2 -W  bob            1500.00     0 12:00  0:00 127.0.0.1
bob<  3 R   BlunderBot_XI  1515.82 10025 12:00  1:04 c-fxh4ehzygq3gvvb5
bob> who count
bob< There are 3 users logged on.
# other users' addresses cannot be found by trying
bob> who from 127.0.0.1
bob< No  S  username        rating   exp login  idle from
bob<  2 -W  bob            1500.00     0 12:00  0:00 127.0.0.1
bob> who from c-fxh4ehzygq3gvvb5
bob< No  S  username        rating   exp login  idle from
bob<  1 -   alice          1500.00     0 12:00  1:04 c-fxh4ehzygq3gvvb5
bob<  3 R   BlunderBot_XI  1515.82 10025 12:00  1:04 c-fxh4ehzygq3gvvb5
bob> who from nowhere
bob< No  S  username        rating   exp login  idle from
# away
bob: away out
alice> who away
alice< 5 bob - alice 0 1 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob> who away
bob< No  S  username        rating   exp login  idle from
bob<  2 -WA bob            1500.00     0 12:00  0:00 127.0.0.1
bob< You're away. Please type 'back' > \
