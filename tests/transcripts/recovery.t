# SPDX-License-Identifier: MIT
# a new user gets a recovery code with the first command, except a log-out; client programs get none
connect: g
g: guest
g: name alice
g: secret
g: secret
g:
g> toggle ready
g< Your recovery code is  t82tt-afjmh-whrkf-qcsw8
g< Write it down. If you forget your password, type 'guest' at 'login: ' and then
g< 'recover alice CODE'. It can be used once.
g< Press Return when you have written it down: \
g< [no prompt]
g>
g< Type 'play' to start.
g< ** You're now ready to invite or join someone.
g< > \
connect: k
k: login kbg 1008 guest guest
k: name kate
k: secret
k: secret
k> time
k< Thursday, January 01 12:00:00 UTC   ( Thu Jan  1 12:00:00 2026 UTC )
connect: b
b: guest
b: name bob
b: secret
b: secret
b> bye
g< bob logs out.
k< bob logs out.
b<                              Goodbye.
b<                   Thank you for playing on Gammond.
b closed
# a new code needs the password, which is not echoed
g> recovery
g< An empty line ends this and changes nothing.
g< \xff\xfb\x01Your password: \
g< [no prompt]
g> wrong
g< \xff\xfc\x01
g< ** Sorry. That is not your password.
g< \xff\xfb\x01Your password: \
g> recovery
g< \xff\xfc\x01
g< ** That looks like a command. Nothing was changed. Type it again.
g< > \
g>
g< > \
g> recovery
g< An empty line ends this and changes nothing.
g< \xff\xfb\x01Your password: \
g< [no prompt]
g> secret
g< \xff\xfc\x01
g< Your recovery code is  jndym-3yfsa-m9tm6-6h8yv
g< Write it down. It can be used from Thursday, January 08 12:00 UTC on, with
g< 'recover alice CODE'. Until then an older code still works. If the password is
g< changed before that day, the new code is void.
g< Press Return when you have written it down: \
g>
g< > \
g> recovery secret
g< Your recovery code is  ejpbv-ey5hx-gtai2-jft8j
g< Write it down. It can be used from Thursday, January 08 12:00 UTC on, with
g< 'recover alice CODE'. Until then an older code still works. If the password is
g< changed before that day, the new code is void.
g< Press Return when you have written it down: \
g< [no prompt]
g>
g< > \
# a command that is too long to be held back is run, and the code shown with the next one
connect: u
u: guest
u: name ursula
u: secret
u: secret
u> shout abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij
g< ursula shouts: abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij
k< ursula shouts: abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij
u< You shout: abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij
u<    abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij abcdefghij
u< \xff\xfd\x1f> \
u> play 1
u< Your recovery code is  3ss29-q5g2n-rsaap-hd2v2
u< Write it down. If you forget your password, type 'guest' at 'login: ' and then
u< 'recover ursula CODE'. It can be used once.
u< Press Return when you have written it down: \
u< [no prompt]
u>
g< ursula wants to play a 1 point match with you.
g< Type 'join ursula' to accept.
u< ** You invited alice to a 1 point match.
u< > \
u> bye
u closed
...
# client programs give the password in the command
clip bob
bob> recovery
bob< ** usage: recovery <password>
bob> recovery wrong
bob< ** Sorry. That is not your password.
bob> recovery secret
bob< Your recovery code is  aj2gk-5sdsp-gbvj7-nkqu7
bob< Write it down. If you forget your password, type 'guest' at 'login: ' and then
bob< 'recover bob CODE'. It can be used once.
# a terminal that has sent its size is cleared, before the code is shown and after it was read
g! \xff\xfb\x1f\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0
g> recovery secret
g< \x1b[;H\x1b[2J
g< Your recovery code is  quwkk-q48hh-2p9pb-pns45
g< Write it down. It can be used from Thursday, January 08 12:00 UTC on, with
g< 'recover alice CODE'. Until then an older code still works. If the password is
g< changed before that day, the new code is void.
g< Press Return when you have written it down: \
g< [no prompt]
g>
g< \x1b[;H\x1b[2J
g< > \
# another line at the Return prompt is a command
g> recovery secret
g< \x1b[;H\x1b[2J
g< Your recovery code is  hgwwe-6civv-xd3xm-f92t3
g< Write it down. It can be used from Thursday, January 08 12:00 UTC on, with
g< 'recover alice CODE'. Until then an older code still works. If the password is
g< changed before that day, the new code is void.
g< Press Return when you have written it down: \
g< [no prompt]
g> toggle ready
g< \x1b[;H\x1b[2J
g< > ** You're now refusing to play with someone.
g< > \
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
# no code is shown to a watcher, because a board could be drawn below it
telnet carol
g: watch carol
g> recovery secret
g< ** The code is shown on a screen of its own. Finish or leave your match, or type
g< ** 'unwatch', and then 'recovery' again.
g: unwatch
carol: toggle ready
# nor can a match begin while the code is shown
g: invite carol 1
g> recovery secret
g< \x1b[;H\x1b[2J
g< ** Your invitation is withdrawn. Type 'play' or 'invite' again later.
g< Your recovery code is  wbhtd-82vrh-ek3zz-js3wq
g< Write it down. It can be used from Thursday, January 08 12:00 UTC on, with
g< 'recover alice CODE'. Until then an older code still works. If the password is
g< changed before that day, the new code is void.
g< Press Return when you have written it down: \
g< [no prompt]
carol> join alice
carol< ** alice didn't invite you.
g>
g< \x1b[;H\x1b[2J
g< > \
g: invite carol 1
g> recovery
g< An empty line ends this and changes nothing.
g< \xff\xfb\x01Your password: \
g< [no prompt]
dice 31
carol: join alice
g> secret
g< \xff\xfc\x01
g< ** The code is shown on a screen of its own. Finish or leave your match, or type
g< ** 'unwatch', and then 'recovery' again.
g< > \
g> recovery
g< ** The code is shown on a screen of its own. Finish or leave your match, or type
g< ** 'unwatch', and then 'recovery' again.
# a new user's held-back command and the next one are both run
connect: n
n> guest
n< ...
n: name nora
n: secret
n: secret
n> toggle bell
n< Your recovery code is  zm28n-3jvj8-48rw8-vicjs
n< Write it down. If you forget your password, type 'guest' at 'login: ' and then
n< 'recover nora CODE'. It can be used once.
n< \xff\xfd\x1fPress Return when you have written it down: \
n< [no prompt]
n> toggle report
n< Type 'play' to start.
n< ** Your terminal will ring the bell if someone talks to you or invites you
n< > ** You won't be informed about starting and ending matches.
n< > \
