# SPDX-License-Identifier: MIT
# a player who loses on time while away is told at the next log-in, once; so is an opponent with a client
# program
option idle_s 36000
user anna 1500 10
user prog 1500 10
telnet anna
clip prog
anna: toggle ready
prog: toggle ready
dice 31
anna: invite prog 5 clock normal
prog: join anna
drop: anna
clock +400
prog> bye
prog closed
...
connect: a
a> anna
a< ...
a> secret
a< \xff\xfc\x01
a< ** User anna authenticated.
a< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
a< [motd]
a< ** Your time ran out while you were away: you lost the match with prog.
a< \xff\xfd\x1f> \
connect: p
p> login test 1008 prog secret
a< prog logs in.
p<
p< 1 prog 1767268800 127.0.0.1
p< 2 prog 1 1 0 0 0 0 1 1 10 0 1 0 1 1500.00 0 1 0 1 0 UTC
p< 3
p< [motd]
p<
p< 4
p<
p< 9 prog 1767269200 You won the match with anna, whose time ran out.
p< 5 anna - - 1 0 1500.00 10 0 1767269200 c-fxh4ehzygq3gvvb5 - -
p< 5 prog - - 1 0 1500.00 10 0 1767269200 c-fxh4ehzygq3gvvb5 test -
p< 6
p< 5 prog - - 1 0 1500.00 10 0 1767269200 c-fxh4ehzygq3gvvb5 test -
p< 6
drop: a
connect: b
b> anna
b< ...
b> secret
p< 7 anna anna logs in.
p< 5 anna - - 1 0 1500.00 10 0 1767269200 c-fxh4ehzygq3gvvb5 - -
p< 6
b< \xff\xfc\x01
b< ** User anna authenticated.
b< ** Last login: Thu Jan  1 12:06:40 2026  from 127.0.0.1
b< [motd]
b< \xff\xfd\x1f> \
