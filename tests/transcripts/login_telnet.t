# SPDX-License-Identifier: MIT
# logging in by hand
user alice 1500 0
clip bob
connect: t
t>
t< login: \
t> alice
t< \xff\xfb\x01password: \
t> secret
t< \xff\xfc\x01
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t< \xff\xfd\x1f> \
bob< 7 alice alice logs in.
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
t: bye
# again: the time and place of the last log-in; a wrong password and an unknown name get the same answer
connect: u 192.168.143.5
u> alice
u< \xff\xfb\x01password: \
u> wrong
u< \xff\xfc\x01
u< Login incorrect.
u< login: \
u> nobody
u< \xff\xfb\x01password: \
u> secret
u< \xff\xfc\x01
u< Login incorrect.
u< login: \
u> ALICE
u< \xff\xfb\x01password: \
u> secret
u< \xff\xfc\x01
u< ** User alice authenticated.
u< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
u< ...
bob< ...
