# SPDX-License-Identifier: MIT
# without the Crawford rule, if neither player wants it: the cube is in play at once
clip alice bob
alice> toggle crawford
alice< ** You would like to play without using the Crawford rule.
bob: toggle crawford
dice 31
match alice bob 2
alice: resign n
bob: accept
dice 31
bob: join
alice: join
alice> 17-20 19-20
alice< ~^board:You:bob:2:0:1:
bob< alice moves 17-20 19-20 .
bob< ~^board:You:alice:2:1:0:
bob< It's your turn. Please roll or double
bob: leave
# the rule applies if one player wants it
clip carol
dice 31
match alice carol 2
alice: resign n
carol: accept
dice 31 65
carol: join
alice: join
alice> 17-20 19-20
alice< ~^board:You:carol:2:0:1:
alice< carol rolls 6 and 5.
...
