# SPDX-License-Identifier: MIT
# an operator makes a password for one log-in: sessions with the old one are closed, and the user must choose
# a new one
user oscar
user olga
user anna
role oscar operator
role olga operator
role anna admin
telnet oscar anna
clip alice
alice> token new
alice< ...
oscar> reset
oscar< ** usage: reset <name>
oscar> reset alice now
oscar< ** usage: reset <name>
oscar> reset zed
oscar< ** There is no user called 'zed'.
oscar> reset oscar
oscar< ** You can't do that to yourself.
oscar> reset olga
oscar< ** You can't do that to those who run the server.
oscar> reset anna
oscar< ** You can't do that to those who run the server.
oscar> reset alice
oscar< ADMIN closes connection with alice, whose password is made anew.
oscar< The password of alice is now  fsqcs-89jnd-m93yf-ahm9t
oscar< It is valid for one log-in until 2026-01-08 12:00 UTC, and they must then choose a new one.
anna< ADMIN closes connection with alice, whose password is made anew.
alice< ** An operator has made a new password for you.
alice closed
oscar> operlog 1
oscar< 2026-01-01 12:00 oscar: reset alice
connect: a 10.1.0.1
a> login client 1008 alice secret
a<
a< login: \
a> login client 1008 alice token:@1
a<
a< login: \
# a client program is told that the password has to be chosen by hand
a> login client 1008 alice fsqcs-89jnd-m93yf-ahm9t
a<
a< ** That password is good for one log-in by hand: type your name at 'login: '.
a<
a< login: \
connect: b 10.1.0.2
b> alice
b< ...
b> fsqcs-89jnd-m93yf-ahm9t
b< \xff\xfc\x01
b< ** oscar has made this password for you on 2026-01-01 12:00 UTC.
b< Choose a new password for alice.
b< Type in no password and hit Enter/Return to leave everything as it is.
b< \xff\xfb\x01Please give your password: \
b>
b< \xff\xfc\x01
b< ** Nothing was changed.
b< login: \
b> alice
b< ...
b> fsqcs-89jnd-m93yf-ahm9t
b< \xff\xfc\x01
b< ** oscar has made this password for you on 2026-01-01 12:00 UTC.
b< Choose a new password for alice.
b< Type in no password and hit Enter/Return to leave everything as it is.
b< \xff\xfb\x01Please give your password: \
b> alices
b<
b< Please retype your password: \
b: alices
# the user's own password from now on
b> password alices:again:again
b< Password changed.
# an operator's password is valid for a week
oscar> reset alice
b closed
...
drop: anna
clock +604801
oscar closed
a closed
...
connect: c 10.1.0.3
c> alice
c< ...
c> 6x6h8-viejp-vsey5-xagta
c< \xff\xfc\x01
c< Login incorrect.
c< login: \
# admins may do it to operators
telnet anna oscar
...
anna: reset olga
# a password that was changed meanwhile stays
clip bob
...
hold
bob> password secret:newone:newone
oscar> reset bob
release
oscar< ** The password of bob was changed just now. 'reset bob' makes another one.
bob< Password changed.
# the operator's role is checked again once the password has been hashed
hold
oscar> reset alice
anna: grant oscar user
release
oscar< ** Permission denied
oscar< > \
oscar< [no empty line]
