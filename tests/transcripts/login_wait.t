# SPDX-License-Identifier: MIT
# interactive users whose password waits are told how many log-ins are before theirs; client programs get
# nothing before line 1
user alice
user bob
user carol
user dave
connect: a
connect: b
connect: c
connect: d
hold
a> login c 1008 alice secret
b> connect bob secret
c> carol
c< ...
c> secret
c< \xff\xfc\x01\
clock +0.5
d> guest
d< ...
d> name eve
d< Your name will be eve
d< Type in no password and hit Enter/Return if you want to change it now.
d< \xff\xfb\x01Please give your password: \
d< [no prompt]
d> secret
d< ...
d> secret
d< \xff\xfc\x01\
clock +0.5
c<
c< ** Please wait: 2 log-ins before yours.
# each user is told a second after the password, then every three seconds
clock +0.5
d<
d< ** Please wait: 3 log-ins before yours.
clock +2
clock +0.5
c< ** Please wait: 2 log-ins before yours.
clock +0.5
d< ** Please wait: 3 log-ins before yours.
# a connection that closes leaves the queue
drop a
clock +3
c< ** Please wait: 1 log-in before yours.
d< ** Please wait: 2 log-ins before yours.
release
c< ...
...
