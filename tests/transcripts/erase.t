# SPDX-License-Identifier: MIT
# erase: not for ordinary users; an admin removes an account
clip alice
telnet bob
alice> erase
alice< ** Permission denied
bob> erase alice
bob< ** Permission denied
# nothing was erased
bob> whois alice
bob< Information about alice:
bob< ...
# not for operators either
clip oscar
role oscar operator
oscar> erase alice alice
oscar< ** Permission denied
telnet ada
role ada admin
clip aaron
role aaron admin
ada> erase
ada< ** usage: erase <user> <user> [because <text>]
ada< ** The exact name, twice: it can't be undone.
ada> erase alice
ada< ** usage: erase <user> <user> [because <text>]
ada< ** The exact name, twice: it can't be undone.
ada> erase alice bob
ada< ** usage: erase <user> <user> [because <text>]
ada< ** The exact name, twice: it can't be undone.
ada> erase ALICE ALICE
ada< ** There is no user called 'ALICE'.
ada> erase alice alice who asked for it
ada< ** usage: erase <user> <user> [because <text>]
ada< ** The exact name, twice: it can't be undone.
ada> erase nobody nobody
ada< ** There is no user called 'nobody'.
ada> erase ada ada
ada< ** You can't do that to yourself.
ada> erase aaron aaron
ada< ** You can't do that to those who run the server.
# a playing user: the opponent is told, the match is deleted
dice 31
match alice bob 3
bob: message alice are you there
bob: gag alice
ada> erase alice alice because she asked for it
alice< ** Your account is removed from this server.
alice< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
alice closed
bob< ADMIN closes connection with alice, whose account is removed. The game was saved.
bob< ADMIN closes connection with alice, whose account is removed.
oscar< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
oscar< 6
oscar< 8 alice ADMIN closes connection with alice, whose account is removed.
ada< ADMIN closes connection with alice, whose account is removed.
ada< ** alice is erased.
aaron< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
aaron< 6
aaron< 8 alice ADMIN closes connection with alice, whose account is removed.
bob> show saved
bob<   opponent          matchlength   score (your points first)
bob< no saved games.
bob> gag
bob< ** Gagged users: none
bob> message alice hello
bob< ** Don't know user alice.
bob> whois alice
bob< No information found on user alice.
ada> operlog
ada< 2026-01-01 12:00 ada: erase alice: she asked for it
# the name is free, and its next owner is a different user
connect: alice
alice: guest
alice: name alice
alice: geheim
alice: geheim
alice> message
alice< Your recovery code is  fsahm-tm6x6-8yvie-pbvse
alice< Write it down. If you forget your password, type 'guest' at 'login: ' and then
alice< 'recover alice CODE'. It can be used once.
alice< \xff\xfd\x1fPress Return when you have written it down: \
alice< [no prompt]
alice>
alice< Type 'play' to start.
alice< There are no new messages for you.
alice< > \
alice> whois alice
alice< Information about alice:
alice<   Last login:  Thursday, January 01 12:00 UTC from 127.0.0.1
alice<   Last logout: Not available
alice<   Still logged in. 0 seconds idle.
alice<   alice is not ready to play, not watching, not playing.
alice<   Rating: 1500.00 Experience: 0
alice<   No email address.
# names like those of erased users cannot be chosen
connect: g
g: guest
g> name erased_b
g< ** Please use another name. 'erased_b' is already used by someone else.
g> name Erased_By_Me
g< ** Please use another name. 'Erased_By_Me' is already used by someone else.
g> erased_b
g< ** Unknown command: 'erased_b'
g< To play, or to see who is here, choose a name first: type 'name NAME', for
g< example 'name maria', and then a password twice. After that 'play' finds an
g< opponent for you.
