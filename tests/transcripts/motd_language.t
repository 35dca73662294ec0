# SPDX-License-Identifier: MIT
# the message of the day in the user's language, at log-in and again; client programs read the English one
telnet anna
anna> set language pt
anna< ...
anna> motd
anna< +--------------------------------------------------------------------+
anna< |                                                                    |
anna< |  Digite 'play' para jogar. \xc3\x89 novo aqui? 'help beginner', 'help'.   |
anna< |  'who' lista os usu\xc3\xa1rios, e com 'toggle ready' os outros podem     |
anna< |  convidar voc\xc3\xaa.                                                    |
anna< |                                                                    |
anna< |  Uma partida interrompida \xc3\xa9 salva: 'show saved' lista as suas,     |
anna< |  e 'invite NOME' retoma uma delas.                                 |
anna< |                                                                    |
anna< |  'help houserules' mostra as regras deste servidor.                |
anna< |                                                                    |
anna< +--------------------------------------------------------------------+
anna> bye
anna closed
...
connect: t
t: anna
t> secret
t< \xff\xfc\x01
t< ** User anna authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< +--------------------------------------------------------------------+
t< |                                                                    |
t< |  Digite 'play' para jogar. \xc3\x89 novo aqui? 'help beginner', 'help'.   |
t< |  'who' lista os usu\xc3\xa1rios, e com 'toggle ready' os outros podem     |
t< |  convidar voc\xc3\xaa.                                                    |
t< |                                                                    |
t< |  Uma partida interrompida \xc3\xa9 salva: 'show saved' lista as suas,     |
t< |  e 'invite NOME' retoma uma delas.                                 |
t< |                                                                    |
t< |  'help houserules' mostra as regras deste servidor.                |
t< |                                                                    |
t< +--------------------------------------------------------------------+
t< \xff\xfd\x1f> \
t> set language it
t< ...
t> motd
t< +--------------------------------------------------------------------+
t< |                                                                    |
t< |  Scrivi 'play' per giocare. Prima volta qui? 'help beginner'.      |
t< |  'who' elenca gli utenti, con 'toggle ready' gli altri possono     |
t< |  invitarti.                                                        |
t< |                                                                    |
t< |  Un incontro interrotto viene salvato: 'show saved' elenca i       |
t< |  tuoi, e 'invite NOME' ne riprende uno.                            |
t< |                                                                    |
t< |  'help houserules' mostra le regole di questo server.              |
t< |                                                                    |
t< +--------------------------------------------------------------------+
t> bye
t closed
...
clip prog=anna
prog> motd
prog< 3
prog< +--------------------------------------------------------------------+
prog< |                                                                    |
prog< |  Type 'play' to start a match. New here? 'help beginner', 'help'.  |
prog< |  'who' lists the users, 'toggle ready' lets others invite you.     |
prog< |                                                                    |
prog< |  An interrupted match is saved: 'show saved' lists yours, and      |
prog< |  'invite NAME' resumes one of them.                                |
prog< |                                                                    |
prog< |  'help houserules' shows the rules of this server.                 |
prog< |                                                                    |
prog< +--------------------------------------------------------------------+
prog<
prog< 4
prog<
