# SPDX-License-Identifier: MIT
# after several wrong passwords for a name, from addresses new to its owner, even the right one is refused
option flood 1
user anna
connect: b 10.0.0.1
b> login client 1008 anna wrong
b< ...
connect: c 10.0.1.1
c> login client 1008 anna wrong
c< ...
connect: d 10.0.2.1
d> connect anna wrong
d< ...
connect: e 10.0.3.1
e> login client 1008 anna wrong
e< ...
connect: f 10.0.4.1
f: anna
f: wrong
# an interactive user is told why, a client program is asked again
connect: g 10.0.5.1
g: anna
g> secret
g< \xff\xfc\x01
g< ** Too many wrong passwords for this name, or from your address. Please try again later.
g<
g< To slow down guessing, the server reads your next line in 2 seconds.
g< login: \
connect: h 10.0.6.1
h> login client 1008 anna secret
h<
h< login: \
