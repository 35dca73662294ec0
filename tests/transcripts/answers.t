# SPDX-License-Identifier: MIT
# everyday words that answer a double, a resignation or a draw; client programs have only FIBS's
telnet alice bob
clip carol dave
alice: toggle autoboard
bob: toggle autoboard
alice: toggle moreboards
bob: toggle moreboards
# outside a match they are not commands, and do not abbreviate one
alice> take
alice< ** Unknown command: 'take'
alice< ** That could be: takeback
alice> pass
alice< ** Unknown command: 'pass'
alice< ** That could be: password
alice> yes
alice< ** Unknown command: 'yes'
dice 31
match alice bob 9
# nothing has been offered
bob> take
bob< ** alice didn't double or resign.
bob> pass
bob< ** alice didn't double or resign.
bob> takeb
bob< ** That is for practice matches only. Type 'help practice'.
alice: 8/5 6/5
bob: double
# an abbreviation of an answer is not accepted
alice> tak
alice< ** Unknown command: 'tak'
alice< ** That could be: takeback
alice> dr
alice< ** Unknown command: 'dr'
alice< ** That could be: draw
alice> pas
alice< ** Unknown command: 'pas'
alice< ** That could be: password
dice 65
alice> take
alice< You accept the double. The cube shows 2.
alice< bob rolls 6 and 5.
bob< alice accepts the double. The cube shows 2.
bob< You roll 6 and 5.
bob< Please move 2 pieces.
bob: resign normal
alice> n
alice< You reject. The game continues.
bob< alice rejects. The game continues.
bob< Please move 2 pieces.
bob: resign normal
alice> Y
alice< You accept and win 2 points.
alice< score in 9 point match: alice-2 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< alice accepts and wins 2 points.
bob< score in 9 point match: bob-0 alice-2
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
alice: join
dice 31
bob: join
bob: draw
alice> drop
alice< You reject the draw. The game continues.
bob< alice rejects the draw. The game continues.
alice: draw
bob> yes
alice< The game is a draw by agreement. Nobody gets points.
alice< score in 9 point match: alice-2 bob-0
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< The game is a draw by agreement. Nobody gets points.
bob< score in 9 point match: bob-0 alice-2
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
dice 31
match carol dave 3
carol: move 8-5 6-5
dave: double
carol> take
carol< ** That is for practice matches only. Type 'help practice'.
carol> yes
carol< ** Unknown command: 'yes'
carol> tak
carol< ** That is for practice matches only. Type 'help practice'.
carol> dr
carol< ** Please answer the double first: type 'accept' or 'reject'.
