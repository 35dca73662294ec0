# SPDX-License-Identifier: MIT
# whois: how many played in a tournament that the user has won; without a played match it is no title
option idle_s 360000
user anna
user bert
user carl
telnet anna
tiny bert carl
telnet dora
anna: tournament create One checkin 0 length 1 clock off
anna: tournament open 1
anna: tournament register 1
bert: tournament register 1
anna: tournament start 1 yes
clock: +180
bert: resign n
anna: accept
# carl's opponents are absent: won without a match
carl: tournament create Walkover checkin 0 length 1 clock off late wait
carl: tournament open 2
carl: tournament register 2
bert: tournament register 2
carl: tournament start 2 yes
drop: bert
clock: +1200
carl> tournament results 2
carl< Tournament 2: Walkover (finished)
carl<   Main bracket, winner: carl
carl<     Place  Name                  Seed   Won  Lost
carl<         1  carl                     1     1     0
carl<         2  bert                     2     0     1
dora> whois carl
dora< Information about carl:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 0 seconds idle.
dora<   carl is not ready to play, not watching, not playing.
dora<   Rating: 1500.00 Experience: 0
dora<   No email address.
dora> whois anna
dora< Information about anna:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 20:00 minutes idle.
dora<   anna is not ready to play, not watching, not playing.
dora<   Rating: 1500.00 Experience: 0
dora<   Tournaments won: 1: One (2 players)
dora<   Place 1 of 2: One (2026-01-01)
dora<   No email address.
dora: set language it
dora> whois anna
dora< Informazioni su anna:
dora<   Ultimo accesso: 01/01/2026 12:00 UTC da c-fxh4ehzygq3gvvb5
dora<   Ultima uscita:  non disponibile
dora<   Ancora online. Inattivit\xc3\xa0: 20:00 minuti.
dora<   anna non vuole giocare, non guarda, non gioca.
dora<   Rating: 1500.00 Esperienza: 0
dora<   Tornei vinti: 1: One (2 giocatori)
dora<   Posto 1 di 2: One (2026-01-01)
dora<   Nessun indirizzo email.
dora: set language pt
dora> whois anna
dora< Informa\xc3\xa7\xc3\xb5es sobre anna:
dora<   \xc3\x9altimo acesso:  01/01/2026 12:00 UTC de c-fxh4ehzygq3gvvb5
dora<   \xc3\x9altima sa\xc3\xadda:   n\xc3\xa3o dispon\xc3\xadvel
dora<   No servidor agora. Inatividade: 20:00 min.
dora<   anna n\xc3\xa3o aceita convites, n\xc3\xa3o est\xc3\xa1 assistindo nem jogando.
dora<   Rating: 1500.00 Experi\xc3\xaancia: 0
dora<   Torneios vencidos: 1: One (2 jogadores)
dora<   Lugar 1 de 2: One (2026-01-01)
dora<   Nenhum endere\xc3\xa7o de email.
