# SPDX-License-Identifier: MIT
# wave: says goodbye, and the second time logs out
clip alice bob carol
tiny dave
dave: toggle telnet
telnet eve
carol: toggle silent
alice> wave
alice< You wave goodbye.
bob< alice waves goodbye.
dave< alice waves goodbye.
dave< [no empty line]
eve< alice waves goodbye.
alice> wave
alice< You wave goodbye again and log out.
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< alice waves goodbye again.
bob< 8 alice alice logs out.
carol< 8 alice alice logs out.
dave< alice waves goodbye again.
dave< alice logs out.
dave< [no empty line]
eve< alice waves goodbye again.
eve< alice logs out.
# during a match: the match is saved
dice 31
match bob carol 3
bob: wave
bob> wave
bob< You wave goodbye again and log out.
bob< Your game with carol was saved.
bob< ~^5 carol
bob< 6
bob<                              Goodbye.
bob<                   Thank you for playing on Gammond.
bob closed
carol< bob logs out. The game was saved.
carol< ~^5 carol
carol< 6
carol< 8 bob bob logs out.
...
# a new log-in starts the count again
clip alice
alice> wave
alice< You wave goodbye.
...
eve> wave
eve< You wave goodbye.
...
