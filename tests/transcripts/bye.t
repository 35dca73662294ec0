# SPDX-License-Identifier: MIT
# bye: alone, out of a match, while watched and watching
clip alice bob
tiny carol
telnet dave
carol: toggle telnet
carol: watch alice
dice 31
match alice bob 3
# the opponent and the watcher (with two periods) are told, others get the news
alice> bye
alice< Your game with bob was saved.
alice< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< alice logs out. The game was saved.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< 8 alice alice logs out.
carol< alice logs out.. You're not watching anymore.
carol< alice logs out.
carol< [no empty line]
dave< alice logs out.
# users with notify off get no news
dave> toggle notify
dave< ** You won't be notified when new users log in.
bob> bye
bob<                              Goodbye.
bob<                   Thank you for playing on Gammond.
bob closed
carol< bob logs out.
carol< [no empty line]
carol> bye
carol<                              Goodbye.
carol<                   Thank you for playing on Gammond.
carol closed
