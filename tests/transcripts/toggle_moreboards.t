# SPDX-License-Identifier: MIT
# moreboards and autoboard: which boards are sent; also to watchers
clip alice bob
tiny carol dave
carol: toggle telnet
dave: toggle telnet
carol: watch alice
dave: watch alice
dice 31
match alice bob 3
alice> toggle moreboards
alice< ** Won't send rawboards after rolling.
bob> toggle autoboard
bob< ** The board won't be refreshed after every move.
carol> toggle moreboards
carol< ** Won't send rawboards after rolling.
dave> toggle autoboard
dave< ** The board won't be refreshed after every move.
alice> 8-5 6-5
alice< ~^board:You:bob:3:
bob< alice moves 8-5 6-5 .
bob< It's your turn. Please roll or double
carol< alice moves 8-5 6-5 .
carol< board:alice:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
carol< [no empty line]
dave< alice moves 8-5 6-5 .
dave< [no empty line]
dice 65
bob> roll
alice< bob rolls 6 and 5.
bob< You roll 6 and 5.
bob< ~^board:You:alice:3:
bob< Please move 2 pieces.
carol< bob rolls 6 and 5.
carol< [no empty line]
dave< bob rolls 6 and 5.
dave< board:alice:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:5:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< [no empty line]
bob> 1-7 7-12
alice< bob moves 1-7 7-12 .
alice< ~^board:You:bob:3:
alice< It's your turn. Please roll or double
bob< Done.
carol< bob moves 1-7 7-12 .
carol< board:alice:bob:3:0:0:0:-1:0:0:0:2:4:0:2:0:0:0:-6:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
carol< [no empty line]
dave< bob moves 1-7 7-12 .
dave< [no empty line]
dice 43
alice> roll
alice< You roll 4 and 3.
alice< Please move 2 pieces.
bob< alice rolls 4 and 3.
bob< ~^board:You:alice:3:
carol< alice rolls 4 and 3.
carol< [no empty line]
dave< alice rolls 4 and 3.
dave< board:alice:bob:3:0:0:0:-1:0:0:0:2:4:0:2:0:0:0:-6:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:4:3:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< [no empty line]
