# SPDX-License-Identifier: MIT
# ties of the opening roll do not double the cube if only one player wants it, nor in a match to points
clip alice bob
alice: toggle autodouble
bob: toggle ready
alice: invite bob unlimited
dice 33 31
bob> join alice
alice< Player bob has joined you for an unlimited match.
alice< ~^5 bob alice
alice< 6
alice< ~^5 alice bob
alice< 6
alice< Starting a new game with bob.
alice< You rolled 3, bob rolled 3
alice< You rolled 3, bob rolled 1
alice< It's your turn to move.
alice< ~:1:3:1:0:0:1:1:1:0:1:-1:
...
alice: leave
bob: toggle autodouble
alice: invite bob 3
dice 33 31
bob> join alice
bob< ** You are now playing a 3 point match with alice
bob< ~^5 bob alice
bob< 6
bob< ~^5 alice bob
bob< 6
bob< Starting a new game with alice.
bob< You rolled 3, alice rolled 3
bob< You rolled 1, alice rolled 3
bob< alice makes the first move.
bob< ~:1:0:0:3:1:1:1:1:0:-1:1:
...
