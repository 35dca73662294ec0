# SPDX-License-Identifier: MIT
# greedy: bears off automatically when every die can
clip alice bob
tiny carol
carol: toggle telnet
carol: watch alice
dice 31
match alice bob 3
bob> toggle greedy
bob< ** Will use automatic greedy bearoffs.
alice: 8-5 6-5
place alice 5@6 5@5 5@4
place bob 5@19 5@21 5@22
dice 64
bob> roll
alice< bob rolls 6 and 4.
alice< ~^board:You:bob:3:.*:-1:0:0:6:4:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0$
alice< Bearing off: 19 o 21 o
alice< bob moves 19-off 21-off .
alice< ~^board:You:bob:3:
alice< It's your turn. Please roll or double
bob< You roll 6 and 4.
bob< ~^board:You:alice:3:
bob< Bearing off: 19 o 21 o
bob< ~^board:You:alice:3:
carol< bob rolls 6 and 4.
carol< board:alice:bob:3:0:0:0:0:0:0:5:5:5:0:0:0:0:0:0:0:0:0:0:0:0:-5:0:-5:-5:0:0:0:-1:0:0:6:4:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carol< bob moves 19-off 21-off .
carol< board:alice:bob:3:0:0:0:0:0:0:5:5:5:0:0:0:0:0:0:0:0:0:0:0:0:-4:0:-4:-5:0:0:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:2:0:0:0:0:0:0
carol< [no empty line]
dice 65
alice: roll
alice: off
# not if one die bears nothing off
dice 52
bob> roll
alice< bob rolls 5 and 2.
alice< ...
bob< You roll 5 and 2.
bob< ~^board:You:alice:3:
bob< Please move 2 pieces.
carol< ...
