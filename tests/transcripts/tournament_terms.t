# SPDX-License-Identifier: MIT
# tournament: settings changed after the start apply to later rounds, and all are told, with the reason
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet dora
clip anna
telnet bert
tiny carl
telnet dave
dora> tournament create Swiss Night format swiss length 3 checkin 0 clock off rounds 2
dora< ** Tournament 1 is made: Swiss Night.
dora< ** Format swiss, length 3, start by hand, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament open 1
dora< ** Swiss Night: entries are open. Type 'tournament register 1' to take part.
bert< ** Swiss Night: entries are open. Type 'tournament register 1' to take part.
dave< ** Swiss Night: entries are open. Type 'tournament register 1' to take part.
anna> tournament register 1
dora< ** Swiss Night: anna is entered (1 of 128).
anna< ** You are entered for Swiss Night.
bert> tournament register 1
dora< ** Swiss Night: bert is entered (2 of 128).
bert< ** You are entered for Swiss Night.
carl> tournament register 1
dora< ** Swiss Night: carl is entered (3 of 128).
carl< ** You are entered for Swiss Night.
dave> tournament register 1
dora< ** Swiss Night: dave is entered (4 of 128).
dave< ** You are entered for Swiss Night.
dora> tournament start 1 yes
dora< ** Swiss Night begins with 4 players.
anna< ** Swiss Night begins with 4 players.
bert< ** Swiss Night begins with 4 players.
carl< ** Swiss Night begins with 4 players.
dave< ** Swiss Night begins with 4 players.
clock +1
dora< ** Swiss Night: round 1 is paired.
anna< ** Swiss Night: round 1 is paired.
anna< ** Swiss Night, round 1: you play carl, a 3 point match, at 12:03.
bert< ** Swiss Night: round 1 is paired.
bert< ** Swiss Night, round 1: you play dave, a 3 point match, at 12:03.
carl< ** Swiss Night: round 1 is paired.
carl< ** Swiss Night, round 1: you play anna, a 3 point match, at 12:03.
dave< ** Swiss Night: round 1 is paired.
dave< ** Swiss Night, round 1: you play bert, a 3 point match, at 12:03.
dora> tournament set 1 clock fast -- the hall closes at ten
dora< ** Swiss Night: the director has changed a setting for the rounds that are not
dora<    announced yet: clock fast
dora< ** Swiss Night: reason for the change: the hall closes at ten
dora< ** clock is now fast.
dora< ** It applies to rounds that are not announced yet.
anna< ** Swiss Night: the director has changed a setting for the rounds that are not announced yet: clock fast
anna< ** Swiss Night: reason for the change: the hall closes at ten
bert< ** Swiss Night: the director has changed a setting for the rounds that are not
bert<    announced yet: clock fast
bert< ** Swiss Night: reason for the change: the hall closes at ten
carl< ** Swiss Night: the director has changed a setting for the rounds that are not announced yet: clock fast
carl< ** Swiss Night: reason for the change: the hall closes at ten
dave< ** Swiss Night: the director has changed a setting for the rounds that are not
dave<    announced yet: clock fast
dave< ** Swiss Night: reason for the change: the hall closes at ten
dora> tournament set 1 length 1
dora< ** Swiss Night: the director has changed a setting for the rounds that are not
dora<    announced yet: length 1
dora< ** length is now 1.
dora< ** It applies to rounds that are not announced yet.
anna< ** Swiss Night: the director has changed a setting for the rounds that are not announced yet: length 1
bert< ** Swiss Night: the director has changed a setting for the rounds that are not
bert<    announced yet: length 1
carl< ** Swiss Night: the director has changed a setting for the rounds that are not announced yet: length 1
dave< ** Swiss Night: the director has changed a setting for the rounds that are not
dave<    announced yet: length 1
dora> tournament set 1 clock fast the hall closes
dora< ** clock can't be 'the hall closes'. It can be:
dora<     off fast normal standard online slow
dora> tournament set 1 tiebreaks wins -- why not
dora< ** It has started: only these can still be set:
dora<     length final side chance clock overtime notice late grace wait pairing
dora<     lateentry
dora> tournament hold 1 anna a word first
dora< ** Swiss Night: the director stops the match of anna and carl for at most 15
dora<    minutes: a word first
anna< ** Swiss Night: the director stops the match of anna and carl for at most 15 minutes: a word first
bert< ** Swiss Night: the director stops the match of anna and carl for at most 15
bert<    minutes: a word first
carl< ** Swiss Night: the director stops the match of anna and carl for at most 15 minutes: a word first
dave< ** Swiss Night: the director stops the match of anna and carl for at most 15
dave<    minutes: a word first
dora> tournament release 1 anna they may play
dora< ** Swiss Night: the match of anna and carl may go on: they may play
anna< ** Swiss Night: the match of anna and carl may go on: they may play
bert< ** Swiss Night: the match of anna and carl may go on: they may play
carl< ** Swiss Night: the match of anna and carl may go on: they may play
dave< ** Swiss Night: the match of anna and carl may go on: they may play
dora> tournament hold 1 bert a word with you too
dora< ** Swiss Night: the director stops the match of bert and dave for at most 15
dora<    minutes: a word with you too
anna< ** Swiss Night: the director stops the match of bert and dave for at most 15 minutes: a word with you too
bert< ** Swiss Night: the director stops the match of bert and dave for at most 15
bert<    minutes: a word with you too
carl< ** Swiss Night: the director stops the match of bert and dave for at most 15 minutes: a word with you too
dave< ** Swiss Night: the director stops the match of bert and dave for at most 15
dave<    minutes: a word with you too
dora> tournament release 1 bert
dora< ** Swiss Night: the match of bert and dave may go on.
anna< ** Swiss Night: the match of bert and dave may go on.
bert< ** Swiss Night: the match of bert and dave may go on.
carl< ** Swiss Night: the match of bert and dave may go on.
dave< ** Swiss Night: the match of bert and dave may go on.
clock +179
clock +1
dora< carl and anna start a 3 point match.
dora< dave and bert start a 3 point match.
anna< ** Swiss Night, round 1: your match with carl begins.
anna< ** Player carl has joined you for a 3 point match.
anna< 5 carl anna - 0 0 1600.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< 5 anna carl - 0 0 1800.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 test -
anna< 6
anna< Starting a new game with carl.
anna< You rolled 2, carl rolled 5
anna< carl makes the first move.
anna< board:You:carl:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
anna< 5 dave bert - 0 0 1500.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< 5 bert dave - 0 0 1700.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< dave and bert start a 3 point match.
bert< carl and anna start a 3 point match.
bert< ** Swiss Night, round 1: your match with dave begins.
bert< ** Player dave has joined you for a 3 point match.
bert< Dice seal 2: 0bf5 1b88 7acb 115a 4768 0956 1516 ed0c (help fair)
bert< Starting a new game with dave.
bert< You rolled 5, dave rolled 6
bert< dave makes the first move.
bert< [board]
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  dave rolled 6 5.
carl< ** Swiss Night, round 1: your match with anna begins.
carl< ** You are now playing a 3 point match with anna
carl< Starting a new game with anna.
carl< You rolled 5, anna rolled 2
carl< It's your turn to move.
carl< board:You:anna:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
carl< dave and bert start a 3 point match.
dave< carl and anna start a 3 point match.
dave< ** Swiss Night, round 1: your match with bert begins.
dave< ** You are now playing a 3 point match with bert
dave< Dice seal 2: 0bf5 1b88 7acb 115a 4768 0956 1516 ed0c (help fair)
dave< Starting a new game with bert.
dave< You rolled 6, bert rolled 5
dave< It's your turn to move.
dave< [board]
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 5.
dora> tournament setresult 1 1 3-0 agreed
dora< ** Swiss Night, round 1: the director sets the result of anna and carl to 3-0:
dora<    agreed
dora< anna wins a 3 point match against carl  3-0 .
anna< ** Swiss Night, round 1: the director sets the result of anna and carl to 3-0: agreed
anna< You win the 3 point match 3-0 .
anna< 5 anna - - 0 0 1800.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 test -
anna< 6
anna< 5 carl - - 0 0 1600.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
bert< ** Swiss Night, round 1: the director sets the result of anna and carl to 3-0:
bert<    agreed
bert< anna wins a 3 point match against carl  3-0 .
carl< ** Swiss Night, round 1: the director sets the result of anna and carl to 3-0: agreed
carl< anna wins the 3 point match 3-0 .
dave< ** Swiss Night, round 1: the director sets the result of anna and carl to 3-0:
dave<    agreed
dave< anna wins a 3 point match against carl  3-0 .
dora> tournament setresult 1 2 3-0 agreed
dora< ** Swiss Night, round 1: the director sets the result of bert and dave to 3-0:
dora<    agreed
dora< bert wins a 3 point match against dave  3-0 .
anna< ** Swiss Night, round 1: the director sets the result of bert and dave to 3-0: agreed
anna< bert wins a 3 point match against dave  3-0 .
anna< 5 bert - - 0 0 1700.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< 5 dave - - 0 0 1500.00 200 181 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
bert< ** Swiss Night, round 1: the director sets the result of bert and dave to 3-0:
bert<    agreed
bert< You win the 3 point match 3-0 .
bert< Not rated: the result was set, not played.
carl< ** Swiss Night, round 1: the director sets the result of bert and dave to 3-0: agreed
carl< bert wins a 3 point match against dave  3-0 .
dave< ** Swiss Night, round 1: the director sets the result of bert and dave to 3-0:
dave<    agreed
dave< bert wins the 3 point match 3-0 .
dave< Not rated: the result was set, not played.
clock +1
dora< ** Swiss Night: round 2 is paired.
anna< ** Swiss Night: round 2 is paired.
anna< ** Swiss Night, round 2: you play bert, a 1 point match, at 12:06.
bert< ** Swiss Night: round 2 is paired.
bert< ** Swiss Night, round 2: you play anna, a 1 point match, at 12:06.
carl< ** Swiss Night: round 2 is paired.
carl< ** Swiss Night, round 2: you play dave, a 1 point match, at 12:06.
dave< ** Swiss Night: round 2 is paired.
dave< ** Swiss Night, round 2: you play carl, a 1 point match, at 12:06.
dora> tournament pairings 1
dora<    No  Player                Opponent             To State
dora<     3  anna                  bert                  1 due 12:06
dora<     4  carl                  dave                  1 due 12:06
clock +180
dora< bert and anna start a 1 point match.
dora< dave and carl start a 1 point match.
anna< ** Swiss Night, round 2: your match with bert begins.
anna< ** Player bert has joined you for a 1 point match.
anna< 5 bert anna - 0 0 1700.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< 5 anna bert - 0 0 1800.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 test -
anna< 6
anna< The match has a clock: 8 seconds of each turn are free, then anna has 0:20 and bert has 0:20.
anna< Starting a new game with bert.
anna< You rolled 6, bert rolled 4
anna< It's your turn to move.
anna< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:4:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
anna< 5 dave carl - 0 0 1500.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< 5 carl dave - 0 0 1600.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< dave and carl start a 1 point match.
bert< ** Swiss Night, round 2: your match with anna begins.
bert< ** You are now playing a 1 point match with anna
bert< Dice seal 3: 305c 3c24 c8e0 c485 f9b1 3a3e 3b6a 8372 (help fair)
bert< The match has a clock: 8 seconds of each turn are free, then anna has 0:20 and
bert<    bert has 0:20.
bert< Starting a new game with anna.
bert< You rolled 4, anna rolled 6
bert< anna makes the first move.
bert< [board]
bert<
bert<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  anna rolled 6 4.
bert< Clock: anna 0:20  bert 0:20 (delay 8)
bert< dave and carl start a 1 point match.
carl< bert and anna start a 1 point match.
carl< ** Swiss Night, round 2: your match with dave begins.
carl< ** Player dave has joined you for a 1 point match.
carl< The match has a clock: 8 seconds of each turn are free, then carl has 0:20 and dave has 0:20.
carl< Starting a new game with dave.
carl< You rolled 1, dave rolled 2
carl< dave makes the first move.
carl< board:You:dave:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:2:1:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< bert and anna start a 1 point match.
dave< ** Swiss Night, round 2: your match with carl begins.
dave< ** You are now playing a 1 point match with carl
dave< Dice seal 4: 442a a191 2b85 535b 262c 23e1 8d32 a5ad (help fair)
dave< The match has a clock: 8 seconds of each turn are free, then carl has 0:20 and
dave<    dave has 0:20.
dave< Starting a new game with carl.
dave< You rolled 2, carl rolled 1
dave< It's your turn to move.
dave< [board]
dave<
dave<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 2 1.
dave< Clock: carl 0:20  dave 0:20 (delay 8)
dora> tournament setresult 1 3 1-0 agreed
dora< ** Swiss Night, round 2: the director sets the result of anna and bert to 1-0:
dora<    agreed
dora< anna wins a 1 point match against bert  1-0 .
anna< ** Swiss Night, round 2: the director sets the result of anna and bert to 1-0: agreed
anna< You win the 1 point match 1-0 .
anna< 5 anna - - 0 0 1800.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 test -
anna< 6
anna< 5 bert - - 0 0 1700.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
bert< ** Swiss Night, round 2: the director sets the result of anna and bert to 1-0:
bert<    agreed
bert< anna wins the 1 point match 1-0 .
bert< Not rated: the result was set, not played.
carl< ** Swiss Night, round 2: the director sets the result of anna and bert to 1-0: agreed
carl< anna wins a 1 point match against bert  1-0 .
dave< ** Swiss Night, round 2: the director sets the result of anna and bert to 1-0:
dave<    agreed
dave< anna wins a 1 point match against bert  1-0 .
dora> tournament setresult 1 4 1-0 agreed
dora< ** Swiss Night, round 2: the director sets the result of carl and dave to 1-0:
dora<    agreed
dora< carl wins a 1 point match against dave  1-0 .
dora< > 
dora< ** Swiss Night: all is decided, the last of it not by play. It can be changed
dora<    for 10 minutes, or until 'tournament confirm 1'.
anna< ** Swiss Night, round 2: the director sets the result of carl and dave to 1-0: agreed
anna< carl wins a 1 point match against dave  1-0 .
anna< 5 carl - - 0 0 1600.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
anna< 5 dave - - 0 0 1500.00 200 362 1767268800 c-fxh4ehzygq3gvvb5 - -
anna< 6
bert< ** Swiss Night, round 2: the director sets the result of carl and dave to 1-0:
bert<    agreed
bert< carl wins a 1 point match against dave  1-0 .
carl< ** Swiss Night, round 2: the director sets the result of carl and dave to 1-0: agreed
carl< You win the 1 point match 1-0 .
dave< ** Swiss Night, round 2: the director sets the result of carl and dave to 1-0:
dave<    agreed
dave< carl wins the 1 point match 1-0 .
dave< Not rated: the result was set, not played.
dora> tournament confirm 1 nobody objects
dora< ** Swiss Night: the director confirms the last result: nobody objects
dora< > 
dora< ** Swiss Night is over. First: anna. Type 'tournament results 1' for all
dora<    places.
anna< ** Swiss Night: the director confirms the last result: nobody objects
anna< ** Swiss Night is over. First: anna. Type 'tournament results 1' for all places.
bert< ** Swiss Night: the director confirms the last result: nobody objects
bert< ** Swiss Night is over. First: anna. Type 'tournament results 1' for all
bert<    places.
carl< ** Swiss Night: the director confirms the last result: nobody objects
carl< ** Swiss Night is over. First: anna. Type 'tournament results 1' for all places.
dave< ** Swiss Night: the director confirms the last result: nobody objects
dave< ** Swiss Night is over. First: anna. Type 'tournament results 1' for all
dave<    places.
