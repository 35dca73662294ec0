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
telnet anna
telnet bert
telnet carl
telnet dora
telnet emma
anna> tournament create Cup checkin 0 clock off capacity 2 schedule deadline
...
anna> tournament open 1
...
bert> tournament register 1
...
carl> tournament register 1
...
# dora waits for a place, emma follows
dora> tournament register 1
...
emma> tournament follow 1
...
anna> tournament announce 1 one
anna< ** Cup: one
anna< > \
bert<
bert< ** Cup: one
bert< > \
carl<
carl< ** Cup: one
carl< > \
dora<
dora< ** Cup: one
dora< > \
emma<
emma< ** Cup: one
emma< > \
anna> tournament announce 1 two
anna< ** Cup: two
anna< > \
bert<
bert< ** Cup: two
bert< > \
carl<
carl< ** Cup: two
carl< > \
anna> tournament set 1 length 7
anna< ** Cup: the director has changed a setting: length 7
anna< ** length is now 7.
anna< > \
bert<
bert< ** Cup: the director has changed a setting: length 7
bert< > \
carl<
carl< ** Cup: the director has changed a setting: length 7
carl< > \
anna> tournament pause 1 no
anna< ** That tournament has not started yet.
anna< > \
clock +301
anna> tournament set 1 notice 4
anna< ** notice is now 4.
anna< > \
anna> tournament announce 1 three
anna< ** Cup: three
anna< > \
bert<
bert< ** Cup: three
bert< > \
carl<
carl< ** Cup: three
carl< > \
dora<
dora< ** Cup: three
dora< > \
emma<
emma< ** Cup: three
emma< > \
anna> tournament set 1 length 5
anna< ** Cup: the director has changed a setting: length 5
anna< ** length is now 5.
anna< > \
bert<
bert< ** Cup: the director has changed a setting: length 5
bert< > \
carl<
carl< ** Cup: the director has changed a setting: length 5
carl< > \
# a user who gags a director gets none of it, unless taking part
dora> gag anna
...
emma> gag anna
...
bert> gag anna
...
clock +301
anna> tournament announce 1 four
anna< ** Cup: four
anna< > \
bert<
bert< ** Cup: four
bert< > \
carl<
carl< ** Cup: four
carl< > \
# absent users read what would have reached them
drop dora
...
tiny fred
fred> tournament register 1
...
drop fred
...
anna> tournament announce 1 five
...
anna> tournament announce 1 six
...
clock +301
anna> tournament announce 1 seven
...
connect fred
...
fred> connect fred secret
anna<
anna< fred logs in.
anna< > \
bert<
bert< fred logs in.
bert< > \
carl<
carl< fred logs in.
carl< > \
emma<
emma< fred logs in.
emma< > \
fred<
fred< ** User fred authenticated.
fred< ** Last login: Thu Jan  1 12:10:02 2026  from 127.0.0.1
fred< +--------------------------------------------------------------------+
fred< |                                                                    |
fred< |  Type 'play' to start a match. New here? 'help beginner', 'help'.  |
fred< |  'who' lists the users, 'toggle ready' lets others invite you.     |
fred< |                                                                    |
fred< |  An interrupted match is saved: 'show saved' lists yours, and      |
fred< |  'invite NAME' resumes one of them.                                |
fred< |                                                                    |
fred< |  'help houserules' shows the rules of this server.                 |
fred< |                                                                    |
fred< +--------------------------------------------------------------------+
fred< ** While you were away:
fred< ** Cup: six
fred< ** Cup: seven
telnet dora
dora> tournament withdraw 1
...
fred> tournament withdraw 1
...
# a proposed time does not reach an opponent who gags its author; an agreement does
anna> tournament start 1 yes
...
carl> gag bert
...
bert> tournament time 1 2026-01-03 20:00
bert< ** carl does not listen to you, and sees that only in 'tournament my'.
bert< > \
carl> tournament time 1 2026-01-03 20:00
bert<
bert< ** Cup: your match with carl begins at 2026-01-03 20:00.
bert< > \
carl< ** Cup: your match with bert begins at 2026-01-03 20:00.
carl< > \
# its end does not reach a user who gags the director
anna> tournament cancel 1 no time yes
anna< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
anna<    time
anna< > \
bert<
bert< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
bert<    time
bert< > \
carl<
carl< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
carl<    time
carl< > \
clock +600
...
