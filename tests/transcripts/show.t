# SPDX-License-Identifier: MIT
# show: games and saved
clip alice bob inim yetanotherplayer
alice> show
alice< ** show what?
alice> show nonsense
alice< ** Don't know how to show nonsense
alice> show games
alice< List of games:
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< no saved games.
dice 31
match alice bob 5
dice 31
match inim yetanotherplayer unlimited
alice> show games
alice< List of games:
alice< alice           -             bob (5 point match 0-0)
alice< inim            - yetanotherplayer (unlimited match 0-0)
alice: leave
inim: leave
dice 31
match alice inim 1
inim: leave
dice 31
match alice yetanotherplayer unlimited
alice: resign b
yetanotherplayer: accept
yetanotherplayer: leave
bob: toggle ready
inim: bye
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< **yetanotherplayer   unlimited             0 -  3
alice<   inim                    1                0 -  0
alice<  *bob                     5                0 -  0
yetanotherplayer> show saved
yetanotherplayer<   opponent          matchlength   score (your points first)
yetanotherplayer< **alice              unlimited             3 -  0
yetanotherplayer<   inim               unlimited             0 -  0
# another name that newer client programs use
yetanotherplayer> show savedgames
yetanotherplayer<   opponent          matchlength   score (your points first)
yetanotherplayer< **alice              unlimited             3 -  0
yetanotherplayer<   inim               unlimited             0 -  0
# savedcount: for oneself and for any other user, on line or not
alice> show savedcount
alice< alice has 3 saved games.
alice> show savedcount bob
alice< bob has 1 saved game.
alice> show savedcount inim
alice< inim has 2 saved games.
alice> show savedcount nobody
alice< ** There is no user called 'nobody'.
# names are not completed
alice> show savedcount bo
alice< ** There is no user called 'bo'.
clip carol
carol> show savedcount
carol< carol has no saved games.
# watchers
alice> show watchers
alice< Watching players: none.
carol: watch alice
bob: watch carol
alice> show watchers
alice< Watching players:
alice< bob is watching carol.
alice< carol is watching alice.
# the limit of the server
alice> show max
alice< ~^max_logins is [0-9]+ \(maximum: [0-9]+\)$
