# SPDX-License-Identifier: MIT
# move: every accepted form, every refusal
clip alice bob carol
carol> move 8-5 6-5
carol< ** You're not playing.
dice 31
match alice bob 3
alice> toggle autoboard
alice< ** The board won't be refreshed after every move.
bob: toggle autoboard
bob: toggle moreboards
alice: toggle moreboards
# not his turn; not rolled
bob> move 1-2 1-4
bob< ** It's not your turn to move.
# the number of moves
alice> move
alice< ** You must give 2 moves.
alice> move 8-5
alice< ** You must give 2 moves.
alice> move 8-5 6
alice< ** You must give 2 moves.
alice> move 8-5 6-5 24-23
alice< ** Please don't give more than 2 moves.
alice> move 8-5 6-5 24-23 6-5 6-5 6-5
alice< ** Please don't give more than 2 moves.
# words
alice> move x-5 6-5
alice< ** first move: legal words are 'bar', 'home', 'off', 'b', 'h' and 'o'.
alice> move 8-5 6-y
alice< ** second move: legal words are 'bar', 'home', 'off', 'b', 'h' and 'o'.
alice> move bar/22 6/5
alice< ** first move: legal words are 'bar', 'home', 'off', 'b', 'h' and 'o'.
# from, distance, to
alice> move 7-4 6-5
alice< ** You can't move from 7 in your first move.
alice> move 8-5 12-11
alice< ** You can't move from 12 in your second move.
alice> move 77-5 6-5
alice< ** You can't move from 77 in your first move.
alice> move bar-22 6-5
alice< ** You can't move from bar in your first move.
# backgammon has no reserve; 'res-' is no short form of resign
alice> res-22 6-5
alice< ** You can't move from res in your first move.
alice> res 22 6-5
alice< ** You can't move from res in your first move.
alice> move 8-4 6-5
alice< ** You can't move 4 points in your first move.
alice> move 8-5 8-5
alice< ** You can't move 3 points in your second move.
alice> move 6-3 13-12
alice< ** You can't move to 12 in your second move.
# bearing off before all are home
alice> move 6-off 6-5
alice< ** You can't move home in your first move.
# several forms: with blanks, with the command abbreviated
alice> m 8 5 6 5
alice< Done.
bob< alice moves 8-5 6-5 .
bob< It's your turn. Please roll or double
bob> move 1-7 7-12
bob< ** You have to roll the dice before moving.
dice 65
bob> roll
alice< bob rolls 6 and 5.
bob< You roll 6 and 5.
bob< Please move 2 pieces.
# the second die may be played first; a blank around the dash
bob> 12 - 17  12 -18
alice< bob moves 12-17 12-18 .
alice< It's your turn. Please roll or double
bob< Done.
dice 61
alice> roll
alice< You roll 6 and 1.
alice< Please move 2 pieces.
bob< alice rolls 6 and 1.
# a hit
alice> move 24-18 8-7
alice< Done.
bob< alice moves 24-18 8-7 .
bob< It's your turn. Please roll or double
dice 21
bob> roll
alice< bob rolls 2 and 1.
bob< You roll 2 and 1.
bob< Please move 2 pieces.
bob> move 1-2 1-3
bob< ** You have to remove pieces from the bar in your first move.
bob> BAR-2 19-20
alice< bob moves bar-2 19-20 .
alice< It's your turn. Please roll or double
bob< Done.
# once the bar is empty other checkers may move; each die is a separate move
dice 43
alice: roll
alice> move 13-6
alice< ** You must give 2 moves.
alice> move 13-6 13-10
alice< ** You can't move 7 points in your first move.
alice: move 13-9 13-10
bob> leave
alice< ** Player bob has left the game. The game was saved.
alice< ...
bob< ...
carol< bob has left the game with alice.
...
alice> 8-5 6-5
alice< ** You're not playing.
