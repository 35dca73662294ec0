# SPDX-License-Identifier: MIT
# an account is deleted a week after its owner has said so, with the password, unless they say no
clip bob
telnet alice
match alice bob 3
moves alice bob
alice> leave
...
alice> forget
alice< ** usage: forget me [<password>], forget me no
alice< > \
alice> forget you
alice< ** usage: forget me [<password>], forget me no
alice< > \
alice> forget me wrong
alice< ** Sorry. That is not your password.
alice< > \
alice> forget me no
alice< ** Your account was not to be deleted.
alice< > \
alice> forget me
alice< \xff\xfb\x01Your password: \
alice> secret
alice< \xff\xfc\x01
alice< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
alice< ** 'forget me no' keeps it.
alice< > \
alice> forget me no
alice< ** Your account stays.
alice< > \
alice> forget me secret
alice< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
alice< ** 'forget me no' keeps it.
alice< > \
# asking again does not put it off
clock +86400
bob closed
alice closed
...
telnet alice
...
alice> forget me
alice< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
alice< ** 'forget me no' keeps it.
alice< > \
drop alice
...
# each log-in tells it
connect a
a< ...
a> alice
a< \xff\xfb\x01password: \
a> secret
a< \xff\xfc\x01
a< ** User alice authenticated.
a< ...
a> forget me
a< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
a< ** 'forget me no' keeps it.
a< > \
drop a
...
# client programs give the password at once
clip bob
bob> forget me
bob< ** usage: forget me [<password>], forget me no
clock +518400
...
clock +3600
...
connect g
g< ...
g> guest
g< ...
g> name Alice
g< ** Please use another name. 'Alice' is already used by someone else.
g< > \
telnet bob
...
bob> show saved
bob<   opponent          matchlength   score (your points first)
bob< no saved games.
bob< > \
bob> whois alice
bob< No information found on user alice.
bob< > \
