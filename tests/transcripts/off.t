# SPDX-License-Identifier: MIT
# off: bears off with every die, or not at all (5.5)
clip alice
clip bob
tiny carol
carol> toggle telnet
...
carol> off
carol< ** You're not playing.
carol> watch alice
...
dice 31
match alice bob 1
alice> off
alice< ** You can't bear off with every number you have rolled.
bob> off
bob< ** It's not your turn.
