# SPDX-License-Identifier: MIT
# an unlimited match begins; a player who was watching stops
clip alice bob
tiny carol dave
carol: toggle telnet
dave: toggle telnet
dave> toggle report
dave< ** You won't be informed about starting and ending matches.
bob: toggle ready
alice: watch dave
alice: invite bob unlimited
dice 31
bob> join alice
alice< ** You stop watching dave.
alice< Player bob has joined you for an unlimited match.
alice< ...
bob< ** You are now playing an unlimited match with alice
bob< ...
carol< bob and alice start an unlimited match.
carol< [no empty line]
dave< alice stops watching you.
dave< [no empty line]
