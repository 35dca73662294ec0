# SPDX-License-Identifier: MIT
# bots in several tournaments: one that refuses bots does not affect others, and directors may invite them to
# any number
option bots 1
telnet gina hugo ivan
clock +1
gina: tournament create A
gina: tournament set 1 bots yes
gina> tournament add 1 ClubBot
gina< ** ClubBot is invited to A.
gina: tournament set 1 minrating 1600
hugo: tournament create B
hugo: tournament set 2 bots yes
hugo: tournament add 2 ClubBot
clock +6
clock +6
hugo< ** B: ClubBot is entered (1 of 128).
gina: tournament create C
gina: tournament set 3 bots yes
gina: tournament add 3 ClubBot
hugo: tournament create D
hugo: tournament set 4 bots yes
hugo: tournament add 4 ClubBot
ivan: tournament create E
ivan: tournament set 5 bots yes
ivan: tournament add 5 ClubBot
ivan: tournament create F
ivan: tournament set 6 bots yes
ivan> tournament add 6 ClubBot
ivan< ** ClubBot is invited to F.
