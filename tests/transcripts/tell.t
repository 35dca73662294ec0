# SPDX-License-Identifier: MIT
# tell: to any user on line, with completion of names
clip alice
telnet bob
clip bobby Bertha
alice> tell
alice< ** Tell whom?
alice> tell nobody hello
alice< ** There is no one called nobody
alice> tell bob
alice< ** Tell bob what?
alice> tell alice who am I?
alice< You say to yourself: who am I?
alice> tell bob hello  bob
alice< 16 bob hello  bob
bob< alice says: hello  bob
bob> t alice hi
alice< 12 bob hi
bob< ** You tell alice: hi
# an exact name wins; a prefix must be unambiguous; the same case is preferred
alice> tell bobb hi
alice< 16 bobby hi
bobby< 12 alice hi
alice> tell bo hi
alice< Ambiguous name: Try one of: bob, bobby
alice< ** There is no one called bo
alice> tell B hi
alice< 16 Bertha hi
Bertha< 12 alice hi
alice> tell BOBB hi
alice< 16 bobby hi
bobby< 12 alice hi
# the bell
bobby: toggle bell
alice> tell bobby ding
alice< 16 bobby ding
bobby< 12 alice ding\a
