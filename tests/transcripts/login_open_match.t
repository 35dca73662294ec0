# SPDX-License-Identifier: MIT
# a user who logs in with unfinished matches is told; client programs ask for the list
telnet alice
clip bob carol
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< no saved games.
match alice bob 5
bob: bye
bob closed
alice: bye
alice closed
# the opponent is not on line
connect: t
t: alice
t> secret
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
t< \xff\xfc\x01
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t< You have an unfinished match with bob: type 'invite bob' when you are both
t<    here.
t< \xff\xfd\x1f> \
t: bye
t closed
clip bob
bob: toggle ready
# the opponent is on line
connect: t
t: alice
t> secret
bob< 7 alice alice logs in.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
t< \xff\xfc\x01
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t< You have an unfinished match with bob, who is here: 'invite bob' resumes it.
t< \xff\xfd\x1f> \
t: set language it
t: bye
t closed
connect: t
t: alice
t> secret
bob< 7 alice alice logs in.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
t< \xff\xfc\x01
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t< Hai un incontro in sospeso con bob, che \xc3\xa8 qui: scrivi 'invite bob' per
t<    continuare.
t< \xff\xfd\x1f> \
t: set language pt
t: bye
t closed
connect: t
t: alice
t> secret
bob< 7 alice alice logs in.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
t< \xff\xfc\x01
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t< Voc\xc3\xaa tem uma partida em aberto com bob, que est\xc3\xa1 aqui: digite 'invite bob' para
t<    continuar.
t< \xff\xfd\x1f> \
t: set language en
carol: invite alice unlimited
t: join carol
t: leave
t: bye
t closed
# more than one
connect: t
t: alice
t> secret
bob< 7 alice alice logs in.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
t< \xff\xfc\x01
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t< You have 2 unfinished matches: 'show saved' lists them, and who is here.
t< \xff\xfd\x1f> \
t: toggle telnet
t: bye
t closed
# not for users who have said that they use a client program, nor for client programs
connect: t
t: alice
t> secret
bob< 7 alice alice logs in.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
t< \xff\xfc\x01
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t< > 
t: bye
t closed
connect: t
t> connect alice secret
bob< 7 alice alice logs in.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
t<
t< ** User alice authenticated.
t< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
t< [motd]
t: bye
t closed
connect: t
t> login test 1008 alice secret
bob< 7 alice alice logs in.
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< 7 alice alice logs in.
carol< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
t<
t< 1 alice 1767268800 127.0.0.1
t< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 1 0 1 0 UTC
t< 3
t< [motd]
t<
t< 4
t<
t< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
t< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
t< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
t< 6
t< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
t< 6
t> show saved
t<   opponent          matchlength   score (your points first)
t< **carol              unlimited             0 -  0
t<  *bob                     5                0 -  0
