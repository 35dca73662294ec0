# SPDX-License-Identifier: MIT
# a lost connection in a tournament match: the opponent is told how long the player may stay away; `clock
# NAME` tells any user
option idle_s 36000
user anna 1800 200
user bert 1700 200
user zoe 1500 0
telnet dora anna bert carl
clip prog
carl: toggle tournaments
dora: tournament create Cup format single length 3 checkin 0 clock normal
dora: tournament open
anna: tournament register
bert: tournament register
carl> clock bert
carl< ** bert is not playing.
carl> clock zoe
carl< ** There is no one called zoe.
carl> clock nobody
carl< ** There is no one called nobody.
carl> clock
carl< ** You're not watching or playing.
dora: tournament start 1 yes
clock: +180
carl: watch anna
prog: watch anna
clock: +20
carl> clock bert
carl< Clock: anna 3:00  bert 2:50 (delay 10)
prog> clock ann
prog< Clock: anna 3:00  bert 2:50 (delay 10)
carl> clock dora
carl< ** dora is not playing.
# the first of three interruptions
drop bert
dora< bert drops connection.
anna< bert drops connection. The game was saved.
anna< ** bert may stay away for 1:00 (interruption 1 of 3). Then the clock runs: bert
anna<    loses the match after 2:50 more.
anna< bert drops connection.
carl< ** bert may stay away for 1:00 (interruption 1 of 3). Then the clock runs: bert
carl<    loses the match after 2:50 more.
carl< bert drops connection.
prog< 5 anna - - 0 0 1800.00 200 200 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 8 bert bert drops connection.
anna> clock
anna< The match of anna and bert in Cup is interrupted.
anna< bert is away, and loses it in 3:50.
carl> clock bert
carl< The match of anna and bert in Cup is interrupted.
carl< bert is away, and loses it in 3:50.
prog> clock anna
prog< The match of anna and bert in Cup is interrupted.
prog< bert is away, and loses it in 3:50.
clock +30
prog> clock bert
prog< The match of anna and bert in Cup is interrupted.
prog< bert is away, and loses it in 3:20.
telnet bert
...
# the second: the rest of the allowance
drop bert
dora< bert drops connection.
anna< bert drops connection. The game was saved.
anna< ** bert may stay away for 0:30 (interruption 2 of 3). Then the clock runs: bert
anna<    loses the match after 2:50 more.
anna< bert drops connection.
carl< ** bert may stay away for 0:30 (interruption 2 of 3). Then the clock runs: bert
carl<    loses the match after 2:50 more.
carl< bert drops connection.
prog< 5 anna - - 0 0 1800.00 200 30 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 8 bert bert drops connection.
clock +10
anna: set language it
anna> clock
anna< L'incontro fra anna e bert in Cup \xc3\xa8 interrotto.
anna< bert \xc3\xa8 via, e lo perde fra 3:10.
telnet bert
...
# the third: the allowance is used up
drop bert
dora< bert drops connection.
anna< bert interrompe la connessione. La partita \xc3\xa8 stata salvata.
anna< ** bert pu\xc3\xb2 assentarsi per 0:20 (interruzione 3 di 3). Poi scorre l'orologio:
anna<    bert perde l'incontro dopo altri 2:50.
anna< bert interrompe la connessione.
carl< ** bert may stay away for 0:20 (interruption 3 of 3). Then the clock runs: bert
carl<    loses the match after 2:50 more.
carl< bert drops connection.
prog< 5 anna - - 0 0 1800.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 8 bert bert drops connection.
anna: set language pt
telnet bert
...
drop bert
dora< bert drops connection.
anna< bert caiu. O jogo foi salvo.
anna< ** bert n\xc3\xa3o tem mais tempo para ficar fora: o rel\xc3\xb3gio est\xc3\xa1 correndo, e bert
anna<    perde a partida em 2:50.
anna< bert caiu.
carl< ** bert has no time left to stay away: the clock runs, and bert loses the match
carl<    in 2:50.
carl< bert drops connection.
prog< 5 anna - - 0 0 1800.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 8 bert bert drops connection.
anna> clock bert
anna< A partida entre anna e bert em Cup est\xc3\xa1 interrompida.
anna< bert est\xc3\xa1 fora, e perde a partida em 2:50.
anna: set language en
telnet bert
...
# both are away
drop bert
dora< bert drops connection.
anna< bert drops connection. The game was saved.
anna< ** bert has no time left to stay away: the clock runs, and bert loses the match
anna<    in 2:50.
anna< bert drops connection.
carl< ** bert has no time left to stay away: the clock runs, and bert loses the match
carl<    in 2:50.
carl< bert drops connection.
prog< 5 anna - - 0 0 1800.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
prog< 6
prog< 8 bert bert drops connection.
anna> bye
anna closed
...
carl> clock anna
carl< The match of anna and bert in Cup is interrupted.
carl< anna is away, and loses it in 4:00.
carl< bert is away, and loses it in 2:50.
telnet anna
...
# the time is up
clock +200
dora< ** Cup, final: anna beats bert 3-0
dora< ** Cup is over. First: anna. Type 'tournament results 1' for all places.
anna< ** The time of bert is up: the match is lost.
anna< You win the 3 point match 0-0 .
anna< Not rated: not both players had moved.
anna< ** Cup is over. First: anna. Type 'tournament results 1' for all places.
carl> clock anna
carl< ** anna is not playing.
