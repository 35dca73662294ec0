# SPDX-License-Identifier: MIT
# whisper: only to the watchers of the game
clip alice bob carol
tiny dave
dave: toggle telnet
carol> whisper psst
carol< ** You're not watching or playing.
dice 31
match alice bob 3
carol: watch alice
carol> whisper
carol< ** You can't say nothing.
carol> whisper nobody there?
carol< 18 nobody there?
carol< ** But nobody heard you.
dave: watch bob
carol> wh what a roll
carol< 18 what a roll
carol< ** 1 user heard you.
dave< carol whispers: what a roll
dave< [no empty line]
dave> whisper indeed
carol< 14 dave indeed
dave< You whisper: indeed
dave< ** 1 user heard you.
alice> whisper they all see it
alice< 18 they all see it
alice< ** 2 users heard you.
carol< 14 alice they all see it
dave< alice whispers: they all see it
dave< [no empty line]
