# SPDX-License-Identifier: MIT
# abbreviations of interactive users, as far as they are unambiguous; client programs have FIBS's
user bob
user ada
role ada admin
clip alice
telnet bob ada
# for other users, operators' commands do not make an abbreviation ambiguous, and work only in full
bob> gr
bob< ** bob has played no rated match of Backgammon.
bob> repo
bob< ** usage: report <name> <text>
bob> su
bob< ** Unknown command: 'su'
bob> shutd
bob< ** Unknown command: 'shutd'
bob< ** Did you mean 'shout'?
bob> shutdown
bob< ** Permission denied
alice> gr
alice< ** Permission denied
ada> gr
ada< ** usage: grant <user> user|operator|admin [because <text>]
# beginnings of other words; a log-out needs three letters
bob> dice
bob< ** Unknown command: 'dice'
bob< ** That could be: dicetest
bob> di
bob< ** Unknown command: 'di'
bob< ** That could be: dicetest
bob: dicet 5 5
bob> en
bob< ** Unknown command: 'en'
bob< ** That could be: end
bob> ad
bob< ** Unknown command: 'ad'
bob< ** That could be: additions, address, adios
bob> by
bob< ** Unknown command: 'by'
bob< ** That could be: bye
bob> q
bob< ** Unknown command: 'q'
bob< ** That could be: quit
bob> adio
alice< 8 bob bob logs out.
bob<                              Goodbye.
bob<                   Thank you for playing on Gammond.
bob closed
ada< bob logs out.
