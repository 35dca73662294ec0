# SPDX-License-Identifier: MIT
# with TLS, or on loopback, there is no such notice
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
