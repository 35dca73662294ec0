# SPDX-License-Identifier: MIT
# moreboards and autoboard: which boards are sent; also to watchers (3.1, 6.1)
clip alice
clip bob
tiny carol
tiny dave
carol> toggle telnet
...
dave> toggle telnet
...
carol> watch alice
...
dave> watch alice
...
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
carol< ~^board:alice:bob:3:
dave< alice moves 8-5 6-5 .
dice 65
bob> roll
alice< bob rolls 6 and 5.
bob< You roll 6 and 5.
bob< ~^board:You:alice:3:
bob< Please move 2 pieces.
carol< bob rolls 6 and 5.
dave< bob rolls 6 and 5.
dave< ~^board:alice:bob:3:
bob> 1-7 7-12
alice< bob moves 1-7 7-12 .
alice< ~^board:You:bob:3:
alice< It's your turn. Please roll or double
bob< Done.
carol< bob moves 1-7 7-12 .
carol< ~^board:alice:bob:3:
dave< bob moves 1-7 7-12 .
dice 43
alice> roll
alice< You roll 4 and 3.
alice< Please move 2 pieces.
bob< alice rolls 4 and 3.
bob< ~^board:You:alice:3:
carol< alice rolls 4 and 3.
dave< alice rolls 4 and 3.
dave< ~^board:alice:bob:3:
