# SPDX-License-Identifier: MIT
# import: no analysis of a match with the board of a saved match that counts, for its players, until that match is finished
option analysis 1
user ann 1500 60
user bob 1500 60
user cat 1500 60
telnet ann bob cat
ann: toggle report fair ready fast
bob: toggle report fair ready
cat: toggle report fair
dice 31 42
match ann bob 3
ann: 8/5 6/5
bob: roll
bob: 17-21 19-21
ann: leave
# its owner has left such a match
ann: import
ann:  1 point match
ann: 
ann:  Game 1
ann:  x : 0                                  y : 0
ann:   1) 31: 8/5 6/5                        42: 8/4 6/4
ann:   2) 63: 24/15
ann:                                          Wins 1 point and the match
ann: .
clock +1
ann< Match 1000000001: x - y, points: 1, games: 1.
ann< Stored matches: 1, games: 1.
ann< > \
clock: +1
ann> analyse 1000000001
ann< ** Match 1000000001 is queued for analysis; try again in a moment.
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock +1
ann< ** Match 1000000001 cannot be analysed now: it has a position of a match that is not over.
# a player of it asks about another user's import
cat: import
cat:  1 point match
cat: 
cat:  Game 1
cat:  x : 0                                  y : 0
cat:   1) 31: 8/5 6/5                        42: 8/4 6/4
cat:   2) 63: 24/15
cat:                                          Wins 1 point and the match
cat: .
clock: +1
clock: +1
cat: import show 1000000002
ann> analyse 1000000002
ann< ** Match 1000000002 is queued for analysis; try again in a moment.
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock +1
ann< ** Match 1000000002 cannot be analysed now: it has a position of a match that is not over.
# its owner has finished the match
match ann bob resume
ann: resign b
bob: accept
ann: leave
ann> analyse 1000000001
ann< ** Match 1000000001 is queued for analysis; try again in a moment.
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock +1
ann< ** The analysis of match 1000000001 is there: type 'analyse 1000000001'.
