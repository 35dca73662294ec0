# SPDX-License-Identifier: MIT
# invite with a saved match: to resume it, or with a warning when a new match is offered
clip alice bob carol
dice 31
match alice bob 5
bob: leave
bob> invite alice
alice< bob wants to resume a saved match with you.
alice< Type 'join bob' to accept.
bob< ** You invited alice to resume a saved match.
bob> invite alice 7
alice< bob wants to play a 7 point match with you.
alice< Type 'join bob' to accept.
alice< WARNING: Don't accept if you want to continue the saved 5 point match!
bob< ** You invited alice to a 7 point match.
# accepting discards the saved one
dice 31
alice: join bob
alice: leave
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< **bob                     7                0 -  0
dice 31
match alice bob unlimited
alice: leave
alice> invite bob unlimited
alice< ** You invited bob to an unlimited match.
bob< alice wants to play an unlimited match with you.
bob< Type 'join alice' to accept.
bob< WARNING: Don't accept if you want to continue the saved unlimited match!
# interactive users are asked first, and both are told
telnet dora emil
dora: toggle ready
emil: toggle ready
dice 31
match dora emil 5
emil: leave
dora> invite emil 7
dora< ** Your saved match with emil would be lost. 'invite emil' resumes it.
dora< ** If you are sure, type the command again with 'yes' at the end.
dora> invite emil 7 yes please
dora< ** There is no game called 'yes'. Type 'help variants'.
dora> invite emil 7 yes
dora< ** You invited emil to a 7 point match.
dora< ** If emil accepts, your saved match is lost.
emil< dora wants to play a 7 point match with you.
emil< Type 'join dora' to accept.
emil< WARNING: Don't accept if you want to continue the saved 5 point match!
# client programs are not asked
bob> invite alice 3 yes
bob< ** There is no game called 'yes'. Type 'help variants'.
