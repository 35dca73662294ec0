# SPDX-License-Identifier: MIT
# `leave` in a match with a clock: at a prompt, the first one asks for an adjournment, the second one leaves
# with the clock running
option idle_s 36000
user anna 1500 10
user bert 1500 10
telnet anna bert carl
clip prog
anna: toggle ready
bert: toggle ready
carl: toggle ready
prog: toggle ready
dice 31
anna: invite bert 5 clock normal
bert: join anna
# the player asks for an adjournment, and the opponent agrees
anna> leave
anna< ** You have asked bert to adjourn the match. Your clock runs on. Type 'leave'
anna<    again to leave at once with your clock running.
bert< ** anna wants to adjourn the match. If you agree, type 'leave': the clocks stop
bert<    until you both resume it.
bert> leave
anna< ** Player bert has left the game. The game was saved.
anna< ** Your match with bert is adjourned: the clocks stop until you both resume it.
bert< ** You terminated the game. The game was saved.
bert< ** Your match with anna is adjourned: the clocks stop until you both resume it.
carl< bert has left the game with anna.
prog< bert has left the game with anna.
prog< 5 bert - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 anna - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
anna> leave
anna< ** Error: No one to leave.
bert: invite anna
anna: join bert
# the player leaves at once after asking: the clock runs, and `join` returns without an invitation
clock +20
anna: leave
anna> leave
anna< ** You terminated the game. The game was saved.
anna< ** Your clock runs while you are away: you lose the match in 5:50. To resume,
anna<    log in again or type 'join bert'.
bert< ** Player anna has left the game. The game was saved.
bert< ** anna may stay away for 1:00 (interruption 1 of 3). Then the clock runs: anna
bert<    loses the match after 4:50 more.
bert< ** If you don't want to wait, type 'leave': the match is adjourned, and the
bert<    clocks stop.
carl< anna has left the game with bert.
prog< anna has left the game with bert.
prog< 5 anna - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 bert - - 1 0 1500.00 10 20 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
anna> clock
anna< The match of anna and bert is interrupted.
anna< anna is away, and loses it in 5:50.
bert> clock
bert< The match of anna and bert is interrupted.
bert< anna is away, and loses it in 5:50.
carl> clock anna
carl< The match of anna and bert is interrupted.
carl< anna is away, and loses it in 5:50.
prog> clock bert
prog< The match of anna and bert is interrupted.
prog< anna is away, and loses it in 5:50.
clock +30
anna> join bert
anna< bert has joined you. Your running match was loaded.
anna< turn: anna.
anna< match length: 5
anna< points for bert: 0
anna< points for anna: 0
anna< Dice seal 1: c0df c8b9 7a2f 05c0 271a bd09 6ae6 fc2b (help fair)
anna< [board]
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
anna< Clock: anna 4:50  bert 5:00 (delay 10)
anna< It's your turn to move.
bert< You are now playing with anna. Your running match was loaded.
bert< turn: anna.
bert< match length: 5
bert< points for bert: 0
bert< points for anna: 0
bert< Dice seal 1: c0df c8b9 7a2f 05c0 271a bd09 6ae6 fc2b (help fair)
bert< [board]
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  anna rolled 3 1.
bert< Clock: anna 4:50  bert 5:00 (delay 10)
carl< bert and anna are resuming their 5-point match.
prog< 5 bert anna - 1 0 1500.00 10 30 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 anna bert - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< bert and anna are resuming their 5-point match.
# after an action in the match, `leave` asks again
anna: leave
anna: 8/5 6/5
dice 21
bert: roll
anna> leave
anna< ** You have asked bert to adjourn the match. Your clock runs on. Type 'leave'
anna<    again to leave at once with your clock running.
bert< ** anna wants to adjourn the match. If you agree, type 'leave': the clocks stop
bert<    until you both resume it.
anna: leave
# `invite` returns as well; the opponent need not stay
bert: set language it
anna: invite bert
anna> leave
anna< ** You have asked bert to adjourn the match. Your clock runs on. Type 'leave'
anna<    again to leave at once with your clock running.
bert< ** anna propone di sospendere l'incontro. Se sei d'accordo scrivi 'leave': gli
bert<    orologi si fermano finch\xc3\xa9 non lo riprendete tutti e due.
anna> leave
anna< ** You terminated the game. The game was saved.
anna< ** Your clock runs while you are away: you lose the match in 5:20. To resume,
anna<    log in again or type 'join bert'.
bert< ** anna ha lasciato la partita, che \xc3\xa8 stata salvata.
bert< ** anna pu\xc3\xb2 assentarsi per 0:30 (interruzione 3 di 3). Poi scorre l'orologio:
bert<    anna perde l'incontro dopo altri 4:50.
bert< ** Se non vuoi aspettare scrivi 'leave': l'incontro viene sospeso e gli orologi
bert<    si fermano.
carl< anna has left the game with bert.
prog< anna has left the game with bert.
prog< 5 anna - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 bert - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
bert> leave
anna< ** Your match with bert is adjourned: the clocks stop until you both resume it.
bert< ** L'incontro con anna \xc3\xa8 sospeso: gli orologi restano fermi finch\xc3\xa9 non lo
bert<    riprendete tutti e due.
bert: set language pt
# the waiting opponent plays another user
anna: invite bert
bert: join anna
anna> leave
anna< ** You have asked bert to adjourn the match. Your clock runs on. Type 'leave'
anna<    again to leave at once with your clock running.
bert< ** anna quer suspender a partida. Se voc\xc3\xaa concorda, digite 'leave': os rel\xc3\xb3gios
bert<    param at\xc3\xa9 voc\xc3\xaas a retomarem.
anna> leave
anna< ** You terminated the game. The game was saved.
anna< ** Your clock runs while you are away: you lose the match in 4:50. To resume,
anna<    log in again or type 'join bert'.
bert< ** anna deixou o jogo, que foi salvo.
bert< ** anna n\xc3\xa3o tem mais tempo para ficar fora: o rel\xc3\xb3gio est\xc3\xa1 correndo, e anna
bert<    perde a partida em 4:50.
bert< ** Se n\xc3\xa3o quiser esperar, digite 'leave': a partida \xc3\xa9 suspensa e os rel\xc3\xb3gios
bert<    param.
carl< anna has left the game with bert.
prog< anna has left the game with bert.
prog< 5 anna - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 bert - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
carl: invite bert 3
bert> join carl
anna< ** Your match with bert is adjourned: the clocks stop until you both resume it.
anna< bert and carl start a 3 point match.
bert< ** A partida contra anna est\xc3\xa1 suspensa: os rel\xc3\xb3gios ficam parados at\xc3\xa9 voc\xc3\xaas a
bert<    retomarem.
bert< ** Voc\xc3\xaa est\xc3\xa1 jogando uma partida de 3 pontos com carl
bert< Lacre dos dados 2: ff11 4c0f 686c 0e6a a957 e997 2151 3672 (help fair)
bert< Novo jogo com carl.
bert< Voc\xc3\xaa rolou 2, carl rolou 5
bert< carl faz a primeira jogada.
bert< [board]
bert<
bert<    BAR: O-0 X-0   FORA: O-0 X-0   Cubo: 1  carl rolou 5 2.
carl< ** Player bert has joined you for a 3 point match.
carl< Dice seal 2: ff11 4c0f 686c 0e6a a957 e997 2151 3672 (help fair)
carl< Starting a new game with bert.
carl< You rolled 5, bert rolled 2
carl< It's your turn to move.
carl< [board]
carl<
carl<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 5 2.
prog< 5 bert carl - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 carl bert - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< bert and carl start a 3 point match.
bert: leave
bert: set language en
# the fourth interruption, and the time is up
anna: invite bert
bert: join anna
anna: leave
anna> leave
anna< ** You terminated the game. The game was saved.
anna< ** Your clock runs while you are away: you lose the match in 4:50. To resume,
anna<    log in again or type 'join bert'.
bert< ** Player anna has left the game. The game was saved.
bert< ** anna has no time left to stay away: the clock runs, and anna loses the match
bert<    in 4:50.
bert< ** If you don't want to wait, type 'leave': the match is adjourned, and the
bert<    clocks stop.
carl< anna has left the game with bert.
prog< anna has left the game with bert.
prog< 5 anna - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 bert - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
clock +400
anna< ** Your time is up. You lose the match.
anna< bert wins the 5 point match 0-0 .
anna< Not rated: not both players had moved.
bert< ** The time of anna is up: the match is lost.
bert< You win the 5 point match 0-0 .
bert< Not rated: not both players had moved.
bert> clock
bert< ** You're not watching or playing.
# a client program is not asked; it leaves as on FIBS
dice 31
prog: invite anna 3 clock fast
anna: join prog
anna> leave
anna< ** prog uses a program that can't be asked to adjourn the match. Type 'leave'
anna<    again to leave with your clock running.
prog> leave
anna< ** Player prog has left the game. The game was saved.
anna< ** Your match with prog is adjourned: the clocks stop until you both resume it.
bert< prog has left the game with anna.
carl< prog has left the game with anna.
prog< ** You terminated the game. The game was saved.
prog< 5 prog - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
prog< 6
prog< 5 anna - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog> leave
prog< ** Error: No one to leave.
prog: invite anna
anna: join prog
prog> leave
anna< ** Player prog has left the game. The game was saved.
anna< ** prog may stay away for 1:00 (interruption 1 of 3). Then the clock runs: prog
anna<    loses the match after 1:00 more.
anna< ** If you don't want to wait, type 'leave': the match is adjourned, and the
anna<    clocks stop.
bert< prog has left the game with anna.
carl< prog has left the game with anna.
prog< ** You terminated the game. The game was saved.
prog< 5 prog - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
prog< 6
prog< 5 anna - - 1 0 1500.00 10 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
clock +30
prog> join anna
anna< You are now playing with prog. Your running match was loaded.
anna< turn: prog.
anna< match length: 3
anna< points for anna: 0
anna< points for prog: 0
anna< Dice seal 3: 0bf5 1b88 7acb 115a 4768 0956 1516 ed0c (help fair)
anna< [board]
anna<
anna<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  prog rolled 3 1.
anna< Clock: prog 1:00  anna 1:00 (delay 8)
bert< anna and prog are resuming their 3-point match.
carl< anna and prog are resuming their 3-point match.
prog< anna has joined you. Your running match was loaded.
prog< turn: prog.
prog< match length: 3
prog< points for anna: 0
prog< points for prog: 0
prog< 5 anna prog - 1 0 1500.00 10 30 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 5 prog anna - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
prog< 6
prog< board:You:anna:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
prog< It's your turn to move.
prog: leave
anna: set language it
anna> leave
anna< ** L'incontro con prog \xc3\xa8 sospeso: gli orologi restano fermi finch\xc3\xa9 non lo
anna<    riprendete tutti e due.
prog: invite anna
anna: join prog
anna> leave
anna< ** prog usa un programma che non pu\xc3\xb2 rispondere alla proposta di sospendere.
anna<    Scrivi di nuovo 'leave' per andartene senza fermare l'orologio.
anna> bye
anna< La tua partita con prog \xc3\xa8 stata salvata.
anna< ** Mentre sei via il tuo orologio scorre: perdi l'incontro fra 2:00. Per
anna<    continuare riconnettiti o scrivi 'join prog'.
anna<                              Arrivederci.
anna<                   Grazie per aver giocato su Gammond.
anna closed
bert< anna logs out.
carl< anna logs out.
prog< anna logs out. The game was saved.
prog< 5 prog - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
prog< 6
prog< 8 anna anna logs out.
