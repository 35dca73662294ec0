# SPDX-License-Identifier: MIT
# clear: the screen, as cls
clip alice
telnet bob
alice> clear
alice< \x1b[;H\x1b[2J
bob> clear
bob< \x1b[;H\x1b[2J
