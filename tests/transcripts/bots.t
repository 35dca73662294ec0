# SPDX-License-Identifier: MIT
# bots: inviting one, its pauses and moves; its answers to a draw, a double and a resignation; it resumes a
# saved match
option bots 1
telnet ann
clip carl
clock +1
ann: toggle report fair
carl: toggle report
carl> who clubbot
carl< 5 ClubBot - - 1 0 1500.00 0 1 1767268800 bot Computer_player -
carl< 6
dice 31
ann> invite ClubBot 3
ann< ** You invited ClubBot to a 3 point match.
carl< 5 ann - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
ann< ** Player ClubBot has joined you for a 3 point match.
ann< Starting a new game with ClubBot.
ann< You rolled 3, ClubBot rolled 1
ann< It's your turn to move.
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
carl< 5 ClubBot ann - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl< 5 ann ClubBot - 1 0 1500.00 0 1 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
ann> 8/5 6/5
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: ClubBot
dice 64
clock +1
ann< ClubBot rolls 6 and 4.
clock +1
clock +1
clock +1
ann< ClubBot moves 1-7 7-11 .
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: ann
ann< It's your turn. Please roll or double
ann> draw
ann< You offer a draw. ClubBot may accept or reject it.
ann< It's your turn. Please roll or double
clock +1
ann< The game is a draw by agreement. Nobody gets points.
ann< score in 3 point match: ann-0 ClubBot-0
ann< Type 'join' if you want to play the next game, type 'leave' if you don't.
clock +1
clock +1
ann: leave
ann> toggle fast
ann< ** The server's bots answer you at once.
dice 65
ann> invite clubbot
ann< ** You invited ClubBot to resume a saved match.
ann< > 
ann< ClubBot has joined you. Your running match was loaded.
ann< match length: 3
ann< points for ClubBot: 0
ann< points for ann: 0
ann< Starting a new game with ClubBot.
ann< You play X in this game: the sides change after every game.
ann< Your checkers move from 1 up to 24.
ann< You rolled 6, ClubBot rolled 5
ann< It's your turn to move.
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 5.
carl< 5 ClubBot ann - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl< 5 ann ClubBot - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
clock +1
ann: 24/18 18/13
clock +1
clock +1
clock: +1
ann> double
ann< ** You can only double before you roll the dice.
clock +1
clock +1
clock +1
ann> resign n
ann< You want to resign. ClubBot will win 1 point.
clock +1
ann< ClubBot accepts and wins 1 point.
ann< score in 3 point match: ann-0 ClubBot-1
ann< Type 'join' if you want to play the next game, type 'leave' if you don't.
clock +1
clock +1
ann: help bots
