# SPDX-License-Identifier: MIT
# a saved match is won by the player who asked on three days to resume it, if the other has not
option saved_days 3
option idle_s 604800
telnet alice bob
alice: toggle ready
bob: toggle ready
dice 31 64
match alice bob 5
moves alice bob
bob: leave
bob> bye
bob closed
...
# the opponent is absent, and reads the request at the next log-in
alice> invite bob
alice< ** There is no one called bob
alice< ** bob will see at the next log-in that you asked.
alice< ** Stay logged in and free to play for ten minutes, and today counts as a day
alice<    on which you asked ('help leave').
# ten minutes later; with 3 days the end is announced at once
clock +601
alice< ** Today counts as a day on which you asked bob to resume your saved match (1
alice<    so far).
alice< ** Your saved match with bob ends on Thursday, January 08 12:10 UTC unless you
alice<    go on with it.
alice< ** Days on which you asked to resume it: 1; days on which bob asked: 0. If only
alice<    one of you has asked on at least three days by then, the other loses it, and
alice<    rating points ('help leave').
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice<   bob                     5                0 -  0
alice<     days on which you asked to resume it: 1, on which bob asked: 0
alice<     ends on Thursday, January 08 12:10 UTC
connect b
b<
b<      +-13-14-15-16-17-18--------------------------19-20-21-22-23-24-+
b<      |                                                              |
b<      |     OOOO   XXX   O   O   X   X    OOO    X   X   OOOO        |
b<      |    O      X   X  OO OO   XX XX   O   O   XX  X   O   O       |
b<      |    O  OO  XXXXX  O O O   X X X   O   O   X X X   O   O       |
b<      |    O   O  X   X  O   O   X   X   O   O   X  XX   O   O       |
b<      |     OOO   X   X  O   O   X   X    OOO    X   X   OOOO        |
b<      |                                                              |
b<      +-12-11-10--9--8--7---------------------------6--5--4--3--2--1-+
b<
b<                This is Gammond, a server for backgammon.
b<
b<       Backgammon for people everywhere. Be friendly: your opponents
b<       are people like you, or programs that people like you wrote.
b<
b<           New here? Log in as guest: type guest and press Enter.
b<                     One account per person only!
b<
b< Thursday, January 01 12:10:01 UTC   ( Thu Jan  1 12:10:01 2026 UTC )
b< login: \
b: bob
b> secret
alice< bob logs in.
b< \xff\xfc\x01
b< ** User bob authenticated.
b< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
b< [motd]
b< You have an unfinished match with alice, who is here: 'invite alice' resumes
b<    it.
b< ** alice asked you to resume your saved match (Thursday, January 01 12:00 UTC).
b<    Answer with 'invite alice', even if they are not here.
b< ** Your saved match with alice ends on Thursday, January 08 12:10 UTC unless
b<    you go on with it.
b< ** Days on which you asked to resume it: 0; days on which alice asked: 1. If
b<    only one of you has asked on at least three days by then, the other loses
b<    it, and rating points ('help leave').
b< \xff\xfd\x1f> \
b> show saved
b<   opponent          matchlength   score (your points first)
b< **alice                   5                0 -  0
b<     days on which you asked to resume it: 0, on which alice asked: 1
b<     ends on Thursday, January 08 12:10 UTC
b: set language it
b> bye
b closed
...
clock +86400
alice: invite bob
clock +601
alice< ** Today counts as a day on which you asked bob to resume your saved match (2
alice<    so far).
connect b
b< ...
b< Friday, January 02 12:20:02 UTC   ( Fri Jan  2 12:20:02 2026 UTC )
b< login: \
b: bob
b> secret
alice< bob logs in.
b< \xff\xfc\x01
b< ** User bob authenticated.
b< ** Last login: Thu Jan  1 12:10:01 2026  from 127.0.0.1
b< [motd]
b< Hai un incontro in sospeso con alice, che \xc3\xa8 qui: scrivi 'invite alice' per
b<    continuare.
b< ** alice ti ha chiesto di riprendere il vostro incontro salvato (02/01/2026
b<    12:10 UTC). Rispondi con 'invite alice', anche se non \xc3\xa8 qui.
b< ** Il tuo incontro salvato con alice finisce il 08/01/2026 12:10 UTC, se non lo
b<    riprendete.
b< ** Giorni in cui hai chiesto di riprenderlo: 0; giorni in cui lo ha chiesto
b<    alice: 2. Se per allora solo uno dei due lo ha chiesto in almeno tre giorni,
b<    l'altro perde, con i punti di rating ('help leave').
b< \xff\xfd\x1f> \
b> show saved
b<   avversario        lunghezza     punteggio (prima i tuoi punti)
b< **alice                   5                0 -  0
b<     giorni in cui hai chiesto di riprenderlo: 0, in cui lo ha chiesto alice: 2
b<     finisce il 08/01/2026 12:10 UTC
b: invite alice
b: invite alice 3
b: set language pt
b> bye
b closed
...
clock +86400
alice: invite bob
clock +601
alice< ** Today counts as a day on which you asked bob to resume your saved match (3
alice<    so far).
connect b
b< ...
b< Saturday, January 03 12:30:03 UTC   ( Sat Jan  3 12:30:03 2026 UTC )
b< login: \
b: bob
b> secret
alice< bob logs in.
b< \xff\xfc\x01
b< ** User bob authenticated.
b< ** Last login: Fri Jan  2 12:20:02 2026  from 127.0.0.1
b< [motd]
b< Voc\xc3\xaa tem uma partida em aberto com alice, que est\xc3\xa1 aqui: digite 'invite alice'
b<    para continuar.
b< ** alice pediu para retomar a partida salva com voc\xc3\xaa (03/01/2026 12:20 UTC).
b<    Responda com 'invite alice', mesmo que n\xc3\xa3o esteja aqui.
b< ** A sua partida salva com alice termina em 08/01/2026 12:10 UTC se voc\xc3\xaas n\xc3\xa3o a
b<    retomarem.
b< ** Dias em que voc\xc3\xaa pediu para retom\xc3\xa1-la: 0; dias em que alice pediu: 3. Se at\xc3\xa9
b<    l\xc3\xa1 s\xc3\xb3 um dos dois tiver pedido em pelo menos tr\xc3\xaas dias, o outro a perde, e
b<    pontos de rating ('help leave').
b< \xff\xfd\x1f> \
b> show saved
b<   advers\xc3\xa1rio        tamanho       placar (seus pontos primeiro)
b< **alice                   5                0 -  0
b<     dias em que voc\xc3\xaa pediu para retom\xc3\xa1-la: 0, em que alice pediu: 3
b<     termina em 08/01/2026 12:10 UTC
b> bye
b closed
...
clock +172800
clock +172800
clock +172800
alice< ** You win your saved match with bob, who did not come back to it.
alice< You win the 5 point match 0-0 .
alice< Ratings: alice 1522.36 (+22.36), bob 1477.64 (-22.36).
connect b
b< ...
b< Friday, January 09 12:30:03 UTC   ( Fri Jan  9 12:30:03 2026 UTC )
b< login: \
b: bob
b> secret
alice< bob logs in.
b< \xff\xfc\x01
b< ** User bob authenticated.
b< ** Last login: Sat Jan  3 12:30:03 2026  from 127.0.0.1
b< [motd]
b< ** Voc\xc3\xaa perdeu a partida salva com alice porque n\xc3\xa3o a retomou.
b< \xff\xfd\x1f> \
b> bye
b closed
...
