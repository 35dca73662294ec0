# SPDX-License-Identifier: MIT
# tournament: repeated announcements and settings of a director reach users outside it once in five minutes,
# and none who gag the director
option idle_s 360000
user anna
user bert
user carl
user dora
user emma
user fred
user gina
telnet anna bert carl dora emma
anna: tournament create Cup checkin 0 clock off capacity 2 schedule deadline
anna: tournament open 1
bert: tournament register 1
carl: tournament register 1
# dora waits for a place, emma follows
dora: tournament register 1
emma: tournament follow 1
anna> tournament announce 1 one
anna< ** Cup: one
bert< ** Cup: one
carl< ** Cup: one
dora< ** Cup: one
emma< ** Cup: one
anna> tournament announce 1 two
anna< ** Cup: two
bert< ** Cup: two
carl< ** Cup: two
anna> tournament set 1 length 7
anna< ** Cup: the director has changed a setting: length 7
anna< ** length is now 7.
bert< ** Cup: the director has changed a setting: length 7
carl< ** Cup: the director has changed a setting: length 7
anna> tournament pause 1 no
anna< ** That tournament has not started yet.
clock +301
anna> tournament set 1 notice 4
anna< ** notice is now 4.
anna> tournament announce 1 three
anna< ** Cup: three
bert< ** Cup: three
carl< ** Cup: three
dora< ** Cup: three
emma< ** Cup: three
anna> tournament set 1 length 5
anna< ** Cup: the director has changed a setting: length 5
anna< ** length is now 5.
bert< ** Cup: the director has changed a setting: length 5
carl< ** Cup: the director has changed a setting: length 5
# a user who gags a director gets none of these lines, unless taking part
dora: gag anna
emma: gag anna
bert: gag anna
clock +301
anna> tournament announce 1 four
anna< ** Cup: four
bert< ** Cup: four
carl< ** Cup: four
# absent users read what would have reached them
drop: dora
tiny fred
fred: tournament register 1
drop: fred
anna: tournament announce 1 five
anna: tournament announce 1 six
clock +301
anna: tournament announce 1 seven
connect: fred
fred> connect fred secret
anna< fred logs in.
bert< fred logs in.
carl< fred logs in.
emma< fred logs in.
fred<
fred< ** User fred authenticated.
fred< ** Last login: Thu Jan  1 12:10:02 2026  from 127.0.0.1
fred< [motd]
fred< ** While you were away:
fred< ** Cup: six
fred< ** Cup: seven
telnet dora
dora: tournament withdraw 1
fred: tournament withdraw 1
# a proposed time does not reach an opponent who gags its author; an agreement does
anna: tournament start 1 yes
carl: gag bert
bert> tournament time 1 2026-01-03 20:00
bert< ** carl does not listen to you, and sees that only in 'tournament my'.
carl> tournament time 1 2026-01-03 20:00
bert< ** Cup: your match with carl begins at 2026-01-03 20:00.
carl< ** Cup: your match with bert begins at 2026-01-03 20:00.
# the end of the tournament does not reach a user who gags the director
anna> tournament cancel 1 no time yes
anna< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
anna<    time
bert< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
bert<    time
carl< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
carl<    time
clock: +600
