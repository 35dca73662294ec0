# SPDX-License-Identifier: MIT
# a draw by agreement: offered, rejected, offered again, accepted; no points
clip alice bob carol
carol> watch alice
alice< carol is watching you.
alice< 5 carol - alice 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< 5 carol - alice 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< You're now watching alice.
carol< alice is not doing anything interesting.
carol< 5 carol - alice 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
dice 61
match alice bob 3
alice> draw please
alice< ** usage: draw [accept|reject]
alice> draw accept
alice< ** bob didn't offer a draw.
alice> draw
alice< You offer a draw. bob may accept or reject it.
bob< alice offers a draw. Type 'draw accept' or 'draw reject'.
carol< alice offers a draw.
alice> draw
alice< ** bob hasn't answered your offer of a draw yet.
bob> draw reject
alice< bob rejects the draw. The game continues.
bob< You reject the draw. The game continues.
carol< bob rejects the draw. The game continues.
bob> draw reject
bob< ** alice didn't offer a draw.
bob> draw
alice< bob offers a draw. Type 'draw accept' or 'draw reject'.
bob< You offer a draw. alice may accept or reject it.
carol< bob offers a draw.
alice> draw accept
alice< The game is a draw by agreement. Nobody gets points.
alice< score in 3 point match: alice-0 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< The game is a draw by agreement. Nobody gets points.
bob< score in 3 point match: bob-0 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< The game is a draw by agreement. Nobody gets points.
carol< score in 3 point match: alice-0 bob-0
dice 52
alice> join
alice< ** Please wait for bob to join too.
bob> join
alice< Starting a new game with bob.
alice< You rolled 5, bob rolled 2
alice< It's your turn to move.
alice< board:You:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< Starting a new game with alice.
bob< You rolled 2, alice rolled 5
bob< alice makes the first move.
bob< board:You:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carol< Starting a new game with bob.
carol< alice rolled 5, bob rolled 2
carol< alice makes the first move.
carol< board:alice:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
alice> draw
alice< You offer a draw. bob may accept or reject it.
bob< alice offers a draw. Type 'draw accept' or 'draw reject'.
carol< alice offers a draw.
bob> draw
alice< The game is a draw by agreement. Nobody gets points.
alice< score in 3 point match: alice-0 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< The game is a draw by agreement. Nobody gets points.
bob< score in 3 point match: bob-0 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< The game is a draw by agreement. Nobody gets points.
carol< score in 3 point match: alice-0 bob-0
# the words that answer other offers answer this one too
dice 43
alice: join
bob: join
bob> accept
bob< ** alice didn't double or resign.
bob: draw
alice> reject
alice< You reject the draw. The game continues.
bob< alice rejects the draw. The game continues.
carol< alice rejects the draw. The game continues.
alice> accept
alice< ** bob didn't double or resign.
bob: draw
alice> accept
alice< The game is a draw by agreement. Nobody gets points.
alice< score in 3 point match: alice-0 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< The game is a draw by agreement. Nobody gets points.
bob< score in 3 point match: bob-0 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
carol< The game is a draw by agreement. Nobody gets points.
carol< score in 3 point match: alice-0 bob-0
