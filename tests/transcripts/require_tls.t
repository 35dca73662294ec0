# SPDX-License-Identifier: MIT
# if the operator requires TLS on remote connections, no password is accepted without it: users and programs
# are told why
option clear 1
option tls_port 4322
option require_tls 1
user anna
connect a
a<
a<      +-13-14-15-16-17-18--------------------------19-20-21-22-23-24-+
a<      |                                                              |
a<      |     OOOO   XXX   O   O   X   X    OOO    X   X   OOOO        |
a<      |    O      X   X  OO OO   XX XX   O   O   XX  X   O   O       |
a<      |    O  OO  XXXXX  O O O   X X X   O   O   X X X   O   O       |
a<      |    O   O  X   X  O   O   X   X   O   O   X  XX   O   O       |
a<      |     OOO   X   X  O   O   X   X    OOO    X   X   OOOO        |
a<      |                                                              |
a<      +-12-11-10--9--8--7---------------------------6--5--4--3--2--1-+
a<
a<                This is Gammond, a server for backgammon.
a<
a<       Backgammon for people everywhere. Be friendly: your opponents
a<       are people like you, or programs that people like you wrote.
a<
a<           New here? Log in as guest: type guest and press Enter.
a<                     One account per person only!
a<
a< ** This connection is not encrypted. With TLS nobody can listen in: port 4322.
a< Thursday, January 01 12:00:00 UTC   ( Thu Jan  1 12:00:00 2026 UTC )
a< login: \
connect b
b<
b<      +-13-14-15-16-17-18--------------------------19-20-21-22-23-24-+
b<      |                                                              |
b<      |     OOOO   XXX   O   O   X   X    OOO    X   X   OOOO        |
b<      |    O      X   X  OO OO   XX XX   O   O   XX  X   O   O       |
b<      |    O  OO  XXXXX  O O O   X X X   O   O   X X X   O   O       |
b<      |    O   O  X   X  O   O   X   X   O   O   X  XX   O   O       |
b<      |     OOO   X   X  O   O   X   X    OOO    X   X   OOOO        |
b<      |                                                              |
b<      +-12-11-10--9--8--7---------------------------6--5--4--3--2--1-+
b<
b<                This is Gammond, a server for backgammon.
b<
b<       Backgammon for people everywhere. Be friendly: your opponents
b<       are people like you, or programs that people like you wrote.
b<
b<           New here? Log in as guest: type guest and press Enter.
b<                     One account per person only!
b<
b< ** This connection is not encrypted. With TLS nobody can listen in: port 4322.
b< Thursday, January 01 12:00:00 UTC   ( Thu Jan  1 12:00:00 2026 UTC )
b< login: \
a> anna
a<
a< ** No password is taken on a connection that is not encrypted.
a< ** This connection is not encrypted. With TLS nobody can listen in: port 4322.
a< login: \
a> guest
a< Welcome to Gammond. You just logged in as guest.
a< Please register before using this server:
a<
a< Type 'name username' where name is the word 'name' and
a< username is the login name you want to use.
a< The username may not contain blanks ' ' or colons ':'.
a< The system will then ask you for your password twice.
a< Please make sure that you don't forget your password. All
a< passwords are encrypted before they are saved. If you forget
a< your password there is no way to find out what it was.
a< Please type 'bye' if you don't want to register now.
a<
a< ONE USERNAME PER PERSON ONLY!!!
a<
a< Italiano: 'language italiano'.  Portugues do Brasil: 'language portugues'.
a< > \
a> language italiano
a< Ti diamo il benvenuto su Gammond. Sei qui come ospite.
a< Registrati prima di usare questo server:
a<
a< Scrivi 'name nomeutente', dove name \xc3\xa8 la parola 'name' e
a< nomeutente \xc3\xa8 il nome con cui vuoi entrare.
a< Il nome non pu\xc3\xb2 contenere spazi ' ' n\xc3\xa9 due punti ':'.
a< Poi il sistema ti chieder\xc3\xa0 due volte la password.
a< Non dimenticare la password, mi raccomando. Tutte le
a< password vengono cifrate prima di essere salvate. Se la
a< dimentichi non c'\xc3\xa8 modo di sapere quale fosse.
a< Scrivi 'bye' se adesso non vuoi registrarti.
a<
a< UN SOLO NOME UTENTE PER PERSONA!!!
a<
a< English: 'language english'.  Portugu\xc3\xaas do Brasil: 'language portugues'.
a> name cora
a< ** Su una connessione non cifrata non si accettano password.
a< ** Questa connessione non \xc3\xa8 cifrata. Con TLS nessuno pu\xc3\xb2 leggere: porta 4322.
b> login test 1008 anna secret
b<
b< ** No password is taken on a connection that is not encrypted.
b< ** This connection is not encrypted. With TLS nobody can listen in: port 4322.
b< login: \
b> login test 1008 anna token:00112233445566778899aabbccddeeff
b<
b< ** No password is taken on a connection that is not encrypted.
b< ** This connection is not encrypted. With TLS nobody can listen in: port 4322.
b< login: \
b> connect anna secret
b<
b< ** No password is taken on a connection that is not encrypted.
b< ** This connection is not encrypted. With TLS nobody can listen in: port 4322.
b< login: \
b> login test 1008 guest guest
b< Welcome to Gammond. You just logged in as guest.
b< Please register before using this server:
b<
b< Type 'name username' where name is the word 'name' and
b< username is the login name you want to use.
b< The username may not contain blanks ' ' or colons ':'.
b< The system will then ask you for your password twice.
b< Please make sure that you don't forget your password. All
b< passwords are encrypted before they are saved. If you forget
b< your password there is no way to find out what it was.
b< Please type 'bye' if you don't want to register now.
b<
b< ONE USERNAME PER PERSON ONLY!!!
b> name cora
b< ** No password is taken on a connection that is not encrypted.
b< ** This connection is not encrypted. With TLS nobody can listen in: port 4322.
