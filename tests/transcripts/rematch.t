# SPDX-License-Identifier: MIT
# rematch: the same match again, with the same checks as an invitation; the rating changes of a match
option saved_max 2
user ann 1500 60
user bob 1500 0
telnet ann bob
clip cleo
ann: toggle report
bob: toggle report
cleo: toggle report
ann> rematch
ann< ** There is no match to repeat.
cleo> rematch
cleo< ** There is no match to repeat.
dice 31
match ann bob 1
ann: 8-5 6-5
dice 65
bob: roll
bob: 24-18 18-13
moves ann bob
bob: resign n
ann> accept
ann< You accept and win 1 point.
ann< You win the 1 point match 1-0 .
ann< Ratings: ann 1508.80 (+8.80), bob 1490.00 (-10.00).
ann< Type 'rematch' to offer bob the same match again.
bob< ann accepts and wins 1 point.
bob< ann wins the 1 point match 1-0 .
bob< Ratings: ann 1508.80 (+8.80), bob 1490.00 (-10.00).
bob< Type 'rematch' to offer ann the same match again.
cleo< 5 ann - - 1 0 1508.80 61 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
cleo< 5 bob - - 1 0 1490.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
# offered and accepted
bob> rematch
ann< bob wants to play a 1 point match with you.
ann< Type 'join bob' to accept.
bob< ** You invited ann to a 1 point match.
ann> rematch
ann< ** You are now playing a 1 point match with bob
ann< ~^Dice seal 2: ([0-9a-f]{4} ){8}\(help fair\)$
ann< Starting a new game with bob.
ann< ...
bob< ** Player ann has joined you for a 1 point match.
bob< ~^Dice seal 2: ([0-9a-f]{4} ){8}\(help fair\)$
bob< Starting a new game with ann.
bob< ...
cleo< 5 ann bob - 1 0 1508.80 61 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
cleo< 5 bob ann - 1 0 1490.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
# a playing user cannot ask
ann> rematch
ann< ** You are already playing.
moves ann bob
bob: resign n
ann: accept
# or accepted by join
ann> rematch
ann< ** You invited bob to a 1 point match.
bob< ann wants to play a 1 point match with you.
bob< Type 'join ann' to accept.
bob> join ann
ann< ** Player bob has joined you for a 1 point match.
ann< ~^Dice seal 3: ([0-9a-f]{4} ){8}\(help fair\)$
ann< Starting a new game with bob.
ann< ...
bob< ** You are now playing a 1 point match with ann
bob< ~^Dice seal 3: ([0-9a-f]{4} ){8}\(help fair\)$
bob< Starting a new game with ann.
bob< ...
cleo< 5 bob ann - 1 0 1480.13 2 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
cleo< 5 ann bob - 1 0 1517.48 62 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
# a match that was left is not over: the one before it is offered, with the warning
ann: leave
bob> rematch
bob< ** Your saved match with ann would be lost. 'invite ann' resumes it.
bob< ** If you are sure, type the command again with 'yes' at the end.
bob> rematch yes
ann< bob wants to play a 1 point match with you.
ann< Type 'join bob' to accept.
ann< WARNING: Don't accept if you want to continue the saved 1 point match!
bob< ** You invited ann to a 1 point match.
bob< ** If ann accepts, your saved match is lost.
# with the same game and clock; a long match requires experience
ann: invite bob 12 nack clock slow yes
bob: join ann
moves ann bob
ann: resign b
bob: accept
bob: join
ann: join
ann: resign b
bob: accept
bob: join
ann: join
ann: resign b
bob: accept
bob: join
ann: join
ann: resign b
bob> accept
ann< bob accepts and wins 3 points.
ann< bob wins the 12 point match 12-0 .
ann< Ratings in Nackgammon: bob 1534.64 (+34.64), ann 1465.36 (-34.64).
ann< Type 'rematch' to offer bob the same match again.
bob< You accept and win 3 points.
bob< You win the 12 point match 12-0 .
bob< Ratings in Nackgammon: bob 1534.64 (+34.64), ann 1465.36 (-34.64).
bob< Type 'rematch' to offer ann the same match again.
cleo< 5 bob - - 1 0 1480.13 2 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
cleo< 5 ann - - 1 0 1517.48 62 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
bob> rematch
bob< ** You're not experienced enough to play a match of that length.
ann> rematch
ann< ** You invited bob to a 12 point match.
ann< The game is Nackgammon.
ann< The clock is 'slow': 15 seconds of each turn are free, then each player has
ann<    36:00.
ann< Against bob your rating can still rise by 74.64 and fall by 5.36 within 24
ann<    hours: see 'help formula'.
bob< ann wants to play a 12 point match with you.
bob< The game is Nackgammon.
bob< The clock is 'slow': 15 seconds of each turn are free, then each player has
bob<    36:00.
bob< Type 'join ann' to accept.
bob< Against ann your rating can still rise by 5.36 and fall by 74.64 within 24
bob<    hours: see 'help formula'.
# another offer does not accept this one, and is not accepted by it
bob: invite ann 2
ann> rematch
ann< ** You invited bob to a 12 point match.
ann< The game is Nackgammon.
ann< The clock is 'slow': 15 seconds of each turn are free, then each player has
ann<    36:00.
ann< Against bob your rating can still rise by 74.64 and fall by 5.36 within 24
ann<    hours: see 'help formula'.
bob< ann wants to play a 12 point match with you.
bob< The game is Nackgammon.
bob< The clock is 'slow': 15 seconds of each turn are free, then each player has
bob<    36:00.
bob< Type 'join ann' to accept.
bob< Against ann your rating can still rise by 5.36 and fall by 74.64 within 24
bob<    hours: see 'help formula'.
bob> rematch
ann< ** Player bob has joined you for a 12 point match.
ann< ~^Dice seal 5: ([0-9a-f]{4} ){8}\(help fair\)$
ann< The match has a clock: 15 seconds of each turn are free, then ann has 36:00 and
ann<    bob has 36:00.
ann< Starting a new game with bob.
ann< ...
bob< ** You are now playing a 12 point match with ann
bob< ~^Dice seal 5: ([0-9a-f]{4} ){8}\(help fair\)$
bob< The match has a clock: 15 seconds of each turn are free, then ann has 36:00 and
bob<    bob has 36:00.
bob< Starting a new game with ann.
bob< ...
cleo< 5 bob ann - 1 0 1480.13 2 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
cleo< 5 ann bob - 1 0 1517.48 62 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
ann: leave
bob: leave
# a user who is not ready cannot be asked, and cannot accept
bob: toggle ready
ann> rematch
ann< ** bob is refusing games.
bob: toggle ready
ann> rematch yes
ann< ** You invited bob to a 12 point match.
ann< The game is Nackgammon.
ann< The clock is 'slow': 15 seconds of each turn are free, then each player has
ann<    36:00.
ann< ** If bob accepts, your saved match is lost.
ann< Against bob your rating can still rise by 74.64 and fall by 5.36 within 24
ann<    hours: see 'help formula'.
bob< ann wants to play a 12 point match with you.
bob< The game is Nackgammon.
bob< The clock is 'slow': 15 seconds of each turn are free, then each player has
bob<    36:00.
bob< Type 'join ann' to accept.
bob< WARNING: Don't accept if you want to continue the saved 12 point match!
bob< Against ann your rating can still rise by 5.36 and fall by 74.64 within 24
bob<    hours: see 'help formula'.
bob: toggle ready
bob> rematch
bob< ** Use 'toggle ready' first
bob: toggle ready
# nor a user who no longer wants that game
bob: toggle variants
bob> rematch
bob< ** Type 'toggle variants' first.
ann> rematch
ann< ** bob plays backgammon only.
# nor an absent one; after a new log-in there is no last match
bob> bye
bob closed
...
ann> rematch
ann< ** There is no one called bob
ann: set language it
ann: toggle ready
telnet bob
bob: toggle ready
bob> rematch
bob< ** There is no match to repeat.
bob: set language pt
bob> rematch
bob< ** Voc\xc3\xaa n\xc3\xa3o tem nenhuma partida de que pedir revanche.
# the last match counts, whoever was asked before; a client program gets FIBS's lines
ann> rematch
ann< ** bob non accetta inviti.
match cleo bob 1
ann> rematch
ann< ** bob sta gi\xc3\xa0 giocando con qualcun altro.
moves cleo bob
bob: resign n
cleo> accept
bob< cleo aceitou e ganha 1 ponto.
bob< cleo venceu a partida de 1 ponto por 1-0 .
bob< Ratings: cleo 1509.89 (+9.89), bob 1470.28 (-9.85).
bob< Digite 'rematch' para propor a cleo uma revanche.
cleo< You accept and win 1 point.
cleo< You win the 1 point match 1-0 .
cleo< 5 cleo - - 1 0 1509.89 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
cleo< 6
cleo< 5 bob - - 1 0 1470.28 3 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
bob> rematch
bob< ** Voc\xc3\xaa convidou cleo para uma partida de 1 ponto.
cleo< bob wants to play a 1 point match with you.
cleo< Type 'join bob' to accept.
cleo> rematch
bob< ** cleo aceitou: partida de 1 ponto.
bob< Lacre dos dados 7: 9183 ad67 5b0f 2717 34ea f7fc d8dc 03a1 (help fair)
bob< Novo jogo com cleo.
bob< Voc\xc3\xaa rolou 3, cleo rolou 6
bob< cleo faz a primeira jogada.
bob< [board]
bob<
bob<    BAR: O-0 X-0   FORA: O-0 X-0   Cubo: 1  cleo rolou 6 3.
cleo< ** You are now playing a 1 point match with bob
cleo< 5 cleo bob - 1 0 1509.89 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
cleo< 6
cleo< 5 bob cleo - 1 0 1470.28 3 0 1767268800 c-fxh4ehzygq3gvvb5 - -
cleo< 6
cleo< Starting a new game with bob.
cleo< ...
bob: leave
# too many unfinished matches
telnet dora
dora: toggle ready
match dora bob 1
dora: resign n
bob: accept
bob> rematch
bob< ** Voc\xc3\xaa tem partidas salvas demais: n\xc3\xa3o pode come\xc3\xa7ar outras.
dora> rematch
bob< dora quer jogar com voc\xc3\xaa uma partida de 1 ponto.
bob< Digite 'join dora' para aceitar.
dora< ** You invited bob to a 1 point match.
