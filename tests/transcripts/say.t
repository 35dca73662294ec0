# SPDX-License-Identifier: MIT
# say: to the opponent
clip alice
telnet bob
dice 31
match alice bob 3
alice> say
alice< ** You can't say nothing.
alice> say hello, bob
alice< 16 bob hello, bob
bob< alice says: hello, bob
bob> s hello
alice< 12 bob hello
bob< ** You tell alice: hello
alice: leave
bob> say still there?
bob< ** 'say' can't be used outside a game
