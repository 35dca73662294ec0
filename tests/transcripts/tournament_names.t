# SPDX-License-Identifier: MIT
# tournament create: where the name ends and settings begin
telnet anna
telnet bert
telnet carl
telnet dora
# a name may end in the word of a setting
anna> tournament create Spring Final
anna< ** Tournament 1 is made: Spring Final.
anna< ** 'tournament set 1' shows its settings, 'tournament open 1' takes entries.
anna< > \
anna> tournament create Autumn Final length 7
anna< ** Tournament 2 is made: Autumn Final.
anna< ** 'tournament set 2' shows its settings, 'tournament open 2' takes entries.
anna< > \
anna> tournament set 2 length
anna<   length       7
anna< > \
anna> tournament set 2 final
anna<   final        0
anna< > \
# all forms
bert> tournament create Game of the Clock -- clock off rounds 3 fo swiss
bert< ** Tournament 3 is made: Game of the Clock.
bert< ** 'tournament set 3' shows its settings, 'tournament open 3' takes entries.
bert< > \
bert> tournament set 3 clock
bert<   clock        off
bert< > \
bert> tournament set 3 format
bert<   format       swiss
bert< > \
bert> tournament create Winter Final final=9 length=5,7 starts=12:40 late=wait
bert< ** Tournament 4 is made: Winter Final.
bert< ** 'tournament set 4' shows its settings, 'tournament open 4' takes entries.
bert< > \
bert> tournament set 4 final
bert<   final        9
bert< > \
bert> tournament set 4 length
bert<   length       5 7
bert< > \
bert> tournament set 4 starts
bert<   starts       2026-01-01 12:40 UTC
bert< > \
bert> tournament set 4 late
bert<   late         wait
bert< > \
carl> tournament create Consolation Cup format consolation
carl< ** Tournament 5 is made: Consolation Cup.
carl< ** 'tournament set 5' shows its settings, 'tournament open 5' takes entries.
carl< > \
carl> tournament set 5 format
carl<   format       consolation
carl< > \
carl> tournament create "Late Late" -- length= 3
carl< ** Tournament 6 is made: Late Late.
carl< ** 'tournament set 6' shows its settings, 'tournament open 6' takes entries.
carl< > \
carl> tournament set 6 length
carl<   length       3
carl< > \
# set takes it too
carl> tournament set 6 length=9
carl< ** length is now 9.
carl< > \
carl> tournament set 6 length=9=9
carl< ** length can't be '9=9'. Give a number for each round, at most 12:
carl<     1-99
carl< > \
# what is wrong is told
dora> tournament create Summer Final Four
dora< ** final can't be 'Four'. It can be:
dora<     0-99
dora< > \
dora> tournament create Cup lenght=5
dora< ** There is no setting 'lenght'. These there are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
dora< > \
dora> tournament create Cup length=five
dora< ** length can't be 'five'. Give a number for each round, at most 12:
dora<     1-99
dora< > \
dora> tournament create Cup -- length
dora< ** length can't be ''. Give a number for each round, at most 12:
dora<     1-99
dora< > \
dora> tournament create length=5
dora< ** The name of a tournament needs a letter, and has no quotes within.
dora< > \
dora> tournament create -- length 5
dora< ** The name of a tournament needs a letter, and has no quotes within.
dora< > \
dora> tournament create --
dora< ** The name of a tournament needs a letter, and has no quotes within.
dora< > \
dora> tournament create Cup -- nonsense
dora< ** There is no setting 'nonsense'. These there are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
dora< > \
