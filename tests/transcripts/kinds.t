# SPDX-License-Identifier: MIT
# one account, two kinds of log-in: interactive users and client programs (CLIP, TinyMUD) have their own
# display settings
user alice
telnet bob
connect: c
c: login test 1008 alice secret
c> set boardstyle 3
c< Value of 'boardstyle' set to 3.
c> set linelength 200
c< Value of 'linelength' set to 200.
c> set pagelength 0
c< Value of 'pagelength' set to 0.
c> set direction home
c< Value of 'direction' set to home.
c> toggle autoboard bell moreboards variants wrap moves
c< ** The board won't be refreshed after every move.
c< ** Your terminal will ring the bell if someone talks to you or invites you
c< ** Won't send rawboards after rolling.
c< ** You can be invited to other games than backgammon.
c< ** The server will wrap long lines.
c< ** You want a list of moves after this game.
# these settings are shared
c> toggle notify
c< ** You won't be notified when new users log in.
c> set timezone Europe/Rome
c< Value of 'timezone' set to Europe/Rome.
c> set
c< Settings of variables:
c< boardstyle: 3
c< linelength: 200
c< pagelength: 0
c< redoubles:  none
c< sortwho:    login
c< timezone:   Europe/Rome
# the same user at the prompt, while the program is still connected: it is closed, without effect on the
# settings
connect: t
t: alice
t> secret
c closed
...
t> set
t< Settings of variables:
t< boardstyle: 2
t< linelength: 0
t< pagelength: 0
t< redoubles:  none
t< sortwho:    login
t< timezone:   Europe/Rome
t< language:   en
t< variant:    backgammon
t< direction:  fibs
t> toggle
t< The current settings are:
t< allowpip        YES
t< autoboard       YES
t< autodouble      NO
t< automove        NO
t< bell            NO
t< crawford        YES
t< double          YES
t< greedy          NO
t< moreboards      YES
t< moves           NO
t< notify          NO
t< ratings         NO
t< ready           NO
t< report          YES
t< silent          NO
t< telnet          YES
t< wrap            NO
t< jacoby          NO
t< variants        YES
t< tournaments     YES
t< entries         YES
t< fair            YES
t< bots            YES
t< fast            NO
t< tutor           NO
t< public          YES
t< ids             NO
t> toggle telnet
t< ** You use a client program and will receive extra 'newlines'.
t< > 
t< [no prompt]
t> set boardstyle 1
t< Value of 'boardstyle' set to 1.
t< > 
t> set pagelength 40
t< Value of 'pagelength' set to 40.
t< > 
# the program has its settings again, and its line 2 shows them
drop: t
connect: d
d> login test 1008 alice secret
bob< alice logs in.
d<
d< 1 alice 1767268800 127.0.0.1
d< 2 alice 1 0 0 0 0 1 1 1 0 0 0 0 0 1500.00 0 0 0 1 0 Europe/Rome
d< 3
d< [motd]
d<
d< 4
d<
d< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
d< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
d< 6
d< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
d< 6
d> set
d< Settings of variables:
d< boardstyle: 3
d< linelength: 200
d< pagelength: 0
d< redoubles:  none
d< sortwho:    login
d< timezone:   Europe/Rome
d> set direction
d< Value of 'direction' is home
d> toggle
d< The current settings are:
d< allowpip        YES
d< autoboard       NO
d< autodouble      NO
d< automove        NO
d< bell            YES
d< crawford        YES
d< double          YES
d< greedy          NO
d< moreboards      NO
d< moves           NO
d< notify          NO
d< ratings         NO
d< ready           NO
d< report          YES
d< silent          NO
d< telnet          YES
d< wrap            YES
# so has a program that logs in as TinyMUD
drop: d
connect: m
m: connect alice secret
m> set
m< Settings of variables:
m< boardstyle: 3
m< linelength: 200
m< pagelength: 0
m< redoubles:  none
m< sortwho:    login
m< timezone:   Europe/Rome
m> bye
m closed
...
# the settings of both kinds are stored
restart
telnet p=alice
p> set
p< Settings of variables:
p< boardstyle: 1
p< linelength: 0
p< pagelength: 40
p< redoubles:  none
p< sortwho:    login
p< timezone:   Europe/Rome
p< > 
p< [no prompt]
p> toggle telnet
p< ** You use telnet and don't need extra 'newlines'.
p< \xff\xfd\x1f> \
# a token has the kind of the session that asked for it, not of the line that uses it
p> token new
p< ~^token:
drop: p
connect: e
e: login test 1008 alice token:@1
e> set boardstyle
e< Value of 'boardstyle' is 1
drop: e
clip q=alice
q> set
q< Settings of variables:
q< boardstyle: 3
q< linelength: 200
q< pagelength: 0
q< redoubles:  none
q< sortwho:    login
q< timezone:   Europe/Rome
q> toggle autoboard
q< ** The board will be refreshed after every move.
