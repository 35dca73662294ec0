# SPDX-License-Identifier: MIT
# tournament: every error in what users type has its own message
telnet dora
tiny anna bert
# words
dora> tournament xyzzy
dora< ** There is no 'tournament xyzzy'. Type 'help tournament'.
dora< ** These words may follow 'tournament':
dora<     add addtime agree announce bracket cancel checkin close confirm create
dora<     deadline director enter export follow forfeit hold info list my open
dora<     order pair pairings path pause play register release remove rename
dora<     reopen replace restore results resume set setresult standings start time
dora<     undo unfollow unpair withdraw
dora> tournament re
dora< ** 'tournament re' could mean: register release remove rename reopen replace
dora<    restore results resume
dora> tournament st 1
dora< ** 'tournament st' could mean: standings start
# the number of the tournament
dora> tournament open
dora< ** Which tournament? Give its number: 'tournament list' shows them.
dora> tournament register
dora< ** Which tournament? Give its number: 'tournament list' shows them.
anna> tournament checkin
anna< ** Which tournament? Give its number: 'tournament list' shows them.
anna> tournament withdraw 7
anna< ** There is no tournament 7. See 'tournament list'.
anna> tournament info 99999999999999999999
anna< ** There is no tournament 99999999999999999999. See 'tournament list'.
anna> tournament 7
anna< ** There is no tournament 7. See 'tournament list'.
anna> tournament 7x
anna< ** No tournament, or more than one, is called '7x'. See 'tournament list'.
anna> tournament my
anna< You are in no tournament. 'tournament list' lists them.
anna> tournament unfollow
anna< ** You follow no tournament.
# names
dora> tournament create
dora< ** usage: tournament create NAME [--] [SETTING VALUE]...
dora> tournament create 123
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create ""
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create "   "
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create "12 34" length 5
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create abc"def
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament create This name is longer than forty bytes, by far
dora< ** A name has at most 40 characters (letters with accents count more).
dora> tournament create \xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0\xc3\xa0
dora< ** A name has at most 40 characters (letters with accents count more).
# settings after the name
dora> tournament create Cup -- length
dora< ** length can't be ''. Give a number for each round, at most 12:
dora<     1-99
dora> tournament create Cup length 0
dora< ** length can't be '0'. Give a number for each round, at most 12:
dora<     1-99
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup length 5 100
dora< ** There is no setting '100'. The settings are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup length 5 7 9 final x
dora< ** final can't be 'x'. It can be:
dora<     0-99
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup format chess
dora< ** format can't be 'chess'. It can be:
dora<     single double consolation swiss losses robin groups
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup length 5 nonsense 3
dora< ** There is no setting 'nonsense'. The settings are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup -- cube maybe
dora< ** cube can't be 'maybe'. It can be:
dora<     yes no
dora> tournament create Cup -- game chess
dora< ** game can't be 'chess'. It can be:
dora< ~    backgammon( [a-z-]+)+
dora< ...
dora> tournament create Cup tiebreaks luck
dora< ** tiebreaks can't be 'luck'. It can be:
dora<     direct buchholz-1 buchholz median sonneborn progressive difference wins
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup starts soon
dora< ** Give a time like 2026-11-25 20:00, 20:00 or +30m.
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup starts 11:00x
dora< ** Give a time like 2026-11-25 20:00, 20:00 or +30m.
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup starts 2025-12-31 20:00
dora< ** That time is past.
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup starts 2026-02-30 20:00
dora< ** There is no such day.
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup -- starts
dora< ** Give a time like 2026-11-25 20:00, 20:00 or +30m, or none.
dora> tournament create Cup starts 13:00 closes 14:00
dora< ** Entries must open before they close, and close before the start.
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup opens 15:00 closes 14:00
dora< ** Entries must open before they close, and close before the start.
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Cup capacity 5000
dora< ** capacity can't be '5000'. It can be:
dora<     2-4096
dora< ** If those words are part of the name, put `--` after the name.
dora> tournament create Late Show -- late maybe
dora< ** late can't be 'maybe'. It can be:
dora<     penalty wait
dora> tournament create "Cup" late late
dora< ** late can't be 'late'. It can be:
dora<     penalty wait
# nothing was made so far; now one is
dora> tournament create   The   Cup  late wait
dora< ** Tournament 1 is made: The Cup.
dora< ** Format single, length 5, start by hand, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament create the cup
dora< ** There is already a tournament with that name.
dora> tournament create "Final Length" length 5,7 9 tiebreaks wins direct format swiss starts none
dora< ** Tournament 2 is made: Final Length.
dora< ** Format swiss, length 5 7 9, start by hand, at most 128 players.
dora< ** 'tournament set 2' shows its settings, 'tournament open 2' opens entries.
dora> tournament set 2
dora< Settings of tournament 2, Final Length:
dora<   format       swiss
dora<   length       5 7 9
dora<   final        0
dora<   reset        100
dora<   side         0
dora<   chance       0
dora<   consolation  12
dora<   lastchance   0
dora<   rounds       0
dora<   losses       3
dora<   group        4
dora<   qualify      2
dora<   seeding      rating
dora<   points       normal
dora<   tiebreaks    wins direct
dora<   playoff      0
dora<   cube         yes
dora<   crawford     yes
dora<   game         backgammon
dora<   rated        yes
dora<   bots         no
dora<   capacity     128
dora<   minrating    0
dora<   maxrating    0
dora<   clock        online
dora<   overtime     0
dora<   schedule     live
dora<   days         7
dora<   notice       3
dora<   late         penalty
dora<   grace        5
dora<   wait         15
dora<   pairing      server
dora<   lateentry    yes
dora<   checkin      30
dora<   active       yes
dora<   opens        none
dora<   closes       none
dora<   starts       none
dora: tournament open 2
dora> tournament create Third
dora< ** Tournament 3 is made: Third.
dora< ** Format single, length 5, start by hand, at most 128 players.
dora< ** 'tournament set 3' shows its settings, 'tournament open 3' opens entries.
# the number of those not yet open is limited
dora> tournament create Fourth
dora< ** You have 2 tournaments that are not open yet. Open or cancel one first.
dora< ** If nobody enters it, the first of them ends at 2026-01-15 12:00 UTC.
dora: tournament open 3
dora> tournament create Fourth
dora< ** Tournament 4 is made: Fourth.
dora< ** Format single, length 5, start by hand, at most 128 players.
dora< ** 'tournament set 4' shows its settings, 'tournament open 4' opens entries.
dora> tournament create Fifth
dora< ** At most 64 tournaments can be in progress at once, 4 per director.
# set
dora> tournament set
dora< ** Which tournament? Give its number: 'tournament list' shows them.
dora> tournament set length 7
dora< ** Which tournament? Give its number: 'tournament list' shows them.
dora> tournament set 1 length 5 7 x
dora< ** length can't be 'x'. Give a number for each round, at most 12:
dora<     1-99
dora> tournament set 1 l 5
dora< ** There is no setting 'l'. The settings are:
dora<     format length final reset side chance consolation lastchance rounds
dora<     losses group qualify seeding points tiebreaks playoff cube crawford game
dora<     rated bots capacity minrating maxrating clock overtime schedule days
dora<     notice late grace wait pairing lateentry checkin active opens closes
dora<     starts
dora> tournament set 1 len 7 9
dora< ** length is now 7 9.
dora> tournament set 1 length
dora<   length       7 9
dora> tournament set 1 clock never
dora< ** clock can't be 'never'. It can be:
dora<     off fast normal standard online slow
dora> tournament set 1 checkin -1
dora< ** checkin can't be '-1'. It can be:
dora<     0-1440
dora> tournament set 1 checkin 10 20
dora< ** checkin can't be '20'. It can be:
dora<     0-1440
dora> tournament set 1 starts 25:00
dora< ** Give a time like 2026-11-25 20:00, 20:00 or +30m.
dora> tournament set 1 starts 20:00
dora< ** starts is now 2026-01-01 20:00 UTC.
dora> tournament set 1 closes 21:00
dora< ** Entries must open before they close, and close before the start.
dora> tournament set 1 starts +2d
dora< ** starts is now 2026-01-03 12:00 UTC.
dora> tournament set 1 starts none now
dora< ** Give a time like 2026-11-25 20:00, 20:00 or +30m, or none.
dora> tournament set 1 starts none
dora< ** starts is now none.
dora> set timezone Europe/Rome
dora< Value of 'timezone' set to Europe/Rome.
dora> tournament set 1 starts 2026-03-29 02:30
dora< ** That time does not exist in Europe/Rome: clocks are put forward then.
dora> tournament set 1 starts 2026-03-29 03:30
dora< ** starts is now 2026-03-29 03:30 CEST.
dora> tournament set 1 starts none
dora< ** starts is now none.
anna> tournament set 1 length
anna<   length       7 9
anna> tournament set 1 length 3
anna< ** Only a director of that tournament can do this.
# only directors
anna> tournament open 1
anna< ** Only a director of that tournament can do this.
anna> tournament start 1 yes
anna< ** Only a director of that tournament can do this.
anna> tournament cancel 1 I want to yes
anna< ** Only a director of that tournament can do this.
clock: +600
anna> tournament director 1 add anna
anna< ** Only a director of that tournament can do this.
anna> tournament announce 1 hello
anna< ** Only a director of that tournament can do this.
# the wrong state
dora> tournament close 1
dora< ** Entries are not open.
anna> tournament register 1
anna< ** Entries are not open.
dora> tournament resume 1
dora< ** That tournament has not started yet.
dora> tournament pause 1
dora< ** usage: tournament pause N REASON
dora> tournament pause 1 lunch
dora< ** That tournament has not started yet.
dora> tournament setresult 1 anna 5-3 so
dora< ** That tournament has not started yet.
dora> tournament hold 1 1
dora< ** That tournament has not started yet.
dora> tournament start 1 yes
dora< ** Fewer than two players have checked in (they type 'tournament checkin 1').
dora< ** To start without that type 'tournament set 1 checkin 0' first.
dora> tournament set 1 checkin 0
dora< ** checkin is now 0.
dora> tournament start 1 yes
dora< ** A tournament needs at least two players.
dora> tournament open 1
dora< ** The Cup: entries are open. Type 'tournament register 1' to take part.
dora> tournament open 1
dora< ** Entries are open already.
anna> tournament checkin 1
anna< ** You are not entered in that tournament.
anna> tournament play 1
anna< ** You are not entered in that tournament.
anna> tournament register 1
dora< ** The Cup: anna is entered (1 of 128).
anna< ** You are entered for The Cup.
anna> tournament register 1
anna< ** You are entered already.
anna> tournament checkin 1
anna< ** That tournament has no check-in.
anna> tournament play 1
anna< ** That tournament has not started yet.
anna> tournament time 1 20:00
anna< ** That tournament has not started yet.
dora> tournament set 1 capacity 2
dora< ** capacity is now 2.
bert> tournament register 1
dora< ** The Cup: bert is entered (2 of 2).
bert< ** You are entered for The Cup.
bert> tournament withdraw 1
dora< ** The Cup: bert has withdrawn (1 of 2).
bert< ** You have withdrawn from The Cup.
bert> tournament withdraw 1
bert< ** You have withdrawn from that tournament.
bert> tournament checkin 1
bert< ** You have withdrawn from that tournament.
bert> tournament register 1
dora< ** The Cup: bert is entered (2 of 2).
bert< ** You are entered for The Cup.
dora> tournament register 1
dora< ** The Cup is full. You are number 1 on the waiting list, and will be notified
dora<    when a place is free.
dora> tournament set 1 capacity 2
dora< ** capacity is now 2.
# absent or unknown users
dora> tournament add 1
dora< ** usage: tournament add N NAME
dora> tournament add 1 nobody
dora< ** There is no user called 'nobody'.
dora> tournament add 1 a_name_of_many_letters_indeed
dora< ** There is no user called 'a_name_of_many_letters_indeed'.
dora> tournament remove 1 yes
dora< ** usage: tournament remove N NAME [REASON] [yes]
dora> tournament remove 1 nobody yes
dora< ** There is no player called 'nobody' in that tournament.
dora> tournament director 1
dora< ** usage: tournament director N add|remove NAME
dora> tournament director 1 make anna
dora< ** usage: tournament director N add|remove NAME
dora> tournament director 1 add
dora< ** usage: tournament director N add|remove NAME
dora> tournament director 1 add nobody
dora< ** There is no user called 'nobody'.
dora> tournament director 1 add dora
dora< ** That user is a director already.
dora> tournament director 1 remove anna
dora< ** That user is not a director of it, or is the only one.
dora> tournament director 1 remove dora
dora< ** That user is not a director of it, or is the only one.
dora> tournament order 1
dora< ** usage: tournament order N NAME NAME ...
dora> tournament order 1 anna
dora< ** First type 'tournament set 1 seeding hand'.
dora> tournament set 1 seeding hand
dora< ** seeding is now hand.
dora> tournament order 1 anna anna
dora< ** Each player may be named once only.
dora> tournament order 1 anna nobody
dora< ** There is no player called 'nobody' in that tournament.
dora> tournament order 1 bert
dora< ** You have seeded 1 of 2 players; the others follow by rating.
# rename
dora> tournament rename
dora< ** usage: tournament rename N NAME
dora> tournament rename 1
dora< ** usage: tournament rename N NAME
dora> tournament rename 1 THIRD
dora< ** There is already a tournament with that name.
dora> tournament rename 1 77
dora< ** A tournament's name must contain a letter, but no quotes and no *.
dora> tournament rename 1 "The   New Cup"
dora< ** Tournament 1 is now called The New Cup.
dora> tournament rename 1 "The"
dora< ** Tournament 1 is now called The.
# texts
dora> tournament announce
dora< ** usage: tournament announce N TEXT
dora> tournament announce 1
dora< ** usage: tournament announce N TEXT
dora> tournament announce the  all is well
dora< ** The: all is well
anna< ** The: all is well
bert< ** The: all is well
dora> tournament announce nothing at all
dora< ** No tournament, or more than one, is called 'nothing'. See 'tournament list'.
dora> tournament announce 5 all
dora< ** There is no tournament 5. See 'tournament list'.
dora> tournament cancel 1 yes
dora< ** usage: tournament cancel N REASON [yes]
# while it runs
dora> tournament start 1 yes
dora< ** The begins with 2 players.
dora< ** The has begun, and no place has become free for you.
anna< ** The begins with 2 players.
anna< ** The, final: you play bert, a 7 point match, at 12:13.
bert< ** The begins with 2 players.
bert< ** The, final: you play anna, a 7 point match, at 12:13.
dora> tournament start 1 yes
dora< ** That tournament has started already.
dora> tournament open 1
dora< ** That tournament has started already.
dora> tournament set 1 tiebreaks wins
dora< ** It has started: only these can still be set:
dora<     length final side chance clock overtime notice late grace wait pairing
dora<     lateentry
dora> tournament set 1 grace 7
dora< ** The: the director has changed a setting: grace 7
dora< ** grace is now 7.
anna< ** The: the director has changed a setting: grace 7
bert< ** The: the director has changed a setting: grace 7
dora> tournament order 1 anna bert
dora< ** That tournament has started already.
dora> tournament setresult 1
dora< ** usage: tournament setresult N NAME|PAIRING SCORE-SCORE REASON [yes]
dora> tournament setresult 1 anna
dora< ** usage: tournament setresult N NAME|PAIRING SCORE-SCORE REASON [yes]
dora> tournament setresult 1 nobody 5-3 so
dora< ** There is no player called 'nobody' in that tournament.
dora> tournament setresult 1 99 5-3 so
dora< ** There is no such pairing to be played just now.
dora> tournament setresult 1 0 5-3 so
dora< ** There is no such pairing to be played just now.
dora> tournament setresult 1 anna five-three so
dora< ** usage: tournament setresult N NAME|PAIRING SCORE-SCORE REASON [yes]
dora> tournament setresult 1 anna 7-7 so
dora< ** The winner's points must be the length of the match, the loser's fewer.
dora> tournament setresult 1 anna 5-3 so
dora< ** The winner's points must be the length of the match, the loser's fewer.
dora> tournament setresult 1 anna 7-3
dora< ** usage: tournament setresult N NAME|PAIRING SCORE-SCORE REASON [yes]
dora> tournament setresult 1 anna -7-3 so
dora< ** usage: tournament setresult N NAME|PAIRING SCORE-SCORE REASON [yes]
dora> tournament forfeit 1
dora< ** usage: tournament forfeit N NAME REASON
dora> tournament forfeit 1 1 so
dora< ** usage: tournament forfeit N NAME REASON
dora> tournament forfeit 1 anna
dora< ** usage: tournament forfeit N NAME REASON
dora> tournament addtime 1 anna
dora< ** usage: tournament addtime N NAME MINUTES REASON
dora> tournament addtime 1 1 5 so
dora< ** usage: tournament addtime N NAME MINUTES REASON
dora> tournament addtime 1 anna 0 so
dora< ** Please give 1 to 60 minutes.
dora> tournament addtime 1 anna 61 so
dora< ** Please give 1 to 60 minutes.
dora> tournament addtime 1 anna x so
dora< ** usage: tournament addtime N NAME MINUTES REASON
dora> tournament addtime 1 anna 5
dora< ** usage: tournament addtime N NAME MINUTES REASON
dora> tournament addtime 1 anna 5 so
dora< ** That match has not begun yet.
dora> tournament deadline 1 anna
dora< ** usage: tournament deadline N NAME|PAIRING TIME REASON
dora> tournament deadline 1 anna soon so
dora< ** Give a time like 2026-11-25 20:00, 20:00 or +30m.
dora> tournament deadline 1 anna 2025-12-31 10:00 so
dora< ** That time is past.
dora> tournament deadline 1 anna +1h
dora< ** usage: tournament deadline N NAME|PAIRING TIME REASON
dora> tournament replace 1 anna yes
dora< ** usage: tournament replace N NAME NEWNAME REASON [yes]
dora> tournament replace 1 anna nobody so yes
dora< ** There is no user called 'nobody'.
dora> tournament replace 1 anna dora yes
dora< ** usage: tournament replace N NAME NEWNAME REASON [yes]
dora> tournament replace 1 anna bert so yes
dora< ** That player is entered already.
dora> tournament release 1 anna
dora< ** That match is not on hold.
dora> tournament hold 1 anna
dora< ** usage: tournament hold N NAME|PAIRING REASON
dora> tournament hold 1 anna she asked for it
dora< ** The: the director stops the match of bert and anna for at most 15 minutes:
dora<    she asked for it
anna< ** The: the director stops the match of bert and anna for at most 15 minutes: she asked for it
bert< ** The: the director stops the match of bert and anna for at most 15 minutes: she asked for it
dora> tournament hold 1 1 once more
dora< ** That match is on hold already.
dora> tournament release 1 1
dora< ** The: the match of bert and anna may go on.
anna< ** The: the match of bert and anna may go on.
bert< ** The: the match of bert and anna may go on.
dora> tournament hold 1
dora< ** usage: tournament hold N NAME|PAIRING REASON
dora> tournament resume 1
dora< ** That tournament is not paused.
anna> tournament time 1
anna< ** usage: tournament time N TIME|accept
anna> tournament time 1 soon
anna< ** Give a time like 2026-11-25 20:00, 20:00 or +30m.
anna> tournament time 1 2025-12-31 10:00
anna< ** That time is past.
anna> tournament time 1 accept
anna< ** bert has proposed no time.
dora> tournament play 1
dora< ** You are not entered in that tournament.
# after its end
dora> tournament cancel 1 the end yes
dora< ** The will be cancelled in 10 minutes, unless a director takes that back: the
dora<    end
anna< ** The will be cancelled in 10 minutes, unless a director takes that back: the end
bert< ** The will be cancelled in 10 minutes, unless a director takes that back: the end
clock: +600
dora> tournament cancel 1 the end yes
dora< ** That tournament is over.
clock: +600
dora> tournament set 1 grace 8
dora< ** That tournament is over.
dora> tournament announce 1 hello
dora< ** That tournament is over.
anna> tournament register 1
anna< ** That tournament is over.
anna> tournament follow 1
anna< ** That tournament is over.
anna> tournament play 1
anna< ** That tournament is over.
