# SPDX-License-Identifier: MIT
# a bot in a tournament: only if `bots` is set, and added by a director; it enters, checks in, plays, and
# leaves when it may not play
option bots 1
telnet dora bert
clock +1
dora: toggle fair
dora: toggle fast
dora: tournament create Mixed Cup
dora: tournament set clock off
dora: tournament set length 1
dora: tournament open
bert: tournament register 1
dora> tournament add ClubBot
dora< ** ClubBot is one of the server's bots. They may play after 'tournament set
dora<    bots yes'.
dora> tournament set bots yes
dora< ** Mixed Cup: the director has changed a setting: bots yes
dora< ** bots is now yes.
bert< ** Mixed Cup: the director has changed a setting: bots yes
dora> tournament add 1 EasyBot
dora< ** EasyBot is invited to Mixed Cup.
clock +1
clock +5
dora< ** Mixed Cup: EasyBot is entered (2 of 128).
dora> tournament add 1 ClubBot
dora< ** ClubBot is invited to Mixed Cup.
clock +6
dora< ** Mixed Cup: EasyBot has checked in (1 of 2).
dora< ** Mixed Cup: ClubBot is entered (3 of 128).
dora> tournament set bots no
dora< ** Mixed Cup: the director has changed a setting: bots no
dora< ** bots is now no.
bert< ** Mixed Cup: the director has changed a setting: bots no
clock +6
dora< ** Mixed Cup: EasyBot has withdrawn (2 of 128).
dora< ** Mixed Cup: ClubBot has withdrawn (1 of 128).
dora> tournament set bots yes
dora< ** Mixed Cup: the director has changed a setting: bots yes
dora< ** bots is now yes.
bert< ** Mixed Cup: the director has changed a setting: bots yes
dora> tournament set checkin 5
dora< ** checkin is now 5.
dora> tournament add 1 ClubBot
dora< ** ClubBot is invited to Mixed Cup.
clock +6
dora< ** Mixed Cup: ClubBot is entered (2 of 128).
bert> tournament withdraw 1
dora< ** Mixed Cup: bert has withdrawn (1 of 128).
bert< ** You have withdrawn from Mixed Cup.
dora> tournament register 1
dora< ** You are entered for Mixed Cup.
dora< ** Please check in now: type 'tournament checkin 1'.
dora> tournament start yes
dora< ** Mixed Cup: players who are here and count as checked in: 1.
dora< ** Fewer than two players have checked in (they type 'tournament checkin 1').
dora< ** To start without that type 'tournament set 1 checkin 0' first.
dora> tournament checkin 1
dora< ** You have checked in already.
clock +6
dora< ** Mixed Cup: ClubBot has checked in (2 of 2).
clock +6
dora: tournament start yes
clock: +180
clock: +10
dora: resign n
clock: +10
dora> tournament results 1
dora< Tournament 1: Mixed Cup (finished)
dora<   Main bracket, winner: ClubBot
dora<     Place  Name                  Seed   Won  Lost
dora<         1  ClubBot                  1     1     0
dora<         2  dora                     2     0     1
