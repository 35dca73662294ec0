# SPDX-License-Identifier: MIT
# long matches: experience in backgammon counts for every game, experience in another game only for that game
user old 1500 51
user novice 1500 0
user other 1500 50
standing novice hyper 1500 51
standing other hyper 1500 50
telnet old novice other
old: toggle ready
novice: toggle ready
other> invite old 10
other< ** You're not experienced enough to play a match of that length.
other> invite old 10 hyper
other< ** You're not experienced enough to play a match of that length.
other: invite old 9 hyper
novice> invite old 10
novice< ** You're not experienced enough to play a match of that length.
novice> invite old 10 backgammon
novice< ** You're not experienced enough to play a match of that length.
novice> invite old 10 tavli
novice< ** You're not experienced enough to play a match of that length.
novice> invite old 10 nonsense
novice< ** You're not experienced enough to play a match of that length.
novice: invite old 10 hyper
novice: set variant hyper
novice: invite old 99
novice> invite old 10 fevga
novice< ** You're not experienced enough to play a match of that length.
old: invite novice 10 fevga
