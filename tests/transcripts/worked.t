# SPDX-License-Identifier: MIT
# a whole match between client programs, with all its lines and those of a watcher
clip alice bob carol dave
bob: toggle ready
carol: watch alice
alice> invite bob 3
alice< ~^5 alice 
alice< 6
alice< ** You invited bob to a 3 point match.
bob< ~^5 alice 
bob< 6
bob< alice wants to play a 3 point match with you.
bob< Type 'join alice' to accept.
...
dice 62
bob> join alice
alice< ** Player bob has joined you for a 3 point match.
alice< ~^5 bob alice - 1 0 
alice< 6
alice< ~^5 alice bob - 1 0 
alice< 6
alice< Starting a new game with bob.
alice< You rolled 6, bob rolled 2
alice< It's your turn to move.
alice< board:You:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob< ** You are now playing a 3 point match with alice
bob< ~^5 bob alice - 1 0 
bob< 6
bob< ~^5 alice bob - 1 0 
bob< 6
bob< Starting a new game with alice.
bob< You rolled 2, alice rolled 6
bob< alice makes the first move.
bob< board:You:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:6:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
carol< ~^5 bob alice - 1 0 
carol< 6
carol< ~^5 alice bob - 1 0 
carol< 6
carol< bob and alice start a 3 point match.
carol< Starting a new game with bob.
carol< bob rolled 2, alice rolled 6
carol< alice makes the first move.
carol< board:alice:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< ~^5 bob alice - 1 0 
dave< 6
dave< ~^5 alice bob - 1 0 
dave< 6
dave< bob and alice start a 3 point match.
alice> move 24-18 13-11
alice< board:You:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
bob< alice moves 24-18 13-11 .
bob< board:You:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:0:0:0:0
bob< It's your turn. Please roll or double
carol< alice moves 24-18 13-11 .
carol< board:alice:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
bob> double
alice< bob doubles. Type 'accept' or 'reject'.
bob< You double. Please wait for alice to accept or reject.
carol< bob doubles.
dice 44
alice> accept
alice< You accept the double. The cube shows 2.
alice< bob rolls 4 and 4.
alice< board:You:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:0:0:4:4:2:1:0:0:1:-1:0:25:0:0:0:0:4:0:0:0
bob< alice accepts the double. The cube shows 2.
bob< You roll 4 and 4.
bob< board:You:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:4:4:0:0:2:0:1:0:-1:1:25:0:0:0:0:0:4:0:0:0
bob< Please move 4 pieces.
carol< alice accepts the double.
carol< bob rolls 4 and 4.
carol< board:alice:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:0:0:4:4:2:1:0:0:1:-1:0:25:0:0:0:0:4:0:0:0
bob> move 1-5 1-5 12-16 12-16
alice< bob moves 1-5 1-5 12-16 12-16 .
alice< board:You:bob:3:0:0:0:0:0:0:0:-2:5:0:3:0:0:1:-3:4:0:0:-2:-3:1:-5:0:0:0:0:1:0:1:0:0:0:0:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:0
alice< It's your turn. Please roll or double
bob< board:You:alice:3:0:0:0:0:0:0:0:-2:5:0:3:0:0:1:-3:4:0:0:-2:-3:1:-5:0:0:0:0:1:0:1:0:0:0:0:2:0:1:0:-1:1:25:0:0:0:0:0:0:0:0:0
carol< bob moves 1-5 1-5 12-16 12-16 .
carol< board:alice:bob:3:0:0:0:0:0:0:0:-2:5:0:3:0:0:1:-3:4:0:0:-2:-3:1:-5:0:0:0:0:1:0:1:0:0:0:0:2:1:0:0:1:-1:0:25:0:0:0:0:0:0:0:0
alice> resign n
alice< You want to resign. bob will win 2 points.
bob< alice wants to resign. You will win 2 points. Type 'accept' or 'reject'.
carol< alice wants to resign. bob will win 2 points.
bob> accept
alice< bob accepts and wins 2 points.
alice< score in 3 point match: alice-0 bob-2
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< You accept and win 2 points.
bob< score in 3 point match: bob-2 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< bob accepts and wins 2 points.
carol< score in 3 point match: alice-0 bob-2
alice> join
alice< ** Please wait for bob to join too.
# the next game: colours are swapped; it is the Crawford game, so rolls are automatic
dice 31 65
bob> join
alice< Starting a new game with bob.
alice< You rolled 3, bob rolled 1
alice< It's your turn to move.
alice< board:You:bob:3:0:2:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:3:1:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< Starting a new game with alice.
bob< You rolled 1, alice rolled 3
bob< alice makes the first move.
bob< ~^board:You:alice:3:2:0:.*:-1:0:0:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0$
carol< Starting a new game with bob.
carol< alice rolled 3, bob rolled 1
carol< alice makes the first move.
carol< ~^board:alice:bob:3:0:2:
alice> 17-20 19-20
alice< ~^board:You:bob:3:0:2:
alice< bob rolls 6 and 5.
alice< ~^board:You:bob:3:0:2:.*:1:0:0:6:5:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0$
bob< alice moves 17-20 19-20 .
bob< ~^board:You:alice:3:2:0:
bob< You roll 6 and 5.
bob< ~^board:You:alice:3:2:0:.*:1:6:5:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0$
bob< Please move 2 pieces.
carol< ...
bob> double
bob< ** The Crawford rule doesn't allow you to double in this game.
place bob 2@1
place alice 1@24
bob> off
alice< bob moves 1-off 1-off .
alice< ~^board:You:bob:3:0:3:
alice< bob wins the game and gets 1 point. Sorry.
alice< bob wins the 3 point match 3-0 .
alice< 5 bob - - 1 0 1517.32 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 alice - - 1 0 1482.68 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< Bear off: 1 o 1 o
bob< ~^board:You:alice:3:3:0:
bob< You win the game and get 1 point. Congratulations!
bob< You win the 3 point match 3-0 .
bob< 5 bob - - 1 0 1517.32 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice - - 1 0 1482.68 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< bob moves 1-off 1-off .
carol< ~^board:alice:bob:3:
carol< bob wins the game and gets 1 point.
carol< bob wins the 3 point match 3-0 .
carol< 5 bob - - 1 0 1517.32 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol< 5 alice - - 1 0 1482.68 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
dave< bob wins a 3 point match against alice  3-0 .
dave< 5 bob - - 1 0 1517.32 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dave< 6
dave< 5 alice - - 1 0 1482.68 3 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dave< 6
