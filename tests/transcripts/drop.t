# SPDX-License-Identifier: MIT
# a connection is lost during a match: closed by the peer, or by an error
clip alice bob
telnet carol
dice 31
match alice bob 3
drop alice
bob< alice drops connection. The game was saved.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 8 alice alice drops connection.
carol< alice drops connection.
clip alice
bob> show saved
bob<   opponent          matchlength   score (your points first)
bob< **alice                   3                0 -  0
match bob alice resume
drop alice error
bob< Network error with alice. The game was saved.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 8 alice Network error with alice.
carol< Network error with alice.
