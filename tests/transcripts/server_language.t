# SPDX-License-Identifier: MIT
# the operator's configuration says Italian: guests at a terminal and their new accounts get it, client
# programs English
option language 1
connect: g
g> guest
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
g< > \
g> name gina
g< Il tuo nome sar\xc3\xa0 gina
g< Non scrivere nessuna password e premi Invio se vuoi cambiarlo adesso.
g< \xff\xfb\x01Scegli la password: \
g< [no prompt]
g> secret
g<
g< Ripeti la password: \
g> secret
g< \xff\xfc\x01
g< Registrazione completata.
g< Scrivi 'help beginner' per cominciare.
g< > \
g> set language
g< Il tuo codice di recupero \xc3\xa8  t82tt-afjmh-whrkf-qcsw8
g< Scrivilo su un foglio. Se dimentichi la password, scrivi 'guest' a 'login: ' e
g< poi 'recover gina CODICE'. Vale una volta sola.
g< \xff\xfd\x1fPremi Invio quando l'hai scritto: \
g< [no prompt]
g>
g< ...
g> set language
g< Il valore di 'language' \xc3\xa8 it
connect: h
h> guest
h< ...
h> language english
h< Welcome to Gammond. You just logged in as guest.
h< Please register before using this server:
h<
h< Type 'name username' where name is the word 'name' and
h< username is the login name you want to use.
h< The username may not contain blanks ' ' or colons ':'.
h< The system will then ask you for your password twice.
h< Please make sure that you don't forget your password. All
h< passwords are encrypted before they are saved. If you forget
h< your password there is no way to find out what it was.
h< Please type 'bye' if you don't want to register now.
h<
h< ONE USERNAME PER PERSON ONLY!!!
h<
h< Italiano: 'language italiano'.  Portugues do Brasil: 'language portugues'.
connect: p
p> login prog 1008 guest guest
p< Welcome to Gammond. You just logged in as guest.
p< Please register before using this server:
p<
p< Type 'name username' where name is the word 'name' and
p< username is the login name you want to use.
p< The username may not contain blanks ' ' or colons ':'.
p< The system will then ask you for your password twice.
p< Please make sure that you don't forget your password. All
p< passwords are encrypted before they are saved. If you forget
p< your password there is no way to find out what it was.
p< Please type 'bye' if you don't want to register now.
p<
p< ONE USERNAME PER PERSON ONLY!!!
