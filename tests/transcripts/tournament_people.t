# SPDX-License-Identifier: MIT
# tournament: entries, late, rated too high, too many; withdrawals; directors' commands about players
option idle_s 36000
user anna 1900 200
user bert 1800 200
user carl 1700 200
user dave 1400 200
user emma 1500 200
user fred 1300 200
user gina
user ivan
telnet dora
tiny anna bert carl dave emma fred
dora> tournament create Club capacity 6 minrating 1350 maxrating 1850 seeding hand checkin 0 clock off length 1
dora< ** Tournament 1 is made: Club.
dora< ** Format single, length 1, start by hand, at most 6 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
dora> tournament open
dora< ** Club: entries are open. Type 'tournament register 1' to take part.
anna> tournament register
anna< ** Your rating is too high for that tournament.
fred> tournament register
fred< ** Your rating is too low for that tournament.
bert> tournament register
dora< ** Club: bert is entered (1 of 6).
bert< ** You are entered for Club.
carl> tournament register
dora< ** Club: carl is entered (2 of 6).
carl< ** You are entered for Club.
dave> tournament register
dora< ** Club: dave is entered (3 of 6).
dave< ** You are entered for Club.
# a director invites users, on line or not; one who is too strong or too weak is refused
dora> tournament add emma
dora< ** emma is invited to Club.
emma< ** dora invites you to tournament 1, Club. To take part type 'tournament register 1', if not 'tournament withdraw 1'.
emma> tournament register
dora< ** Club: emma is entered (4 of 6).
emma< ** You are entered for Club.
dora> tournament add 1 gina
dora< ** gina is invited to Club.
tiny gina
gina> tournament register 1
dora< ** Club: gina is entered (5 of 6).
gina< ** You are entered for Club.
drop: gina
dora> tournament add 1 anna
dora< ** The rating of that player is too high.
dora> tournament add 1 fred
dora< ** The rating of that player is too low.
dora> tournament add 1 emma
dora< ** That player is entered already.
dora> tournament set 1 maxrating 0
dora< ** maxrating is now 0.
dora> tournament add 1 dora
dora< ** You are entered for Club.
anna> tournament register
dora< ** Club: anna waits for a place (waiting: 1).
anna< ** Club is full. You are number 1 on the waiting list, and will be notified when a place is free.
anna> tournament my
anna< Tournament 1, Club:
anna<   It is full. You are number 1 on the waiting list.
anna> tournament withdraw 1
dora< ** Club: anna does not want to take part.
anna< ** You do not take part in Club.
dora> tournament remove 1 dora yes
dora< ** dora is out of Club.
dora> tournament set 1 capacity 4
dora< ** There are already more players than that would allow.
dora> tournament set 1 capacity 5
dora< ** capacity is now 5.
dora> tournament set 1 capacity 6
dora< ** capacity is now 6.
# withdrawn, removed, another director
carl> tournament withdraw
dora< ** Club: carl has withdrawn (4 of 6).
carl< ** You have withdrawn from Club.
dora> tournament remove 1 carl yes
dora< ** That player has withdrawn.
dora> tournament remove 1 gina yes
dora< ** gina is out of Club.
dora> tournament director 1 add bert
dora< ** bert now directs Club too.
bert< ** dora has made you a director of Club.
bert> tournament my
bert< Tournament 1, Club:
bert<   You are a director.
bert<   You are entered.
bert<   A director will start it.
bert> tournament remove 1 emma yes
dora< ** Club: emma has withdrawn (2 of 6).
bert< ** emma is out of Club.
emma< ** bert has taken you out of Club.
anna> tournament register
dora< ** Club: anna is entered (3 of 6).
anna< ** You are entered for Club.
bert< ** Club: anna is entered (3 of 6).
carl> tournament register
dora< ** Club: carl is entered (4 of 6).
bert< ** Club: carl is entered (4 of 6).
carl< ** You are entered for Club.
bert> tournament director 1 remove dora
dora< ** By order of bert you no longer direct Club.
bert< ** dora no longer directs Club.
dora> tournament close 1
dora< ** Only a director of that tournament can do this.
bert> tournament director 1 add dora
dora< ** bert has made you a director of Club.
bert< ** dora now directs Club too.
bert> tournament director 1 remove bert
bert< ** bert no longer directs Club.
bert> tournament director 1 remove dora
bert< ** Only a director of that tournament can do this.
# entries close; then a user needs an invitation
dora> tournament close
dora< ** Club: no more entries are taken.
anna< ** Club: no more entries are taken.
bert< ** Club: no more entries are taken.
carl< ** Club: no more entries are taken.
dave< ** Club: no more entries are taken.
dora> tournament set 1 seeding draw
dora< ** A draw can only be chosen while entries are open: its seed is committed
dora<    then.
emma> tournament register 1
emma< ** Entries are not open.
dora> tournament add 1 emma
dora< ** emma is invited to Club.
emma< ** dora invites you to tournament 1, Club. To take part type 'tournament register 1', if not 'tournament withdraw 1'.
emma> tournament register 1
dora< ** Club: emma is entered (5 of 6).
emma< ** You are entered for Club.
# the order of seeding: unnamed players follow by rating
dora> tournament order 1 dave carl
dora< ** You have seeded 2 of 5 players; the others follow by rating.
# another user takes a place, and must accept; no player is entered twice
dora> tournament replace 1 carl anna she is here already yes
dora< ** That player is entered already.
dora> tournament replace 1 carl fred he is ill yes
dora< ** The rating of that player is too low.
dora> tournament set 1 minrating 0
dora< ** minrating is now 0.
dora> tournament replace 1 carl fred he is ill yes
dora< ** fred is invited to take the place of carl.
fred< ** dora invites you to tournament 1, Club. To take part type 'tournament register 1', if not 'tournament withdraw 1'.
fred> tournament my
fred< Tournament 1, Club:
fred<   You are invited: 'tournament register 1' to take part, 'tournament withdraw 1' if not.
fred> tournament register 1
dora< ** Club: fred takes the place of carl.
anna< ** Club: fred takes the place of carl.
bert< ** Club: fred takes the place of carl.
carl< ** Club: fred plays in your place.
dave< ** Club: fred takes the place of carl.
emma< ** Club: fred takes the place of carl.
fred< ** Club: fred takes the place of carl.
fred< ** You are entered for Club.
dora> tournament start 1 yes
dora< ** Club begins with 5 players.
anna< ** Club begins with 5 players.
anna< ** Club, round 1: you have a bye.
anna< ** Club, round 2: you play fred, a 1 point match, at 12:03.
bert< ** Club begins with 5 players.
bert< ** Club, round 1: you play emma, a 1 point match, at 12:03.
dave< ** Club begins with 5 players.
dave< ** Club, round 1: you have a bye.
emma< ** Club begins with 5 players.
emma< ** Club, round 1: you play bert, a 1 point match, at 12:03.
fred< ** Club begins with 5 players.
fred< ** Club, round 1: you have a bye.
fred< ** Club, round 2: you play anna, a 1 point match, at 12:03.
# a late entry takes a bye of the first round
dora> tournament set 1 lateentry no
dora< ** Club: the director has changed a setting: lateentry no
dora< ** lateentry is now no.
anna< ** Club: the director has changed a setting: lateentry no
bert< ** Club: the director has changed a setting: lateentry no
dave< ** Club: the director has changed a setting: lateentry no
emma< ** Club: the director has changed a setting: lateentry no
fred< ** Club: the director has changed a setting: lateentry no
carl> tournament register 1
carl< ** Entries are not open.
dora> tournament set 1 lateentry yes
dora< ** Club: the director has changed a setting: lateentry yes
dora< ** lateentry is now yes.
anna< ** Club: the director has changed a setting: lateentry yes
bert< ** Club: the director has changed a setting: lateentry yes
dave< ** Club: the director has changed a setting: lateentry yes
emma< ** Club: the director has changed a setting: lateentry yes
fred< ** Club: the director has changed a setting: lateentry yes
carl> tournament register 1
dora< ** Club: carl is entered (6 of 6).
anna< ** Club, round 1: you play carl, a 1 point match, at 12:03.
carl< ** You are entered for Club.
carl< ** Club, round 1: you play anna, a 1 point match, at 12:03.
carl> tournament my
carl< Tournament 1, Club:
carl<   You play anna, a 1 point match (round 1).
carl<   It begins by itself at 2026-01-01 12:03 UTC: be here.
# a player leaves while waiting for a match: the opponent advances
clock +60
emma> tournament withdraw 1
dora< ** Club, round 1: bert wins against emma by forfeit.
bert< ** Club: your match with emma is won by forfeit.
bert< ** Club, round 2: you play dave, a 1 point match, at 12:04.
dave< ** Club, round 2: you play bert, a 1 point match, at 12:04.
emma< ** You have withdrawn from Club.
emma< ** Club: your match with bert is lost by forfeit.
emma> tournament my
emma< You are in no tournament. 'tournament list' lists them.
dora> tournament remove 1 emma yes
dora< ** That player has withdrawn.
# a player can be replaced before the first match has begun
dora> tournament replace 1 bert gina he has gone home yes
dora< ** A player can only be replaced before the first match.
clock +120
dora< carl and anna start a 1 point match.
anna< ** Club, round 1: your match with carl begins.
anna< ** Player carl has joined you for a 1 point match.
anna< Starting a new game with carl.
anna< You rolled 6, carl rolled 2
anna< It's your turn to move.
anna< board:You:carl:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bert< carl and anna start a 1 point match.
carl< ** Club, round 1: your match with anna begins.
carl< ** You are now playing a 1 point match with anna
carl< Starting a new game with anna.
carl< You rolled 2, anna rolled 6
carl< anna makes the first move.
carl< board:You:anna:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:6:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< carl and anna start a 1 point match.
emma< carl and anna start a 1 point match.
fred< carl and anna start a 1 point match.
# a player who leaves in the middle of a match loses it
carl> tournament withdraw 1
dora< anna wins a 1 point match against carl  0-0 .
dora< ** Club, round 1: anna beats carl 1-0
anna< ** carl loses the match by forfeit.
anna< You win the 1 point match 0-0 .
anna< ** Club, round 2: you play fred, a 1 point match, at 12:06.
bert< anna wins a 1 point match against carl  0-0 .
carl< ** You lose the match by forfeit.
carl< anna wins the 1 point match 0-0 .
carl< ** You have withdrawn from Club.
dave< anna wins a 1 point match against carl  0-0 .
emma< anna wins a 1 point match against carl  0-0 .
fred< anna wins a 1 point match against carl  0-0 .
fred< ** Club, round 2: you play anna, a 1 point match, at 12:06.
fred> tournament my
fred< Tournament 1, Club:
fred<   You play anna, a 1 point match (round 2).
fred<   It begins by itself at 2026-01-01 12:06 UTC: be here.
dora> tournament replace 1 anna emma too late yes
dora< ** That player has withdrawn.
clock +200
dora< bert and dave start a 1 point match.
dora< anna and fred start a 1 point match.
anna< bert and dave start a 1 point match.
anna< ** Club, round 2: your match with fred begins.
anna< ** You are now playing a 1 point match with fred
anna< Starting a new game with fred.
anna< You rolled 2, fred rolled 6
anna< fred makes the first move.
anna< board:You:fred:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:6:2:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bert< ** Club, round 2: your match with dave begins.
bert< ** You are now playing a 1 point match with dave
bert< Starting a new game with dave.
bert< You rolled 1, dave rolled 4
bert< dave makes the first move.
bert< board:You:dave:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:4:1:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bert< anna and fred start a 1 point match.
carl< bert and dave start a 1 point match.
carl< anna and fred start a 1 point match.
dave< ** Club, round 2: your match with bert begins.
dave< ** Player bert has joined you for a 1 point match.
dave< Starting a new game with bert.
dave< You rolled 4, bert rolled 1
dave< It's your turn to move.
dave< board:You:bert:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:4:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< anna and fred start a 1 point match.
emma< bert and dave start a 1 point match.
emma< anna and fred start a 1 point match.
fred< bert and dave start a 1 point match.
fred< ** Club, round 2: your match with anna begins.
fred< ** Player anna has joined you for a 1 point match.
fred< Starting a new game with anna.
fred< You rolled 6, anna rolled 2
fred< It's your turn to move.
fred< board:You:anna:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
# a withdrawn player can return until the next match has begun
emma> tournament register 1
emma< ** It is too late for that: the tournament has continued without that player.
dora> tournament add 1 ivan
dora< ** It is too late to enter.
