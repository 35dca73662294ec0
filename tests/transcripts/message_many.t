# SPDX-License-Identifier: MIT
# message: 50 are stored for a user, 10 from each sender, so that no sender takes all the room; a user on
# line gets each, and those already read take no room from those that are stored for the user
clip alice bob carol dave eve frank gina
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice+ message bob hello
alice: message bob hello
alice> message bob the twelfth
alice< 10 bob
bob< 9 alice 1767268800 the twelfth
bob: bye
alice+ message bob are you there?
alice+ message bob are you there?
alice+ message bob are you there?
alice+ message bob are you there?
alice+ message bob are you there?
alice+ message bob are you there?
alice+ message bob are you there?
alice+ message bob are you there?
alice+ message bob are you there?
alice: message bob are you there?
alice> message bob one too many
alice< ** There are too many messages for that user already.
carol+ message bob are you there?
carol+ message bob are you there?
carol+ message bob are you there?
carol+ message bob are you there?
carol+ message bob are you there?
carol+ message bob are you there?
carol+ message bob are you there?
carol+ message bob are you there?
carol+ message bob are you there?
carol: message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave+ message bob are you there?
dave: message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve+ message bob are you there?
eve: message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank+ message bob are you there?
frank: message bob are you there?
gina> message bob hello
gina< ** There are too many messages for that user already.
connect: b
b: login client 1008 bob secret
alice> message bob welcome
alice< 10 bob
b< 9 alice 1767268800 welcome
b: bye
alice> message bob good night
alice< 11 bob
