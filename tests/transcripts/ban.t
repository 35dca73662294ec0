# SPDX-License-Identifier: MIT
# ban: excludes a user, an address or a network, for a time or for good
option idle_s 2000000
connect: oscar 198.51.100.9
oscar: guest
oscar: name oscar
oscar: secret
oscar: secret
role oscar operator
clip ada
role ada admin
clip alice
telnet bob
dice 31
match alice bob 3
alice> ban bob
alice< ** Permission denied
oscar> ban
oscar< Your recovery code is  fsahm-tm6x6-8yvie-pbvse
oscar< Write it down. If you forget your password, type 'guest' at 'login: ' and then
oscar< 'recover oscar CODE'. It can be used once.
oscar< \xff\xfd\x1fPress Return when you have written it down: \
oscar< [no prompt]
oscar>
oscar< Type 'play' to start.
oscar< Nobody is banned.
oscar< > \
oscar> ban nobody
oscar< ** There is no user called 'nobody'.
oscar> ban oscar
oscar< ** You can't do that to yourself.
oscar> ban ada
oscar< ** You can't do that to those who run the server.
oscar> ban 127.0.0.0/8
oscar< ** You can't do that to those who run the server.
oscar> ban 198.51.100.0/24
oscar< ** Your own address is in 198.51.100.0/24.
oscar> ban 300.1.1.1
oscar< ** '300.1.1.1' is not an address or a network (192.0.2.0/24, 2001:db8::/64).
oscar> ban bob 7days
oscar< ** '7days' is not a length of time. Type it as 30m, 12h, 7d or 4w.
oscar> ban bob rude
oscar< ** usage: ban <user or address> [for <time>] [because <text>]
# a user on line is disconnected at once; others see that
oscar> ban BOB for 7d because he was rude
oscar< ADMIN closes connection with bob, who is banned.
oscar< ** bob is banned until 2026-01-08 12:00 UTC.
ada< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
ada< 6
ada< 8 bob ADMIN closes connection with bob, who is banned.
alice< ADMIN closes connection with bob, who is banned. The game was saved.
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 8 bob ADMIN closes connection with bob, who is banned.
bob< ** bob is banned from this server until 2026-01-08 12:00 UTC.
bob< ** Reason: he was rude
bob closed
# the refusal is shown only after the right password
connect: bob 127.0.0.1
bob: bob
bob> wrong
bob< \xff\xfc\x01
bob< Login incorrect.
bob< login: \
clock +2
bob: bob
bob> secret
bob< \xff\xfc\x01
bob< ** bob is banned from this server until 2026-01-08 12:00 UTC.
bob< ** Reason: he was rude
bob<
bob< login: \
clock +4
bob> login test 1008 bob secret
bob<
bob< ** bob is banned from this server until 2026-01-08 12:00 UTC.
bob< ** Reason: he was rude
bob<
bob< login: \
clock +8
bob> connect bob secret
bob<
bob< ** bob is banned from this server until 2026-01-08 12:00 UTC.
bob< ** Reason: he was rude
bob<
bob< login: \
drop bob
# a network: no new accounts and no log-ins, except operators'
connect: carol 2001:db8::77
carol: guest
carol: name carol
carol: secret
carol: secret
oscar> ban 2001:DB8:0:0::1/64 because of robots
oscar< ADMIN closes connection with carol, who is banned.
oscar< ** 2001:db8::/64 is banned for good.
ada< 8 carol ADMIN closes connection with carol, who is banned.
alice< 8 carol ADMIN closes connection with carol, who is banned.
carol< ** Your site is banned from this server for good.
carol< ** Reason: robots
carol closed
connect: dave 2001:db8::1
dave: guest
dave> name dave
dave< Your site is not allowed to create new accounts.
connect: carol 2001:db8::5
carol: carol
carol> secret
carol< \xff\xfc\x01
carol< ** Your site is banned from this server for good.
carol< ** Reason: robots
carol closed
connect: home 2001:db8::5
home> login test 1008 ada secret
ada closed
...
oscar> ban
oscar< Banned:
oscar<   bob: until 2026-01-08 12:00 UTC, by oscar: he was rude
oscar<   2001:db8::/64: for good, by oscar: robots
oscar> ban 10.0.0.0/8 1m
oscar< ** 10.0.0.0/8 is banned until 2026-01-01 12:01 UTC.
# a restart ends no ban; time does
restart
connect: oscar 198.51.100.9
oscar: connect oscar secret
oscar> ban
oscar< Banned:
oscar<   bob: until 2026-01-08 12:00 UTC, by oscar: he was rude
oscar<   10.0.0.0/8: until 2026-01-01 12:01 UTC, by oscar: -
oscar<   2001:db8::/64: for good, by oscar: robots
clock +604800
oscar> ban
oscar< Banned:
oscar<   2001:db8::/64: for good, by oscar: robots
connect: bob 10.1.2.3
bob: connect bob secret
bob> pip
bob< ** You're not playing or watching.
oscar> operlog
oscar< 2026-01-01 12:00 oscar: ban 10.0.0.0/8 for 1m
oscar< 2026-01-01 12:00 oscar: ban 2001:db8::/64: robots
oscar< 2026-01-01 12:00 oscar: ban bob for 7d: he was rude
