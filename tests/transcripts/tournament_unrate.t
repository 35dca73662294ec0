# SPDX-License-Identifier: MIT
# tournament: a result that is turned round takes back what its match did to the ratings, once
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
telnet oscar
role oscar operator
telnet dora
tiny anna
tiny bert
tiny carl
tiny dave
anna> toggle tournaments
...
carl> toggle tournaments
...
dave> toggle tournaments
...
oscar> toggle tournaments
...
dora> tournament create Four format robin length 3 checkin 0 clock off
...
dora> tournament open
...
anna> tournament register
...
bert> tournament register
...
carl> tournament register
...
dave> tournament register
...
dora> tournament start
...
clock +180
...
moves anna dave
moves bert carl
anna> resign b
...
dave> accept
...
dora> rawwho anna
dora< who:  3 --- anna 1786.59 203 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
dora> rawwho dave
dora< who:  6 --- dave 1513.41 203 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
# the score alone changes nothing, nor does the same winner
dora> tournament setresult 1 dave 3-1 the score was another
dora< ** Four, round 1: the director sets the result of anna and dave to 1-3: the
dora<    score was another
dora< > \
bert<
bert< ** Four, round 1: the director sets the result of anna and dave to 1-3: the score was another
dora> rawwho dave
dora< who:  6 --- dave 1513.41 203 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
# turned round: both hear it, one of them later
drop dave
...
dora> tournament setresult 1 anna 3-1 the names were changed
dora< ** Four, round 1: the director sets the result of anna and dave to 3-1: the
dora<    names were changed
dora< > \
anna<
anna< ** Four: your match with dave no longer counts for the ratings; yours changes by +13.41.
bert<
bert< ** Four, round 1: the director sets the result of anna and dave to 3-1: the names were changed
dora> rawwho anna
dora< who:  3 --- anna 1800.00 200 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
# and once only, to and fro
dora> tournament setresult 1 dave 3-0 no
...
dora> tournament setresult 1 anna 3-0 yes
...
dora> rawwho anna
dora< who:  3 --- anna 1800.00 200 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
connect dave
...
dave> connect dave secret
oscar<
oscar< dave logs in.
oscar< > \
dora<
dora< dave logs in.
dora< > \
anna<
anna< dave logs in.
bert<
bert< dave logs in.
carl<
carl< dave logs in.
dave<
dave< ** User dave authenticated.
dave< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
dave< +--------------------------------------------------------------------+
dave< |                                                                    |
dave< |  Type 'play' to start a match. New here? 'help beginner', 'help'.  |
dave< |  'who' lists the users, 'toggle ready' lets others invite you.     |
dave< |                                                                    |
dave< |  A match that is interrupted is never lost: 'show saved' lists     |
dave< |  yours, and 'invite NAME' goes on with one of them.                |
dave< |                                                                    |
dave< |  'help houserules' shows the rules of this server.                 |
dave< |                                                                    |
dave< +--------------------------------------------------------------------+
dave< There are messages for you:
dave< dora left a message (Thursday, January 01 12:03 UTC): Four: your match with anna no longer counts for the ratings; yours changes by -13.41.
dave< ** While you were away:
dave< ** Four, round 1: the director sets the result of anna and dave to 1-3: the score was another
dave< ** Four, round 1: the director sets the result of anna and dave to 3-1: the names were changed
dave< ** Four, round 1: the director sets the result of anna and dave to 0-3: no
dave< ** Four, round 1: the director sets the result of anna and dave to 3-0: yes
dora> rawwho dave
dora< who:  6 --- dave 1500.00 200 12:03 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
dave> whois dave
dave< Information about dave:
dave<   Last login:  Thursday, January 01 12:03 UTC from 127.0.0.1
dave<   Last logout: Thursday, January 01 12:03 UTC
dave<   Still logged in. 0 seconds idle.
dave<   dave is not ready to play, not watching, not playing.
dave<   Rating: 1500.00 Experience: 200
dave<   No email address.
oscar> operlog
oscar< 2026-01-01 12:03 dora: unrate dave -13.41, tournament 1: the names were changed
oscar< 2026-01-01 12:03 dora: unrate anna +13.41, tournament 1: the names were changed
oscar< > \
dora> tournament export 1
dora< Tournament 1: Four (running)
dora<   Format: everybody against everybody
dora<   Matches, round by round, to: 3
dora<   Order of tie-breaks:
dora<     direct sonneborn difference
dora<   Counts for the rating: yes
dora<   Clock: off
dora<   Minutes before the start to check in: 0
dora<   Director: dora
dora<
dora<     Place  Name                  Seed   Won  Lost
dora<         1  anna                     1     1     0
dora<       2-3  bert                     2     0     0
dora<       2-3  carl                     3     0     0
dora<         4  dave                     4     0     1
dora<
dora< Rounds, round 1, to 3:
dora<     1 *anna                  dave                  3 3-0 (director)
dora<     2  bert                  carl                  3 playing 0-0
dora<
dora< Rounds, round 2, to 3:
dora<     3  dave                  carl                  3
dora<     4  anna                  bert                  3
dora<
dora< Rounds, round 3, to 3:
dora<     5  bert                  dave                  3
dora<     6  carl                  anna                  3
dora<
dora< What was done:
dora< 2026-01-01 12:00:00 dora create Four
dora< 2026-01-01 12:00:00 dora director 1 dora
dora< 2026-01-01 12:00:00 dora set format robin
dora< 2026-01-01 12:00:00 dora set length 3
dora< 2026-01-01 12:00:00 dora set clock off
dora< 2026-01-01 12:00:00 dora set checkin 0
dora< 2026-01-01 12:00:00 dora open
dora< 2026-01-01 12:00:00 anna enter anna
dora< 2026-01-01 12:00:00 bert enter bert
dora< 2026-01-01 12:00:00 carl enter carl
dora< 2026-01-01 12:00:00 dave enter dave
dora< 2026-01-01 12:00:00 dora start
dora< 2026-01-01 12:00:00 - round 1
dora< 2026-01-01 12:03:00 - seat #1 1
dora< 2026-01-01 12:03:00 - seat #2 2
dora< 2026-01-01 12:03:00 - result #1 dave 0-3
dora< 2026-01-01 12:03:00 dora setresult #1 dave 1-3 the score was another
dora< 2026-01-01 12:03:00 dora setresult #1 anna 3-1 the names were changed
dora< 2026-01-01 12:03:00 - unrate #1 anna +13.411291, dave -13.411291
dora< 2026-01-01 12:03:00 dora setresult #1 dave 0-3 no
dora< 2026-01-01 12:03:00 dora setresult #1 anna 3-0 yes
dora< ** That was the end.
dora< > \
# taken back, played anew, taken back again: what was played counts until then
dora> tournament reopen 1 anna once more
...
clock +180
...
moves anna dave
anna> resign b
...
dave> accept
...
dora> rawwho dave
dora< who:  6 --- dave 1513.41 203 12:03 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
dora> tournament reopen 1 dave that was not fair
dora< ** Four, round 1: the director takes back the result of anna and dave: that was
dora<    not fair
dora< > \
anna<
anna< ** Four: your match with dave no longer counts for the ratings; yours changes by +13.41.
anna< ** Four, round 1: you play dave, a 3 point match, at 12:09.
bert<
bert< ** Four, round 1: the director takes back the result of anna and dave: that was not fair
dave<
dave< ** Four: your match with anna no longer counts for the ratings; yours changes by -13.41.
dave< ** Four, round 1: you play anna, a 3 point match, at 12:09.
dora> rawwho dave
dora< who:  6 --- dave 1500.00 200 12:03 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora< > \
