# SPDX-License-Identifier: MIT
# tournament: a muted user's tournament name is not announced, but those who have entered can play
user anna
user bert
user carl
user oscar
role oscar operator
telnet anna bert carl oscar
anna: tournament create One checkin 0 length 1 clock off
oscar: mute anna
# commands that would open the tournament, now or later
anna> tournament open 1
anna< ** You may not talk to others for good.
anna> tournament start 1 yes
anna< ** You may not talk to others for good.
anna> tournament set 1 opens 2026-01-02 13:00
anna< ** You may not talk to others for good.
anna> tournament set 1 length 3
anna< ** length is now 3.
oscar: unmute anna
anna: tournament open 1
bert: tournament register 1
carl: tournament register 1
oscar: mute anna
# all users have been told of it: those who have entered can play
anna> tournament start 1 yes
anna< ** One begins with 2 players.
bert< ** One begins with 2 players.
bert< ** One, final: you play carl, a 3 point match, at 12:03.
carl< ** One begins with 2 players.
carl< ** One, final: you play bert, a 3 point match, at 12:03.
oscar< ** One begins with 2 players.
