# SPDX-License-Identifier: MIT
# tournament: the number and the lifetime of those that never open are limited
option idle_s 36000000
option plan_days 3
option flood 1
user anna
telnet oscar
role oscar operator
user dora
user emil
user fred
user gina
connect: dora 2001:db8:0:1::1
dora: connect dora secret
connect: emil 2001:db8:0:1::2
emil: connect emil secret
connect: fred 2001:db8:0:1:ffff::3
fred: connect fred secret
connect: gina 2001:db8:0:2::1
gina: connect gina secret
dora> tournament create Plan One checkin 0
dora< ** Tournament 1 is made: Plan One.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament create Plan Two checkin 0
dora< ** Tournament 2 is made: Plan Two.
dora< ** 'tournament set 2' shows its settings, 'tournament open 2' opens entries.
dora> tournament create Plan Three checkin 0
dora< ** You have 2 tournaments that are not open yet. Open or cancel one first.
dora< ** If nobody enters it, the first of them ends at 2026-01-04 12:00 UTC.
clock: +86400
emil> tournament create Plan Three checkin 0
emil< ** Tournament 3 is made: Plan Three.
emil< ** 'tournament set 3' shows its settings, 'tournament open 3' opens entries.
emil> tournament create Plan Four checkin 0
emil< ** Tournament 4 is made: Plan Four.
emil< ** 'tournament set 4' shows its settings, 'tournament open 4' opens entries.
# a user of the same network, and of another one
fred> tournament create Plan Five
fred< ** 4 tournaments made from your address are not open yet.
fred< ** If nobody enters it, the first of them ends at 2026-01-04 12:00 UTC.
gina> tournament create Plan Five opens +9d
gina< ** Tournament 5 is made: Plan Five.
gina< ** 'tournament set 5' shows its settings, 'tournament open 5' opens entries.
# a tournament that the maker passes to another director still counts
emil> tournament director 4 add anna
emil< ** anna now directs Plan Four too.
emil> tournament director 4 remove emil
emil< ** emil no longer directs Plan Four.
emil> tournament create Plan Six
emil< ** You have 2 tournaments that are not open yet. Open or cancel one first.
emil< ** If nobody enters it, the first of them ends at 2026-01-05 12:00 UTC.
# one that only users of its maker's network have entered does not stay; one that is opened later does
dora: tournament open 1
fred: tournament register 1
fred> tournament create Plan Six
fred< ** Tournament 6 is made: Plan Six.
fred< ** 'tournament set 6' shows its settings, 'tournament open 6' opens entries.
fred: tournament withdraw 1
fred: tournament register 1
# the server is down at that time
clock: +86400
restart
clock +172800
warned clock_doubted
clock +86401
telnet oscar
oscar> tournament list
oscar<    No  State          Players  Start        Tournament
oscar<     5  planned          0/128               Plan Five (single)
oscar< ** Finished tournaments: tournament list over
connect: fred 2001:db8:0:1:ffff::3
fred> connect fred secret
oscar< fred logs in.
fred<
fred< ** User fred authenticated.
fred< ** Last login: Thu Jan  1 12:00:00 2026  from 2001:db8:0:1:ffff::3
fred< [motd]
fred< ** While you were away:
fred< ** Plan One is cancelled: nobody else has entered
fred< ** Plan Six is cancelled: no entries
connect: anna
anna> connect anna secret
oscar< anna logs in.
fred< anna logs in.
anna<
anna< ** User anna authenticated.
anna< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
anna< [motd]
anna< ** While you were away:
anna< ** Plan Four is cancelled: no entries
connect: dora
dora> connect dora secret
oscar< dora logs in.
dora<
dora< ** User dora authenticated.
dora< ** Last login: Thu Jan  1 12:00:00 2026  from 2001:db8:0:1::1
dora< [motd]
dora< ** While you were away:
dora< ** Plan One is cancelled: nobody else has entered
dora< ** Plan Two is cancelled: no entries
fred< dora logs in.
anna< dora logs in.
clock +864000
oscar> tournament list all
oscar<    No  State          Players  Start        Tournament
oscar<     5  cancelled        0/128               Plan Five (single)
oscar<    No  End          Players  Winner                Tournament
oscar<     6  2026-01-06         0  cancelled             Plan Six (single)
oscar<     4  2026-01-06         0  cancelled             Plan Four (single)
oscar<     3  2026-01-06         0  cancelled             Plan Three (single)
oscar<     2  2026-01-06         0  cancelled             Plan Two (single)
oscar<     1  2026-01-06         0  cancelled             Plan One (single)
