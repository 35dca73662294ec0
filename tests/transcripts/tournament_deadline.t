# SPDX-License-Identifier: MIT
# tournament: matches by appointment; times in each reader's zone
option idle_s 3000000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet dora
tiny anna bert carl dave
dora> set timezone Europe/Rome
dora< Value of 'timezone' set to Europe/Rome.
anna> set timezone Europe/Rome
anna< Value of 'timezone' set to Europe/Rome.
bert> set timezone America/New_York
bert< Value of 'timezone' set to America/New_York.
dora> tournament create Winter League format robin length 1 schedule deadline days 7 checkin 0 clock off
dora< ** Tournament 1 is made: Winter League.
dora< ** Format robin, length 1, start by hand, at most 128 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament open
dora< ** Winter League: entries are open. Type 'tournament register 1' to take part.
anna> tournament register
dora< ** Winter League: anna is entered (1 of 128).
anna< ** You are entered for Winter League.
bert> tournament register
dora< ** Winter League: bert is entered (2 of 128).
bert< ** You are entered for Winter League.
carl> tournament register
dora< ** Winter League: carl is entered (3 of 128).
carl< ** You are entered for Winter League.
dave> tournament register
dora< ** Winter League: dave is entered (4 of 128).
dave< ** You are entered for Winter League.
dora> tournament start yes
dora< ** Winter League begins with 4 players.
dora< > 
dora< ** Winter League: round 1 is paired.
anna< ** Winter League begins with 4 players.
anna< ** Winter League: round 1 is paired.
anna< ** Winter League, round 1: you play dave, a 1 point match, until 2026-01-08 13:00. Type 'tournament time' to fix a time.
bert< ** Winter League begins with 4 players.
bert< ** Winter League: round 1 is paired.
bert< ** Winter League, round 1: you play carl, a 1 point match, until 2026-01-08 07:00. Type 'tournament time' to fix a time.
carl< ** Winter League begins with 4 players.
carl< ** Winter League: round 1 is paired.
carl< ** Winter League, round 1: you play bert, a 1 point match, until 2026-01-08 12:00. Type 'tournament time' to fix a time.
dave< ** Winter League begins with 4 players.
dave< ** Winter League: round 1 is paired.
dave< ** Winter League, round 1: you play anna, a 1 point match, until 2026-01-08 12:00. Type 'tournament time' to fix a time.
anna> tournament my
anna< Tournament 1, Winter League:
anna<   You play dave, a 1 point match (round 1).
anna<   It must be played by 2026-01-08 13:00 CET: propose a time with 'tournament time'.
anna> tournament play
anna< ** You are ready to start at once. dave has been notified.
dave< ** Winter League: anna is ready to play now. Type 'tournament play' if you are too.
anna> tournament play
anna< ** You have said that already.
anna> tournament my
anna< Tournament 1, Winter League:
anna<   You play dave, a 1 point match (round 1).
anna<   It must be played by 2026-01-08 13:00 CET: propose a time with 'tournament time'.
anna<   You are ready to start at once.
dave> tournament my
dave< Tournament 1, Winter League:
dave<   You play anna, a 1 point match (round 1).
dave<   It must be played by 2026-01-08 12:00 UTC: propose a time with 'tournament time'.
dave<   anna is ready to start at once. Are you? 'tournament play 1'
anna> tournament time 2026-01-09 20:00
anna< ** Your match must begin by 2026-01-08 13:00 CET.
anna> tournament time 2026-01-03 20:00
anna< ** You propose 2026-01-03 20:00 CET. dave has been notified.
dave< ** Winter League: anna proposes to play at 2026-01-03 19:00. Type 'tournament time accept' to agree.
anna> tournament time 2026-01-03 20:00
anna< ** You have said that already.
anna> tournament my
anna< Tournament 1, Winter League:
anna<   You play dave, a 1 point match (round 1).
anna<   It must be played by 2026-01-08 13:00 CET: propose a time with 'tournament time'.
anna<   You have proposed 2026-01-03 20:00 CET.
dave> tournament my
dave< Tournament 1, Winter League:
dave<   You play anna, a 1 point match (round 1).
dave<   It must be played by 2026-01-08 12:00 UTC: propose a time with 'tournament time'.
dave<   anna proposes 2026-01-03 19:00 UTC. Do you agree? 'tournament time 1 accept'
dave> tournament time +1d
anna< ** Winter League: dave proposes to play at 2026-01-02 13:00. Type 'tournament time accept' to agree.
dave< ** You propose 2026-01-02 12:00 UTC. anna has been notified.
dave> tournament time accept
anna< ** Winter League: your match with dave begins at 2026-01-03 20:00.
dave< ** Winter League: your match with anna begins at 2026-01-03 19:00.
anna> tournament my
anna< Tournament 1, Winter League:
anna<   You play dave, a 1 point match (round 1).
anna<   It begins by itself at 2026-01-03 20:00 CET: be here.
anna> tournament time accept
anna< ** dave has proposed no time.
anna> tournament time 2026-01-03 20:00
anna< ** You have said that already.
dave> tournament my
dave< Tournament 1, Winter League:
dave<   You play anna, a 1 point match (round 1).
dave<   It begins by itself at 2026-01-03 19:00 UTC: be here.
# proposing the same time, each in his own zone, is an agreement
bert> tournament time 2026-01-04 15:00
bert< ** You propose 2026-01-04 15:00 EST. carl has been notified.
carl< ** Winter League: bert proposes to play at 2026-01-04 20:00. Type 'tournament time accept' to agree.
carl> tournament time 1 2026-01-04 20:00
bert< ** Winter League: your match with carl begins at 2026-01-04 15:00.
carl< ** Winter League: your match with bert begins at 2026-01-04 20:00.
bert> tournament my
bert< Tournament 1, Winter League:
bert<   You play carl, a 1 point match (round 1).
bert<   It begins by itself at 2026-01-04 15:00 EST: be here.
dora> tournament deadline 1 bert 2028-01-05 10:00 a mistake
dora< ** That is more than a year ahead.
dora> tournament deadline 1 bert 2026-01-05 10:00 earlier
dora< ** The players already know their time: you can only choose a later one.
dora> tournament deadline 1 bert 2026-01-09 10:00 the server is being mended on Sunday
dora< ** Winter League: the director moves the match of bert and carl to 2026-01-09
dora<    10:00: the server is being mended on Sunday
anna< ** Winter League: the director moves the match of bert and carl to 2026-01-09 10:00: the server is being mended on Sunday
bert< ** Winter League: the director moves the match of bert and carl to 2026-01-09 04:00: the server is being mended on Sunday
carl< ** Winter League: the director moves the match of bert and carl to 2026-01-09 09:00: the server is being mended on Sunday
dave< ** Winter League: the director moves the match of bert and carl to 2026-01-09 09:00: the server is being mended on Sunday
bert> tournament my
bert< Tournament 1, Winter League:
bert<   You play carl, a 1 point match (round 1).
bert<   It must be played by 2026-01-09 04:00 EST: propose a time with 'tournament time'.
# both say that they are ready at once
bert> tournament play
bert< ** You are ready to start at once. carl has been notified.
carl< ** Winter League: bert is ready to play now. Type 'tournament play' if you are too.
carl> tournament my
carl< Tournament 1, Winter League:
carl<   You play bert, a 1 point match (round 1).
carl<   It must be played by 2026-01-09 09:00 UTC: propose a time with 'tournament time'.
carl<   bert is ready to start at once. Are you? 'tournament play 1'
carl> tournament play
dora< carl and bert start a 1 point match.
anna< carl and bert start a 1 point match.
bert< ** Winter League: your match with carl begins at 07:00.
bert< ** Winter League, round 1: your match with carl begins.
bert< ** Player carl has joined you for a 1 point match.
bert< Starting a new game with carl.
bert< You rolled 2, carl rolled 1
bert< It's your turn to move.
bert< board:You:carl:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:2:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
carl< ** Winter League: your match with bert begins at 12:00.
carl< ** Winter League, round 1: your match with bert begins.
carl< ** You are now playing a 1 point match with bert
carl< Starting a new game with bert.
carl< You rolled 1, bert rolled 2
carl< bert makes the first move.
carl< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:2:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< carl and bert start a 1 point match.
carl> resign normal
bert< carl wants to resign. You will win 1 point. Type 'accept' or 'reject'.
carl< You want to resign. bert will win 1 point.
bert> accept
dora< bert wins a 1 point match against carl  1-0 .
dora< ** Winter League, round 1: bert beats carl 1-0
anna< bert wins a 1 point match against carl  1-0 .
bert< You accept and win 1 point.
bert< You win the 1 point match 1-0 .
carl< bert accepts and wins 1 point.
carl< bert wins the 1 point match 1-0 .
dave< bert wins a 1 point match against carl  1-0 .
bert> tournament play
bert< ** You have no opponent there just now.
bert> tournament my
bert< Tournament 1, Winter League:
bert<   You are waiting for your next opponent.
bert<   Your place so far: 1 of 4.
# an ordinary match is allowed while there is time
bert> toggle ready
bert< ** You're now ready to invite or join someone.
carl> toggle ready
carl< ** You're now ready to invite or join someone.
bert> invite carl 1
bert< ** You invited carl to a 1 point match.
carl< bert wants to play a 1 point match with you.
carl< Type 'join bert' to accept.
# no other match can begin shortly before the appointment
dave> toggle ready
dave< ** You're now ready to invite or join someone.
clock +197900
anna< ** Winter League: your match with dave is to be played until 20:00.
dave< ** Winter League: your match with anna is to be played until 19:00.
anna> tournament my
anna< Tournament 1, Winter League:
anna<   You play dave, a 1 point match (round 1).
anna<   It begins by itself at 2026-01-03 20:00 CET: be here.
anna<   Your place so far: 2 to 3 of 4.
dave> invite bert 1
dave< ** You have a match of tournament Winter League to play.
bert> invite dave 1
bert< ** dave has a match of tournament Winter League to play.
clock +100
dora< dave and anna start a 1 point match.
anna< ** Winter League, round 1: your match with dave begins.
anna< ** Player dave has joined you for a 1 point match.
anna< Starting a new game with dave.
anna< You rolled 5, dave rolled 2
anna< It's your turn to move.
anna< board:You:dave:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:5:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bert< dave and anna start a 1 point match.
carl< dave and anna start a 1 point match.
dave< ** Winter League, round 1: your match with anna begins.
dave< ** You are now playing a 1 point match with anna
dave< Starting a new game with anna.
dave< You rolled 2, anna rolled 5
dave< anna makes the first move.
dave< board:You:anna:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:5:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave> resign normal
anna< dave wants to resign. You will win 1 point. Type 'accept' or 'reject'.
dave< You want to resign. anna will win 1 point.
anna> accept
dora< anna wins a 1 point match against dave  1-0 .
dora< ** Winter League, round 1: anna beats dave 1-0
dora< ** Winter League: round 2 is paired.
anna< You accept and win 1 point.
anna< You win the 1 point match 1-0 .
anna< ** Winter League: round 2 is paired.
anna< ** Winter League, round 2: you play bert, a 1 point match, until 2026-01-10 20:00. Type 'tournament time' to fix a time.
bert< anna wins a 1 point match against dave  1-0 .
bert< ** Winter League: round 2 is paired.
bert< ** Winter League, round 2: you play anna, a 1 point match, until 2026-01-10 14:00. Type 'tournament time' to fix a time.
carl< anna wins a 1 point match against dave  1-0 .
carl< ** Winter League: round 2 is paired.
carl< ** Winter League, round 2: you play dave, a 1 point match, until 2026-01-10 19:00. Type 'tournament time' to fix a time.
dave< anna accepts and wins 1 point.
dave< anna wins the 1 point match 1-0 .
dave< ** Winter League: round 2 is paired.
dave< ** Winter League, round 2: you play carl, a 1 point match, until 2026-01-10 19:00. Type 'tournament time' to fix a time.
anna> tournament my
anna< Tournament 1, Winter League:
anna<   You play bert, a 1 point match (round 2).
anna<   It must be played by 2026-01-10 20:00 CET: propose a time with 'tournament time'.
anna<   Your place so far: 1 to 2 of 4.
