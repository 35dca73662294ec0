# SPDX-License-Identifier: MIT
# cls: clears the screen
clip alice
telnet bob
alice> cls
alice< \x1b[;H\x1b[2J
bob> cls
bob< \x1b[;H\x1b[2J
