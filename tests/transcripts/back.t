# SPDX-License-Identifier: MIT
# back: ends `away`
clip alice
telnet bob
alice> back
alice< ** You're not away.
bob> back
bob< ** You're not away.
alice: away a minute
alice> back
alice< Welcome back.
alice< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice> away
alice< None of the users is away.
bob: away a minute
bob> BACK
alice< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< Welcome back.
bob> tell alice here I am
alice< 12 bob here I am
bob< ** You tell alice: here I am
alice> tell bob good
alice< 16 bob good
bob< alice says: good
