# SPDX-License-Identifier: MIT
# off: bears off with every die, or is refused
clip alice bob
tiny carol
carol: toggle telnet
carol> off
carol< ** You're not playing.
carol: watch bob
dice 31
match alice bob 3
alice> off
alice< ** You can't bear off with every number you have rolled.
bob> off
bob< ** It's not your turn.
alice: 8-5 6-5
place alice 5@6 5@5 5@4
place bob 5@19 5@20 5@21
bob> off
bob< ** You have to roll the dice before moving.
dice 65
bob: roll
bob> off
alice< bob moves 19-off 20-off .
alice< board:You:bob:3:0:0:0:0:0:0:5:5:5:0:0:0:0:0:0:0:0:0:0:0:0:-4:-4:-5:0:0:0:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:2:0:0:0:0:0:0
alice< It's your turn. Please roll or double
bob< Bear off: 19 o 20 o
bob< board:You:alice:3:0:0:0:0:0:0:5:5:5:0:0:0:0:0:0:0:0:0:0:0:0:-4:-4:-5:0:0:0:0:1:0:0:0:0:1:1:1:0:-1:1:25:0:2:0:0:0:0:0:0:0
carol< bob moves 19-off 20-off .
carol< board:bob:alice:3:0:0:0:0:0:0:5:5:5:0:0:0:0:0:0:0:0:0:0:0:0:-4:-4:-5:0:0:0:0:1:0:0:0:0:1:1:1:0:-1:1:25:0:2:0:0:0:0:0:0:0
carol< [no empty line]
dice 44
alice: roll
alice> off
alice< Bear off: 4 o 4 o 4 o 4 o
alice< ~^board:You:bob:3:0:0:0:0:0:0:1:5:5:0:
bob< alice moves 4-off 4-off 4-off 4-off .
bob< ~^board:You:alice:
bob< It's your turn. Please roll or double
carol< alice moves 4-off 4-off 4-off 4-off .
carol< board:bob:alice:3:0:0:0:0:0:0:1:5:5:0:0:0:0:0:0:0:0:0:0:0:0:-4:-4:-5:0:0:0:0:-1:0:0:0:0:1:1:1:0:-1:1:25:0:2:4:0:0:0:0:0:0
carol< [no empty line]
dice 61
bob: roll
# one of the two dice bears nothing off
bob> off
bob< ** You can't bear off with every number you have rolled.
bob: m 19-off 19-20
