# SPDX-License-Identifier: MIT
# waitfor: a message when a user logs in
user dave
user eve
user frank
clip alice bob
tiny carol
carol: toggle telnet
alice> waitfor
alice< You are not waiting for any players.
alice> waitfor nobody
alice< ** There is no user called 'nobody'.
alice> waitfor bob
alice< ** 'bob' is already logged in.
alice> waitfor alice
alice< ** Look behind you. Maybe you are waiting there.
alice> waitfor dave
alice< ** You'll receive a message when 'dave' logs in.
alice> waitfor
alice< You are waiting for dave
# several names, each with its reply
alice> waitfor eve bob nobody frank
alice< ** You'll receive a message when 'eve' logs in.
alice< ** 'bob' is already logged in.
alice< ** There is no user called 'nobody'.
alice< ** You'll receive a message when 'frank' logs in.
alice> waitfor
alice< You are waiting for the following 3 players:
alice<   dave, eve, frank
carol> waitfor dave
carol< ** You'll receive a message when 'dave' logs in.
carol: toggle notify
connect: d
d> dave
d< ...
d> secret
alice< 7 dave dave logs in.
alice< ** FINALLY!!! dave logs in.\a\a\a
alice< ~^5 dave
alice< 6
bob< 7 dave dave logs in.
bob< ~^5 dave
bob< 6
carol< ** FINALLY!!! dave logs in.\a\a\a
carol< [no empty line]
d< \xff\xfc\x01
d< ** User dave authenticated.
d< ~^\*\* Last login: 
d< [motd]
d< ** alice is waiting for you to log in.
d< ** carol is waiting for you to log in.
d< \xff\xfd\x1f> \
# dave has logged in, and is no longer on any list
alice> waitfor
alice< You are waiting for the following 2 players:
alice<   eve, frank
carol> waitfor
carol< You are not waiting for any players.
connect: e
e> login client 1008 eve secret
alice< 7 eve eve logs in.
alice< ** FINALLY!!! eve logs in.\a\a\a
alice< ~^5 eve
alice< 6
e<
e< ~^1 eve
e< ~^2 eve
e< 3
e< [motd]
e<
e< 4
e<
e< ~^5 alice
e< ~^5 bob
e< ~^5 carol
e< ~^5 dave
e< ~^5 eve
e< 6
e< ** alice is waiting for you to log in.
e< ~^5 eve
e< 6
...
# logging out clears the list
alice: bye
alice closed
connect: f
f> login client 1008 frank secret
f<
f< ~^1 frank
f< ~^2 frank
f< 3
f< [motd]
f<
f< 4
f<
f< ~^5 bob
f< ~^5 carol
f< ~^5 dave
f< ~^5 eve
f< ~^5 frank
f< 6
f< ~^5 frank
f< 6
...
