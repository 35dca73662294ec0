# SPDX-License-Identifier: MIT
# tournament: start, cancel, remove and replace ask for confirmation; they can be undone; a wrong semi-final
# is corrected
option idle_s 360000
user anna
user bert
user carl
user emma
user fred
telnet anna
tiny bert
tiny carl
tiny emma
telnet dora
dora> tournament create Cup checkin 0 clock off length 3 capacity 4
...
# without entries: at once
dora> tournament cancel 1 wrong name
dora< ** This cancels Cup at once, because it has no players.
dora< ** To do it, type: tournament cancel 1 wrong name yes
dora< > \
dora> tournament cancel 1 wrong name yes
dora< ** Cup is cancelled: wrong name
dora< > \
dora> tournament create Cup checkin 0 clock off length 3 capacity 4
...
dora> tournament open 2
...
anna> tournament register 2
...
bert> tournament register 2
...
carl> tournament register 2
...
emma> tournament register 2
...
dora> tournament undo
dora< ** Nothing can be undone: only cancel, remove and replace of the last 10
dora<    minutes, until a match that depends on it has begun.
dora< > \
dora> tournament remove emma
dora< ** This takes emma out of Cup. It can be undone for 10 minutes, or until a
dora<    match that depends on it has begun.
dora< ** To do it, type: tournament remove 2 emma yes
dora< > \
dora> tournament remove emma yes
emma<
emma< ** dora has taken you out of Cup.
dora< ** emma is out of Cup.
dora< > \
dora> tournament undo 2
anna<
anna< ** Cup: emma is in it again.
anna< > \
bert<
bert< ** Cup: emma is in it again.
carl<
carl< ** Cup: emma is in it again.
emma<
emma< ** Cup: emma is in it again.
emma< ** dora has put you back into Cup.
dora< ** Cup: emma is in it again.
dora< ** Cup: the last action is undone.
dora< > \
dora> tournament replace 2 emma fred she is ill
dora< ** This puts fred in the place of emma. It can be undone for 10 minutes, or
dora<    until a match that depends on it has begun.
dora< ** To do it, type: tournament replace 2 emma fred she is ill yes
dora< > \
dora> tournament replace 2 emma fred she is ill yes
dora< ** fred is invited to take the place of emma.
dora< > \
dora> tournament undo 2
dora< ** Cup: the last action is undone.
dora< > \
dora> yes
dora< ** Unknown command: 'yes'
dora< > \
dora> tournament cancel 2 no hall
dora< ** This cancels Cup. It can be undone for 10 minutes.
dora< ** To do it, type: tournament cancel 2 no hall yes
dora< > \
dora> tournament cancel 2 no hall yes
anna<
anna< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
anna<    hall
anna< > \
bert<
bert< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no hall
carl<
carl< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no hall
emma<
emma< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no hall
dora< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
dora<    hall
dora< > \
dora> tournament start 2 yes
dora< ** That tournament is being cancelled. 'tournament undo' takes that back.
dora< > \
dora> tournament cancel 2 no hall yes
dora< ** That tournament is being cancelled. 'tournament undo' takes that back.
dora< > \
dora> tournament undo 2
anna<
anna< ** Cup is not cancelled: the director takes that back.
anna< > \
bert<
bert< ** Cup is not cancelled: the director takes that back.
carl<
carl< ** Cup is not cancelled: the director takes that back.
emma<
emma< ** Cup is not cancelled: the director takes that back.
dora< ** Cup is not cancelled: the director takes that back.
dora< ** Cup: the last action is undone.
dora< > \
dora> tournament start 2
dora< ** This starts Cup. It can't be undone, because the seed of the draw is
dora<    published.
dora< ** To do it, type: tournament start 2 yes
dora< > \
dora> tournament start 2 no
dora< ** usage: tournament start N [yes]
dora< > \
dora> tournament start 2 yes
anna<
anna< ** Cup begins with 4 players.
anna< ** Cup, round 1: you play emma, a 3 point match, at 12:03.
anna< > \
bert<
bert< ** Cup begins with 4 players.
bert< ** Cup, round 1: you play carl, a 3 point match, at 12:03.
carl<
carl< ** Cup begins with 4 players.
carl< ** Cup, round 1: you play bert, a 3 point match, at 12:03.
emma<
emma< ** Cup begins with 4 players.
emma< ** Cup, round 1: you play anna, a 3 point match, at 12:03.
dora< ** Cup begins with 4 players.
dora< > \
clock +180
...
# the semi-finals: a wrong result is noticed when the final has begun
dora> tournament setresult 2 emma 3-0 typed wrong
...
dora> tournament setresult 2 bert 3-0 so
...
clock +180
...
moves emma bert
dora> tournament pairings 2
dora<    No  Player                Opponent             To State
dora<     3  emma                  bert                  3 playing 0-0
dora< > \
dora> tournament setresult 2 anna 3-0 names mixed up
dora< ** A match that depends on that result has begun or is over. It would no longer
dora<    count for the tournament, and would continue as an ordinary match.
dora< ** To do it, type: tournament setresult 2 anna 3-0 names mixed up yes
dora< > \
dora> tournament setresult 2 anna 3-0 names mixed up yes
anna<
anna< ** Cup, round 1: the director corrects the result of anna and emma to 3-0.
anna<    Matches that followed from the old one no longer count for the tournament:
anna<    names mixed up
anna< ** Cup, final: you play bert, a 3 point match, at 12:09.
anna< > \
bert<
bert< ** Cup, round 1: the director corrects the result of anna and emma to 3-0. Matches that followed from the old one no longer count for the tournament: names mixed up
bert< ** Cup, final: you play anna, a 3 point match, at 12:09.
carl<
carl< ** Cup, round 1: the director corrects the result of anna and emma to 3-0. Matches that followed from the old one no longer count for the tournament: names mixed up
emma<
emma< ** Cup, round 1: the director corrects the result of anna and emma to 3-0. Matches that followed from the old one no longer count for the tournament: names mixed up
dora< ** Cup, round 1: the director corrects the result of anna and emma to 3-0.
dora<    Matches that followed from the old one no longer count for the tournament:
dora<    names mixed up
dora< > \
dora> whois emma
dora< Information about emma:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 0 seconds idle.
dora<   emma is playing with bert.
dora<   Rating: 1500.00 Experience: 0
dora<   No email address.
dora< > \
clock +180
...
dora> whois anna
dora< Information about anna:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 9:00 minutes idle.
dora<   anna is playing with bert.
dora<   It is a match of tournament 2, Cup.
dora<   Rating: 1500.00 Experience: 0
dora<   No email address.
dora< > \
# cancelled in ten minutes
dora> tournament cancel 2 fire yes
anna<
anna< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
anna< > \
bert<
bert< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
carl<
carl< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
emma<
emma< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
dora< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
dora< > \
clock +599
clock +1
anna<
anna< ** Cup is cancelled: fire
anna< > \
bert<
bert< ** Cup is cancelled: fire
carl<
carl< ** Cup is cancelled: fire
emma<
emma< ** Cup is cancelled: fire
dora<
dora< ** Cup is cancelled: fire
dora< > \
dora> tournament undo 2
anna<
anna< ** Both players lose the match by forfeit.
anna< > \
bert<
bert< ** Both players lose the match by forfeit.
dora< ** That tournament is over.
dora< > \
anna> set language it
...
dora> set language pt
...
dora> tournament create Copa checkin 0
...
dora> tournament start 3
dora< ** Isso come\xc3\xa7a Copa. N\xc3\xa3o pode ser desfeito, porque a semente do sorteio \xc3\xa9
dora<    publicada.
dora< ** Para fazer isso, digite: tournament start 3 yes
dora< > \
dora> tournament cancel 3 nada
dora< ** Isso cancela Copa na hora, porque ningu\xc3\xa9m est\xc3\xa1 inscrito.
dora< ** Para fazer isso, digite: tournament cancel 3 nada yes
dora< > \
