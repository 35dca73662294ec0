# SPDX-License-Identifier: MIT
# gag: suppresses a user's lines, with exceptions
clip alice bob carol dave
tiny eve
eve: toggle telnet
alice> gag
alice< ** Gagged users: none
alice> gag alice
alice< ** You talk too much, don't you?
alice> gag nobody
alice< ** There is no one called 'nobody'
alice> gag bob
alice< ** You gag bob.
# tell, in either direction
bob> tell alice hello
bob< ** alice won't listen to you.
alice> tell bob hello
alice< ** You can't talk if you won't listen.
bob> tellx alice hello
bob< ** alice won't listen to you.
alice> tellx bob hello
alice< ** You can't talk if you won't listen.
# invitations
alice: toggle ready
bob> invite alice 3
bob< ** alice won't listen to you.
bob> invite alice
bob< ** alice won't listen to you.
alice: toggle ready
# shouts, only the gagged user's
bob> shout hello
bob< 17 hello
carol< 13 bob hello
dave< 13 bob hello
eve< bob shouts: hello
eve< [no empty line]
carol> shout hello
alice< 13 carol hello
bob< 13 carol hello
carol< 17 hello
dave< 13 carol hello
eve< carol shouts: hello
eve< [no empty line]
# a gagged user gets lines of the user who gags
alice> shout hi
alice< 17 hi
bob< 13 alice hi
carol< 13 alice hi
dave< 13 alice hi
eve< alice shouts: hi
eve< [no empty line]
# what watchers say in a game: the count excludes users who did not get it
dice 31
match carol dave 3
alice: watch carol
bob: watch carol
eve: watch dave
bob> kibitz hello
bob< 19 hello
bob< ** 3 users heard you.
carol< 15 bob hello
dave< 15 bob hello
eve< bob kibitzes: hello
eve< [no empty line]
bob> whisper hello
bob< 18 hello
bob< ** 1 user heard you.
eve< bob whispers: hello
eve< [no empty line]
alice: unwatch
bob: unwatch
carol: leave
# the opponent in one's own match cannot be gagged
dice 31
match alice bob 3
bob> say hello
alice< 12 bob hello
bob< 16 alice hello
bob> kibitz hello
alice< 15 bob hello
bob< 19 hello
bob< ~heard you\.$
bob< ...
...
bob: leave
# names are completed; the list; repeated, the user is heard again
alice> gag ev
alice< ** You gag eve.
alice> gag
alice< ** Gagged users: bob,eve
alice> gag bob
alice< ** You ungag bob.
bob> tell alice hello
alice< 12 bob hello
bob< 16 alice hello
alice> gag
alice< ** Gagged users: eve
# a client program's `gag` ends when its user logs out
alice: bye
alice closed
clip alice
alice> gag
alice< ** Gagged users: none
eve> tell alice hello
alice< 12 eve hello
eve< ** You tell alice: hello
