# SPDX-License-Identifier: MIT
# other games: inviting, what programs are not sent, Acey-Deucey's named double
telnet alice
clip bob
alice> toggle ready
alice< ** You're now ready to invite or join someone.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob> toggle ready
bob< ** You're now ready to invite or join someone.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
alice> invite bob 3 acey
alice< ** bob plays backgammon only.
bob> toggle variants
bob< ** You can be invited to other games than backgammon.
alice> invite bob 3 nonsense
alice< ** There is no game called 'nonsense'. Type 'help variants'.
alice> invite bob 3 acey
alice< ** You invited bob to a 3 point match.
alice< The game is American Acey-Deucey.
bob< alice wants to play a 3 point match with you.
bob< The game is American Acey-Deucey.
bob< Type 'join alice' to accept.
dice 61 12 35 44
bob> join alice
alice< ** Player bob has joined you for a 3 point match.
alice< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
alice< Starting a new game with bob.
alice< The game is American Acey-Deucey. 'help acey-deucey' has the rules.
alice< You rolled 6, bob rolled 1
alice< It's your turn to move.
alice< [board]
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Reserve: O-15 X-15  turn: alice
alice< You roll 1 and 2.
alice< Please move 2 pieces.
bob< ** You are now playing a 3 point match with alice
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< Starting a new game with alice.
bob< The game is American Acey-Deucey.
bob< You rolled 1, alice rolled 6
bob< alice makes the first move.
bob< board:You:alice:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:0:0:0:0:1:0:0:0:-1:1:25:0:0:0:0:0:0:0:0:0
bob< board+:acey-deucey:15:15:-:-:1:-24:0:0:-
bob< alice rolls 1 and 2.
bob< board:You:alice:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:0:0:1:2:1:0:0:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< board+:acey-deucey:15:15:-:-:1:-24:0:0:-
alice> choose 3
alice< ** There is no double to be named now.
alice> res-24 res-23
alice< [board]
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Reserve: O-13 X-15  You must name a double.
alice< Name a double: type 'choose' and a number from 1 to 6.
bob< alice moves res-24 res-23 .
bob< board:You:alice:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:1:0:1:0:0:0:0:1:0:0:0:-1:1:25:0:0:0:0:0:0:0:0:0
bob< board+:acey-deucey:15:13:-:-:1:-24:0:0:name
bob< alice names a double.
bob> choose 3
bob< ** It's not your turn.
alice> roll
alice< ** Name a double first: type 'choose' and a number from 1 to 6.
alice> choose 7
alice< ** usage: choose <number from 1 to 6>
alice> choose
alice< ** usage: choose <number from 1 to 6>
alice> choose 3
alice< You play 3 and 3.
alice< Please move 4 pieces.
bob< alice plays 3 and 3.
bob< board:You:alice:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:1:0:1:0:0:3:3:1:0:0:0:-1:1:25:0:0:0:0:0:4:0:0:0
bob< board+:acey-deucey:15:13:-:-:1:-24:0:0:double
alice> res-22 res-22 res-22 22-19
alice< [board]
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Reserve: O-10 X-15  turn: alice
alice< You roll again.
alice< You roll 4 and 4.
alice< Please move 4 pieces.
bob< alice moves res-22 res-22 res-22 22-19 .
bob< board:You:alice:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:0:0:2:1:1:0:1:0:0:0:0:1:0:0:0:-1:1:25:0:0:0:0:0:0:0:0:0
bob< board+:acey-deucey:15:10:-:-:1:-24:0:0:-
bob< alice rolls again.
bob< alice rolls 4 and 4.
bob< board:You:alice:3:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:1:0:0:2:1:1:0:1:0:0:4:4:1:0:0:0:-1:1:25:0:0:0:0:0:4:0:0:0
bob< board+:acey-deucey:15:10:-:-:1:-24:0:0:-
alice> 24-19 res-22
alice< ** You can't move 5 points in your first move.
alice< Your dice are 4 and 4. Please move 4 pieces.
alice< Type plays like this: 'res-21 res-21 res-21 res-21'.
bob> show games
bob< List of games:
bob< alice           -             bob (3 point match 0-0) American Acey-Deucey
bob> leave
alice< ** Player bob has left the game. The game was saved.
bob< ** You terminated the game. The game was saved.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob> show saved
bob<   opponent          matchlength   score (your points first)
bob< **alice                   3                0 -  0  American Acey-Deucey
# a program that has not asked for other games is never shown one, and may not invite to one
clip carol
carol> toggle ready
bob< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< ** You're now ready to invite or join someone.
carol< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol> invite alice 1 plakoto
carol< ** Type 'toggle variants' first.
carol> toggle variants
carol< ** You can be invited to other games than backgammon.
carol> set variant hyper
carol< Value of 'variant' set to hyper.
carol> invite alice 1
alice< carol wants to play a 1 point match with you.
alice< The game is Hyper Backgammon.
alice< Type 'join carol' to accept.
carol< ** You invited alice to a 1 point match.
carol< The game is Hyper Backgammon.
# a watcher who has not asked for other games sees no board of one that needs more than 53 numbers
clip dave
bob> toggle ready
bob< ** You're now refusing to play with someone.
bob< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
dave< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dave< 6
bob> toggle ready
bob< ** You're now ready to invite or join someone.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
dave< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dave< 6
alice> toggle ready
alice< ** You're now refusing to play with someone.
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
dave< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
dave< 6
alice> toggle ready
alice< ** You're now ready to invite or join someone.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
dave< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
dave< 6
alice> invite bob 1 fevga yes
alice< ** You invited bob to a 1 point match.
alice< The game is Fevga.
alice< ** If bob accepts, your saved match is lost.
bob< alice wants to play a 1 point match with you.
bob< The game is Fevga.
bob< Type 'join alice' to accept.
bob< WARNING: Don't accept if you want to continue the saved 3 point match!
dave> watch alice
alice< dave is watching you.
bob< 5 dave - alice 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< 5 dave - alice 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
dave< You're now watching alice.
dave< alice is not doing anything interesting.
dave< 5 dave - alice 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dave< 6
dice 61 52
bob> join alice
alice< ** Player bob has joined you for a 1 point match.
alice< Dice seal 2: 0bf5 1b88 7acb 115a 4768 0956 1516 ed0c (help fair)
alice< Starting a new game with bob.
alice< The game is Fevga. 'help fevga' has the rules.
alice< You rolled 6, bob rolled 1
alice< It's your turn to move.
alice< [board]
alice<
alice<    O moves 24 to 1.  X moves 12 to 1, then 24 to 13.
alice<    BAR: O-0 X-0   OFF: O-0 X-0  turn: alice
alice< You roll 5 and 2.
alice< Please move 2 pieces.
bob< ** You are now playing a 1 point match with alice
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< Starting a new game with alice.
bob< The game is Fevga.
bob< You rolled 1, alice rolled 6
bob< alice makes the first move.
bob< board:You:alice:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-15:0:0:0:0:0:0:0:0:0:0:0:15:0:1:0:0:0:0:1:0:0:0:-1:1:25:0:0:0:0:0:0:0:0:0
bob< board+:fevga:0:0:-:-:-12:-24:0:0:-
bob< alice rolls 5 and 2.
bob< board:You:alice:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-15:0:0:0:0:0:0:0:0:0:0:0:15:0:1:0:0:5:2:1:0:0:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< board+:fevga:0:0:-:-:-12:-24:0:0:-
carol< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
carol< bob and alice start a 1 point match.
dave< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dave< 6
dave< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
dave< 6
dave< bob and alice start a 1 point match.
dave< Starting a new game with bob.
dave< The game is Fevga.
dave< bob rolled 1, alice rolled 6
dave< alice makes the first move.
dave< alice rolls 5 and 2.
dave> board
dave< ** Type 'toggle variants' first.
dave> toggle variants
dave< ** You can be invited to other games than backgammon.
dave> board
dave< board:alice:bob:1:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-15:0:0:0:0:0:0:0:0:0:0:0:15:0:1:5:2:0:0:1:0:0:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< board+:fevga:0:0:-:-:-24:-12:0:0:-
