# SPDX-License-Identifier: MIT
# tellx: tell without completion of names
clip alice
telnet bob
clip bobby
alice> tellx
alice< ** Tell whom?
alice> tellx nobody hello
alice< ** There is no one called nobody
alice> tellx bob
alice< ** Tell bob what?
alice> tellx bobb hello
alice< ** There is no one called bobb
alice> tellx bo hello
alice< ** There is no one called bo
alice> tellx bobby ask  alice
alice< 16 bobby ask  alice
bobby< 12 alice ask  alice
bob> tellx alice hello
alice< 12 bob hello
bob< ** You tell alice: hello
alice> tellx alice hello
alice< You say to yourself: hello
# the reply shows here too that a user is away
bobby: away for good
alice> tellx bobby hello
alice< 16 bobby hello
alice<
alice< bobby is away: for good
bobby< 12 alice hello
