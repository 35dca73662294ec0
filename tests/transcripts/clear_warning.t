# SPDX-License-Identifier: MIT
# on an unencrypted remote connection the banner recommends TLS, even with a prompt directly after it; nothing
# is refused
option clear 1
option tls_port 4322
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
a> anna
a< \xff\xfb\x01password: \
a> secret
a< \xff\xfc\x01
a< ** User anna authenticated.
a< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
a< [motd]
a< \xff\xfd\x1f> \
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
b> login test 1008 anna secret
a< ** You logged in from somewhere else. This connection is closed.
a closed
b<
b< ** Warning: You are already logged in.
b< 1 anna 1767268800 127.0.0.1
b< 2 anna 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 0 0 1 0 UTC
b< 3
b< [motd]
b<
b< 4
b<
b< 5 anna - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
b< 6
b< 5 anna - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
b< 6
