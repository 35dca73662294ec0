# SPDX-License-Identifier: MIT
# tournament: a match that a director holds goes on after fifteen minutes, and does not keep its players from
# other matches
option idle_s 360000
user anna
user bert
user carl
telnet anna bert carl dora
dora: tournament create Cup checkin 0 clock off length 3
dora: tournament open 1
anna: tournament register 1
bert: tournament register 1
dora: tournament start 1 yes
clock: +180
anna> leave
anna< ** A match of a tournament can't be left. Type 'tournament withdraw' to give
anna<    up.
anna> tournament agree
anna< ** Your match has not been on hold yet: a director may hold it once without
anna<    asking.
# the notice says how long it lasts
dora> tournament hold 1 anna a question
anna< ** The director has paused the match.
anna< ** Cup: the director stops the match of anna and bert for at most 15 minutes: a
anna<    question
bert< ** The director has paused the match.
bert< ** Cup: the director stops the match of anna and bert for at most 15 minutes: a
bert<    question
dora< ** Cup: the director stops the match of anna and bert for at most 15 minutes: a
dora<    question
anna> tournament my
anna< Tournament 1, Cup:
anna<   You play bert, a 3 point match (final).
anna<   A director has put your match on hold, until 2026-01-01 12:18 UTC at most.
anna<    You may play others meanwhile.
anna<   The match has begun. It resumes by itself when you are both here.
# both may play other users meanwhile
anna> leave
anna< ** You terminated the game. The game was saved.
bert< ** Player anna has left the game. The game was saved.
carl< anna has left the game with bert.
dora< anna has left the game with bert.
anna: toggle ready
carl: invite anna 1
anna> join carl
anna< ...
bert< ...
carl< ...
dora< ...
clock +890
# the match goes on automatically
clock +10
anna< ...
bert< ...
carl< ...
dora< ...
# a match is held once only, unless both players agree
dora> tournament hold 1 anna once more
dora< ** That match has been on hold once: again only if both players agree
dora<    ('tournament agree').
bert> tournament agree
anna< ** Cup: bert agrees that the match with anna may be held up again.
bert< ** You agree that your match with anna may be put on hold once more.
dora< ** Cup: bert agrees that the match with anna may be held up again.
anna> tournament agree
anna< ** You agree that your match with bert may be put on hold once more.
bert< ** Cup: anna agrees that the match with bert may be held up again.
dora< ** Cup: anna agrees that the match with bert may be held up again.
# another tournament does not wait for it either
carl: tournament create Other checkin 0 clock off length 1
carl: tournament open 2
carl: tournament register 2
anna: tournament register 2
carl: tournament start 2 yes
dora> tournament hold 1 anna once more
anna< ** The director has paused the match.
anna< ** Cup: the director stops the match of anna and bert for at most 15 minutes:
anna<    once more
bert< ** The director has paused the match.
bert< ** Cup: the director stops the match of anna and bert for at most 15 minutes:
bert<    once more
dora< ** Cup: the director stops the match of anna and bert for at most 15 minutes:
dora<    once more
clock: +180
dora> whois anna
dora< Information about anna:
dora<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
dora<   Last logout: Not available
dora<   Still logged in. 3:00 minutes idle.
dora<   anna is playing with carl.
dora<   It is a match of tournament 2, Other.
dora<   Rating: 1500.00 Experience: 0
dora<   No email address.
carl: resign n
anna: accept
clock +900
anna< ...
bert< ...
carl< ...
dora< ...
