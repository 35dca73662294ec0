# SPDX-License-Identifier: MIT
# automove: the only possible move is made and announced
clip alice bob
tiny carol
carol: toggle telnet
carol: watch alice
bob> toggle automove
bob< ** Forced moves will be done automatically.
dice 31
match alice bob 3
alice: 8-5 6-5
place alice 2@6 2@5 2@4 2@2 2@1 5@13
place bob 1@bar 14@12
dice 33
bob> roll
alice< bob rolls 3 and 3.
alice< ~^board:You:bob:3:.*:-1:0:0:3:3:1:1:1:0:1:-1:0:25:0:0:0:1:4:0:0:0$
bob< You roll 3 and 3.
bob< ~^board:You:alice:3:.*:-1:3:3:0:0:1:1:1:0:-1:1:25:0:0:0:1:0:4:0:0:0$
bob< Please move 4 pieces.
carol< bob rolls 3 and 3.
carol< board:alice:bob:3:0:0:-1:2:2:0:2:2:2:0:0:0:0:0:-14:5:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:0:3:3:1:1:1:0:1:-1:0:25:0:0:0:1:4:0:0:0
carol< [no empty line]
# with several possible moves he is asked; with only one it is made
bob: bar-3 12-15 12-15 12-15
place alice 2@6 2@5 2@4 2@2 2@1 5@14
place bob 1@bar 14@12
dice 43
alice: roll
alice: 14-10 14-11
place alice 2@6 2@5 2@4 2@2 2@1 2@16 3@15
place bob 1@bar 14@12
dice 43
bob> roll
alice< bob rolls 4 and 3.
alice< ~^board:You:bob:3:.*:-1:0:0:4:3:1:1:1:0:1:-1:0:25:0:0:0:1:2:0:0:0$
alice< bob moves bar-3 3-7 .
alice< ~^board:You:bob:3:
alice< It's your turn. Please roll or double
bob< You roll 4 and 3.
bob< ~^board:You:alice:3:
bob< The only possible move is bar-3 3-7 .
bob< ~^board:You:alice:3:
carol< bob rolls 4 and 3.
carol< board:alice:bob:3:0:0:-1:2:2:0:2:2:2:0:0:0:0:0:-14:0:0:3:2:0:0:0:0:0:0:0:0:0:-1:0:0:4:3:1:1:1:0:1:-1:0:25:0:0:0:1:2:0:0:0
carol< bob moves bar-3 3-7 .
carol< board:alice:bob:3:0:0:0:2:2:0:2:2:2:-1:0:0:0:0:-14:0:0:3:2:0:0:0:0:0:0:0:0:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
carol< [no empty line]
