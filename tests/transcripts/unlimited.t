# SPDX-License-Identifier: MIT
# an unlimited match: ties of the opening roll double the cube when both want it; no end, no rating
clip alice bob
tiny carol
carol: toggle telnet
carol: watch alice
alice> toggle autodouble
alice< ** You agree that doublets during opening double the cube.
bob: toggle autodouble ready
alice: invite bob unlimited
dice 33 55 21
bob> join alice
alice< Player bob has joined you for an unlimited match.
alice< ~^5 bob alice
alice< 6
alice< ~^5 alice bob
alice< 6
alice< Starting a new game with bob.
alice< You rolled 3, bob rolled 3
alice< The number on the doubling cube is now 2
alice< You rolled 5, bob rolled 5
alice< The number on the doubling cube is now 4
alice< You rolled 2, bob rolled 1
alice< It's your turn to move.
alice< ~^board:You:bob:9999:0:0:.*:1:2:1:0:0:4:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0$
bob< ** You are now playing an unlimited match with alice
bob< ...
carol< bob and alice start an unlimited match.
carol< Starting a new game with bob.
carol< bob rolled 3, alice rolled 3
carol< The number on the doubling cube is now 2
carol< bob rolled 5, alice rolled 5
carol< The number on the doubling cube is now 4
carol< bob rolled 1, alice rolled 2
carol< alice makes the first move.
carol< board:alice:bob:9999:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:2:1:0:0:4:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carol< [no empty line]
alice: 13-11 6-5
bob: resign b
alice> accept
alice< You accept and win 12 points.
alice< score in unlimited match: alice-12 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< alice accepts and wins 12 points.
bob< score in unlimited match: bob-0 alice-12
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< alice accepts and wins 12 points.
carol< score in unlimited match: alice-12 bob-0
carol< [no empty line]
alice: leave
bob> show saved
bob<   opponent          matchlength   score (your points first)
bob< **alice              unlimited             0 - 12
# resumed: the next game begins
bob: invite alice
dice 44 31
alice> join bob
alice< You are now playing with bob. Your running match was loaded.
alice< unlimited matchlength
alice< points for alice: 12
alice< points for bob: 0
alice< ~^5 alice bob
alice< 6
alice< ~^5 bob alice
alice< 6
alice< Starting a new game with bob.
alice< You rolled 4, bob rolled 4
alice< The number on the doubling cube is now 2
alice< ...
bob< alice has joined you. Your running match was loaded.
bob< ...
carol< alice and bob are resuming their unlimited match.
carol< ...
carol< [no empty line]
