# SPDX-License-Identifier: MIT
# token: logging in without the password, for the kind of log-in that asked; each use gives the next; wrong,
# old and revoked ones are wrong passwords (PROTOCOL.md 10.1)
clip alice
telnet bob
tiny carol
alice> token
alice< ** You have no token.
alice> token old
alice< ** usage: token [new|revoke]
alice> token new please
alice< ** usage: token [new|revoke]
alice> token new
alice< ~^token:[0-9a-f]{32}:1767355200$
alice> token
alice< ** You have a token until Friday, January 02 12:00 UTC.
bob> token new
bob< token:a5d0aee210147e1f490c83b60bff9996:1767355200
carol> token new
carol< ~^token:[0-9a-f]{32}:1767355200$
# in CLIP the token follows line 2
drop: alice
connect: a
a> login client 1008 alice token:@1
bob< alice logs in.
carol< alice logs in.
a<
a< 1 alice 1767268800 127.0.0.1
a< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 0 0 1 0 UTC
a< ~^token:[0-9a-f]{32}:1767355200$
a< 3
a< [motd]
a<
a< 4
a<
a< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
a< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 client -
a< 6
# a client that did not read the new token can use the one before, once
drop: a
connect: a
a: login client 1008 alice token:@1
drop: a
connect: a
a> login client 1008 alice token:@1
a<
a< login: \
# a log-in by the latest token
a: login client 1008 alice token:@5
# once a new token has been used, all before it are invalid
a> bye
a closed
...
connect: a
a: login client 1008 alice token:@5
drop: a
connect: a
a: login client 1008 alice token:@7
drop: a
connect: a
a> login client 1008 alice token:@5
a<
a< login: \
a> login client 1008 bob token:@8
a<
a< login: \
a> login client 1008 alice token:
a<
a< login: \
a> login client 1008 nobody token:00112233445566778899aabbccddeeff
a<
a< login: \
# upper or lower case, even in the name; a fifth failure would have closed the connection
a: login client 1008 ALICE token:@8
# the others keep their kind of log-in, whatever the log-in line says; the second one takes over
drop: bob
connect: b
b> login client 1008 bob token:@2
carol< bob logs in.
a< 7 bob bob logs in.
a< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 6
b<
b< ** User bob authenticated.
b< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
b< ~^token:[0-9a-f]{32}:1767355200$
b< [motd]
b< \xff\xfd\x1f> \
connect: c
c> login client 1008 carol token:@3
carol<
carol< ** You logged in from somewhere else. This connection is closed.
carol closed
a< 8 carol Closed old connection with user carol.
a< 7 carol carol logs in again.
a< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
a< 6
b< Closed old connection with user carol.
b< carol logs in again.
c<
c< ** Warning: You are already logged in.
c< ** User carol authenticated.
c< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
c< ~^token:[0-9a-f]{32}:1767355200$
c< [motd]
# a new password makes the token invalid; a client program that has a token gets another
b> password secret:newone:newone
b< Password changed.
b< ~^token:[0-9a-f]{32}:1767355200$
drop: b
connect: b
b> login client 1008 bob token:@10
b<
b< login: \
b: login client 1008 bob token:@12
b> token revoke
b< ** Your tokens are no longer valid.
b> token
b< ** You have no token.
drop: b
connect: b
b> login client 1008 bob token:@13
b<
b< login: \
# a token is valid for a day
drop: c
drop: a
clock +86000
b closed
...
connect: c
c: login client 1008 carol token:@11
drop: c
clock: +86400
connect: c
c> login client 1008 carol token:@14
c<
c< login: \
c> connect carol secret
c< ...
c> token
c< ** You have no token.
