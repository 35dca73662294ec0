# SPDX-License-Identifier: MIT
# a 1-point match: the cube fields stay 1:1, rolls are automatic, a roll that can't be played brings one board
clip alice bob
dice 31
match alice bob 1
place alice 2@6 2@5 2@4 2@3 2@2 2@1 1@13 1@14 1@15
place bob 1@bar 12@11 2@10
dice 65 63
alice> 14-13 15-12
alice< board:You:bob:1:0:0:-1:2:2:2:2:2:2:0:0:0:-2:-12:1:2:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:1:0:0:0:0
alice< bob rolls 6 and 5.
alice< board:You:bob:1:0:0:-1:2:2:2:2:2:2:0:0:0:-2:-12:1:2:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:0:6:5:1:1:1:0:1:-1:0:25:0:0:0:1:0:0:0:0
alice< bob can't move.
alice< You roll 6 and 3.
alice< board:You:bob:1:0:0:-1:2:2:2:2:2:2:0:0:0:-2:-12:1:2:0:0:0:0:0:0:0:0:0:0:0:0:1:6:3:0:0:1:1:1:0:1:-1:0:25:0:0:0:1:2:0:0:0
alice< Please move 2 pieces.
bob< alice moves 14-13 15-12 .
bob< board:You:alice:1:0:0:-1:2:2:2:2:2:2:0:0:0:-2:-12:1:2:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:0:0:0:1:1:1:0:-1:1:25:0:0:0:1:0:0:0:0:0
bob< You roll 6 and 5.
bob< board:You:alice:1:0:0:-1:2:2:2:2:2:2:0:0:0:-2:-12:1:2:0:0:0:0:0:0:0:0:0:0:0:0:-1:6:5:0:0:1:1:1:0:-1:1:25:0:0:0:1:0:0:0:0:0
bob< You can't move.
bob< alice rolls 6 and 3.
bob< board:You:alice:1:0:0:-1:2:2:2:2:2:2:0:0:0:-2:-12:1:2:0:0:0:0:0:0:0:0:0:0:0:0:1:0:0:6:3:1:1:1:0:-1:1:25:0:0:0:1:0:2:0:0:0
alice> double
alice< ** It's not your turn to double
alice> roll
alice< ** You did already roll the dice.
