# SPDX-License-Identifier: MIT
# who registers is told a code with their first command; leaving is none; programs are not told
connect g
g< ...
g> guest
...
g> name alice
...
g> secret
...
g> secret
...
g>
...
g> toggle ready
g< Your recovery code is  t82tt-afjmh-whrkf-qcsw8
g< Write it down. If you forget your password, type 'guest' at 'login: ' and then
g< 'recover alice CODE'. It is good for one time.
g< Type 'play' to start.
g< ** You're now ready to invite or join someone.
g< > \
connect k
k< ...
k> login kbg 1008 guest guest
...
k> name kate
...
k> secret
...
k> secret
...
k> time
k< Thursday, January 01 12:00:00 UTC   ( Thu Jan  1 12:00:00 2026 UTC )
k< > \
connect b
b< ...
b> guest
...
b> name bob
...
b> secret
...
b> secret
...
b> bye
g<
g< bob logs out.
g< > \
k<
k< bob logs out.
k< > \
b<                              Goodbye.
b<                   Thank you for playing on Gammond.
b closed
# a new one takes the password, which is not seen
g> recovery
g< \xff\xfb\x01Your password: \
g> wrong
g< \xff\xfc\x01
g< ** Sorry. That is not your password.
g< > \
g> recovery
g< \xff\xfb\x01Your password: \
g>
g< \xff\xfc\x01
g< ** Nothing was changed.
g< > \
g> recovery
g< \xff\xfb\x01Your password: \
g> secret
g< \xff\xfc\x01
g< Your recovery code is  jndym-3yfsa-m9tm6-6h8yv
g< Write it down. It can be used from Thursday, January 08 12:00 UTC on, with
g< 'recover alice CODE'. Until then an older code still works. If the password is
g< changed before that day, the new code is void.
g< > \
g> recovery secret
g< Your recovery code is  ejpbv-ey5hx-gtai2-jft8j
g< Write it down. It can be used from Thursday, January 08 12:00 UTC on, with
g< 'recover alice CODE'. Until then an older code still works. If the password is
g< changed before that day, the new code is void.
g< > \
# client programs say it at once
clip bob
bob> recovery
bob< ** usage: recovery <password>
bob> recovery wrong
bob< ** Sorry. That is not your password.
bob> recovery secret
bob< Your recovery code is  3ss29-q5g2n-rsaap-hd2v2
bob< Write it down. If you forget your password, type 'guest' at 'login: ' and then
bob< 'recover bob CODE'. It is good for one time.
