# SPDX-License-Identifier: MIT
# set language: interactive users get their own language; client programs never do
telnet alice
clip bob
tiny carol
alice> set language
alice< Value of 'language' is en
alice> set language klingon
alice< ** Unknown language 'klingon'. Try 'en', 'it' or 'pt' (Brazilian).
alice> set la it
alice< Il valore di 'language' ora \xc3\xa8 it.
alice> set lan
alice< Il valore di 'language' \xc3\xa8 it
# the word that guests use
alice> language
alice< Il valore di 'language' \xc3\xa8 it
alice> language english
alice< Value of 'language' set to en.
alice> language klingon
alice< ** Unknown language 'klingon'. Try 'en', 'it' or 'pt' (Brazilian).
alice> language italiano
alice< Il valore di 'language' ora \xc3\xa8 it.
# every kind of text: a fixed one, one with names, plurals, help, a page found by prefix
alice> pip
alice< ** Non stai n\xc3\xa9 giocando n\xc3\xa9 guardando.
alice> tell nobody hi
alice< ** Non c'\xc3\xa8 nessuno che si chiami nobody
alice> whois bob
alice< Informazioni su bob:
alice<   Ultimo accesso: 01/01/2026 12:00 UTC da c-fxh4ehzygq3gvvb5
alice<   Ultima uscita:  non disponibile
alice<   Ancora online. Inattivit\xc3\xa0: 0 secondi.
alice<   bob non vuole giocare, non guarda, non gioca.
alice<   Rating: 1500.00 Esperienza: 0
alice<   Nessun indirizzo email.
alice> help roll
alice< NOME
alice<     roll - tira i dadi
alice<
alice< SINTASSI
alice<     roll
alice<     r
alice<
alice< DESCRIZIONE
alice<     Tira i dadi quando tocca a te. Il server te lo chiede solo se puoi anche
alice<     raddoppiare. Altrimenti tira per te; fa cos\xc3\xac anche quando il tuo
alice<     raddoppio \xc3\xa8 stato accettato.
alice<
alice<     Se nessuna pedina si pu\xc3\xb2 muovere il tuo turno finisce subito. Altrimenti
alice<     usa 'move'.
alice<
alice< VEDI ANCHE
alice<     double, move, toggle-double, toggle-moreboards
alice> help ver
alice< NOME
alice<     version - la versione del server
alice<
alice< SINTASSI
alice<     version
alice<
alice< DESCRIZIONE
alice<     Mostra quale versione del programma del server \xc3\xa8 in funzione.
alice<
alice< VEDI ANCHE
alice<     motd, time
alice> help rule
alice< ** Pi\xc3\xb9 argomenti cominciano con 'rule': rule1, rule2, rule3, rule4, rule5, rule6, rule7, rule8, rule9, rules
# programs that parse lines get the English texts
alice> toggle telnet
alice< ** You use a client program and will receive extra 'newlines'.
alice< > 
alice< [no prompt]
alice> pip
alice< ** You're not playing or watching.
alice< > 
alice> toggle telnet
alice< ** Usi telnet: niente a capo in pi\xc3\xb9.
alice< > \
alice> pip
alice< ** Non stai n\xc3\xa9 giocando n\xc3\xa9 guardando.
bob> set language pt
bob< Value of 'language' set to pt.
bob> pip
bob< ** You're not playing or watching.
bob> set
bob< Settings of variables:
bob< boardstyle: 3
bob< linelength: 0
bob< pagelength: 0
bob< redoubles:  none
bob< sortwho:    login
bob< timezone:   UTC
bob> help roll
bob< NAME
bob<     roll - roll the dice
bob<
bob< SYNOPSIS
bob<     roll
bob<     r
bob<
bob< DESCRIPTION
bob<     Rolls your dice when it is your turn. The server asks you to 'roll or
bob<     double' only if you may double. Otherwise it rolls for you, as it does
bob<     when your double has been accepted.
bob<
bob<     If you cannot move any checker your turn is over at once. Otherwise use
bob<     'move'.
bob<
bob< SEE ALSO
bob<     double, move, toggle-double, toggle-moreboards
carol> set language pt
carol< Value of 'language' set to pt.
carol> pip
carol< ** You're not playing or watching.
# log-ins and log-outs, in each user's language
clip dave
dave> bye
alice< dave esce.
bob< 8 dave dave logs out.
carol< dave logs out.
dave<                              Goodbye.
dave<                   Thank you for playing on Gammond.
dave closed
# the language is stored
alice> bye
alice<                              Arrivederci.
alice<                   Grazie per aver giocato su Gammond.
alice closed
bob< 8 alice alice logs out.
carol< alice logs out.
telnet alice
alice> pip
alice< ** Non stai n\xc3\xa9 giocando n\xc3\xa9 guardando.
alice> set language english
alice< Value of 'language' set to en.
alice> pip
alice< ** You're not playing or watching.
