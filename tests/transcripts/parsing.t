# SPDX-License-Identifier: MIT
# commands in general: prefixes, short forms, unknown words, lines without a command
clip alice
telnet bob
alice> ABCDEFGHIJKLMNOPQRSTUVWXYZ
alice< ** Unknown command: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
alice> Frobnicate all of this
alice< ** Unknown command: 'Frobnicate'
alice> login again 1008 alice secret
alice< ** Unknown command: 'login'
alice> re
alice< ** Unknown command: 're'
alice> sho
alice< ** Unknown command: 'sho'
alice> oldrolls
alice< ** Unknown command: 'oldrolls'
alice> wHoIs nobody
alice< No information found on user nobody.
alice> tog nonsense
alice< ** Don't know how to toggle nonsense
alice> ver
alice< ~^\*\* Version 
# an empty line: no answer for a client program, a new prompt for telnet
alice>
bob>
bob< > \
bob>    
bob< > \
bob> nonsense
bob< ** Unknown command: 'nonsense'
# bare moves are accepted, `b` is the board
alice> 8-5 6-5
alice< ** You're not playing.
alice> bar-22
alice< ** You're not playing.
alice> b 22
alice< ** You're not playing.
dice 31
match alice bob 1
alice: 8 5 6 5
alice> b 22
alice< ~^board:You:bob:1:
# several lines in one turn are all carried out, in order
alice+ tell bob one
alice+ tell bob two
alice> nonsense
alice< 16 bob one
alice< 16 bob two
alice< ** Unknown command: 'nonsense'
bob< alice says: one
bob< alice says: two
