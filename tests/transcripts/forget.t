# SPDX-License-Identifier: MIT
# an account is deleted a week after its owner asked for it with the password, unless the owner cancels
clip bob
telnet alice
match alice bob 3
moves alice bob
alice: leave
alice> forget
alice< ** usage: forget me [<password>], forget me no
alice> forget you
alice< ** usage: forget me [<password>], forget me no
alice> forget me wrong
alice< ** Sorry. That is not your password.
alice> forget me no
alice< ** Your account is not due for deletion.
alice> forget me
alice< An empty line ends this and changes nothing.
alice< \xff\xfb\x01Your password: \
alice< [no prompt]
alice> secret
alice< \xff\xfc\x01
alice< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
alice< ** 'forget me no' keeps it.
alice< > \
alice> forget me no
alice< ** Your account will not be deleted.
alice> forget me secret
alice< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
alice< ** 'forget me no' keeps it.
# a second request does not extend the time
clock +86400
bob closed
alice closed
...
telnet alice
...
alice> forget me
alice< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
alice< ** 'forget me no' keeps it.
drop: alice
# each log-in shows a reminder
connect: a
a> alice
a< \xff\xfb\x01password: \
a> secret
a< \xff\xfc\x01
a< ** User alice authenticated.
a< ...
a> forget me
a< ** Your account will be deleted on Thursday, January 08 12:00 UTC.
a< ** 'forget me no' keeps it.
drop: a
# client programs give the password in the command
clip bob
bob> forget me
bob< ** usage: forget me [<password>], forget me no
bob> forget me secret
bob< ** Your account will be deleted on Friday, January 09 12:00 UTC.
bob< ** 'forget me no' keeps it.
drop bob
connect: c
c> login test 1008 bob secret
c<
c< 1 bob 1767355200 127.0.0.1
c< 2 bob 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
c< 3
c< [motd]
c<
c< 4
c<
c< 9 bob 1767355200 Your account will be deleted on Friday, January 09 12:00 UTC.
c< 9 bob 1767355200 'forget me no' keeps it.
c< 5 bob - - 1 0 1500.00 0 0 1767355200 c-fxh4ehzygq3gvvb5 test -
c< 6
c< 5 bob - - 1 0 1500.00 0 0 1767355200 c-fxh4ehzygq3gvvb5 test -
c< 6
c> forget me no
c< ** Your account will not be deleted.
drop c
connect: c
c> login test 1008 bob secret
c< ...
drop c
clock: +518400
clock: +3600
connect: g
g> guest
g< ...
g> name Alice
g< ** Please use another name. 'Alice' is already used by someone else.
telnet bob
...
bob> show saved
bob<   opponent          matchlength   score (your points first)
bob< no saved games.
bob> whois alice
bob< No information found on user alice.
