# SPDX-License-Identifier: MIT
# invite: the refusals in the order in which the server checks for them, and what the invited user gets
user novice 1500 50
user veteran 1500 51
clip alice
telnet bob
clip carol novice veteran
alice> invite
alice< ** invite who?
alice> invite nobody 3
alice< ** There is no one called nobody
alice> invite alice 3
alice< ** You can't invite yourself.
alice> invite bob 3
alice< ** bob is refusing games.
bob> toggle ready
alice< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< ** You're now ready to invite or join someone.
carol< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
novice< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
novice< 6
veteran< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
veteran< 6
alice> invite bob three
alice< ** The second argument to 'invite' has to be a number or the word 'unlimited'
alice> invite bob 0
alice< ** You can't play a 0 point match.
alice> invite bob 100
alice< ** You can't play a 100 point match.
alice> invite bob -1
alice< ** You can't play a -1 point match.
# more than 9 points need more than 50 points of experience
novice> invite bob 10
novice< ** You're not experienced enough to play a match of that length.
alice> invite bob
alice< ** There's no saved match with bob. Please give a match length.
# ready is turned on without its line, but with the update for all
alice> invite bob 3
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< ** You invited bob to a 3 point match.
bob< alice wants to play a 3 point match with you.
bob< Type 'join alice' to accept.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
novice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
novice< 6
veteran< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
veteran< 6
# a new invitation replaces the old one; names are completed
alice> invite bo unlimited
alice< ** You invited bob to an unlimited match.
bob< alice wants to play an unlimited match with you.
bob< Type 'join alice' to accept.
novice: invite bob 9
veteran: invite bob 10
# the bell, if the user wants it
bob> toggle bell
bob< ** Your terminal will ring the bell if someone talks to you or invites you
alice> invite bob 1
alice< ** You invited bob to a 1 point match.
bob< alice wants to play a 1 point match with you.
bob< Type 'join alice' to accept.\a
# while playing
dice 31
bob: join alice
alice> invite carol 3
alice< ** You are already playing.
carol> invite bob 3
carol< ** bob is already playing with someone else.
