# SPDX-License-Identifier: MIT
# roll: the prompt, the roll, and the refusals
clip alice bob
tiny carol
carol: toggle telnet
carol> roll
carol< ** You're not playing.
carol: watch alice
dice 31
match alice bob 3
alice> roll
alice< ** You did already roll the dice.
bob> roll
bob< ** It's not your turn to roll the dice.
alice> move 8-5 6-5
alice< board:You:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
bob< alice moves 8-5 6-5 .
bob< board:You:alice:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:0:0:0:0
bob< It's your turn. Please roll or double
carol< alice moves 8-5 6-5 .
carol< board:alice:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
carol< [no empty line]
alice> roll
alice< ** It's not your turn to roll the dice.
dice 52
bob> r
alice< bob rolls 5 and 2.
alice< ~^board:You:bob:3:.*:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0$
bob< You roll 5 and 2.
bob< ~^board:You:alice:3:.*:-1:5:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0$
bob< Please move 2 pieces.
carol< bob rolls 5 and 2.
carol< board:alice:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carol< [no empty line]
bob> roll
bob< ** You did already roll the dice.
