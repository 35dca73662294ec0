# SPDX-License-Identifier: MIT
# a forgotten password: the recovery code allows a new one, once
option idle_s 36000000
telnet alice
clock +900
alice> recovery secret
alice< Your recovery code is  t82tt-afjmh-whrkf-qcsw8
alice< Write it down. It can be used from Thursday, January 08 12:15 UTC on, with
alice< 'recover alice CODE'. Until then an older code still works. If the password is
alice< changed before that day, the new code is void.
alice< Press Return when you have written it down: \
alice< [no prompt]
alice>
alice< > \
clock: +604800
connect: g 10.1.0.1
g> guest
g< ...
g> recover
g< ** usage: recover <name> <recovery code>
g> recover alice
g< ** usage: recover <name> <recovery code>
g> recover alice abcde-fghij-kmnpq-rstuv
g< ** Wrong name or recovery code.
g<
g< login: \
g< [no prompt]
g> guest
g< ...
g> recover nobody abcde-fghij-kmnpq-rstuv
g< ** Wrong name or recovery code.
g<
g< login: \
g< [no prompt]
g> guest
g< ...
# an empty line cancels, without using the code up
g> recover alice T82TT afjmhwhrkf-qcsw8
g< Choose a new password for alice.
g< Type in no password and hit Enter/Return to leave everything as it is.
g< \xff\xfb\x01Please give your password: \
g< [no prompt]
g>
g< \xff\xfc\x01
g< ** Nothing was changed.
g< login: \
g> guest
g< ...
g> recover alice t82tt-afjmh-whrkf-qcsw8
g< Choose a new password for alice.
g< Type in no password and hit Enter/Return to leave everything as it is.
g< \xff\xfb\x01Please give your password: \
g< [no prompt]
g> newone
g<
g< Please retype your password: \
g> another
g<
g< ** The two passwords were not identical. Please give them again. Password: \
g> newone
g<
g< Please retype your password: \
g> newone
alice< ** Your recovery code was used just now to choose a new password. If that was not
alice< ** you, tell an operator.
alice< ** You logged in from somewhere else. This connection is closed.
alice closed
g< \xff\xfc\x01
g< Your password has been changed. Your old recovery code has been used.
g< Your recovery code is  jndym-3yfsa-m9tm6-6h8yv
g< Write it down. If you forget your password, type 'guest' at 'login: ' and then
g< 'recover alice CODE'. It can be used once.
g< \xff\xfd\x1fPress Return when you have written it down: \
g>
g<
g< ** User alice authenticated.
g< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
g< [motd]
g< ** A new recovery code was made on Thursday, January 01 12:15 UTC.
g< ** If you did not make it, change your password and tell an operator.
g< ** Your recovery code was used on Thursday, January 08 12:15 UTC to choose a new password.
g< ** If that was not you, tell an operator.
g< > \
# a second use is refused
connect: h 10.2.0.1
h> guest
h< ...
h> recover alice t82tt-afjmh-whrkf-qcsw8
h< ** Wrong name or recovery code.
h<
h< login: \
h< [no prompt]
connect: i 10.3.0.1
i> login client 1008 alice secret
i<
i< login: \
i> login client 1008 alice newone
g closed
i< ...
...
i> recover alice x
i< ** You are logged in. 'recovery' makes a new code, 'password' changes your password.
# a banned user cannot log in by it
telnet oscar
role oscar operator
drop: oscar
telnet oscar
...
telnet bob
clock +900
bob> recovery secret
bob< Your recovery code is  ejpbv-ey5hx-gtai2-jft8j
bob< Write it down. It can be used from Thursday, January 15 12:30 UTC on, with
bob< 'recover bob CODE'. Until then an older code still works. If the password is
bob< changed before that day, the new code is void.
bob< Press Return when you have written it down: \
bob< [no prompt]
bob>
bob< > \
clock: +604800
oscar> ban bob
bob closed
...
connect: j 10.4.0.1
j> guest
j< ...
j> recover bob ejpbv-ey5hx-gtai2-jft8j
j<
j< ** bob is banned from this server for good.
j<
j< login: \
j< [no prompt]
# client programs are logged in at once, and get the new code then
telnet carl
carl> recovery secret
carl< Your recovery code is  3ss29-q5g2n-rsaap-hd2v2
carl< Write it down. If you forget your password, type 'guest' at 'login: ' and then
carl< 'recover carl CODE'. It can be used once.
carl< Press Return when you have written it down: \
carl< [no prompt]
connect: p 10.5.0.1
p: login client 1008 guest guest
p> recover carl 3ss29-q5g2n-rsaap-hd2v2
p< Choose a new password for carl.
p< Type in no password and hit Enter/Return to leave everything as it is.
p< \xff\xfb\x01Please give your password: \
p> secret
p<
p< Please retype your password: \
p> secret
i< 8 carl Closed old connection with user carl.
i< 7 carl carl logs in again.
i< 5 carl - - 0 0 1500.00 0 0 1768480200 c-4a9wx8hnejeevwvk - -
i< 6
oscar< Closed old connection with user carl.
oscar< carl logs in again.
carl<
carl< ** Your recovery code was used just now to choose a new password. If that was not
carl< ** you, tell an operator.
carl< ** You logged in from somewhere else. This connection is closed.
carl closed
p< \xff\xfc\x01
p< ** Warning: You are already logged in.
p< ** User carl authenticated.
p< ** Last login: Thu Jan 15 12:30:00 2026  from 127.0.0.1
p< [motd]
p< Your password has been changed. Your old recovery code has been used.
p< Your recovery code is  52ar6-k5y7d-3icgc-r37h3
p< Write it down. If you forget your password, type 'guest' at 'login: ' and then
p< 'recover carl CODE'. It can be used once.
p< > \
