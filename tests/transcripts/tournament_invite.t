# SPDX-License-Identifier: MIT
# tournament add: an invitation, which the player may accept; users who want none get none
option idle_s 360000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
user emma 1400 200
user fred 1300 200
telnet dora anna bert
tiny carl
telnet oscar
role oscar operator
dora> tournament create Guest Cup checkin 0 length 1 clock off capacity 4
dora< ** Tournament 1 is made: Guest Cup.
dora< ** Format single, length 1, start by hand, at most 4 players.
dora< ** 'tournament set 1' shows its settings, 'tournament open 1' opens entries.
# users take part only if they accept: two are invited, one of them during a match
match anna bert 3
dora> tournament add anna
dora< ** anna is invited to Guest Cup.
anna< ** dora invites you to tournament 1, Guest Cup. To take part type 'tournament
anna<    register 1', if not 'tournament withdraw 1'.
dora> tournament add 1 bert
dora< ** bert is invited to Guest Cup.
bert< ** dora invites you to tournament 1, Guest Cup. To take part type 'tournament
bert<    register 1', if not 'tournament withdraw 1'.
dora> tournament add 1 bert
dora< ** That player is invited already.
dora> tournament info
dora< Tournament 1: Guest Cup (planned)
dora<   Format: knock-out
dora<   Match length, round by round: 1
dora<   Counts for the rating: yes
dora<   Maximum number of players: 4
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<   Players: 0, at most 4
dora<   Invited: anna, bert
dora<   Next: a director opens entries
dora> tournament start yes
dora< ** A tournament needs at least two players.
anna> tournament my
anna< Tournament 1, Guest Cup:
anna<   You are invited: 'tournament register 1' to take part, 'tournament withdraw
anna<    1' if not.
anna> tournament withdraw
dora< ** Guest Cup: anna does not want to take part.
anna< ** You do not take part in Guest Cup.
dora> tournament add 1 anna
dora< ** That player has been invited to it in the last 24 hours.
bert> tournament reg
dora< ** Guest Cup: bert is entered (1 of 4).
bert< ** You are entered for Guest Cup.
dora> tournament remove 1 anna yes
dora< ** There is no player called 'anna' in that tournament.
# an absent user reads it later
dora> tournament add 1 dave
dora< ** dave is invited to Guest Cup.
dora> tournament add 1 emma
dora< ** emma is invited to Guest Cup.
dora> tournament remove 1 emma yes
dora< ** emma is out of Guest Cup.
connect: dave
dave> connect dave secret
dora< dave logs in.
anna< dave logs in.
bert< dave logs in.
carl< dave logs in.
oscar< dave logs in.
dave<
dave< ** User dave authenticated.
dave< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
dave< [motd]
dave< ** While you were away:
dave< ** dora invites you to tournament 1, Guest Cup. To take part type 'tournament register 1', if not 'tournament withdraw 1'.
dave> tournament checkin
dora< ** Guest Cup: dave is entered (2 of 4).
dave< ** You are entered for Guest Cup.
connect: emma
emma> connect emma secret
dora< emma logs in.
anna< emma logs in.
bert< emma logs in.
carl< emma logs in.
oscar< emma logs in.
dave< emma logs in.
emma<
emma< ** User emma authenticated.
emma< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
emma< [motd]
emma< ** While you were away:
emma< ** dora has taken you out of Guest Cup.
emma> tournament register 1
emma< ** Entries are not open.
# users who want none: by the toggle, on line or not, and by gag or blind of a director
carl> toggle tournaments
carl< ...
dora> tournament add 1 carl
dora< ** That player does not accept invitations to tournaments.
oscar> tournament add 1 carl
oscar< ** That player does not accept invitations to tournaments.
emma> toggle tournaments
emma< ...
drop: emma
dora> tournament add 1 emma
dora< ** That player does not accept invitations to tournaments.
carl> toggle tournaments
carl< ...
carl> gag dora
carl< ...
dora> tournament add 1 carl
dora< ** That player does not accept invitations to tournaments.
oscar> tournament add 1 carl
oscar< ** That player does not accept invitations to tournaments.
carl> gag dora
carl< ...
carl> blind dora
carl< ...
dora> tournament add 1 carl
dora< ** That player does not accept invitations to tournaments.
carl> blind dora
carl< ...
# an operator invites as well; a muted one may not
oscar> tournament add 1 carl
carl< ** oscar invites you to tournament 1, Guest Cup. To take part type 'tournament register 1', if not 'tournament withdraw 1'.
oscar< ** carl is invited to Guest Cup.
carl> tournament register
dora< ** Guest Cup: carl is entered (3 of 4).
carl< ** You are entered for Guest Cup.
oscar: mute dora all for 1h
dora> tournament add 1 fred
dora< ** You may not talk to others until 2026-01-01 13:00 UTC.
oscar: unmute dora
restart
telnet dora
dora> tournament info 1
dora< Tournament 1: Guest Cup (planned)
dora<   Format: knock-out
dora<   Match length, round by round: 1
dora<   Counts for the rating: yes
dora<   Maximum number of players: 4
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<   Players: 3, at most 4
dora<   Next: a director opens entries
dora> tournament start 1 yes
dora< ** Guest Cup begins with 3 players.
# a forfeit by the director gets a reply
dora> tournament forfeit 1 carl he has gone home
dora< ** Guest Cup, round 1: the director gives the match of carl, who is not here,
dora<    to dave: he has gone home
dora< ** carl loses to dave by absence.
dora< > 
dora< ** Guest Cup, round 1: dave wins against carl by forfeit.
# five invitations a day, from any number of directors
telnet gina hugo ivan
gina: tournament create A
gina: tournament create B
gina> tournament add 2 fred
gina< ** fred is invited to A.
gina> tournament add 3 fred
gina< ** fred is invited to B.
hugo: tournament create C
hugo: tournament create D
hugo> tournament add 4 fred
hugo< ** fred is invited to C.
hugo> tournament add 5 fred
hugo< ** fred is invited to D.
ivan: tournament create E
ivan> tournament add 6 fred
ivan< ** fred is invited to E.
ivan: tournament create F
ivan> tournament add 7 fred
ivan< ** That player has been invited too often in the last 24 hours.
clock +86401
dora< ** Guest Cup, final: bert and dave both lose by forfeit.
dora< ** Guest Cup is over, without a winner.
gina< ** Guest Cup is over, without a winner.
hugo< ** Guest Cup is over, without a winner.
ivan< ** Guest Cup is over, without a winner.
ivan> tournament add 7 fred
ivan< ** fred is invited to F.
# one per tournament and day
ivan> tournament remove 6 fred yes
ivan< ** fred is out of E.
ivan> tournament add 6 fred
ivan< ** fred is invited to E.
dora> tournament export 1 text
dora< Tournament 1: Guest Cup (finished)
dora<   Format: knock-out
dora<   Match length, round by round: 1
dora<   Counts for the rating: yes
dora<   Maximum number of players: 4
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<
dora<     Place  Name                  Seed   Won  Lost
dora<       1-2  bert                     1     0     1
dora<       1-2  dave                     3     1     1
dora<         3  carl                     2     0     1
dora<
dora< Main bracket, round 1, to 1:
dora<     1 *bert                  bye                   1
dora<     2  carl                 *dave                  1 by forfeit
dora<
dora< Main bracket, round 2, to 1:
dora<     3  bert                  dave                  1 both by forfeit
dora<
dora< Actions:
dora< 2026-01-01 12:00:00 dora create Guest Cup
dora< 2026-01-01 12:00:00 dora director 1 dora
dora< 2026-01-01 12:00:00 dora set length 1
dora< 2026-01-01 12:00:00 dora set capacity 4
dora< 2026-01-01 12:00:00 dora set clock off
dora< 2026-01-01 12:00:00 dora set checkin 0
dora< 2026-01-01 12:00:00 dora invite anna
dora< 2026-01-01 12:00:00 dora invite bert
dora< 2026-01-01 12:00:00 anna decline anna
dora< 2026-01-01 12:00:00 bert enter bert
dora< 2026-01-01 12:00:00 dora invite dave
dora< 2026-01-01 12:00:00 dora invite emma
dora< 2026-01-01 12:00:00 dora decline emma
dora< 2026-01-01 12:00:00 dave enter dave
dora< 2026-01-01 12:00:00 oscar invite carl
dora< 2026-01-01 12:00:00 carl enter carl
dora< 2026-01-01 12:00:00 dora start
dora< 2026-01-01 12:00:00 dora forfeit #2 carl he has gone home
dora< 2026-01-02 12:00:01 - late #3 bert 0
dora< 2026-01-02 12:00:01 - late #3 dave 0
dora< 2026-01-02 12:00:01 - forfeit #3 - absent
dora< 2026-01-02 12:00:01 - finish
dora< ** That was the end.
