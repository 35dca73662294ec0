# SPDX-License-Identifier: MIT
# invite NAME LENGTH [GAME] clock CLOCK: both are told of it; every wrong form has its message
clip alice
telnet bob
alice: invite bob 3
bob: toggle ready
alice> invite bob 3 clock
alice< ** Which clock? Type 'help clock'.
alice> invite bob 3 clock sundial
alice< ** There is no clock called 'sundial'. Type 'help clock'.
alice> invite bob 3 clock s
alice< ** There is no clock called 's'. Type 'help clock'.
alice> invite bob unlimited clock fast
alice< ** An unlimited match can't have a clock.
alice> invite bob clock fast
alice< ** Give the length before the clock. A saved match keeps the clock it has.
alice> invite bob x clock fast
alice< ** The second argument to 'invite' has to be a number or the word 'unlimited'
alice> invite bob 3 chess clock fast
alice< ** There is no game called 'chess'. Type 'help variants'.
alice> invite bob 3 clock fast chess
alice< ** There is no game called 'chess'. Type 'help variants'.
alice> invite bob 3 backgammon clock fast 5
alice< ** '5' is one word too many. Type 'help invite' or 'help play'.
alice> invite bob 3 clock fast clock slow
alice< ** There is no game called 'clock'. Type 'help variants'.
alice> invite bob 3 clock fast
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< ** You invited bob to a 3 point match.
alice< The clock is 'fast': 8 seconds of each turn are free, then each player has 1:00.
bob< alice wants to play a 3 point match with you.
bob< The clock is 'fast': 8 seconds of each turn are free, then each player has
bob<    1:00.
bob< Type 'join alice' to accept.
alice> invite bob 3 backgammon CLOCK Stan
alice< ** You invited bob to a 3 point match.
alice< The clock is 'standard': 12 seconds of each turn are free, then each player has 6:00.
bob< alice wants to play a 3 point match with you.
bob< The clock is 'standard': 12 seconds of each turn are free, then each player has
bob<    6:00.
bob< Type 'join alice' to accept.
# an invitation without a clock cancels the clock
alice> invite bob 3
alice< ** You invited bob to a 3 point match.
bob< alice wants to play a 3 point match with you.
bob< Type 'join alice' to accept.
alice> invite bob 5 clock st
alice< ** You invited bob to a 5 point match.
alice< The clock is 'standard': 12 seconds of each turn are free, then each player has 10:00.
bob< alice wants to play a 5 point match with you.
bob< The clock is 'standard': 12 seconds of each turn are free, then each player has
bob<    10:00.
bob< Type 'join alice' to accept.
bob: join alice
bob> clock
bob< Clock: alice 10:00  bob 10:00 (delay 12)
alice> clock
alice< Clock: alice 10:00  bob 10:00 (delay 12)
