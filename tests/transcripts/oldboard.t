# SPDX-License-Identifier: MIT
# oldboard: the board of a saved match
clip alice bob carol
alice> oldboard
alice< ** usage: oldboard <name>
alice> oldboard bob
alice< ** There's no saved match with a player called 'bob'.
alice> oldboard nobody
alice< ** There's no saved match with a player called 'nobody'.
dice 62
match alice bob 3
alice> oldboard bob
alice< ** You can't do this while playing.
alice: leave
# the opponent need not be on line; names are not completed
bob: bye
alice> oldboard bob
alice< board:You:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
alice> oldboard bo
alice< ** There's no saved match with a player called 'bo'.
carol> oldboard bob
carol< ** There's no saved match with a player called 'bob'.
# in the user's own style, from the user's own side
clip bob
bob: set boardstyle 1
bob> oldboard alice
bob<    +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: alice - score: 0
bob< ~^   \|
bob< ~^   \|
bob< ~^   \|
bob< ~^   \|
bob< ~^   \|
bob<    |                  |BAR|                   |v    3-point match
bob< ~^   \|
bob< ~^   \|
bob< ~^   \|
bob< ~^   \|
bob< ~^   \|
bob<    +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: bob - score: 0
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 6 2.
# looking does not resume the match
alice> show games
alice< List of games:
alice> board
alice< ** You're not playing.
