# SPDX-License-Identifier: MIT
# the forms in which interactive users write moves, and the answers when one is refused
telnet alice bob
alice: toggle autoboard
bob: toggle autoboard
alice: toggle moreboards
bob: toggle moreboards
dice 31
match alice bob 3
# each refusal says what was rolled, and how many dice must be played
alice> 8/5
alice< ** You must give 2 moves.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> m x/5 6/5
alice< ** first move: legal words are 'bar', 'home', 'off', 'b', 'h' and 'o'.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice< Type plays like this: '24-21 24-23'.
alice> 3 1
alice< ** You can't move from 3 in your first move.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice< Type plays like this: '24-21 24-23'.
alice> 8/5(3)
alice< ** Please don't give more than 2 moves.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> 8/5 6/5 24/23
alice< ** Please don't give more than 2 moves.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> 8/
alice< ** You must give 2 moves.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice< Type plays like this: '24-21 24-23'.
alice> 7/4 6/5
alice< ** You can't move from 7 in your first move.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> 8/5 13/12
alice< ** You can't move to 12 in your second move.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> 8/3
alice< ** You can't move 5 points in your first move.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> bar/22 6/5
alice< ** You can't move from bar in your first move.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> b/22 6/5
alice< ** You can't move from b in your first move.
alice< Your dice are 3 and 1. Please move 2 pieces.
alice> off
alice< ** You can't bear off with every number you have rolled.
alice< Your dice are 3 and 1. Please move 2 pieces.
# commas, and asterisks, which are ignored
alice> 8/5*, 6/5
alice< Done.
bob< alice moves 8-5 6-5 .
bob< It's your turn. Please roll or double
dice 65
bob: roll
# one checker with both dice
bob> 1/12
alice< bob moves 1-7 7-12 .
alice< It's your turn. Please roll or double
bob< Done.
dice 44
alice: roll
alice> 24/20(2),13/9(2)
alice< Done.
bob< alice moves 24-20 24-20 13-9 13-9 .
bob< It's your turn. Please roll or double
# one order of the dice hits one blot, the other order another one
place alice 1@13 2@6
place bob 2@4 1@8 1@10 2@1
dice 61
bob: roll
bob: 1/2 1/7
dice 53
alice: roll
alice> 13/5
alice< ** That can be played in two ways. Type '13-8 8-5' or '13-10 10-5'.
alice< Your dice are 5 and 3. Please move 2 pieces.
alice: 13/8*/5
# no open way; only one die can be played, and which; another play uses more dice
place alice 1@20
place bob 2@11
dice 21
bob: roll
bob: 11/12 11/13
place bob 2@11
dice 63
alice: roll
alice> 20/11
alice< ** You cannot get from 20 to 11 with these dice.
alice< Your dice are 6 and 3. Please move 1 piece.
alice< The only legal play is '20-14'.
alice> 20/17
alice< ** You can't move 3 points in your first move.
alice< If you can play either die but not both, you must play the larger.
alice< Your dice are 6 and 3. Please move 1 piece.
alice< The only legal play is '20-14'.
alice: 20/14
place alice 1@20 1@10
place bob 2@1 2@7 2@11
dice 11
bob: roll
bob: 11/12(2) 12/13(2)
place bob 2@1 2@7 2@11
dice 63
alice: roll
alice> 20/14
alice< ** You must give 2 moves.
alice< You must use as many dice as you can: another play uses more.
alice< Your dice are 6 and 3. Please move 2 pieces.
alice< The only legal play is '10-4 20-17'.
