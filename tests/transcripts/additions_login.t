# SPDX-License-Identifier: MIT
# additions: the answer ends with what interactive users read at the log-in (PROTOCOL.md 10.2)
clip eva finn
dice 62
match eva finn 3
eva: leave
eva> additions
eva< ** You get the lines of 'help additions' until you leave.
eva< You have an unfinished match with finn, who is here: 'invite finn' resumes it.
finn: set language pt
finn> additions
finn< ** You get the lines of 'help additions' until you leave.
finn< 3
finn< +--------------------------------------------------------------------+
finn< |                                                                    |
finn< |  Digite 'play' para jogar. \xc3\x89 novo aqui? 'help beginner', 'help'.   |
finn< |  'who' lista os usu\xc3\xa1rios, e com 'toggle ready' os outros podem     |
finn< |  convidar voc\xc3\xaa.                                                    |
finn< |                                                                    |
finn< |  Uma partida interrompida \xc3\xa9 salva: 'show saved' lista as suas,     |
finn< |  e 'invite NOME' retoma uma delas.                                 |
finn< |                                                                    |
finn< |  'help houserules' mostra as regras deste servidor.                |
finn< |                                                                    |
finn< +--------------------------------------------------------------------+
finn<
finn< 4
finn<
finn< You have an unfinished match with eva, who is here: 'invite eva' resumes it.
