# SPDX-License-Identifier: MIT
# look: the board of a game, in the user's own style
clip alice bob carol
dice 62
carol> look
carol< ** Look at who?
carol> look nobody
carol< ** There is no one called nobody.
carol> look carol
carol< You look great.
carol> look alice
carol< ** alice is not playing.
match alice bob 3
carol> look bob
carol< board:bob:alice:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:6:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
carol: set boardstyle 1
carol> look al
carol<    +13-14-15-16-17-18-------19-20-21-22-23-24-+ X: bob - score: 0
carol< ~^   \| O           X    \|   \|  X              O \|$
carol< ...
