# SPDX-License-Identifier: MIT
# the log-in of client programs
user jonathanballs
user udacity_capstone 2029.82 115956
telnet watcher
clip udacity_capstone
connect: c 109.151.213.145
c> login CLIENT_NAME 1008 jonathanballs secret
watcher< jonathanballs logs in.
udacity_capstone< 7 jonathanballs jonathanballs logs in.
udacity_capstone< 5 jonathanballs - - 0 0 1500.00 0 0 1767268800 c-wbs2eahwbj6xp58y CLIENT_NAME -
udacity_capstone< 6
c<
c< 1 jonathanballs 1767268800 127.0.0.1
c< 2 jonathanballs 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 0 0 1 0 UTC
c< 3
c< [motd]
c<
c< 4
c<
c< 5 watcher - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
c< 5 udacity_capstone - - 0 0 2029.82 115956 0 1767268800 c-fxh4ehzygq3gvvb5 test -
c< 5 jonathanballs - - 0 0 1500.00 0 0 1767268800 c-wbs2eahwbj6xp58y CLIENT_NAME -
c< 6
c< 5 jonathanballs - - 0 0 1500.00 0 0 1767268800 c-wbs2eahwbj6xp58y CLIENT_NAME -
c< 6
# (the user's own line 5 was sent again, as to all users)
# failures: only the prompt is repeated
connect: d
d> login client 1008 jonathanballs wrong
d<
d< login: \
d> login client_names_have_20_c 1008 jonathanballs secret
d<
d< ** Client names have 1 to 20 characters, versions are numbers from 1000.
d< login: \
d> login client x jonathanballs secret
d<
d< ** Client names have 1 to 20 characters, versions are numbers from 1000.
d< login: \
# a profile as client name; the line may come before any prompt was read
connect: e
e> login <NL________________$ 1005 watcher secret
watcher closed
e< ~^$
e< ...
...
# the name in any case; all users see it as registered
connect: f
f> login client 1008 JONATHANBALLS secret
c closed
f<
f< ** Warning: You are already logged in.
f< 1 jonathanballs 1767268800 109.151.213.145
f< ...
...
