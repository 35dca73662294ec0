# SPDX-License-Identifier: MIT
# an account is made, and exists afterwards
clip bob
telnet carol
connect: g
g: guest
g> name alice
g< Your name will be alice
g< Type in no password and hit Enter/Return if you want to change it now.
g< \xff\xfb\x01Please give your password: \
g< [no prompt]
g> secret
g<
g< Please retype your password: \
g> secret
bob< 7 alice alice just registered and logs in.
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< alice just registered and logs in.
g< \xff\xfc\x01
g< You are registered.
g< Type 'help beginner' to get started.
g< > \
g> save
g< Your recovery code is  t82tt-afjmh-whrkf-qcsw8
g< Write it down. If you forget your password, type 'guest' at 'login: ' and then
g< 'recover alice CODE'. It can be used once.
g< \xff\xfd\x1fPress Return when you have written it down: \
g< [no prompt]
g>
g< Type 'play' to start.
g< Settings saved.
g< > \
g> toggle
g< The current settings are:
g< allowpip        YES
g< autoboard       YES
g< autodouble      NO
g< automove        NO
g< bell            NO
g< crawford        YES
g< double          YES
g< greedy          NO
g< moreboards      YES
g< moves           NO
g< notify          YES
g< ratings         NO
g< ready           NO
g< report          YES
g< silent          NO
g< telnet          YES
g< wrap            NO
g< jacoby          NO
g< variants        YES
g< tournaments     YES
g< entries         YES
g< fair            YES
g< bots            YES
g< fast            NO
g< ...
g> set
g< Settings of variables:
g< boardstyle: 2
g< linelength: 0
g< pagelength: 0
g< redoubles:  none
g< sortwho:    login
g< timezone:   UTC
g< language:   en
g< variant:    backgammon
g< direction:  home
restart
clip alice
alice> who alice
alice< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
# the log-in of client programs as guest: the same without "> ", and afterwards at the prompt
connect: c
c: login kbg 1008 guest guest
c> name cecil
c< Your name will be cecil
c< Type in no password and hit Enter/Return if you want to change it now.
c< \xff\xfb\x01Please give your password: \
c> sesame
c<
c< Please retype your password: \
c> sesame
alice< 7 cecil cecil just registered and logs in.
alice< 5 cecil - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
c< \xff\xfc\x01
c< You are registered.
c< Type 'help beginner' to get started.
c< > \
# the sequence of KBG: `guest` before anything is read
connect: k
k! guest\r\nname kate\r\n
k< ~^Welcome to [A-Za-z]+\. You just logged in as guest\.$
k< ...
k! \xff\xfd\x01secret\r\n
k<
k< Please retype your password: \
k! secret\r\n
k< \xff\xfc\x01
k< You are registered.
...
