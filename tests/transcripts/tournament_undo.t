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
tiny bert carl emma
telnet dora
dora: tournament create Cup checkin 0 clock off length 3 capacity 4
# a tournament without entries is cancelled at once
dora> tournament cancel 1 wrong name
dora< ** This cancels Cup at once, because it has no players.
dora< ** To do it, type: tournament cancel 1 wrong name yes
dora> tournament cancel 1 wrong name yes
dora< ** Cup is cancelled: wrong name
dora: tournament create Cup checkin 0 clock off length 3 capacity 4
dora: tournament open 2
anna: tournament register 2
bert: tournament register 2
carl: tournament register 2
emma: tournament register 2
dora> tournament undo
dora< ** Nothing can be undone: only cancel, remove and replace of the last 10
dora<    minutes, until a match that depends on it has begun.
dora> tournament remove emma
dora< ** This takes emma out of Cup. It can be undone for 10 minutes, or until a
dora<    match that depends on it has begun.
dora< ** To do it, type: tournament remove 2 emma yes
dora> tournament remove emma yes
emma< ** dora has taken you out of Cup.
dora< ** emma is out of Cup.
dora> tournament undo 2
anna< ** Cup: emma is in it again.
bert< ** Cup: emma is in it again.
carl< ** Cup: emma is in it again.
emma< ** Cup: emma is in it again.
emma< ** dora has put you back into Cup.
dora< ** Cup: emma is in it again.
dora< ** Cup: the last action is undone.
dora> tournament replace 2 emma fred she is ill
dora< ** This puts fred in the place of emma. It can be undone for 10 minutes, or
dora<    until a match that depends on it has begun.
dora< ** To do it, type: tournament replace 2 emma fred she is ill yes
dora> tournament replace 2 emma fred she is ill yes
dora< ** fred is invited to take the place of emma.
dora> tournament undo 2
dora< ** Cup: the last action is undone.
dora> yes
dora< ** Unknown command: 'yes'
dora> tournament cancel 2 no hall
dora< ** This cancels Cup. It can be undone for 10 minutes.
dora< ** To do it, type: tournament cancel 2 no hall yes
dora> tournament cancel 2 no hall yes
anna< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
anna<    hall
bert< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no hall
carl< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no hall
emma< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no hall
dora< ** Cup will be cancelled in 10 minutes, unless a director takes that back: no
dora<    hall
dora> tournament start 2 yes
dora< ** That tournament is being cancelled. 'tournament undo' takes that back.
dora> tournament cancel 2 no hall yes
dora< ** That tournament is being cancelled. 'tournament undo' takes that back.
dora> tournament undo 2
anna< ** Cup is not cancelled: the director takes that back.
bert< ** Cup is not cancelled: the director takes that back.
carl< ** Cup is not cancelled: the director takes that back.
emma< ** Cup is not cancelled: the director takes that back.
dora< ** Cup is not cancelled: the director takes that back.
dora< ** Cup: the last action is undone.
dora> tournament start 2
dora< ** This starts Cup. It can't be undone, because the seed of the draw is
dora<    published.
dora< ** To do it, type: tournament start 2 yes
dora> tournament start 2 no
dora< ** usage: tournament start N [yes]
dora> tournament start 2 yes
anna< ** Cup begins with 4 players.
anna< ** Cup, round 1: you play emma, a 3 point match, at 12:03.
bert< ** Cup begins with 4 players.
bert< ** Cup, round 1: you play carl, a 3 point match, at 12:03.
carl< ** Cup begins with 4 players.
carl< ** Cup, round 1: you play bert, a 3 point match, at 12:03.
emma< ** Cup begins with 4 players.
emma< ** Cup, round 1: you play anna, a 3 point match, at 12:03.
dora< ** Cup begins with 4 players.
clock: +180
# the semi-finals: a wrong result is noticed when the final has begun
dora: tournament setresult 2 emma 3-0 typed wrong
dora: tournament setresult 2 bert 3-0 so
clock: +180
moves emma bert
dora> tournament pairings 2
dora<    No  Player                Opponent             To State
dora<     3  emma                  bert                  3 playing 0-0
dora> tournament setresult 2 anna 3-0 names mixed up
dora< ** A match that depends on that result has begun or is over. It would no longer
dora<    count for the tournament, and would continue as an ordinary match.
dora< ** To do it, type: tournament setresult 2 anna 3-0 names mixed up yes
dora> tournament setresult 2 anna 3-0 names mixed up yes
anna< ** Cup, round 1: the director corrects the result of anna and emma to 3-0.
anna<    Matches that followed from the old one no longer count for the tournament:
anna<    names mixed up
anna< ** Cup, final: you play bert, a 3 point match, at 12:09.
bert< ** Cup, round 1: the director corrects the result of anna and emma to 3-0. Matches that followed from the old one no longer count for the tournament: names mixed up
bert< ** Cup, final: you play anna, a 3 point match, at 12:09.
carl< ** Cup, round 1: the director corrects the result of anna and emma to 3-0. Matches that followed from the old one no longer count for the tournament: names mixed up
emma< ** Cup, round 1: the director corrects the result of anna and emma to 3-0. Matches that followed from the old one no longer count for the tournament: names mixed up
dora< ** Cup, round 1: the director corrects the result of anna and emma to 3-0.
dora<    Matches that followed from the old one no longer count for the tournament:
dora<    names mixed up
dora> whois emma
dora< Information about emma:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 0 seconds idle.
dora<   emma is playing with bert.
dora<   Rating: 1500.00 Experience: 0
dora<   No email address.
clock: +180
dora> whois anna
dora< Information about anna:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 9:00 minutes idle.
dora<   anna is playing with bert.
dora<   It is a match of tournament 2, Cup.
dora<   Rating: 1500.00 Experience: 0
dora<   No email address.
# a tournament with entries is cancelled in ten minutes
dora> tournament cancel 2 fire yes
anna< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
bert< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
carl< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
emma< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
dora< ** Cup will be cancelled in 10 minutes, unless a director takes that back: fire
clock +599
clock +1
anna< ** Cup is cancelled: fire
bert< ** Cup is cancelled: fire
carl< ** Cup is cancelled: fire
emma< ** Cup is cancelled: fire
dora< ** Cup is cancelled: fire
dora> tournament undo 2
anna< ** Both players lose the match by forfeit.
bert< ** Both players lose the match by forfeit.
dora< ** That tournament is over.
anna: set language it
dora: set language pt
dora: tournament create Copa checkin 0
dora> tournament start 3
dora< ** Isso come\xc3\xa7a Copa. N\xc3\xa3o pode ser desfeito, porque a semente do sorteio \xc3\xa9
dora<    publicada.
dora< ** Para fazer isso, digite: tournament start 3 yes
dora> tournament cancel 3 nada
dora< ** Isso cancela Copa na hora, porque ningu\xc3\xa9m est\xc3\xa1 inscrito.
dora< ** Para fazer isso, digite: tournament cancel 3 nada yes
