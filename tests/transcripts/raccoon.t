# SPDX-License-Identifier: MIT
# raccoon: the second instant redouble; a drop costs the value that the cube had before it
clip alice bob carol
carol> raccoon
carol< ** You're not playing.
alice> set redoubles unlimited
alice< Value of 'redoubles' set to 'unlimited'.
bob> set redoubles unlimited
bob< Value of 'redoubles' set to 'unlimited'.
dice 31
match alice bob unlimited
alice: 8-5 6-5
bob> raccoon
bob< ** You are not allowed to redouble.
bob: double
alice: beaver
bob> raccoon
alice< bob redoubles to 8. Type 'accept', 'reject' or 'redouble'.
bob< You accept the double to 8 and redouble.
bob< Please wait for alice to accept, reject or redouble.
alice> reject
alice< You give up. bob wins 4 points.
alice< score in unlimited match: alice-0 bob-4
alice< Type 'join' if you want to play the next game, type 'leave' if you don't.
bob< alice gives up. You win 4 points.
bob< score in unlimited match: bob-4 alice-0
bob< Type 'join' if you want to play the next game, type 'leave' if you don't.
