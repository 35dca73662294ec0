# SPDX-License-Identifier: MIT
# a watcher who plays the watched user stops watching as the match begins
clip alice bob
telnet carol
bob: toggle ready
bob: watch alice
alice: watch carol
alice: invite bob 3
dice 31
bob> join alice
alice< ** You stop watching carol.
alice< bob stops watching you.
alice< ** Player bob has joined you for a 3 point match.
alice< ...
bob< ** You stop watching alice.
bob< ** You are now playing a 3 point match with alice
bob< ...
carol< alice stops watching you.
carol< bob and alice start a 3 point match.
