# SPDX-License-Identifier: MIT
# kibitz: to all players and watchers of the game
clip alice bob carol
tiny dave
dave: toggle telnet
alice> kibitz hello
alice< ** You're not watching or playing.
dice 31
match alice bob 3
alice> kibitz
alice< ** You can't say nothing.
alice> kibitz hello  there
alice< 19 hello  there
alice< ** 1 user heard you.
bob< 15 alice hello  there
carol: watch alice
dave: watch bob
bob> k good luck
alice< 15 bob good luck
bob< 19 good luck
bob< ** 3 users heard you.
carol< 15 bob good luck
dave< bob kibitzes: good luck
dave< [no empty line]
dave> kibitz thanks
alice< 15 dave thanks
bob< 15 dave thanks
carol< 15 dave thanks
dave< You kibitz: thanks
dave< ** 3 users heard you.
alice: leave
carol> kibitz anyone?
carol< 19 anyone?
carol< ** But nobody heard you.
