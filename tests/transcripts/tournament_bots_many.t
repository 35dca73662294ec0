# SPDX-License-Identifier: MIT
# bots in several tournaments: one that refuses them keeps them from no other
option bots 1
telnet gina
telnet hugo
clock +1
gina> tournament create A
...
gina> tournament set 1 bots yes
...
gina> tournament add 1 ClubBot
gina< ** ClubBot is invited to A.
gina< > \
gina> tournament set 1 minrating 1600
...
hugo> tournament create B
...
hugo> tournament set 2 bots yes
...
hugo> tournament add 2 ClubBot
...
clock +6
clock +6
hugo<
hugo< ** B: ClubBot is entered (1 of 128).
hugo< > \
