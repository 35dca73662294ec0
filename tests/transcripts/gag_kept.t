# SPDX-License-Identifier: MIT
# gag, blind: at the prompt stored with the account, also for absent users; a client program sets them for the
# session, as on FIBS, or with "save"; messages respect them
user carol
clip bob dave
telnet anna
anna> gag bob
anna< ** You gag bob.
anna> gag carol
anna< ** You gag carol.
anna> blind dave
anna< ** You blind dave.
# no message from a gagged user, whether the recipient is on line or not
bob> message anna hello
bob< ** anna won't listen to you.
anna> message bob hello
anna< ** You can't talk if you won't listen.
anna> bye
anna closed
...
bob> message anna hello
bob< ** anna won't listen to you.
dave> message anna hello
dave< 11 anna
# no invitations from blinded or gagged users
dave: tournament create Cup
dave: tournament open
dave> tournament add 1 anna
dave< ** That player does not accept invitations to tournaments.
dave> tournament add 1 carol
dave< ** carol is invited to Cup.
restart
clip bob
telnet anna
bob> message anna hello
bob< ** anna won't listen to you.
anna> gag
anna< ** Gagged users: carol,bob
anna> blind
anna< ** Blinded users: dave
anna> gag carol
anna< ** You ungag carol.
anna> bye
anna closed
...
# a program that does not know the stored state repeats the command: the user stays gagged
clip dave anna
bob> tell anna hello
bob< ** anna won't listen to you.
anna> gag bob
anna< ** You gag bob.
bob> tell anna hello
bob< ** anna won't listen to you.
# its own gags are for the session, and for users on line
anna> gag carol
anna< ** There is no one called 'carol'
anna> gag dave
anna< ** You gag dave.
anna> gag carol save
anna< ** You gag carol.
anna> gag
anna< ** Gagged users: bob,dave,carol
anna> gag dave
anna< ** You ungag dave.
anna> gag dave
anna< ** You gag dave.
anna> gag bob save
anna< ** You ungag bob.
anna> bye
anna closed
...
clip anna
anna> gag
anna< ** Gagged users: carol
# a gagged user may wait for a user, but is not told of the log-in
anna> gag bob save
anna< ** You gag bob.
anna> bye
anna closed
...
bob> waitfor anna
bob< ** You'll receive a message when 'anna' logs in.
dave> waitfor anna
dave< ** You'll receive a message when 'anna' logs in.
connect: a
a: anna
a> secret
bob< 7 anna anna logs in.
bob< ** FINALLY!!! anna logs in.\a\a\a
bob< 5 anna - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
dave< 7 anna anna logs in.
dave< ** FINALLY!!! anna logs in.\a\a\a
dave< 5 anna - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
dave< 6
a< \xff\xfc\x01
a< ** User anna authenticated.
a< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
a< ...
a< ** dave is waiting for you to log in.
a< \xff\xfd\x1f> \
