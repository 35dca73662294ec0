# SPDX-License-Identifier: MIT
# a saved match is resumed: the board, the dice, the cube, the score; even after a restart
clip alice bob
tiny carol
dice 31
match alice bob 5
alice: 8-5 6-5
bob: double
dice 65
alice: accept
# with dice still to be played
bob: leave
restart
clip alice bob
tiny carol
carol: toggle telnet
carol: watch bob
bob> invite alice
alice< bob wants to resume a saved match with you.
alice< Type 'join bob' to accept.
bob< ** You invited alice to resume a saved match.
alice> join bob
alice< You are now playing with bob. Your running match was loaded.
alice< turn: bob.
alice< match length: 5
alice< points for alice: 0
alice< points for bob: 0
alice< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< board:You:bob:5:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:5:2:1:0:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob< alice has joined you. Your running match was loaded.
bob< turn: bob.
bob< match length: 5
bob< points for alice: 0
bob< points for bob: 0
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< board:You:alice:5:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:5:0:0:2:0:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< Please move 2 pieces.
carol< alice and bob are resuming their 5-point match.
carol< [no empty line]
bob> 1-7 7-12
alice< bob moves 1-7 7-12 .
alice< ~^board:You:bob:5:
alice< It's your turn. Please roll or double
bob< ~^board:You:alice:5:
carol< bob moves 1-7 7-12 .
carol< ~^board:bob:alice:5:
carol< [no empty line]
...
# alice owns the cube: she is asked again
alice: leave
bob: invite alice
alice> join bob
alice< You are now playing with bob. Your running match was loaded.
alice< turn: alice.
alice< ...
bob< alice has joined you. Your running match was loaded.
bob< turn: alice.
bob< ...
carol< ...
# a pending double is kept
alice: double
alice: leave
alice: invite bob
bob> join alice
alice< bob has joined you. Your running match was loaded.
alice< turn: bob.
alice< match length: 5
alice< points for bob: 0
alice< points for alice: 0
alice< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< ~^board:You:bob:5:0:0:.*:-1:0:0:0:0:2:0:0:0:1:-1:0:25:
bob< You are now playing with alice. Your running match was loaded.
bob< turn: bob.
bob< match length: 5
bob< points for bob: 0
bob< points for alice: 0
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< ~^board:You:alice:5:0:0:.*:-1:0:0:0:0:2:0:0:1:-1:1:25:0:
bob< alice doubles. Type 'accept' or 'reject'.
carol< bob and alice are resuming their 5-point match.
carol< [no empty line]
# a pending resignation is kept
dice 21
bob: accept
alice: resign g
alice: leave
alice: invite bob
bob> join alice
alice< bob has joined you. Your running match was loaded.
alice< turn: bob.
alice< ...
bob< You are now playing with alice. Your running match was loaded.
bob< turn: bob.
bob< match length: 5
bob< points for bob: 0
bob< points for alice: 0
bob< ~^5 bob
bob< 6
bob< ~^5 alice
bob< 6
bob< ~^board:You:alice:5:
bob< alice wants to resign. You will win 8 points. Type 'accept' or 'reject'.
carol< ...
bob> reject
alice< bob rejects. The game continues.
alice< Please move 2 pieces.
bob< You reject. The game continues.
carol< bob rejects. The game continues.
carol< [no empty line]
alice: leave
# a player on turn with double off has the dice rolled at once
bob: invite alice 3
dice 31
alice: join bob
bob: 8-5 6-5
alice: leave
alice> toggle double
alice< ** You won't be asked if you want to double.
bob: invite alice
dice 43
alice> join bob
alice< You are now playing with bob. Your running match was loaded.
alice< turn: alice.
alice< match length: 3
alice< points for alice: 0
alice< points for bob: 0
alice< ~^5 alice
alice< 6
alice< ~^5 bob
alice< 6
alice< ~^board:You:bob:3:
alice< You roll 4 and 3.
alice< ~^board:You:bob:3:
alice< Please move 2 pieces.
bob< alice has joined you. Your running match was loaded.
bob< turn: alice.
bob< ...
carol< alice and bob are resuming their 3-point match.
carol< ...
carol< [no empty line]
