# SPDX-License-Identifier: MIT
# bearing off with move: words, refusals, a die larger than needed, the end of the game
clip alice bob
tiny carol
carol: toggle telnet
carol: watch alice
dice 31
match alice bob 7
alice: 8-5 6-5
place alice 5@6 4@5 1@7
place bob 2@24 1@19
dice 31
bob: roll
bob> 19-off 24-off
bob< ** You can't remove this piece in your first move.
bob> 24-o 19-off
bob< ** You can't remove this piece in your second move.
bob> 19-22 22-24
bob< ** You can't move 2 points in your second move.
bob: 19-22 24-o
# not all home; then all home in the course of the play
dice 61
alice: roll
alice> 6-home 7-6
alice< ** You can't move home in your first move.
alice> 7-home 6-5
alice< ** You can't move 7-home in your first move.
alice> 7-6 6-h
alice< ~^board:You:bob:7:
bob< alice moves 7-6 6-off .
bob< ...
carol< alice moves 7-6 6-off .
carol< ...
carol< [no empty line]
place bob 1@24 1@23
# a larger number bears off the last checkers
dice 65
bob: roll
bob> 23-off 24-off
alice< bob moves 23-off 24-off .
alice< ~^board:You:bob:7:
alice< bob wins the game and gets 1 point. Sorry.
alice< score in 7 point match: alice-0 bob-1
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< ~^board:You:alice:7:
bob< You win the game and get 1 point. Congratulations!
bob< score in 7 point match: bob-1 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< bob moves 23-off 24-off .
carol< board:alice:bob:7:0:1:0:0:0:0:0:4:5:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:1:1:0:1:-1:0:25:6:15:0:0:0:0:0:0
carol< bob wins the game and gets 1 point.
carol< score in 7 point match: alice-0 bob-1
carol< [no empty line]
# a gammon on a doubled cube: four points.  Colours have changed: alice moves up
dice 31
bob: join
alice: join
alice: 17-20 19-20
bob: double
dice 62
alice: accept
bob: 24-18 13-11
place bob 1@1
place alice 15@19
dice 54 21
alice: roll
alice> 19-off 19-23
alice< ** You can't remove this piece in your first move.
alice: 19-24 19-23
bob> 1-off
alice< bob moves 1-off .
alice< ~^board:You:bob:7:0:5:.*:0:0:0:0:0:2:
alice< bob wins the game and gets 4 points. Sorry.
alice< score in 7 point match: alice-0 bob-5
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< ~^board:You:alice:7:
bob< You win the game and get 4 points. Congratulations!
bob< score in 7 point match: bob-5 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< bob moves 1-off .
carol< board:alice:bob:7:0:5:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-13:0:0:0:-1:-1:0:0:0:0:0:0:2:1:0:0:-1:1:25:0:0:15:0:0:0:0:0:0
carol< bob wins the game and gets 4 points.
carol< score in 7 point match: alice-0 bob-5
carol< [no empty line]
