# SPDX-License-Identifier: MIT
# matches against bots count in separate ratings for each game; ratings bots; whois
option bots 1
user ann 1600 60
telnet ann
clip carl
clock +1
ann: toggle report fair fast
carl: toggle report
dice 31
ann: invite ClubBot 1
clock: +1
dice 64
ann: 8/5 6/5
clock: +1
clock: +1
clock: +1
ann> resign n
ann< You want to resign. ClubBot will win 1 point.
clock +1
ann< ClubBot accepts and wins 1 point.
ann< ClubBot wins the 1 point match 1-0 .
ann< Ratings with bots, Backgammon: ClubBot 1510.00 (+10.00), ann 1490.00 (-10.00).
ann< Type 'rematch' to offer ClubBot the same match again.
carl< 5 ClubBot - - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl< 5 ann - - 1 0 1600.00 60 1 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
ann> ratings bots
ann<  rank name            rating    Experience
ann< Not in the list yet, with an experience of 1 to 50:
ann<       ClubBot         1510.00        1
ann<       ann             1490.00        1
ann< Players are listed with an experience of more than 50.
ann> ratings
ann<  rank name            rating    Experience
ann<     1 ann             1600.00       60
ann< Players are listed with an experience of more than 50.
# a user who has only played bots has a graph of them, and statistics
ann> graph ascii
ann< Rating of ann with bots, Backgammon, from 1490.00 to 1490.00:
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
ann> graph bots ascii
ann< Rating of ann with bots, Backgammon, from 1490.00 to 1490.00:
ann< ...
ann> stats
ann< Matches of ann, by game and length:
ann<            matches           gammons    own doubles    answers   takes seconds
ann<   Points   won  lost  open  won lost  taken passed  took passed    won  a move
ann< Game: Backgammon
ann<        1     0     1     0    0    0      0      0     0      0      0     1.0
ann< Per cent: matches finished 100, own doubles taken -, opponents' doubles
ann< taken -, games won after a take -.
carl> graph ann
carl< ** ann has played no rated match of Backgammon.
ann> ratings bots clubbot
ann<  rank name            rating    Experience
ann< *     ClubBot         1510.00        1
ann> ratings bots plakoto
ann<  rank name            rating    Experience
ann< Players are listed with an experience of more than 50.
ann> ratings bots from 2 to 1
ann< ** invalid range from 2 to 1
ann> whois ann
ann< Information about ann:
ann<   Last login:  Thursday, January 01 12:00 UTC from 127.0.0.1
ann<   Last logout: Not available
ann<   Still logged in. 0 seconds idle.
ann<   ann is ready to play, not watching, not playing.
ann<   Rating: 1600.00 Experience: 60
ann<   Backgammon with bots: 1490.00 Experience: 1
ann<   No email address.
ann> whois clubbot
ann< Information about ClubBot:
ann<   Last login:  Thursday, January 01 12:00 UTC from bot
ann<   Last logout: Not available
ann<   Still logged in. 1 seconds idle.
ann<   ClubBot is ready to play, not watching, not playing.
ann<   One of the server's bots: club player, performance rating 12 (the lower, the better).
ann<   Rating: 1500.00 Experience: 0
ann<   Backgammon with bots: 1510.00 Experience: 1
ann<   No email address.
carl> whois clubbot
carl< Information about ClubBot:
carl<   Last login:  Thursday, January 01 12:00 UTC from bot
carl<   Last logout: Not available
carl<   Still logged in. 1 seconds idle.
carl<   ClubBot is ready to play, not watching, not playing.
carl<   Rating: 1500.00 Experience: 0
carl<   No email address.
carl> ratings bots
carl<  rank name            rating    Experience
