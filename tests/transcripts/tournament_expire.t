# SPDX-License-Identifier: MIT
# tournament: entries from its maker's network do not keep a tournament, and one that never starts is not kept
# for ever
option idle_s 360000000
option plan_days 3
option flood 1
user dora
user emil
user fred
connect: dora 2001:db8:0:1::1
dora: connect dora secret
connect: emil 2001:db8:0:1::2
emil: connect emil secret
connect: fred 2001:db8:0:2::1
fred: connect fred secret
dora> tournament create At Home checkin 0
dora< ** Tournament 1 is made: At Home.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament open 1
dora< ** At Home: entries are open. Type 'tournament register 1' to take part.
emil> tournament register 1
dora< ** At Home: emil is entered (1 of 128).
emil< ** You are entered for At Home.
dora> tournament register 1
dora< ** You are entered for At Home.
dora> tournament create With Fred checkin 0
dora< ** Tournament 2 is made: With Fred.
dora< ** 'tournament set 2' shows its settings, 'tournament open 2' opens entries.
dora> tournament open 2
dora< ** With Fred: entries are open. Type 'tournament register 2' to take part.
emil> tournament register 2
dora< ** With Fred: emil is entered (1 of 128).
emil< ** You are entered for With Fred.
fred> tournament register 2
dora< ** With Fred: fred is entered (2 of 128).
fred< ** You are entered for With Fred.
clock +259199
clock +1
dora< ** At Home is cancelled: nobody else has entered
emil< ** At Home is cancelled: nobody else has entered
fred> tournament list
fred<    No  State          Players  Start        Tournament
fred<     1  cancelled        2/128               At Home (single)
fred<     2  open             2/128               With Fred (single)
fred< ** Finished tournaments: tournament list over
clock +518399
clock +1
dora< ** With Fred is cancelled: it was not started
emil< ** With Fred is cancelled: it was not started
fred< ** With Fred is cancelled: it was not started
fred> tournament list
fred<    No  State          Players  Start        Tournament
fred<     2  cancelled        2/128               With Fred (single)
fred< ** Finished tournaments: tournament list over
