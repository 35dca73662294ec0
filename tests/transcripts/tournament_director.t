# SPDX-License-Identifier: MIT
# tournament: directors' actions in matches, each with its reason; operators act like directors
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet dora
telnet oscar
role oscar operator
tiny anna
tiny bert
tiny carl
tiny dave
dora> tournament create Round Robin Night format robin length 3 checkin 0 clock fast
dora< ** Tournament 1 is made: Round Robin Night.
dora< ** Format robin, length 3, start by hand, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora< > \
dora> tournament open
dora< ** Round Robin Night: entries are open. Type 'tournament register 1' to take
dora<    part.
dora< > \
oscar<
oscar< ** Round Robin Night: entries are open. Type 'tournament register 1' to take
oscar<    part.
oscar< > \
anna> tournament register
dora<
dora< ** Round Robin Night: anna is entered (1 of 128).
dora< > \
anna< ** You are entered for Round Robin Night.
bert> tournament register
dora<
dora< ** Round Robin Night: bert is entered (2 of 128).
dora< > \
bert< ** You are entered for Round Robin Night.
carl> tournament register
dora<
dora< ** Round Robin Night: carl is entered (3 of 128).
dora< > \
carl< ** You are entered for Round Robin Night.
dave> tournament register
dora<
dora< ** Round Robin Night: dave is entered (4 of 128).
dora< > \
dave< ** You are entered for Round Robin Night.
# an operator counts as a director of all tournaments
oscar> tournament my
oscar< You are in no tournament. 'tournament list' lists them.
oscar< > \
oscar> tournament announce 1 be fair
dora<
dora< ** Round Robin Night: be fair
dora< > \
oscar< ** All players of Round Robin Night have been notified.
oscar< > \
anna<
anna< ** Round Robin Night: be fair
bert<
bert< ** Round Robin Night: be fair
carl<
carl< ** Round Robin Night: be fair
dave<
dave< ** Round Robin Night: be fair
oscar> tournament close 1
dora<
dora< ** Round Robin Night: no more entries are taken.
dora< > \
oscar< ** Entries for Round Robin Night are closed.
oscar< > \
anna<
anna< ** Round Robin Night: no more entries are taken.
bert<
bert< ** Round Robin Night: no more entries are taken.
carl<
carl< ** Round Robin Night: no more entries are taken.
dave<
dave< ** Round Robin Night: no more entries are taken.
oscar> tournament open 1
dora<
dora< ** Round Robin Night: entries are open. Type 'tournament register 1' to take
dora<    part.
dora< > \
oscar< ** Entries for Round Robin Night are open.
oscar< > \
anna<
anna< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
bert<
bert< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
carl<
carl< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
dave<
dave< ** Round Robin Night: entries are open. Type 'tournament register 1' to take part.
oscar> tournament start 1 yes
dora<
dora< ** Round Robin Night begins with 4 players.
dora< ** Round Robin Night: round 1 is paired.
dora< > \
oscar< ** Round Robin Night begins with 4 players.
oscar< > \
anna<
anna< ** Round Robin Night begins with 4 players.
anna< ** Round Robin Night: round 1 is paired.
anna< ** Round Robin Night, round 1: you play dave, a 3 point match, at 12:03.
bert<
bert< ** Round Robin Night begins with 4 players.
bert< ** Round Robin Night: round 1 is paired.
bert< ** Round Robin Night, round 1: you play carl, a 3 point match, at 12:03.
carl<
carl< ** Round Robin Night begins with 4 players.
carl< ** Round Robin Night: round 1 is paired.
carl< ** Round Robin Night, round 1: you play bert, a 3 point match, at 12:03.
dave<
dave< ** Round Robin Night begins with 4 players.
dave< ** Round Robin Night: round 1 is paired.
dave< ** Round Robin Night, round 1: you play anna, a 3 point match, at 12:03.
oscar> tournament pause 1 a word first
dora<
dora< ** Round Robin Night stands still for a while: a word first
dora< > \
oscar< ** Round Robin Night is paused: no match begins until 'tournament resume'.
oscar< > \
anna<
anna< ** Round Robin Night stands still for a while: a word first
bert<
bert< ** Round Robin Night stands still for a while: a word first
carl<
carl< ** Round Robin Night stands still for a while: a word first
dave<
dave< ** Round Robin Night stands still for a while: a word first
dora> tournament pause 1 once more
dora< ** That tournament is paused already.
dora< > \
clock +200
anna> tournament my
anna< Tournament 1, Round Robin Night:
anna<   The tournament is paused.
anna<   You play dave, a 3 point match (round 1).
oscar> tournament resume 1
dora<
dora< ** Round Robin Night goes on.
dora< > \
oscar< ** Round Robin Night goes on.
oscar< > \
anna<
anna< ** Round Robin Night goes on.
bert<
bert< ** Round Robin Night goes on.
carl<
carl< ** Round Robin Night goes on.
dave<
dave< ** Round Robin Night goes on.
anna> tournament my
anna< Tournament 1, Round Robin Night:
anna<   You play dave, a 3 point match (round 1).
anna<   It begins by itself at 2026-01-01 12:06 UTC: be here.
# held, released; a result without play; an absent player
oscar> tournament hold 1 anna the dice are being looked at
dora<
dora< ** Round Robin Night: the director stops the match of anna and dave for at most
dora<    15 minutes: the dice are being looked at
dora< > \
oscar< ** The match of anna and dave is on hold for at most 15 minutes.
oscar< > \
anna<
anna< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
bert<
bert< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
carl<
carl< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
dave<
dave< ** Round Robin Night: the director stops the match of anna and dave for at most 15 minutes: the dice are being looked at
anna> tournament my
anna< Tournament 1, Round Robin Night:
anna<   You play dave, a 3 point match (round 1).
anna<   A director has put your match on hold, until 2026-01-01 12:18 UTC at most. You may play others meanwhile.
clock +180
dora<
dora< carl and bert start a 3 point match.
dora< > \
oscar<
oscar< carl and bert start a 3 point match.
oscar< > \
anna<
anna< carl and bert start a 3 point match.
bert<
bert< ** Round Robin Night, round 1: your match with carl begins.
bert< ** Player carl has joined you for a 3 point match.
bert< The match has a clock: 8 seconds of each turn are free, then bert has 1:00 and carl has 1:00.
bert< Starting a new game with carl.
bert< You rolled 2, carl rolled 1
bert< It's your turn to move.
bert< board:You:carl:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:2:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carl<
carl< ** Round Robin Night, round 1: your match with bert begins.
carl< ** You are now playing a 3 point match with bert
carl< The match has a clock: 8 seconds of each turn are free, then bert has 1:00 and carl has 1:00.
carl< Starting a new game with bert.
carl< You rolled 1, bert rolled 2
carl< bert makes the first move.
carl< board:You:bert:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:2:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave<
dave< carl and bert start a 3 point match.
oscar> tournament release 1 dave
dora<
dora< ** Round Robin Night: the match of anna and dave may go on.
dora< dave and anna start a 3 point match.
dora< > \
oscar< ** The match of anna and dave is resumed.
oscar< > 
oscar< dave and anna start a 3 point match.
oscar< > \
anna<
anna< ** Round Robin Night: the match of anna and dave may go on.
anna< ** Round Robin Night, round 1: your match with dave begins.
anna< ** Player dave has joined you for a 3 point match.
anna< The match has a clock: 8 seconds of each turn are free, then anna has 1:00 and dave has 1:00.
anna< Starting a new game with dave.
anna< You rolled 5, dave rolled 2
anna< It's your turn to move.
anna< board:You:dave:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bert<
bert< ** Round Robin Night: the match of anna and dave may go on.
bert< dave and anna start a 3 point match.
carl<
carl< ** Round Robin Night: the match of anna and dave may go on.
carl< dave and anna start a 3 point match.
dave<
dave< ** Round Robin Night: the match of anna and dave may go on.
dave< ** Round Robin Night, round 1: your match with anna begins.
dave< ** You are now playing a 3 point match with anna
dave< The match has a clock: 8 seconds of each turn are free, then anna has 1:00 and dave has 1:00.
dave< Starting a new game with anna.
dave< You rolled 2, anna rolled 5
dave< anna makes the first move.
dave< board:You:anna:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:5:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
oscar> tournament setresult 1 anna 3-1 played on a wooden board
dora<
dora< ** Round Robin Night, round 1: the director sets the result of anna and dave to
dora<    3-1: played on a wooden board
dora< anna wins a 3 point match against dave  3-1 .
dora< > \
oscar< anna wins a 3 point match against dave  3-1 .
oscar< ** Result: anna beats dave 3-1.
oscar< > \
anna<
anna< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
anna< You win the 3 point match 3-1 .
bert<
bert< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
bert< anna wins a 3 point match against dave  3-1 .
carl<
carl< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
carl< anna wins a 3 point match against dave  3-1 .
dave<
dave< ** Round Robin Night, round 1: the director sets the result of anna and dave to 3-1: played on a wooden board
dave< anna wins the 3 point match 3-1 .
dora> tournament setresult 1 anna 1-3 it was the other way round
dora< ** Round Robin Night, round 1: the director sets the result of anna and dave to
dora<    1-3: it was the other way round
dora< > \
anna<
anna< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
bert<
bert< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
carl<
carl< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
dave<
dave< ** Round Robin Night, round 1: the director sets the result of anna and dave to 1-3: it was the other way round
# a clock gets more time; a running match is paused
oscar> tournament addtime 1 bert 2 the server was slow
dora<
dora< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server
dora<    was slow
dora< > \
oscar< ** The clock of bert gets 2 more minutes.
oscar< > \
anna<
anna< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
bert<
bert< ** bert gets 2:00 more on the clock.
bert< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
carl<
carl< ** bert gets 2:00 more on the clock.
carl< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
dave<
dave< ** Round Robin Night: the director adds to the clock of bert: 2 min. the server was slow
dora> tournament hold 1 bert a question
dora< ** Round Robin Night: the director stops the match of bert and carl for at most
dora<    15 minutes: a question
dora< > \
anna<
anna< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
bert<
bert< ** The director has paused the match.
bert< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
carl<
carl< ** The director has paused the match.
carl< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
dave<
dave< ** Round Robin Night: the director stops the match of bert and carl for at most 15 minutes: a question
bert> roll
bert< ** The match is paused. Please wait until it goes on.
carl> roll
carl< ** The match is paused. Please wait until it goes on.
dora> tournament release 1 carl
dora< ** Round Robin Night: the match of bert and carl may go on.
dora< > \
anna<
anna< ** Round Robin Night: the match of bert and carl may go on.
bert<
bert< ** The match goes on.
bert< It's your turn to move.
bert< ** Round Robin Night: the match of bert and carl may go on.
carl<
carl< ** The match goes on.
carl< ** Round Robin Night: the match of bert and carl may go on.
dave<
dave< ** Round Robin Night: the match of bert and carl may go on.
dora> tournament forfeit 1 bert absent
dora< ** That match has begun: set its result with 'tournament setresult'.
dora< > \
oscar> tournament setresult 1 bert 3-2 agreed
dora<
dora< ** Round Robin Night, round 1: the director sets the result of bert and carl to
dora<    3-2: agreed
dora< bert wins a 3 point match against carl  3-2 .
dora< ** Round Robin Night: round 2 is paired.
dora< > \
oscar< bert wins a 3 point match against carl  3-2 .
oscar< ** Result: bert beats carl 3-2.
oscar< > \
anna<
anna< ** Round Robin Night, round 1: the director sets the result of bert and carl to 3-2: agreed
anna< bert wins a 3 point match against carl  3-2 .
anna< ** Round Robin Night: round 2 is paired.
anna< ** Round Robin Night, round 2: you play bert, a 3 point match, at 12:09.
bert<
bert< ** Round Robin Night, round 1: the director sets the result of bert and carl to 3-2: agreed
bert< You win the 3 point match 3-2 .
bert< ** Round Robin Night: round 2 is paired.
bert< ** Round Robin Night, round 2: you play anna, a 3 point match, at 12:09.
carl<
carl< ** Round Robin Night, round 1: the director sets the result of bert and carl to 3-2: agreed
carl< bert wins the 3 point match 3-2 .
carl< ** Round Robin Night: round 2 is paired.
carl< ** Round Robin Night, round 2: you play dave, a 3 point match, at 12:09.
dave<
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
dora<
dora< ** Round Robin Night: the director moves the match of anna and bert to 13:06:
dora<    the bus is late
dora< > \
oscar< ** The match of anna and bert is now due at 2026-01-01 13:06 UTC.
oscar< > \
anna<
anna< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
bert<
bert< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
carl<
carl< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
dave<
dave< ** Round Robin Night: the director moves the match of anna and bert to 13:06: the bus is late
dora> tournament deadline 1 bert 12:30 they asked for it
dora< ** The players already know their time: you can only choose a later one.
dora< > \
oscar> tournament forfeit 1 anna he has gone home
dora<
dora< ** Round Robin Night, round 2: the director gives the match of anna, who is not
dora<    here, to bert: he has gone home
dora< ** Round Robin Night, round 2: bert wins against anna by forfeit.
dora< > \
oscar< ** anna loses to bert by absence.
oscar< > \
anna<
anna< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
anna< ** Round Robin Night: your match with bert is lost by forfeit.
bert<
bert< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
bert< ** Round Robin Night: your match with anna is won by forfeit.
carl<
carl< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
dave<
dave< ** Round Robin Night, round 2: the director gives the match of anna, who is not here, to bert: he has gone home
dora> tournament setresult 1 bert 3-0 so they say
dora< ** More than one match of bert fits. Give its number instead of the name:
dora<   #2    round 1: bert - carl 3-2
dora<   #4    round 2: anna - bert 0-3
dora< > \
dora> tournament setresult 1 4 0-3 so they say
dora< ** Round Robin Night, round 2: the director sets the result of anna and bert to
dora<    0-3: so they say
dora< > \
anna<
anna< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
bert<
bert< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
carl<
carl< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
dave<
dave< ** Round Robin Night, round 2: the director sets the result of anna and bert to 0-3: so they say
# a muted director may neither announce nor set results
oscar> mute dora
dora<
dora< ** You may not talk to others for good.
dora< > \
oscar< ** dora may not talk to others for good.
oscar< > \
dora> tournament announce 1 hello
dora< ** You may not talk to others for good.
dora< > \
dora> tournament setresult 1 carl 3-0 well
dora< ** You may not talk to others for good.
dora< > \
dora> tournament confirm 1 well
dora< ** You may not talk to others for good.
dora< > \
dora> tournament confirm 1
dora< ** There is nothing to confirm.
dora< > \
dora> tournament release 1 carl
dora< ** That match is not on hold.
dora< > \
dora> tournament create Another One
dora< ** You may not talk to others for good.
dora< > \
dora> tournament open 1
dora< ** You may not talk to others for good.
dora< > \
oscar> unmute dora
dora<
dora< ** You may talk again.
dora< > \
oscar< ** dora may talk again.
oscar< > \
oscar> tournament cancel 1 the club closes yes
dora<
dora< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes
dora<    that back: the club closes
dora< > \
oscar< ** Round Robin Night will be cancelled in 10 minutes. 'tournament undo' takes
oscar<    that back.
oscar< > \
anna<
anna< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
bert<
bert< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
carl<
carl< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
dave<
dave< ** Round Robin Night will be cancelled in 10 minutes, unless a director takes that back: the club closes
clock +600
...
clock +1
...
anna> tournament my
anna< You are in no tournament. 'tournament list' lists them.
