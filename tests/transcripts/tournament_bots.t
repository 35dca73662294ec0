# SPDX-License-Identifier: MIT
# a bot in a tournament: only if `bots` is set, and added by a director; it enters, checks in, plays, and
# leaves when it may not play
option bots 1
telnet dora
telnet bert
clock +1
dora> toggle fair
...
dora> toggle fast
...
dora> tournament create Mixed Cup
...
dora> tournament set clock off
...
dora> tournament set length 1
...
dora> tournament open
...
bert> tournament register 1
...
dora> tournament add ClubBot
dora< ** ClubBot is one of the server's bots. They may play after 'tournament set
dora<    bots yes'.
dora< > \
dora> tournament set bots yes
dora< ** Mixed Cup: the director has changed a setting: bots yes
dora< ** bots is now yes.
dora< > \
bert<
bert< ** Mixed Cup: the director has changed a setting: bots yes
bert< > \
dora> tournament add 1 EasyBot
dora< ** EasyBot is invited to Mixed Cup.
dora< > \
clock +1
clock +5
dora<
dora< ** Mixed Cup: EasyBot is entered (2 of 128).
dora< > \
dora> tournament add 1 ClubBot
dora< ** ClubBot is invited to Mixed Cup.
dora< > \
clock +6
dora<
dora< ** Mixed Cup: EasyBot has checked in (1 of 2).
dora< ** Mixed Cup: ClubBot is entered (3 of 128).
dora< > \
dora> tournament set bots no
dora< ** Mixed Cup: the director has changed a setting: bots no
dora< ** bots is now no.
dora< > \
bert<
bert< ** Mixed Cup: the director has changed a setting: bots no
bert< > \
clock +6
dora<
dora< ** Mixed Cup: EasyBot has withdrawn (2 of 128).
dora< ** Mixed Cup: ClubBot has withdrawn (1 of 128).
dora< > \
dora> tournament set bots yes
dora< ** Mixed Cup: the director has changed a setting: bots yes
dora< ** bots is now yes.
dora< > \
bert<
bert< ** Mixed Cup: the director has changed a setting: bots yes
bert< > \
dora> tournament set checkin 5
dora< ** checkin is now 5.
dora< > \
dora> tournament add 1 ClubBot
dora< ** ClubBot is invited to Mixed Cup.
dora< > \
clock +6
dora<
dora< ** Mixed Cup: ClubBot is entered (2 of 128).
dora< > \
bert> tournament withdraw 1
dora<
dora< ** Mixed Cup: bert has withdrawn (1 of 128).
dora< > \
bert< ** You have withdrawn from Mixed Cup.
bert< > \
dora> tournament register 1
dora< ** You are entered for Mixed Cup.
dora< ** Please check in now: type 'tournament checkin 1'.
dora< > \
dora> tournament start yes
dora< ** Mixed Cup: players who are here and count as checked in: 1.
dora< ** Fewer than two players have checked in (they type 'tournament checkin 1').
dora< ** To start without that type 'tournament set 1 checkin 0' first.
dora< > \
dora> tournament checkin 1
dora< ** You have checked in already.
dora< > \
clock +6
dora<
dora< ** Mixed Cup: ClubBot has checked in (2 of 2).
dora< > \
clock +6
dora> tournament start yes
...
clock +180
...
clock +10
...
dora> resign n
...
clock +10
...
dora> tournament results 1
dora< Tournament 1: Mixed Cup (finished)
dora<   Main bracket, winner: ClubBot
dora<     Place  Name                  Seed   Won  Lost
dora<         1  ClubBot                  1     1     0
dora<         2  dora                     2     0     1
dora< > \
