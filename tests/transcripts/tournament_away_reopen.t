# SPDX-License-Identifier: MIT
# a player who was away when their result was reopened is told at the log-in
telnet dora
user anna
user bert
telnet a=anna b=bert
dora: tournament create Cup checkin 0 length 1 format robin
dora: tournament open
a: tournament register 1
b: tournament register 1
dora: tournament start yes
dora: tournament setresult 1 anna 1-0 agreed on the phone
a> bye
a closed
...
clock: +60
dora: tournament reopen 1 anna they had agreed on nothing
connect: c
c: anna
c> secret
dora< anna logs in.
b< anna logs in.
c< \xff\xfc\x01
c< ** User anna authenticated.
c< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
c< [motd]
c< There are messages for you:
c< dora left a message (Thursday, January 01 12:01 UTC): Cup: you play bert, a 1
c<    point match, at 2026-01-01 12:04 UTC.
c< ** While you were away:
c< ** Cup, round 1: the director sets the result of anna and bert to 1-0: agreed
c<    on the phone
c< ** Cup, round 1: the director takes back the result of anna and bert: they had
c<    agreed on nothing
c< ** Cup, round 1: you play bert, a 1 point match, at 12:04.
c< \xff\xfd\x1f> \
