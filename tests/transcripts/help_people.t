# SPDX-License-Identifier: MIT
# help for people: groups first, `help all`, operators' pages for operators only (4.7)
user bob
user opal
user tina
role opal operator
clip alice
telnet bob
telnet opal
tiny tina
bob> help
bob< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'.
bob<
bob<   First steps     beginner rules move commands names boardstyle
bob<   Playing         play invite join rematch roll double accept resign draw leave clock
bob<   Other games     variants nackgammon hyper tavli plakoto narde grasshopper
bob<   People          who whois tell say kibitz shout message gag waitfor
bob<   Watching        watch look board pip ratings formula
bob<   Past games      show history match replay analyse export oldmoves oldboard last stat
bob<   Tournaments     tournament tournament_formats tournament_settings
bob<   Settings        set toggle direction language screen timezones password client
bob<
bob< 'help all' lists all topics.
bob< > \
opal> help
opal< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'.
opal<
opal<   First steps     beginner rules move commands names boardstyle
opal<   Playing         play invite join rematch roll double accept resign draw leave clock
opal<   Other games     variants nackgammon hyper tavli plakoto narde grasshopper
opal<   People          who whois tell say kibitz shout message gag waitfor
opal<   Watching        watch look board pip ratings formula
opal<   Past games      show history match replay analyse export oldmoves oldboard last stat
opal<   Tournaments     tournament tournament_formats tournament_settings
opal<   Settings        set toggle direction language screen timezones password client
opal<   Keeping order   operators mute kick ban broadcast operlog view
opal<
opal< 'help all' lists all topics.
opal< > \
opal> set language it
opal< Il valore di 'language' ora \xc3\xa8 it.
opal< > \
opal> help
opal< Aiuto di Gammond: 'help ARGOMENTO'. Prima volta qui? 'help beginner'.
opal<
opal<   Primi passi     beginner rules move commands names boardstyle
opal<   Giocare         play invite join rematch roll double accept resign draw leave clock
opal<   Altri giochi    variants nackgammon hyper tavli plakoto narde grasshopper
opal<   Persone         who whois tell say kibitz shout message gag waitfor
opal<   Guardare        watch look board pip ratings formula
opal<   Partite fatte   show history match replay analyse export oldmoves oldboard last stat
opal<   Tornei          tournament tournament_formats tournament_settings
opal<   Impostazioni    set toggle direction language screen timezones password client
opal<   Ordine          operators mute kick ban broadcast operlog view
opal<
opal< 'help all' elenca tutti gli argomenti.
opal< > \
bob> set language pt
bob< O valor de 'language' agora \xc3\xa9 pt.
bob< > \
bob> help
bob< Ajuda de Gammond: digite 'help T\xc3\x93PICO'. \xc3\x89 novo aqui? 'help beginner'.
bob<
bob<   Come\xc3\xa7ar         beginner rules move commands names boardstyle
bob<   Jogar           play invite join rematch roll double accept resign draw leave clock
bob<   Outros jogos    variants nackgammon hyper tavli plakoto narde grasshopper
bob<   Pessoas         who whois tell say kibitz shout message gag waitfor
bob<   Assistir        watch look board pip ratings formula
bob<   Jogos passados  show history match replay analyse export oldmoves oldboard last stat
bob<   Torneios        tournament tournament_formats tournament_settings
bob<   Ajustes         set toggle direction language screen timezones password client
bob<
bob< 'help all' lista todos os t\xc3\xb3picos.
bob< > \
bob> set language en
bob< Value of 'language' set to en.
bob< > \
bob> help all
bob< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
bob<
bob< !!                  about               accept              acey-deucey
bob< address             alert               analyse             anti
bob< autologin           average             away                back
bob< ...
opal> help all
opal< Aiuto di Gammond: 'help ARGOMENTO'. Prima volta qui? 'help beginner'. Argomenti:
opal<
opal< !!                  about               accept              acey-deucey
opal< address             alert               analyse             anti
opal< autologin           average             away                back
opal< ...
bob> help ban
bob< ** This page is for those who run the server.
bob< > \
bob> help operators
bob< ** This page is for those who run the server.
bob< > \
bob> help op
bob< ** This page is for those who run the server.
bob< > \
bob> help unmute
bob< ** This page is for those who run the server.
bob< > \
bob> help mu
bob< ** This page is for those who run the server.
bob< > \
opal> help ban
opal< NAME
opal<     ban, unban - non lasciare entrare qualcuno
opal< ...
opal<
opal< SINTASSI
opal<     ban NOME [for TEMPO] [because TESTO]
opal<     ban INDIRIZZO [for TEMPO] [because TESTO]
opal<     ban
opal<     unban NOME [because TESTO]
opal<     unban INDIRIZZO [because TESTO]
opal<
opal< DESCRIZIONE
opal<     Per gli operatori. L'utente NOME (non abbreviato) non pu\xc3\xb2 pi\xc3\xb9
opal<     collegarsi. Se \xc3\xa8 in linea il suo collegamento viene chiuso; se sta
opal<     giocando un incontro, viene salvato.
opal<
opal<     Un INDIRIZZO \xc3\xa8 un indirizzo solo (192.0.2.7, 2001:db8::7) o una rete
opal<     (192.0.2.0/24, 2001:db8::/64). Da l\xc3\xac nessuno pu\xc3\xb2 creare un account o
opal<     collegarsi, tranne gli operatori e gli admin. Gli utenti in linea da l\xc3\xac
opal<     vengono scollegati.
opal<
opal<     TEMPO \xc3\xa8 un numero con m, h, d o w, per minuti, ore, giorni o settimane:
opal<     30m, 12h, 7d, 4w. Senza, il divieto dura finch\xc3\xa9 non viene tolto.
opal<
opal<     Chi \xc3\xa8 escluso lo viene a sapere, e per quanto tempo, dopo aver dato la
opal<     password giusta.
opal<
opal<     'ban' da solo elenca tutti i divieti, chi li ha decisi e perch\xc3\xa9. 'unban'
opal<     ne toglie uno; l'INDIRIZZO va scritto come sta nell'elenco.
opal<
opal<     Gli operatori non possono usarlo su operatori e admin. Nessuno pu\xc3\xb2
opal<     escludere se stesso, o una rete da cui \xc3\xa8 collegato.
opal<
opal< VEDI ANCHE
opal<     kick, mute, registration, operlog, operators
opal< > \
# programs have it as before
alice> help ban
alice< NAME
alice<     ban, unban - keep somebody out
alice< ...
alice<
alice< SYNOPSIS
alice<     ban NAME [for TIME] [because TEXT]
alice<     ban ADDRESS [for TIME] [because TEXT]
alice<     ban
alice<     unban NAME [because TEXT]
alice<     unban ADDRESS [because TEXT]
alice<
alice< DESCRIPTION
alice<     For operators. The user NAME (not shortened) can not log in any more. A
alice<     user who is logged in is disconnected; a running match is saved.
alice<
alice<     An ADDRESS is one address (192.0.2.7, 2001:db8::7) or a network
alice<     (192.0.2.0/24, 2001:db8::/64). From there nobody can make an account or
alice<     log in, except operators and admins. Users who are logged in from there
alice<     are disconnected.
alice<
alice<     TIME is a number with m, h, d or w for minutes, hours, days or weeks:
alice<     30m, 12h, 7d, 4w. Without it the ban lasts until it is lifted.
alice<
alice<     Whoever is banned learns it, and for how long, after giving the right
alice<     password.
alice<
alice<     'ban' alone lists all bans, who gave them and why. 'unban' lifts one;
alice<     ADDRESS has to be given as the list shows it.
alice<
alice<     Operators can not ban operators and admins. You can not ban yourself, or
alice<     a network that you are in.
alice<
alice< SEE ALSO
alice<     kick, mute, registration, operlog, operators
alice> help operators
alice< NAME
alice<     operators - those who run the server
alice< ...
alice<
alice< SYNOPSIS
alice<     (no command)
alice<
alice< DESCRIPTION
alice<     A user can have the role of an operator or of an admin.
alice<
alice<     Operators keep order: mute, unmute, kick, ban, unban, registration. They
alice<     can tell everybody something (broadcast) and look at a session (view)
alice<     and at the log of what operators did (operlog).
alice<
alice<     Admins can do all that, also to operators. They can erase users, stop
alice<     the server (shutdown) and give roles (grant).
alice<
alice<     All they do is written to the log: who, whom, when and why. Nobody can
alice<     shorten or change it.
alice<
alice<     To everybody else these commands answer 'Permission denied'.
alice<
alice< SEE ALSO
alice<     ban, broadcast, erase, grant, kick, mute, operlog, registration,
alice<     shutdown, view, complaints
alice> help all
alice< ** No help available on all
alice> help
alice< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
alice<
alice< !!                  about               accept              acey-deucey
alice< address             alert               analyse             anti
alice< autologin           average             away                back
alice< ...
tina> help all
tina< ** No help available on all
tina> help
tina< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
tina<
tina< !!                  about               accept              acey-deucey
tina< address             alert               analyse             anti
tina< autologin           average             away                back
tina< ...
bob> set boardstyle 3
bob< Value of 'boardstyle' set to 3.
bob< > \
bob> help all
bob< ** No help available on all
bob< > \
bob> help ban
bob< NAME
bob<     ban, unban - keep somebody out
bob< ...
bob<
bob< SYNOPSIS
bob<     ban NAME [for TIME] [because TEXT]
bob<     ban ADDRESS [for TIME] [because TEXT]
bob<     ban
bob<     unban NAME [because TEXT]
bob<     unban ADDRESS [because TEXT]
bob<
bob< DESCRIPTION
bob<     For operators. The user NAME (not shortened) can not log in any more. A
bob<     user who is logged in is disconnected; a running match is saved.
bob<
bob<     An ADDRESS is one address (192.0.2.7, 2001:db8::7) or a network
bob<     (192.0.2.0/24, 2001:db8::/64). From there nobody can make an account or
bob<     log in, except operators and admins. Users who are logged in from there
bob<     are disconnected.
bob<
bob<     TIME is a number with m, h, d or w for minutes, hours, days or weeks:
bob<     30m, 12h, 7d, 4w. Without it the ban lasts until it is lifted.
bob<
bob<     Whoever is banned learns it, and for how long, after giving the right
bob<     password.
bob<
bob<     'ban' alone lists all bans, who gave them and why. 'unban' lifts one;
bob<     ADDRESS has to be given as the list shows it.
bob<
bob<     Operators can not ban operators and admins. You can not ban yourself, or
bob<     a network that you are in.
bob<
bob< SEE ALSO
bob<     kick, mute, registration, operlog, operators
bob< > \
