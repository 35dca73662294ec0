# SPDX-License-Identifier: MIT
# stats, graph, headtohead, records, dicetest NAME: statistics of players
user ann 1500 60
user bob 1500 0
user eve
telnet ann bob
clip eve
ann: toggle report
bob: toggle report
eve: toggle report
ann> stats
ann< Matches of ann, by game and length:
ann< Nothing has been counted yet.
ann> graph
ann< ** ann has played no rated match of Backgammon.
ann> headtohead
ann< ** usage: headtohead <name> [<name>]
ann> headtohead bob
ann< ann against bob: 0 to 0 matches.
ann> records
ann< The longest rated matches (rolls, moves and other actions):
ann< The highest cubes in matches with a length:
ann< The most rated matches won in a row:
ann> dicetest ann
ann< Rolls of ann that were counted, but for opening rolls: 0
ann< With fewer than 360 nothing can be said.
dice 31
match ann bob 2
ann: 8-5 6-5
dice 65
bob: roll
bob: 1-7 7-12
ann: double
bob: accept
dice 21
ann: roll
ann: 13-11 6-5
# left and resumed: nothing is counted twice
ann: leave
match ann bob resume
bob: resign n
ann: accept
ann> stats
ann< Matches of ann, by game and length:
ann<            matches           gammons    own doubles    answers   takes seconds
ann<   Points   won  lost  open  won lost  taken passed  took passed    won  a move
ann< Game: Backgammon
ann<        2     1     0     0    0    0      1      0     0      0      0     0.0
ann< Per cent: matches finished 100, own doubles taken 100, opponents' doubles
ann< taken -, games won after a take -.
eve> stats bob
eve< Matches of bob, by game and length:
eve<            matches           gammons    own doubles    answers   takes seconds
eve<   Points   won  lost  open  won lost  taken passed  took passed    won  a move
eve< Game: Backgammon
eve<        2     0     1     0    0    0      0      0     1      0      0     0.0
eve< Per cent: matches finished 100, own doubles taken -, opponents' doubles
eve< taken 100, games won after a take 0.
eve> graph ann
eve< Rating of ann, Backgammon, from 1512.45 to 1512.45:
eve<
eve<
eve<
eve<
eve< ************************************************************************
eve<
eve<
eve<
eve<
eve<
eve<  2026-01-01                                                   2026-01-01
ann> graph
ann< Rating of ann, Backgammon, from 1512.45 to 1512.45:
ann<
ann<
ann<
ann<
ann< \xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80\xe2\xa3\x80
ann<
ann<
ann<
ann<
ann<
ann<  2026-01-01                                                   2026-01-01
ann> graph ann ascii
ann< Rating of ann, Backgammon, from 1512.45 to 1512.45:
ann<
ann<
ann<
ann<
ann< ************************************************************************
ann<
ann<
ann<
ann<
ann<
ann<  2026-01-01                                                   2026-01-01
ann> graph bob fevga
ann< ** bob has played no rated match of Fevga.
eve> headtohead ann bob
eve< ann against bob: 1 to 0 matches.
eve> records
eve< The longest rated matches (rolls, moves and other actions):
eve<   ann: 9, in match 1
eve< The highest cubes in matches with a length:
eve<   ann: 2, in match 1
eve< The most rated matches won in a row:
eve<   ann: 1, in match 1
eve> dicetest bob
eve< Rolls of bob that were counted, but for opening rolls: 1
eve< With fewer than 360 nothing can be said.
eve> stats zoe
eve< ** There is no user called 'zoe'.
