# SPDX-License-Identifier: MIT
# double after the roll: interactive users are told when to double, in every match, and why it has no effect
# now
telnet ann bob
clip clara dora
# a match with a cube
dice 31
match ann bob 3
ann> double
ann< ** You can only double before you roll the dice.
ann: 8-5 6-5
bob: double
dice 65
ann: accept
# ann owns the cube
bob> double
bob< ** You can only double before you roll the dice.
bob< ** The cube belongs to ann: nobody else may double.
bob: 1-7 7-12
dice 21
ann: roll
ann> double
ann< ** You can only double before you roll the dice.
# not his turn
bob> double
bob< ** Please wait until ann has moved.
ann: 13-11 6-5
bob: resign n
ann: accept
# the Crawford game
dice 31
ann: join
bob: join
ann> double
ann< ** You can only double before you roll the dice.
ann< ** The Crawford rule doesn't allow you to double in this game.
ann: 17-20 19-20
ann: leave
# one point
dice 31
match bob ann 1
bob> double
bob< ** You can only double before you roll the dice.
bob< ** There is no doubling cube in this game.
bob: set language it
bob> double
bob< ** Puoi raddoppiare solo prima di tirare i dadi.
bob< ** In questa partita non c'\xc3\xa8 il cubo del raddoppio.
bob: set language pt
bob> double
bob< ** Voc\xc3\xaa s\xc3\xb3 pode dobrar antes de rolar os dados.
bob< ** Neste jogo n\xc3\xa3o h\xc3\xa1 cubo de dobra.
bob: leave
# a game without a cube
match ann bob 3 plakoto
ann> double
ann< ** You can only double before you roll the dice.
ann< ** There is no doubling cube in this game.
bob> double
bob< ** Aguarde at\xc3\xa9 que ann tenha jogado.
# client programs get FIBS's lines
dice 31
match clara dora 1
clara> double
clara< ** It's not your turn to double
clara: 8-5 6-5
dora> double
dora< ** It's not your turn to double
