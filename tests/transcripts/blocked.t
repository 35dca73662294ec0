# SPDX-License-Identifier: MIT
# no legal move, from the bar or elsewhere; fewer dice can be played than were rolled
clip alice bob
tiny carol
carol: toggle telnet
carol: watch alice
dice 31
match alice bob 3
alice: 8-5 6-5
place alice 2@6 2@5 2@4 2@3 2@2 2@1 3@13
place bob 1@bar 14@12
# on the bar against a closed board: no board follows, the opponent is on turn
dice 65
bob> roll
alice< bob rolls 6 and 5.
alice< board:You:bob:3:0:0:-1:2:2:2:2:2:2:0:0:0:0:0:-14:3:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:0:6:5:1:1:1:0:1:-1:0:25:0:0:0:1:0:0:0:0
alice< bob can't move.
alice< It's your turn. Please roll or double
bob< You roll 6 and 5.
bob< board:You:alice:3:0:0:-1:2:2:2:2:2:2:0:0:0:0:0:-14:3:0:0:0:0:0:0:0:0:0:0:0:0:-1:6:5:0:0:1:1:1:0:-1:1:25:0:0:0:1:0:0:0:0:0
bob< You can't move.
carol< bob rolls 6 and 5.
carol< board:alice:bob:3:0:0:-1:2:2:2:2:2:2:0:0:0:0:0:-14:3:0:0:0:0:0:0:0:0:0:0:0:0:-1:0:0:6:5:1:1:1:0:1:-1:0:25:0:0:0:1:0:0:0:0
carol< bob can't move.
carol< [no empty line]
# one die only, and it must be the larger of two that could be played alone
place alice 1@24
place bob 2@15 13@1
dice 63
alice> roll
alice< You roll 6 and 3.
alice< ~^board:You:bob:3:.*:1:6:3:0:0:1:1:1:0:1:-1:0:25:14:0:0:0:1:0:0:0$
alice< Please move 1 piece.
...
alice> 24-21 21-15
alice< ** Please don't give more than 1 moves.
alice> 24-21
alice< ** You can't move 3 points in your first move.
alice> 24-15
alice< ** You can't move 9 points in your first move.
alice> 24-18
alice< ~^board:You:bob:3:
bob< alice moves 24-18 .
bob< ...
carol< alice moves 24-18 .
carol< ...
carol< [no empty line]
