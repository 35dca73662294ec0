# SPDX-License-Identifier: MIT
# rawwho: lines 5 and 6 for client programs, who: rows for others
clip alice
telnet bob
clip carol
alice> rawwho
alice< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice> rawwho bob
alice< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
# no match: only line 6; an unknown name
alice> rawwho ready
alice< 6
alice> rawwho away
alice< 6
alice> rawwho nobody
alice< ** There is no one called nobody.
carol: toggle ready
bob: watch carol
dice 31
match alice carol 3
clock +75
alice> rawwho playing
alice< 5 alice carol - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 5 carol alice - 1 0 1500.00 0 75 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob> rawwho
bob< who:  1 P-- alice 1500.00 0 12:00 0:00 c-fxh4ehzygq3gvvb5
bob< who:  2 -W- bob 1500.00 0 12:00 0:00 127.0.0.1
bob< who:  3 P-- carol 1500.00 0 12:00 1:15 c-fxh4ehzygq3gvvb5
bob< who:end
bob> rawwho from 127
bob< who:  2 -W- bob 1500.00 0 12:00 0:00 127.0.0.1
bob< who:end
