# SPDX-License-Identifier: MIT
# ratings of other games: counted separately from backgammon's, listed, shown by whois to users who play other
# games
user ann 1600 400
user bob 1444.365165 187
user eve 1500 60
user top 1500 0
user tavli 1490 70
standing top hyper 1700.5 500
standing eve hyper 1499.25 51
standing ann hyper 1490 49
standing bob tavli 1400 90
telnet ann
clip bob eve
telnet tavli
ann: toggle report
tavli: toggle report
bob: toggle variants
ann: toggle ratings
bob: toggle ratings
# new in this game: both begin with 1500 and no experience
match ann bob 3 nackgammon
moves ann bob
bob: resign b
ann> accept
ann< You accept and win 3 points.
ann< rating calculation:
ann< rating difference D=0.000000
ann< match length      N=3
ann< Experience: ann 0 - bob 0
ann< Probability that underdog wins: Pu=1/(10^(D*sqrt(N)/2000)+1)=0.500000
ann< P=0.500000 is 1-Pu if underdog wins and Pu if favorite wins
ann< K=max(1 , -Experience/100+5) for ann: 5.000000
ann< change for ann: 4*K*sqrt(N)*P=17.320508
ann< K=max(1 , -Experience/100+5) for bob: 5.000000
ann< change for bob: -4*K*sqrt(N)*P=-17.320508
ann<
ann< You win the 3 point match 3-0 .
ann< Ratings in Nackgammon: ann 1517.32 (+17.32), bob 1482.68 (-17.32).
ann< Type 'rematch' to offer bob the same match again.
bob< ann accepts and wins 3 points.
bob< rating calculation:
bob< rating difference D=0.000000
bob< match length      N=3
bob< Experience: ann 0 - bob 0
bob< Probability that underdog wins: Pu=1/(10^(D*sqrt(N)/2000)+1)=0.500000
bob< P=0.500000 is 1-Pu if underdog wins and Pu if favorite wins
bob< K=max(1 , -Experience/100+5) for ann: 5.000000
bob< change for ann: 4*K*sqrt(N)*P=17.320508
bob< K=max(1 , -Experience/100+5) for bob: 5.000000
bob< change for bob: -4*K*sqrt(N)*P=-17.320508
bob<
bob< ann wins the 3 point match 3-0 .
bob< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< 5 bob - - 1 0 1444.37 187 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
eve< ann wins a 3 point match against bob  3-0 .
eve< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 - -
eve< 6
eve< 5 bob - - 1 0 1444.37 187 0 1767268800 c-fxh4ehzygq3gvvb5 test -
eve< 6
# backgammon's ratings are unchanged
bob> rawwho ann
bob< 5 ann - - 1 0 1600.00 400 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob> ratings from 1 to 4
bob<  rank name            rating    Experience
bob<     1 ann             1600.00      400
bob<     2 eve             1500.00       60
bob<     3 tavli           1490.00       70
bob<     4 bob             1444.37      187
bob> ratings nackgammon
bob<  rank name            rating    Experience
ann> ratings nackgammon ann
ann<  rank name            rating    Experience
ann< *     ann             1517.32        3
ann> ratings nackgammon tavli
ann<  rank name            rating    Experience
ann< *     tavli           1500.00        0
ann> whois ann
ann< Information about ann:
ann<   Last login:  Thursday, January 01 12:00 UTC from 127.0.0.1
ann<   Last logout: Not available
ann<   Still logged in. 0 seconds idle.
ann<   ann is ready to play, not watching, not playing.
ann<   Rating: 1600.00 Experience: 400
ann<   Hyper Backgammon: 1490.00 Experience: 49
ann<   Nackgammon: 1517.32 Experience: 3
ann<   No email address.
bob> whois ann
bob< Information about ann:
bob<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
bob<   Last logout: Not available
bob<   Still logged in. 0 seconds idle.
bob<   ann is ready to play, not watching, not playing.
bob<   Rating: 1600.00 Experience: 400
bob<   Hyper Backgammon: 1490.00 Experience: 49
bob<   Nackgammon: 1517.32 Experience: 3
bob<   No email address.
# a user who has not asked for other games sees none, and finds users even if they are named like a game
eve> whois ann
eve< Information about ann:
eve<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
eve<   Last logout: Not available
eve<   Still logged in. 0 seconds idle.
eve<   ann is ready to play, not watching, not playing.
eve<   Rating: 1600.00 Experience: 400
eve<   No email address.
eve> whois bob
eve< Information about bob:
eve<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
eve<   Last logout: Not available
eve<   Still logged in. 0 seconds idle.
eve<   bob is ready to play, not watching, not playing.
eve<   Rating: 1444.37 Experience: 187
eve<   No email address.
eve> ratings tavli
eve<  rank name            rating    Experience
eve< *   3 tavli           1490.00       70
eve> ratings nackgammon
eve<  rank name            rating    Experience
eve> ratings hyper from 1 to 2
eve<  rank name            rating    Experience
eve<     1 ann             1600.00      400
eve<     2 eve             1500.00       60
# other users do when they write the name in another case
tavli> ratings Tavli
tavli<  rank name            rating    Experience
tavli< *   3 tavli           1490.00       70
tavli> ratings tavli
tavli<  rank name            rating    Experience
tavli<     1 bob             1400.00       90
tavli< Players are listed with an experience of more than 50.
tavli> ratings TAVLI to 1
tavli<  rank name            rating    Experience
tavli<     1 ann             1600.00      400
tavli< *   3 tavli           1490.00       70
tavli> ratings backgammon to 2
tavli<  rank name            rating    Experience
tavli<     1 ann             1600.00      400
tavli<     2 eve             1500.00       60
tavli<     3 tavli           1490.00       70
tavli< Players are listed with an experience of more than 50.
tavli> ratings backgammon bob
tavli<  rank name            rating    Experience
tavli< *   4 bob             1444.37      187
tavli> ratings hyp
tavli<  rank name            rating    Experience
# ranges, names and mistakes as in backgammon's list
ann> ratings hyper
ann<  rank name            rating    Experience
ann<     1 top             1700.50      500
ann<     2 eve             1499.25       51
ann< Not in the list yet, with an experience of 1 to 50:
ann<       ann             1490.00       49
ann< Players are listed with an experience of more than 50.
ann> ratings hyper from 2
ann<  rank name            rating    Experience
ann<     2 eve             1499.25       51
ann< Not in the list yet, with an experience of 1 to 50:
ann<       ann             1490.00       49
ann< Players are listed with an experience of more than 50.
ann> ratings hyper from 3 to 4
ann<  rank name            rating    Experience
ann< Not in the list yet, with an experience of 1 to 50:
ann<       ann             1490.00       49
ann< Players are listed with an experience of more than 50.
ann> ratings hyper to 1
ann<  rank name            rating    Experience
ann<     1 top             1700.50      500
ann< Players are listed with an experience of more than 50.
ann> ratings hyper eve
ann<  rank name            rating    Experience
ann< *   2 eve             1499.25       51
ann> ratings hyper ann
ann<  rank name            rating    Experience
ann< *     ann             1490.00       49
ann> ratings hyper ann to 1
ann<  rank name            rating    Experience
ann<     1 top             1700.50      500
ann< *     ann             1490.00       49
ann> ratings hyper nobody
ann<  rank name            rating    Experience
ann> ratings hyper ann eve
ann< ** Please use only one of the given names 'ann' and 'eve'.
ann> ratings hyper from 3 to 2
ann< ** invalid range from 3 to 2
ann> ratings hyper from
ann< ** Please give a positive number after 'from'.
ann> ratings from 1 hyper
ann<  rank name            rating    Experience
ann<     1 ann             1600.00      400
ann<     2 eve             1500.00       60
ann<     3 tavli           1490.00       70
ann<     4 bob             1444.37      187
ann> ratings hyper tavli from 1 to 101
ann< ** range currently limited to 100.
ann> ratings fevga
ann<  rank name            rating    Experience
ann< Players are listed with an experience of more than 50.
# the user's own row after the range
bob> ratings tavli
bob<  rank name            rating    Experience
bob<     1 bob             1400.00       90
# a match changes both players' places in the list of its game
eve: toggle variants
match ann eve 2 hyper
moves ann eve
eve: resign b
ann: accept
ann> ratings hyper
ann<  rank name            rating    Experience
ann<     1 top             1700.50      500
ann<     2 ann             1502.85       51
ann<     3 eve             1486.45       53
ann< Players are listed with an experience of more than 50.
eve> ratings hyper to 1
eve<  rank name            rating    Experience
eve<     1 top             1700.50      500
eve<     3 eve             1486.45       53
ann> whois eve
ann< Information about eve:
ann<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
ann<   Last logout: Not available
ann<   Still logged in. 0 seconds idle.
ann<   eve is ready to play, not watching, not playing.
ann<   Rating: 1500.00 Experience: 60
ann<   Hyper Backgammon: 1486.45 Experience: 53
ann<   No email address.
# an unlimited match, and one that is left, change nothing
match ann eve unlimited hyper
eve: resign b
ann: accept
eve: leave
ann> ratings hyper
ann<  rank name            rating    Experience
ann<     1 top             1700.50      500
ann<     2 ann             1502.85       51
ann<     3 eve             1486.45       53
ann< Players are listed with an experience of more than 50.
# a match of alternating games has one rating, that of the match
match ann bob 1 tavli
moves ann bob
bob: resign n
ann: accept
ann> whois bob
ann< Information about bob:
ann<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
ann<   Last logout: Not available
ann<   Still logged in. 0 seconds idle.
ann<   bob is ready to play, not watching, not playing.
ann<   Rating: 1444.37 Experience: 187
ann<   Nackgammon: 1482.68 Experience: 3
ann<   Tavli: 1392.27 Experience: 91
ann<   No email address.
ann: set language it
ann> whois bob
ann< Informazioni su bob:
ann<   Ultimo accesso: 01/01/2026 12:00 UTC da c-fxh4ehzygq3gvvb5
ann<   Ultima uscita:  non disponibile
ann<   Ancora online. Inattivit\xc3\xa0: 0 secondi.
ann<   bob vuole giocare, non guarda, non gioca.
ann<   Rating: 1444.37 Esperienza: 187
ann<   Nackgammon: 1482.68 Esperienza: 3
ann<   Tavli: 1392.27 Esperienza: 91
ann<   Nessun indirizzo email.
ann: set language pt
ann> whois bob
ann< Informa\xc3\xa7\xc3\xb5es sobre bob:
ann<   \xc3\x9altimo acesso:  01/01/2026 12:00 UTC de c-fxh4ehzygq3gvvb5
ann<   \xc3\x9altima sa\xc3\xadda:   n\xc3\xa3o dispon\xc3\xadvel
ann<   No servidor agora. Inatividade: 0 s.
ann<   bob aceita convites, n\xc3\xa3o est\xc3\xa1 assistindo nem jogando.
ann<   Rating: 1444.37 Experi\xc3\xaancia: 187
ann<   Nackgammon: 1482.68 Experi\xc3\xaancia: 3
ann<   Tavli: 1392.27 Experi\xc3\xaancia: 91
ann<   Nenhum endere\xc3\xa7o de email.
ann: set language en
# unchanged after a restart
restart
telnet ann
ann> ratings hyper
ann<  rank name            rating    Experience
ann<     1 top             1700.50      500
ann<     2 ann             1502.85       51
ann<     3 eve             1486.45       53
ann< Players are listed with an experience of more than 50.
ann> whois ann
ann< Information about ann:
ann<   Last login:  Thursday, January 01 12:00 UTC from 127.0.0.1
ann<   Last logout: Not available
ann<   Still logged in. 0 seconds idle.
ann<   ann is ready to play, not watching, not playing.
ann<   Rating: 1600.00 Experience: 400
ann<   Hyper Backgammon: 1502.85 Experience: 51
ann<   Nackgammon: 1517.32 Experience: 3
ann<   Tavli: 1509.42 Experience: 1
ann<   No email address.
