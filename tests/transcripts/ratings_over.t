# SPDX-License-Identifier: MIT
# a score above the length is not capped; the last game's line comes first
clip alice bob
telnet carol
dice 31
match alice bob 1
alice: 8-5 6-5
moves alice bob
alice: resign g
bob> accept
alice< bob accepts and wins 2 points.
alice< bob wins the 1 point match 2-0 .
alice< 5 bob - - 1 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 alice - - 1 0 1490.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< You accept and win 2 points.
bob< You win the 1 point match 2-0 .
bob< 5 bob - - 1 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice - - 1 0 1490.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< bob wins a 1 point match against alice  2-0 .
