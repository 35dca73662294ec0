# SPDX-License-Identifier: MIT
# tournament create: where the name ends and settings begin
telnet anna bert carl dora
# a name may end in the name of a setting
anna> tournament create Spring Final
anna< ** Tournament 1 is made: Spring Final.
anna< ** Format single, length 5, start by hand, at most 128 players.
anna< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
anna> tournament create Autumn Final length 7
anna< ** Tournament 2 is made: Autumn Final.
anna< ** Format single, length 7, start by hand, at most 128 players.
anna< ** 'tournament set 2' shows its settings, 'tournament open 2' opens entries.
anna> tournament set 2 length
anna<   length       7
anna> tournament set 2 final
anna<   final        0
# all forms of settings
bert> tournament create Game of the Clock -- clock off rounds 3 fo swiss
bert< ** Tournament 3 is made: Game of the Clock.
bert< ** Format swiss, length 5, start by hand, at most 128 players.
bert< ** 'tournament set 3' shows its settings, 'tournament open 3' opens entries.
bert> tournament set 3 clock
bert<   clock        off
bert> tournament set 3 format
bert<   format       swiss
bert> tournament create Winter Final final=9 length=5,7 starts=12:40 late=wait
bert< ** Tournament 4 is made: Winter Final.
bert< ** Format single, length 5 7, start 2026-01-01 12:40 UTC, at most 128 players.
bert< ** 'tournament set 4' shows its settings, 'tournament open 4' opens entries.
bert> tournament set 4 final
bert<   final        9
bert> tournament set 4 length
bert<   length       5 7
bert> tournament set 4 starts
bert<   starts       2026-01-01 12:40 UTC
bert> tournament set 4 late
bert<   late         wait
carl> tournament create Consolation Cup format consolation
carl< ** Tournament 5 is made: Consolation Cup.
carl< ** Format consolation, length 5, start by hand, at most 128 players.
carl< ** 'tournament set 5' shows its settings, 'tournament open 5' opens entries.
carl> tournament set 5 format
carl<   format       consolation
carl> tournament create "Late Late" -- length= 3
carl< ** Tournament 6 is made: Late Late.
carl< ** Format single, length 3, start by hand, at most 128 players.
carl< ** 'tournament set 6' shows its settings, 'tournament open 6' opens entries.
carl> tournament set 6 length
carl<   length       3
# `set` takes "=" too
carl> tournament set 6 length=9
carl< ** length is now 9.
carl> tournament set 6 length=9=9
carl< ** length can't be '9=9'. Give a number for each round, at most 12:
carl<     1-99
# errors are reported
dora> tournament create Summer final 100 length 5
dora< ** final can't be '100'. It can be:
dora<     0-99
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Summer length 5 of us clock off
dora< ** There is no setting 'of'. The settings are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Summer length
dora< ** Tournament 7 is made: Summer length.
dora< ** Format single, length 5, start by hand, at most 128 players.
dora< ** 'tournament set 7' shows its settings, 'tournament open 7' opens entries.
dora> tournament create Cup lenght=5
dora< ** There is no setting 'lenght'. The settings are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup length=five
dora< ** length can't be 'five'. Give a number for each round, at most 12:
dora<     1-99
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup -- length
dora< ** length can't be ''. Give a number for each round, at most 12:
dora<     1-99
dora> tournament create length=5
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create -- length 5
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create --
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create ** The server restarts
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create Cup -- nonsense
dora< ** There is no setting 'nonsense'. The settings are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
# settings are parsed from the end backwards: everyday names of formats, and times, need no setting name
telnet emil fred
emil> tournament create Swiss Evening swiss length 7
emil< ** Tournament 8 is made: Swiss Evening.
emil< ** Format swiss, length 7, start by hand, at most 128 players.
emil< ** 'tournament set 8' shows its settings, 'tournament open 8' opens entries.
emil> tournament create Summer Final Four round robin length 3 5 clock off
emil< ** Tournament 9 is made: Summer Final Four.
emil< ** Format robin, length 3 5, start by hand, at most 128 players.
emil< ** 'tournament set 9' shows its settings, 'tournament open 9' opens entries.
fred> tournament create Clock of the Game -- knockout sunday 15:00 capacity 16
fred< ** Tournament 10 is made: Clock of the Game.
fred< ** Format single, length 5, start 2026-01-04 15:00 UTC, at most 16 players.
fred< ** 'tournament set 10' shows its settings, 'tournament open 10' opens entries.
fred> tournament create Losses Losses losses losses 2
fred< ** Tournament 11 is made: Losses.
fred< ** Format losses, length 5, start by hand, at most 128 players.
fred< ** 'tournament set 11' shows its settings, 'tournament open 11' opens entries.
telnet gina
clip hugo
gina> tournament create Sunday Cup starts 3:30pm format knock-out
gina< ** Tournament 12 is made: Sunday Cup.
gina< ** Format single, length 5, start 2026-01-01 15:30 UTC, at most 128 players.
gina< ** 'tournament set 12' shows its settings, 'tournament open 12' opens entries.
gina> tournament create Cup 3pm Tomorrow consolation tomorrow 12am
gina< ** Tournament 13 is made: Cup 3pm Tomorrow.
gina< ** Format consolation, length 5, start 2026-01-02 00:00 UTC, at most 128
gina<    players.
gina< ** 'tournament set 13' shows its settings, 'tournament open 13' opens entries.
hugo> tournament create Monday Swiss
hugo< ** Tournament 14 is made: Monday.
hugo< ** 'tournament set 14' shows its settings, 'tournament open 14' opens entries.
hugo> tournament set 13 starts friday 8:15
hugo< ** Only a director of that tournament can do this.
hugo> tournament set 13 starts friday 13:00
hugo< ** Only a director of that tournament can do this.
hugo> tournament set 13 starts thu 11:59am
hugo< ** Only a director of that tournament can do this.
hugo> tournament set 13 starts thu 12:01pm
hugo< ** Only a director of that tournament can do this.
hugo> tournament set 13 starts today 11:00
hugo< ** Only a director of that tournament can do this.
hugo> tournament set 13 starts someday 11:00
hugo< ** Only a director of that tournament can do this.
hugo> tournament set 13 starts 13pm
hugo< ** Only a director of that tournament can do this.
hugo> tournament set 13 starts friday
hugo< ** Only a director of that tournament can do this.
# words beyond the number that is parsed as settings belong to the name
dora> tournament create Cup late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait late wait
dora< ** A name has at most 40 characters (letters with accents count more).
