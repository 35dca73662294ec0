# SPDX-License-Identifier: MIT
# a match counts for ratings only if both players have moved in some game of it
user ann 1600 400
user bob 1500 100
clip ann bob
# resigned at once, by either player
match ann bob 3
ann: resign b
bob> accept
ann< bob accepts and wins 3 points.
ann< bob wins the 3 point match 3-0 .
ann< 5 bob - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
ann< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
bob< You accept and win 3 points.
bob< You win the 3 point match 3-0 .
bob< 5 bob - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
match ann bob 3
bob: resign b
ann> accept
ann< You accept and win 3 points.
ann< You win the 3 point match 3-0 .
ann< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
ann< 5 bob - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
bob< ann accepts and wins 3 points.
bob< ann wins the 3 point match 3-0 .
bob< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 bob - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
# only one has moved
dice 31
match ann bob 1
ann: 8-5 6-5
ann: resign n
bob> accept
ann< bob accepts and wins 1 point.
ann< bob wins the 1 point match 1-0 .
ann< 5 bob - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
ann< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
bob< You accept and win 1 point.
bob< You win the 1 point match 1-0 .
bob< 5 bob - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
# both have, each in another game
dice 31
match ann bob 2
ann: 8-5 6-5
bob: resign n
ann: accept
ann: join
dice 13
bob: join
bob: 8-5 6-5
bob: resign n
ann> accept
ann< You accept and win 1 point.
ann< You win the 2 point match 2-0 .
ann< 5 ann - - 1 0 1602.60 402 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
ann< 5 bob - - 1 0 1489.61 102 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
bob< ann accepts and wins 1 point.
bob< ann wins the 2 point match 2-0 .
bob< 5 ann - - 1 0 1602.60 402 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 bob - - 1 0 1489.61 102 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
# moves from before a match was saved count when it is resumed, even after a restart
match ann bob 1
moves ann bob
ann: leave
restart
clip ann bob
match ann bob resume
ann: resign n
bob> accept
ann< bob accepts and wins 1 point.
ann< bob wins the 1 point match 1-0 .
ann< 5 bob - - 1 0 1498.08 103 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
ann< 5 ann - - 1 0 1600.47 403 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ann< 6
bob< You accept and win 1 point.
bob< You win the 1 point match 1-0 .
bob< 5 bob - - 1 0 1498.08 103 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 ann - - 1 0 1600.47 403 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
