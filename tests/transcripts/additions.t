# SPDX-License-Identifier: MIT
# additions: a program that asks gets the rating changes, the topics in groups, and pages in its language;
# others get none of it, and the setting is not stored (PROTOCOL.md 10.2)
option bots 1
clip alice bob
alice> additions
alice< ** You get the lines of 'help additions' until you leave.
alice> help
alice< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'.
alice<
alice<   First steps     beginner rules move commands names boardstyle
alice<   Playing         play invite join rematch roll double accept resign draw leave clock
alice<   Other games     variants nackgammon hyper tavli plakoto narde grasshopper
alice<   People          who whois tell say kibitz shout message gag waitfor
alice<   Watching        watch look board pip ratings formula
alice<   Past games      show history match replay analyse export oldmoves oldboard last stat
alice<   Tournaments     tournament tournament_formats tournament_settings
alice<   Settings        set toggle direction language screen timezones password client
alice<
alice< 'help all' lists all topics.
alice> set language it
alice< Value of 'language' set to it.
alice> help save
alice< NOME
alice<     save - conserva le tue impostazioni
alice<
alice< SINTASSI
alice<     save
alice<
alice< DESCRIZIONE
alice<     Dice che le tue impostazioni sono salvate. Questo comando non serve:
alice<     quello che cambi con 'toggle' e 'set' viene salvato subito. Le opzioni
alice<     double, greedy e moves non vengono mai salvate: si azzerano a ogni nuova
alice<     partita.
alice<
alice<     Anche gli incontri si salvano da soli: vedi 'help leave'.
alice<
alice< VEDI ANCHE
alice<     toggle, set, leave
alice> motd
alice< 3
alice< [motd]
alice<
alice< 4
alice<
alice: tournament create Coppa
alice> tournament
alice<    N.  Stato          Giocat.  Inizio       Torneo
alice<     1  previsto         0/128               Coppa (single)
alice< ** Tornei finiti: tournament list over
bob> tournament
bob<    No  State          Players  Start        Tournament
bob<     1  planned          0/128               Coppa (single)
bob< ** Finished tournaments: tournament list over
bob> help save
bob< NAME
bob<     save - keep your settings
bob<
bob< SYNOPSIS
bob<     save
bob<
bob< DESCRIPTION
bob<     Says that your settings are saved. You do not need this command: what
bob<     you change with 'toggle' and 'set' is saved at once. The options double,
bob<     greedy and moves are never saved: they are reset at each new game.
bob<
bob<     Matches are saved automatically too: see 'help leave'.
bob<
bob< SEE ALSO
bob<     toggle, set, leave
alice> play practice
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< ** You invited EasyBot to a 3 point match.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
clock +1
alice< ** Player EasyBot has joined you for a 3 point match.
alice< 5 EasyBot alice - 1 0 1500.00 0 0 1767268800 bot Computer_player -
alice< 6
alice< 5 alice EasyBot - 1 0 1500.00 0 1 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
alice< Starting a new game with EasyBot.
alice< You rolled 2, EasyBot rolled 5
alice< EasyBot makes the first move.
alice< board:You:EasyBot:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob< 5 EasyBot alice - 1 0 1500.00 0 0 1767268800 bot Computer_player -
bob< 6
bob< 5 alice EasyBot - 1 0 1500.00 0 1 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< EasyBot and alice start a 3 point match.
alice> leave
alice< ** You terminated the game. The game was saved.
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 EasyBot - - 1 0 1500.00 0 0 1767268800 bot Computer_player -
alice< 6
bob< alice has left the game with EasyBot.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 EasyBot - - 1 0 1500.00 0 0 1767268800 bot Computer_player -
bob< 6
match alice bob 1
moves alice bob
alice> resign n
alice< You want to resign. bob will win 1 point.
bob< alice wants to resign. You will win 1 point. Type 'accept' or 'reject'.
bob> accept
alice< bob accepts and wins 1 point.
alice< bob wins the 1 point match 1-0 .
alice< Ratings: bob 1510.00 (+10.00), alice 1490.00 (-10.00).
alice< 5 bob - - 1 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 alice - - 1 0 1490.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< You accept and win 1 point.
bob< You win the 1 point match 1-0 .
bob< 5 bob - - 1 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice - - 1 0 1490.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob> toggle ready
alice< 5 bob - - 0 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< ** You're now refusing to play with someone.
bob< 5 bob - - 0 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob> toggle ready
alice< 5 bob - - 1 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< ** You're now ready to invite or join someone.
bob< 5 bob - - 1 0 1510.00 1 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
alice> invite bob 1 plakoto
alice< ** bob plays backgammon only.
bob> additions
bob< ** You get the lines of 'help additions' until you leave.
alice> invite bob 1 plakoto
alice< ** You invited bob to a 1 point match.
alice< The game is Plakoto.
bob< alice wants to play a 1 point match with you.
bob< The game is Plakoto.
bob< Type 'join alice' to accept.
drop alice
bob< 8 alice alice drops connection.
clip alice
alice> help save
alice< NAME
alice<     save - keep your settings
alice<
alice< SYNOPSIS
alice<     save
alice<
alice< DESCRIPTION
alice<     Says that your settings are saved. You do not need this command: what
alice<     you change with 'toggle' and 'set' is saved at once. The options double,
alice<     greedy and moves are never saved: they are reset at each new game.
alice<
alice<     Matches are saved automatically too: see 'help leave'.
alice<
alice< SEE ALSO
alice<     toggle, set, leave
alice> invite bob 1 plakoto
alice< ** Type 'toggle variants' first.
telnet cora
cora> additions
cora< ** You get the lines of 'help additions' until you leave.
