# SPDX-License-Identifier: MIT
# message: delivered to users on line, and stored for others
user dave
user eve
clip alice bob
telnet carol
tiny frank
frank: toggle telnet
alice> message
alice< There are no new messages for you.
carol> message
carol< There are no new messages for you.
alice> message dave
alice< ** usage: message <user> <text>
alice> message nobody hello
alice< ** Don't know user nobody.
# names are not completed
alice> message bo hello
alice< ** Don't know user bo.
alice> message dav hello
alice< ** Don't know user dav.
# on line
alice> message bob I'll be  late
alice< 10 bob
bob< 9 alice 1767268800 I'll be  late
alice> message carol so will you
alice< 10 carol
carol< alice left a message (Thursday, January 01 12:00 UTC): so will you
carol> message bob me too
bob< 9 carol 1767268800 me too
carol< Message delivered: me too
# not on line: stored, also over a restart
alice> message dave I'll log in at 10pm if you want to finish that game.
alice< 11 dave
clock +60
carol> message dave from carol
carol< Message saved: from carol
alice> message eve hello eve
alice< 11 eve
# those received since the log-in are listed again
bob> message
bob< 9 alice 1767268800 I'll be  late
bob< 9 carol 1767268800 me too
alice> message
alice< There are no new messages for you.
restart
clip alice
clock +60
alice< ...
connect: d
d> login client 1008 dave secret
d<
d< ~^1 dave
d< ~^2 dave
d< 3
d< [motd]
d<
d< 4
d<
d< 9 alice 1767268800 I'll log in at 10pm if you want to finish that game.
d< 9 carol 1767268860 from carol
d< ~^5 alice
d< ~^5 dave
d< 6
d< ...
...
d> message
d< 9 alice 1767268800 I'll log in at 10pm if you want to finish that game.
d< 9 carol 1767268860 from carol
# once only
d: bye
d closed
connect: d2
d2> login client 1008 dave secret
d2<
d2< ~^1 dave
d2< ~^2 dave
d2< 3
d2< [motd]
d2<
d2< 4
d2<
d2< ~^5 alice
d2< ~^5 dave
d2< 6
d2< ...
...
d2> message
d2< There are no new messages for you.
# at the prompt
connect: e
e> eve
e< ...
e> secret
e< \xff\xfc\x01
e< ** User eve authenticated.
e< ~^\*\* Last login: 
e< [motd]
e< There are messages for you:
e< alice left a message (Thursday, January 01 12:01 UTC): hello eve
e< \xff\xfd\x1f> \
...
e> message
e< alice left a message (Thursday, January 01 12:01 UTC): hello eve
