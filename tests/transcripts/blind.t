# SPDX-License-Identifier: MIT
# blind: users who may not watch or look; a watcher is removed
clip alice bob carol dave
telnet eve
alice> blind
alice< ** Blinded users: none
alice> blind alice
alice< ** You can't read this message now, can you?
alice> blind nobody
alice< ** There is no one called 'nobody'
# a watcher who is blinded
carol: watch alice
dice 31
match alice bob 3
alice> blind carol
alice< ** You blind carol.
alice< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< alice bans carol from watching.
bob< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< alice bans you from watching.
carol< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
dave< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dave< 6
carol> board
carol< ** You're not playing.
# the blinded user may watch neither player of the match; the reply names the one who does not want it
carol> watch alice
carol< ** alice doesn't want you to watch.
carol> watch bob
carol< ** alice doesn't want you to watch.
carol> look alice
carol< ** alice doesn't want you to look.
carol> look bob
carol< ** alice doesn't want you to look.
# names are completed
alice> blind ev
alice< ** You blind eve.
alice> blind
alice< ** Blinded users: carol,eve
eve> watch bob
eve< ** alice doesn't want you to watch.
# the opponent's watcher is sent away too
dave: watch bob
alice> blind dave
alice< ** You blind dave.
alice< ...
bob< alice bans dave from watching.
bob< ...
dave< alice bans you from watching.
dave< ...
...
# the command repeated lets the user watch again
alice> blind dave
alice< ** You unblind dave.
dave> look alice
dave< ~^board:alice:bob:3:
alice: leave
# a watcher whose player begins or resumes a match with a player who has blinded the watcher
eve: watch bob
dave: watch bob
carol: watch bob
carol> board
carol< ** bob is not playing.
bob: toggle ready
bob: invite alice
alice> join bob
carol< ~^5 alice bob
carol< 6
carol< ~^5 bob alice
carol< 6
carol< alice and bob are resuming their 3-point match.
carol< ** You can't watch the match between alice and bob.
carol< ...
dave< ~^5 alice bob
dave< 6
dave< ~^5 bob alice
dave< 6
dave< alice and bob are resuming their 3-point match.
dave< ...
eve< alice and bob are resuming their 3-point match.
eve< ** You can't watch the match between alice and bob.
...
carol> board
carol< ** You're not playing.
dave> board
dave< ~^board:bob:alice:3:
eve> board
eve< ** You're not playing.
alice: leave
carol: watch bob
alice: toggle report
carol: toggle report
bob: invite alice 5
dice 31
alice> join bob
carol< ~^5 alice bob
carol< 6
carol< ~^5 bob alice
carol< 6
carol< alice and bob start a 5 point match.
carol< ** You can't watch the match between alice and bob.
carol< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
...
carol> unwatch
carol< ** You're not watching.
alice: leave
# a client program's `blind` ends when its user logs out
alice: bye
clip alice
alice> blind
alice< ** Blinded users: none
carol> watch alice
carol< You're now watching alice.
...
