# SPDX-License-Identifier: MIT
# help at the prompt: groups first, `help all`, operators' pages only for operators
user bob
user opal
user tina
role opal operator
clip alice
telnet bob opal
tiny tina
bob> help
bob< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'.
bob<
bob<   First steps     beginner rules move commands names boardstyle
bob<   Playing         play invite join rematch roll double accept resign draw leave
bob<                   clock
bob<   Other games     variants nackgammon hyper tavli plakoto narde grasshopper
bob<   People          who whois tell say kibitz shout message gag waitfor
bob<   Watching        watch look board pip ratings formula
bob<   Past games      show history match replay analyse export oldmoves oldboard
bob<                   last stat
bob<   Tournaments     tournament tournament_formats tournament_settings
bob<   Settings        set toggle direction language screen timezones password client
bob<
bob< 'help all' lists all topics.
opal> help
opal< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'.
opal<
opal<   First steps     beginner rules move commands names boardstyle
opal<   Playing         play invite join rematch roll double accept resign draw leave
opal<                   clock
opal<   Other games     variants nackgammon hyper tavli plakoto narde grasshopper
opal<   People          who whois tell say kibitz shout message gag waitfor
opal<   Watching        watch look board pip ratings formula
opal<   Past games      show history match replay analyse export oldmoves oldboard
opal<                   last stat
opal<   Tournaments     tournament tournament_formats tournament_settings
opal<   Settings        set toggle direction language screen timezones password client
opal<   Keeping order   operators mute kick ban broadcast operlog view
opal<
opal< 'help all' lists all topics.
opal> set language it
opal< Il valore di 'language' ora \xc3\xa8 it.
opal> help
opal< Aiuto di Gammond: 'help ARGOMENTO'. Prima volta qui? 'help beginner'.
opal<
opal<   Primi passi     beginner rules move commands names boardstyle
opal<   Giocare         play invite join rematch roll double accept resign draw leave
opal<                   clock
opal<   Altri giochi    variants nackgammon hyper tavli plakoto narde grasshopper
opal<   Persone         who whois tell say kibitz shout message gag waitfor
opal<   Guardare        watch look board pip ratings formula
opal<   Partite giocate show history match replay analyse export oldmoves oldboard
opal<                   last stat
opal<   Tornei          tournament tournament_formats tournament_settings
opal<   Impostazioni    set toggle direction language screen timezones password client
opal<   Moderazione     operators mute kick ban broadcast operlog view
opal<
opal< 'help all' elenca tutti gli argomenti.
bob> set language pt
bob< O valor de 'language' agora \xc3\xa9 pt.
bob> help
bob< Ajuda de Gammond: digite 'help T\xc3\x93PICO'. \xc3\x89 novo aqui? 'help beginner'.
bob<
bob<   Para come\xc3\xa7ar    beginner rules move commands names boardstyle
bob<   Jogar           play invite join rematch roll double accept resign draw leave
bob<                   clock
bob<   Outros jogos    variants nackgammon hyper tavli plakoto narde grasshopper
bob<   Pessoas         who whois tell say kibitz shout message gag waitfor
bob<   Assistir        watch look board pip ratings formula
bob<   Hist\xc3\xb3rico       show history match replay analyse export oldmoves oldboard
bob<                   last stat
bob<   Torneios        tournament tournament_formats tournament_settings
bob<   Configura\xc3\xa7\xc3\xb5es   set toggle direction language screen timezones password client
bob<
bob< 'help all' lista todos os t\xc3\xb3picos.
bob> set language en
bob< Value of 'language' set to en.
bob> help all
bob< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
bob<
bob< !!                  about               accept              acey-deucey
bob< additions           address             alert               analyse
bob< anti                autologin           average             away
bob< ...
opal> help all
opal< Aiuto di Gammond: 'help ARGOMENTO'. Prima volta qui? 'help beginner'. Argomenti:
opal<
opal< !!                  about               accept              acey-deucey
opal< additions           address             alert               analyse
opal< anti                autologin           average             away
opal< ...
bob> help ban
bob< ** This page is for operators.
bob> help operators
bob< ** This page is for operators.
bob> help op
bob< ** This page is for operators.
bob> help unmute
bob< ** This page is for operators.
bob> help mu
bob< ** This page is for operators.
opal> help ban
opal< NOME
opal<     ban, unban - non lasciare entrare qualcuno
opal< ...
# client programs get all pages
alice> help ban
alice< NAME
alice<     ban, unban - keep a user or an address out
alice< ...
alice> help operators
alice< NAME
alice<     operators - the people who run the server
alice< ...
alice> help all
alice< ** No help available on all
alice> help
alice< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
alice<
alice< !!                  about               accept              acey-deucey
alice< additions           address             alert               analyse
alice< anti                autologin           average             away
alice< ...
tina> help all
tina< ** No help available on all
tina> help
tina< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
tina<
tina< !!                  about               accept              acey-deucey
tina< additions           address             alert               analyse
tina< anti                autologin           average             away
tina< ...
bob> set boardstyle 3
bob< Value of 'boardstyle' set to 3.
bob> help all
bob< ** No help available on all
bob> help ban
bob< NAME
bob<     ban, unban - keep a user or an address out
bob< ...
