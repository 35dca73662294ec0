# SPDX-License-Identifier: MIT
# tournament: opening cannot replace shouting: six of an account are announced to all in 24 hours, each once
option idle_s 360000
user anna
user bert
user carl
user dora
telnet anna
tiny bert
telnet carl dora
# a user who gags anna is not told
carl> gag anna
carl< ** You gag anna.
anna: tournament create One length 1 clock off
anna> tournament open 1
anna< ** One: entries are open. Type 'tournament register 1' to take part.
dora< ** One: entries are open. Type 'tournament register 1' to take part.
# opened again: only those in it are told
bert: tournament register 1
anna: tournament close 1
anna> tournament open 1
anna< ** One: entries are open. Type 'tournament register 1' to take part.
bert< ** One: entries are open. Type 'tournament register 1' to take part.
anna: tournament cancel 1 no time yes
anna: tournament create Two
anna: tournament open 2
anna: tournament cancel 2 no yes
anna: tournament create Three
# a refused start does not count
anna: tournament start 3 yes
anna: tournament start 3 yes
anna: tournament open 3
anna: tournament cancel 3 no yes
anna: tournament create Four
anna: tournament open 4
anna: tournament cancel 4 no yes
anna: tournament create Five
anna: tournament open 5
anna: tournament cancel 5 no yes
# the sixth is the last that is announced to all, also its start and end
anna: tournament create Six checkin 0 length 1 clock off
anna> tournament open 6
anna< ** Six: entries are open. Type 'tournament register 6' to take part.
dora< ** Six: entries are open. Type 'tournament register 6' to take part.
bert: tournament register 6
carl: tournament register 6
anna> tournament start 6 yes
anna< ** Six begins with 2 players.
bert< ** Six begins with 2 players.
bert< ** Six, final: you play carl, a 1 point match, at 12:03.
carl< ** Six begins with 2 players.
carl< ** Six, final: you play bert, a 1 point match, at 12:03.
dora< ** Six begins with 2 players.
clock: +180
bert: resign n
carl> accept
anna< carl wins a 1 point match against bert  1-0 .
anna< ** Six, final: carl beats bert 1-0
anna< ** Six is over. First: carl. Type 'tournament results 6' for all places.
bert< carl accepts and wins 1 point.
bert< carl wins the 1 point match 1-0 .
bert< ** Six is over. First: carl. Type 'tournament results 6' for all places.
carl< You accept and win 1 point.
carl< You win the 1 point match 1-0 .
carl< Not rated: not both players had moved.
carl< > 
carl< ** Six is over. First: carl. Type 'tournament results 6' for all places.
dora< carl wins a 1 point match against bert  1-0 .
dora< ** Six is over. First: carl. Type 'tournament results 6' for all places.
anna: tournament create Seven checkin 0 length 1 clock off
anna> tournament open 7
anna< ** Seven: entries are open. Type 'tournament register 7' to take part.
anna< ** 6 of your tournaments were announced in the last 24 hours; this one is
anna<    announced to its players only.
bert: tournament register 7
carl: tournament register 7
anna> tournament start 7 yes
anna< ** Seven begins with 2 players.
bert< ** Seven begins with 2 players.
bert< ** Seven, final: you play carl, a 1 point match, at 12:06.
carl< ** Seven begins with 2 players.
carl< ** Seven, final: you play bert, a 1 point match, at 12:06.
clock: +180
bert: resign n
carl> accept
anna< carl wins a 1 point match against bert  1-0 .
anna< ** Seven, final: carl beats bert 1-0
anna< ** Seven is over. First: carl. Type 'tournament results 7' for all places.
bert< carl accepts and wins 1 point.
bert< carl wins the 1 point match 1-0 .
bert< ** Seven is over. First: carl. Type 'tournament results 7' for all places.
carl< You accept and win 1 point.
carl< You win the 1 point match 1-0 .
carl< Not rated: not both players had moved.
carl< > 
carl< ** Seven is over. First: carl. Type 'tournament results 7' for all places.
dora< carl wins a 1 point match against bert  1-0 .
# a tournament that starts without having been opened counts too
anna: tournament create Eight checkin 0 length 1 clock off
anna: tournament add 8 bert
anna: tournament add 8 anna
bert: tournament register 8
anna> tournament start 8 yes
anna< ** Eight begins with 2 players.
anna< ** 6 of your tournaments were announced in the last 24 hours; this one is
anna<    announced to its players only.
anna< > 
anna< ** Eight, final: you play bert, a 1 point match, at 12:09.
bert< ** Eight begins with 2 players.
bert< ** Eight, final: you play anna, a 1 point match, at 12:09.
# another user's, and the next day
dora: tournament create Other
dora> tournament open 9
anna< ** Other: entries are open. Type 'tournament register 9' to take part.
carl< ** Other: entries are open. Type 'tournament register 9' to take part.
dora< ** Other: entries are open. Type 'tournament register 9' to take part.
clock: +86400
anna: tournament create Nine
anna> tournament open 10
anna< ** Nine: entries are open. Type 'tournament register 10' to take part.
dora< ** Nine: entries are open. Type 'tournament register 10' to take part.
