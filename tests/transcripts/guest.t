# SPDX-License-Identifier: MIT
# guests may only register and leave
connect: g
g> guest
g< Welcome to Gammond. You just logged in as guest.
g< Please register before using this server:
g<
g< Type 'name username' where name is the word 'name' and
g< username is the login name you want to use.
g< The username may not contain blanks ' ' or colons ':'.
g< The system will then ask you for your password twice.
g< Please make sure that you don't forget your password. All
g< passwords are encrypted before they are saved. If you forget
g< your password there is no way to find out what it was.
g< Please type 'bye' if you don't want to register now.
g<
g< ONE USERNAME PER PERSON ONLY!!!
g<
g< Italiano: 'language italiano'.  Portugues do Brasil: 'language portugues'.
g< > \
g> who
g< Users logged in: 0; matches being played: 0.
g< To play, or to see who is here, choose a name first: type 'name NAME', for
g< example 'name maria', and then a password twice. After that 'play' finds an
g< opponent for you.
g>
g< > \
# in three languages; the account keeps the guest's language
g> language
g< Italiano: 'language italiano'.  Portugues do Brasil: 'language portugues'.
g> help
g<   name NAME            choose a name and a password: then you can play
g<   recover NAME CODE    choose a new password with your recovery code
g<   language LANGUAGE    choose another language
g<   who                  how many users are here
g<   bye                  leave; if you have a name, connect again to log in
g> ?
g<   name NAME            choose a name and a password: then you can play
g<   recover NAME CODE    choose a new password with your recovery code
g<   language LANGUAGE    choose another language
g<   who                  how many users are here
g<   bye                  leave; if you have a name, connect again to log in
g> play
g< To play, or to see who is here, choose a name first: type 'name NAME', for
g< example 'name maria', and then a password twice. After that 'play' finds an
g< opponent for you.
g> inv bob
g< To play, or to see who is here, choose a name first: type 'name NAME', for
g< example 'name maria', and then a password twice. After that 'play' finds an
g< opponent for you.
g> xyzzy
g< ** Unknown command: 'xyzzy'
g< To play, or to see who is here, choose a name first: type 'name NAME', for
g< example 'name maria', and then a password twice. After that 'play' finds an
g< opponent for you.
g> language klingon
g< ** Unknown language 'klingon'. Try 'en', 'it' or 'pt' (Brazilian).
g> language portugues
g< Bem-vindo ao Gammond! Voc\xc3\xaa entrou como visitante.
g< Registre-se antes de usar este servidor:
g<
g< Digite 'name usuario', onde name \xc3\xa9 a palavra 'name' e
g< usuario \xc3\xa9 o nome com que voc\xc3\xaa quer entrar.
g< O nome n\xc3\xa3o pode conter espa\xc3\xa7os ' ' nem dois-pontos ':'.
g< Depois o sistema vai pedir a sua senha duas vezes.
g< N\xc3\xa3o se esque\xc3\xa7a da senha. Todas as senhas s\xc3\xa3o
g< criptografadas antes de serem salvas. Se voc\xc3\xaa esquecer a sua,
g< n\xc3\xa3o h\xc3\xa1 como descobrir qual era.
g< Digite 'bye' se n\xc3\xa3o quiser se registrar agora.
g<
g< S\xc3\x93 UM NOME DE USU\xc3\x81RIO POR PESSOA!!!
g<
g< English: 'language english'.  Italiano: 'language italiano'.
g> language italiano
g< Ti diamo il benvenuto su Gammond. Sei qui come ospite.
g< Registrati prima di usare questo server:
g<
g< Scrivi 'name nomeutente', dove name \xc3\xa8 la parola 'name' e
g< nomeutente \xc3\xa8 il nome con cui vuoi entrare.
g< Il nome non pu\xc3\xb2 contenere spazi ' ' n\xc3\xa9 due punti ':'.
g< Poi il sistema ti chieder\xc3\xa0 due volte la password.
g< Non dimenticare la password, mi raccomando. Tutte le
g< password vengono cifrate prima di essere salvate. Se la
g< dimentichi non c'\xc3\xa8 modo di sapere quale fosse.
g< Scrivi 'bye' se adesso non vuoi registrarti.
g<
g< UN SOLO NOME UTENTE PER PERSONA!!!
g<
g< English: 'language english'.  Portugu\xc3\xaas do Brasil: 'language portugues'.
g> name o'hara
g< ** Il nome pu\xc3\xb2 contenere solo lettere senza accenti e il trattino basso _ .
g> name olga
g< Il tuo nome sar\xc3\xa0 olga
g< Non scrivere nessuna password e premi Invio se vuoi cambiarlo adesso.
g< \xff\xfb\x01Scegli la password: \
g< [no prompt]
g> secret
g<
g< Ripeti la password: \
g> secre
g<
g< ** Le due password sono diverse. Scrivile di nuovo. Password: \
g> secret
g<
g< Ripeti la password: \
g> secret
g< \xff\xfc\x01
g< Registrazione completata.
g< Scrivi 'help beginner' per cominciare.
g< > \
g> help language
g< Il tuo codice di recupero \xc3\xa8  t82tt-afjmh-whrkf-qcsw8
g< Scrivilo su un foglio. Se dimentichi la password, scrivi 'guest' a 'login: ' e
g< poi 'recover olga CODICE'. Vale una volta sola.
g< \xff\xfd\x1fPremi Invio quando l'hai scritto: \
g< [no prompt]
g>
g< Scrivi 'play' per cominciare.
g< NOME
g<     language - scegli la lingua di questo server
g<
g< SINTASSI
g<     set language en
g<     set language it
g<     set language pt
g<     language NOME
g<
g< DESCRIZIONE
g<     Il server parla inglese (en), italiano (it) e portoghese del Brasile
g<     (pt). Le pagine di aiuto e i messaggi del server sono nella lingua che
g<     scegli. 'language italiano' e 'language portugues' fanno lo stesso di
g<     'set language', e servono anche agli ospiti prima di registrarsi. I
g<     comandi sono gli stessi in tutte le lingue, e quello che scrivono gli
g<     altri non viene tradotto.
g<
g<     La traduzione vale solo per chi usa un terminale. I programmi client
g<     ricevono le righe inglesi che conoscono, e cos\xc3\xac anche chi ha messo
g<     'telnet' su NO o scelto lo stile 3 ('boardstyle').
g<
g<     La scelta viene salvata con il tuo account. Il valore predefinito \xc3\xa8 en.
g<
g< VEDI ANCHE
g<     set, help, toggle-telnet
g< > \
g>
g< > \
g> bye
g<                              Arrivederci.
g<                   Grazie per aver giocato su Gammond.
g closed
connect: g
g> olga
g< \xff\xfb\x01password: \
g> secret
g< \xff\xfc\x01
g< ** User olga authenticated.
g< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
g< +--------------------------------------------------------------------+
g< |                                                                    |
g< |  Scrivi 'play' per giocare. Prima volta qui? 'help beginner'.      |
g< |  'who' elenca gli utenti, con 'toggle ready' gli altri possono     |
g< |  invitarti.                                                        |
g< |                                                                    |
g< |  Un incontro interrotto viene salvato: 'show saved' elenca i       |
g< |  tuoi, e 'invite NOME' ne riprende uno.                            |
g< |                                                                    |
g< |  'help houserules' mostra le regole di questo server.              |
g< |                                                                    |
g< +--------------------------------------------------------------------+
g< \xff\xfd\x1f> \
g> set language
g< Il valore di 'language' \xc3\xa8 it
g> bye
g<                              Arrivederci.
g<                   Grazie per aver giocato su Gammond.
g closed
connect: g
g> guest
g< Welcome to Gammond. You just logged in as guest.
g< Please register before using this server:
g<
g< Type 'name username' where name is the word 'name' and
g< username is the login name you want to use.
g< The username may not contain blanks ' ' or colons ':'.
g< The system will then ask you for your password twice.
g< Please make sure that you don't forget your password. All
g< passwords are encrypted before they are saved. If you forget
g< your password there is no way to find out what it was.
g< Please type 'bye' if you don't want to register now.
g<
g< ONE USERNAME PER PERSON ONLY!!!
g<
g< Italiano: 'language italiano'.  Portugues do Brasil: 'language portugues'.
g< > \
g> bye
g<                              Goodbye.
g<                   Thank you for playing on Gammond.
g closed
# by the log-in of client programs: no prompts
connect: c
c> login client 1008 guest guest
c< Welcome to Gammond. You just logged in as guest.
c< Please register before using this server:
c<
c< Type 'name username' where name is the word 'name' and
c< username is the login name you want to use.
c< The username may not contain blanks ' ' or colons ':'.
c< The system will then ask you for your password twice.
c< Please make sure that you don't forget your password. All
c< passwords are encrypted before they are saved. If you forget
c< your password there is no way to find out what it was.
c< Please type 'bye' if you don't want to register now.
c<
c< ONE USERNAME PER PERSON ONLY!!!
c> nonsense
c< ** Unknown command: 'nonsense'
c> who
c< ** Unknown command: 'who'
# commands at "login: " that are not user names; an empty password leads back
connect: h
h> help
h<
h< Type your name to log in, or 'guest' if you have none yet. An empty password
h< takes you back to 'login: '. If you have forgotten your password, type
h< 'guest', then 'recover NAME CODE' with your recovery code. 'bye' leaves.
h< login: \
h> who
h<
h< Users logged in: 0; matches being played: 0.
h< Type your name to log in, or 'guest' if you have none yet. An empty password
h< takes you back to 'login: '. If you have forgotten your password, type
h< 'guest', then 'recover NAME CODE' with your recovery code. 'bye' leaves.
h< login: \
h> play 5
h<
h< Type your name to log in, or 'guest' if you have none yet. An empty password
h< takes you back to 'login: '. If you have forgotten your password, type
h< 'guest', then 'recover NAME CODE' with your recovery code. 'bye' leaves.
h< login: \
# gammon's own commands are not names, and gammon --plain does not know them
h> /help
h<
h< Type your name to log in, or 'guest' if you have none yet. An empty password
h< takes you back to 'login: '. If you have forgotten your password, type
h< 'guest', then 'recover NAME CODE' with your recovery code. 'bye' leaves.
h< login: \
h> /
h<
h< Type your name to log in, or 'guest' if you have none yet. An empty password
h< takes you back to 'login: '. If you have forgotten your password, type
h< 'guest', then 'recover NAME CODE' with your recovery code. 'bye' leaves.
h< login: \
h> nobody
h< \xff\xfb\x01password: \
h>
h< \xff\xfc\x01
h< login: \
