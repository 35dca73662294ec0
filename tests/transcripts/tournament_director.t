# SPDX-License-Identifier: MIT
# tournament: directors' actions in matches, each with its reason; operators act like directors
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet dora oscar
role oscar operator
tiny anna bert carl dave
dora> tournament create Round Robin Night format robin length 3 checkin 0 clock fast
dora< ** Tournament 1 is made: Round Robin Night.
dora< ** Format robin, length 3, start by hand, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament open
dora< ** Round Robin Night: entries are open. Type 'tournament register 1' to take
dora<    part.
oscar< ** Round Robin Night: entries are open. Type 'tournament register 1' to take
oscar<    part.
anna> tournament register
dora< ** Round Robin Night: anna is entered (1 of 128).
anna< ** You are entered for Round Robin Night.
bert> tournament register
dora< ** Round Robin Night: bert is entered (2 of 128).
bert< ** You are entered for Round Robin Night.
carl> tournament register
dora< ** Round Robin Night: carl is entered (3 of 128).
carl< ** You are entered for Round Robin Night.
dave> tournament register
dora< ** Round Robin Night: dave is entered (4 of 128).
dave< ** You are entered for Round Robin Night.
# an operator counts as a director of all tournaments
oscar> tournament my
oscar< You are in no tournament. 'tournament list' lists them.
oscar> tournament announce 1 be fair
dora< ** Round Robin Night: be fair
oscar< ** All players of Round Robin Night have been notified.
anna< ** Round Robin Night: be fair
bert< ** Round Robin Night: be fair
carl< ** Round Robin Night: be fair
dave< ** Round Robin Night: be fair
oscar> tournament close 1
dora< ** Round Robin Night: no more entries are taken.
oscar< ** Entries for Round Robin Night are closed.
anna< ** Round Robin Night: no more entries are taken.
bert< ** Round Robin Night: no more entries are taken.
carl< ** Round Robin Night: no more entries are taken.
dave< ** Round Robin Night: no more entries are taken.
oscar> tournament open 1
dora< ** Round Robin Night: entries are open. Type 'tournament register 1' to take
dora<    part.
oscar< ** Entries for Round Robin Night are open.
anna< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
bert< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
carl< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
dave< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
oscar> tournament start 1 yes
dora< ** Round Robin Night begins with 4 players.
dora< ** Round Robin Night: round 1 is paired.
oscar< ** Round Robin Night begins with 4 players.
anna< ** Round Robin Night begins with 4 players.
anna< ** Round Robin Night: round 1 is paired.
anna< ** Round Robin Night, round 1: you play dave, a 3 point match, at 12:03.
bert< ** Round Robin Night begins with 4 players.
bert< ** Round Robin Night: round 1 is paired.
bert< ** Round Robin Night, round 1: you play carl, a 3 point match, at 12:03.
carl< ** Round Robin Night begins with 4 players.
carl< ** Round Robin Night: round 1 is paired.
carl< ** Round Robin Night, round 1: you play bert, a 3 point match, at 12:03.
dave< ** Round Robin Night begins with 4 players.
dave< ** Round Robin Night: round 1 is paired.
dave< ** Round Robin Night, round 1: you play anna, a 3 point match, at 12:03.
oscar> tournament pause 1 a word first
dora< ** Round Robin Night stands still for a while: a word first
oscar< ** Round Robin Night is paused: no match begins until 'tournament resume'.
anna< ** Round Robin Night stands still for a while: a word first
bert< ** Round Robin Night stands still for a while: a word first
carl< ** Round Robin Night stands still for a while: a word first
dave< ** Round Robin Night stands still for a while: a word first
dora> tournament pause 1 once more
dora< ** That tournament is paused already.
clock +200
anna> tournament my
anna< Tournament 1, Round Robin Night:
anna<   The tournament is paused.
anna<   You play dave, a 3 point match (round 1).
oscar> tournament resume 1
dora< ** Round Robin Night goes on.
oscar< ** Round Robin Night goes on.
anna< ** Round Robin Night goes on.
bert< ** Round Robin Night goes on.
carl< ** Round Robin Night goes on.
dave< ** Round Robin Night goes on.
anna> tournament my
anna< Tournament 1, Round Robin Night:
anna<   You play dave, a 3 point match (round 1).
anna<   It begins by itself at 2026-01-01 12:06 UTC: be here.
# held, released; a result without play; an absent player
oscar> tournament hold 1 anna the dice are being looked at
dora< ** Round Robin Night: the director stops the match of anna and dave for at most
dora<    15 minutes: the dice are being looked at
oscar< ** The match of anna and dave is on hold for at most 15 minutes.
anna< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
bert< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
carl< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
dave< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
anna> tournament my
anna< Tournament 1, Round Robin Night:
anna<   You play dave, a 3 point match (round 1).
anna<   A director has put your match on hold, until 2026-01-01 12:18 UTC at most. You may play others meanwhile.
clock +180
dora< carl and bert start a 3 point match.
oscar< carl and bert start a 3 point match.
anna< carl and bert start a 3 point match.
bert< ** Round Robin Night, round 1: your match with carl begins.
bert< ** Player carl has joined you for a 3 point match.
bert< The match has a clock: 8 seconds of each turn are free, then bert has 1:00 and carl has 1:00.
bert< Starting a new game with carl.
bert< You rolled 2, carl rolled 1
bert< It's your turn to move.
bert< board:You:carl:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:2:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carl< ** Round Robin Night, round 1: your match with bert begins.
carl< ** You are now playing a 3 point match with bert
carl< The match has a clock: 8 seconds of each turn are free, then bert has 1:00 and carl has 1:00.
carl< Starting a new game with bert.
carl< You rolled 1, bert rolled 2
carl< bert makes the first move.
carl< board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:2:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< carl and bert start a 3 point match.
oscar> tournament release 1 dave
dora< ** Round Robin Night: the match of anna and dave may go on.
dora< dave and anna start a 3 point match.
oscar< ** The match of anna and dave is resumed.
oscar< > 
oscar< dave and anna start a 3 point match.
anna< ** Round Robin Night: the match of anna and dave may go on.
anna< ** Round Robin Night, round 1: your match with dave begins.
anna< ** Player dave has joined you for a 3 point match.
anna< The match has a clock: 8 seconds of each turn are free, then anna has 1:00 and dave has 1:00.
anna< Starting a new game with dave.
anna< You rolled 5, dave rolled 2
anna< It's your turn to move.
anna< board:You:dave:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bert< ** Round Robin Night: the match of anna and dave may go on.
bert< dave and anna start a 3 point match.
carl< ** Round Robin Night: the match of anna and dave may go on.
carl< dave and anna start a 3 point match.
dave< ** Round Robin Night: the match of anna and dave may go on.
dave< ** Round Robin Night, round 1: your match with anna begins.
dave< ** You are now playing a 3 point match with anna
dave< The match has a clock: 8 seconds of each turn are free, then anna has 1:00 and dave has 1:00.
dave< Starting a new game with anna.
dave< You rolled 2, anna rolled 5
dave< anna makes the first move.
dave< board:You:anna:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:5:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
oscar> tournament setresult 1 anna 3-1 played on a wooden board
dora< ** Round Robin Night, round 1: the director sets the result of anna and dave to
dora<    3-1: played on a wooden board
dora< anna wins a 3 point match against dave  3-1 .
oscar< anna wins a 3 point match against dave  3-1 .
oscar< ** Result: anna beats dave 3-1.
anna< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
anna< You win the 3 point match 3-1 .
bert< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
bert< anna wins a 3 point match against dave  3-1 .
carl< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
carl< anna wins a 3 point match against dave  3-1 .
dave< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
dave< anna wins the 3 point match 3-1 .
dora> tournament setresult 1 anna 1-3 it was the other way round
dora< ** Round Robin Night, round 1: the director sets the result of anna and dave to
dora<    1-3: it was the other way round
anna< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
bert< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
carl< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
dave< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
# a clock gets more time; a running match is paused
oscar> tournament addtime 1 bert 2 the server was slow
dora< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server
dora<    was slow
oscar< ** The clock of bert gets 2 more minutes.
anna< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
bert< ** bert gets 2:00 more on the clock.
bert< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
carl< ** bert gets 2:00 more on the clock.
carl< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
dave< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
dora> tournament hold 1 bert a question
dora< ** Round Robin Night: the director stops the match of bert and carl for at most
dora<    15 minutes: a question
anna< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
bert< ** The director has paused the match.
bert< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
carl< ** The director has paused the match.
carl< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
dave< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
bert> roll
bert< ** The match is paused. Please wait until it goes on.
carl> roll
carl< ** The match is paused. Please wait until it goes on.
dora> tournament release 1 carl
dora< ** Round Robin Night: the match of bert and carl may go on.
anna< ** Round Robin Night: the match of bert and carl may go on.
bert< ** The match goes on.
bert< It's your turn to move.
bert< ** Round Robin Night: the match of bert and carl may go on.
carl< ** The match goes on.
carl< ** Round Robin Night: the match of bert and carl may go on.
dave< ** Round Robin Night: the match of bert and carl may go on.
dora> tournament forfeit 1 bert absent
dora< ** That match has begun: set its result with 'tournament setresult'.
oscar> tournament setresult 1 bert 3-2 agreed
dora< ** Round Robin Night, round 1: the director sets the result of bert and carl to
dora<    3-2: agreed
dora< bert wins a 3 point match against carl  3-2 .
dora< ** Round Robin Night: round 2 is paired.
oscar< bert wins a 3 point match against carl  3-2 .
oscar< ** Result: bert beats carl 3-2.
anna< ** Round Robin Night, round 1: the director sets the result of bert and carl to 3-2: agreed
anna< bert wins a 3 point match against carl  3-2 .
anna< ** Round Robin Night: round 2 is paired.
anna< ** Round Robin Night, round 2: you play bert, a 3 point match, at 12:09.
bert< ** Round Robin Night, round 1: the director sets the result of bert and carl to 3-2: agreed
bert< You win the 3 point match 3-2 .
bert< ** Round Robin Night: round 2 is paired.
bert< ** Round Robin Night, round 2: you play anna, a 3 point match, at 12:09.
carl< ** Round Robin Night, round 1: the director sets the result of bert and carl to 3-2: agreed
carl< bert wins the 3 point match 3-2 .
carl< ** Round Robin Night: round 2 is paired.
carl< ** Round Robin Night, round 2: you play dave, a 3 point match, at 12:09.
dave< ** Round Robin Night, round 1: the director sets the result of bert and carl to 3-2: agreed
dave< bert wins a 3 point match against carl  3-2 .
dave< ** Round Robin Night: round 2 is paired.
dave< ** Round Robin Night, round 2: you play carl, a 3 point match, at 12:09.
anna> tournament my
anna< Tournament 1, Round Robin Night:
anna<   You play bert, a 3 point match (round 2).
anna<   It begins by itself at 2026-01-01 12:09 UTC: be here.
anna<   Your place so far: 4 of 4.
# the next round: a later start, and a forfeit by the director
oscar> tournament deadline 1 anna +1h the bus is late
dora< ** Round Robin Night: the director moves the match of anna and bert to 13:06:
dora<    the bus is late
oscar< ** The match of anna and bert is now due at 2026-01-01 13:06 UTC.
anna< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
bert< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
carl< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
dave< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
dora> tournament deadline 1 bert 12:30 they asked for it
dora< ** The players already know their time: you can only choose a later one.
oscar> tournament forfeit 1 anna he has gone home
dora< ** Round Robin Night, round 2: the director gives the match of anna, who is not
dora<    here, to bert: he has gone home
dora< ** Round Robin Night, round 2: bert wins against anna by forfeit.
oscar< ** anna loses to bert by absence.
anna< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
anna< ** Round Robin Night: your match with bert is lost by forfeit.
bert< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
bert< ** Round Robin Night: your match with anna is won by forfeit.
carl< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
dave< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
dora> tournament setresult 1 bert 3-0 so they say
dora< ** More than one match of bert fits. Give its number instead of the name:
dora<   #2    round 1: bert - carl 3-2
dora<   #4    round 2: anna - bert 0-3
dora> tournament setresult 1 4 0-3 so they say
dora< ** Round Robin Night, round 2: the director sets the result of anna and bert to
dora<    0-3: so they say
anna< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
bert< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
carl< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
dave< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
# a muted director may neither announce nor set results
oscar> mute dora
dora< ** You may not talk to others for good.
oscar< ** dora may not talk to others for good.
dora> tournament announce 1 hello
dora< ** You may not talk to others for good.
dora> tournament setresult 1 carl 3-0 well
dora< ** You may not talk to others for good.
dora> tournament confirm 1 well
dora< ** You may not talk to others for good.
dora> tournament confirm 1
dora< ** There is nothing to confirm.
dora> tournament release 1 carl
dora< ** That match is not on hold.
dora> tournament create Another One
dora< ** You may not talk to others for good.
dora> tournament open 1
dora< ** You may not talk to others for good.
oscar> unmute dora
dora< ** You may talk again.
oscar< ** dora may talk again.
oscar> tournament cancel 1 the club closes yes
dora< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes
dora<    that back: the club closes
oscar< ** Round Robin Night will be cancelled in 10 minutes. 'tournament undo' takes
oscar<    that back.
anna< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
bert< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
carl< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
dave< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
clock: +600
clock: +1
anna> tournament my
anna< You are in no tournament. 'tournament list' lists them.
