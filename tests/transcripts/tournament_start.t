# SPDX-License-Identifier: MIT
# tournament: a start with too few players waits, asks, and takes those present
option idle_s 360000
user anna
user bert
user carl
telnet anna
tiny bert carl
telnet dora
dora: tournament create Cup length 1 clock off starts +40m
dora: tournament open 1
anna: tournament register 1
bert: tournament register 1
carl: tournament register 1
clock +600
anna< ** Cup begins soon. Type 'tournament checkin 1' to say that you are here.
bert< ** Cup begins soon. Type 'tournament checkin 1' to say that you are here.
carl< ** Cup begins soon. Type 'tournament checkin 1' to say that you are here.
clock +1200
# a user who has typed a command in the last ten minutes counts as checked in
anna: who count
clock +600
anna< ** Cup: too few have checked in. The start waits 10 minutes.
anna< ** Cup begins soon. Type 'tournament checkin 1' to say that you are here.
bert< ** Cup: too few have checked in. The start waits 10 minutes.
bert< ** Cup begins soon. Type 'tournament checkin 1' to say that you are here.
carl< ** Cup: too few have checked in. The start waits 10 minutes.
carl< ** Cup begins soon. Type 'tournament checkin 1' to say that you are here.
dora< ** Cup: too few have checked in. The start waits 10 minutes.
clock +600
anna< ** Cup: still too few have checked in. Unless a director decides, it starts in
anna<    30 minutes with those who are here.
bert< ** Cup: still too few have checked in. Unless a director decides, it starts in 30 minutes with those who are here.
carl< ** Cup: still too few have checked in. Unless a director decides, it starts in 30 minutes with those who are here.
dora< ** Cup: still too few have checked in. Unless a director decides, it starts in
dora<    30 minutes with those who are here.
dora< ** Cup: too few have checked in. Type 'tournament start 1' to start with those
dora<    who are here, 'tournament set 1 starts TIME', or 'tournament cancel 1
dora<    REASON'.
dora> tournament my
dora< Tournament 1, Cup:
dora<   You are a director.
dora<   Too few have checked in. Unless you decide, it starts at 2026-01-01 13:20 UTC
dora<    with those who are here.
# carl has left; bert is on line, though idle
drop: carl
clock +1800
anna< ** Cup begins with 2 players.
anna< ** Cup, final: you play bert, a 1 point match, at 13:23.
bert< ** Cup begins with 2 players.
bert< ** Cup, final: you play anna, a 1 point match, at 13:23.
dora< ** Cup: players who are here and count as checked in: 2.
dora< ** Cup begins with 2 players.
# a setting turns that off
dora: tournament create Strict length 1 clock off active no
dora: tournament open 2
anna: tournament register 2
dora: tournament register 2
dora> tournament start 2 yes
dora< ** Fewer than two players have checked in (they type 'tournament checkin 2').
dora< ** To start without that type 'tournament set 2 checkin 0' first.
dora> tournament set 2 active yes
dora< ** active is now yes.
dora> tournament start 2 yes
anna< ** Strict begins with 2 players.
anna< ** Strict, final: you play dora, a 1 point match, at 13:23.
dora< ** Strict: players who are here and count as checked in: 2.
dora< ** Strict begins with 2 players.
dora< > 
dora< ** Strict, final: you play anna, a 1 point match, at 13:23.
