# SPDX-License-Identifier: MIT
# watch: its refusals, its notices, what a watcher sees
clip alice bob carol
telnet dave
carol> watch
carol< ** Watch who?
carol> watch nobody
carol< ** There's no one called nobody.
carol> watch carol
carol< ** Use a mirror to do that.
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
dice 62
bob: toggle ready
alice: invite bob 3
bob> join alice
alice< ...
bob< ...
carol< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol< bob and alice start a 3 point match.
carol< Starting a new game with bob.
carol< bob rolled 2, alice rolled 6
carol< alice makes the first move.
carol< board:alice:bob:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< bob and alice start a 3 point match.
alice> watch dave
alice< ** You can't watch another game while you're playing.
# the other player: a new watch ends the old one
carol> watch bob
alice< carol stops watching you.
alice< carol starts watching bob.
alice< 5 carol - bob 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< carol stops watching alice.
bob< carol is watching you.
bob< 5 carol - bob 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< ** You stop watching alice.
carol< You're now watching bob.
carol< 5 carol - bob 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
dave> watch bob
alice< dave starts watching bob.
alice< 5 dave - bob 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< dave is watching you.
bob< 5 dave - bob 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 5 dave - bob 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
dave< You're now watching bob.
dave<      1  2  3  4  5  6        7  8  9 10 11 12
dave<    +------------------------------------------+ O: alice - score: 0
dave<    | X              O |   |     O           X |
dave<    | X              O |   |     O           X |
dave<    |                O |   |     O           X |
dave<    |                O |   |                 X |
dave<    |                O |   |                 X |
dave<    |                  |BAR|                   |v    3-point match
dave<    |                X |   |                 O |
dave<    |                X |   |                 O |
dave<    |                X |   |     X           O |
dave<    | O              X |   |     X           O |
dave<    | O              X |   |     X           O |
dave<    +------------------------------------------+ X: bob - score: 0
dave<     24 23 22 21 20 19       18 17 16 15 14 13
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  alice rolled 6 2.
# boards and moves as the watched player sees them, in the watcher's style
dave: set boardstyle 1
alice> move 24-18 13-11
alice< ...
bob< ...
carol< alice moves 24-18 13-11 .
carol< board:bob:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:1:-5:4:0:0:0:-3:1:-5:0:0:0:0:1:0:-1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:0:0:0:0
dave< alice moves 24-18 13-11 .
dave<    +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: alice - score: 0
dave<    | X              O |   |     O        O  X |
dave<    | X              O |   |     O           X |
dave<    |                O |   |     O           X |
dave<    |                O |   |                 X |
dave<    |                O |   |                 X |
dave<    |                  |BAR|                   |v    3-point match
dave<    |                X |   |                   |
dave<    |                X |   |                 O |
dave<    |                X |   |     X           O |
dave<    |                X |   |     X           O |
dave<    | O              X |   |  O  X           O |
dave<    +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: bob - score: 0
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: bob
# a failed watch ends it too
carol> watch nobody
alice< carol stops watching bob.
alice< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< carol stops watching you.
bob< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< ** You stop watching bob.
carol< ** There's no one called nobody.
carol< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
