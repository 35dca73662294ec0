# SPDX-License-Identifier: MIT
# until they choose a style, interactive users get drawn boards, client programs raw ones
user bob
user dora
clip carol
telnet alice bob
tiny dora
alice> set boardstyle
alice< Value of 'boardstyle' is 2
bob> set boardstyle
bob< Value of 'boardstyle' is 2
carol> set boardstyle
carol< Value of 'boardstyle' is 3
dora> set boardstyle
dora< Value of 'boardstyle' is 3
match alice bob 1
alice> board
alice<     13 14 15 16 17 18       19 20 21 22 23 24
alice<    +------------------------------------------+ X: bob - score: 0
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X              O |
alice<    | O           X    |   |  X                |
alice<    | O                |   |  X                |
alice<    | O                |   |  X                |
alice<   v|                  |BAR|                   |    1-point match
alice<    | X                |   |  O                |
alice<    | X                |   |  O                |
alice<    | X           O    |   |  O                |
alice<    | X           O    |   |  O              X |
alice<    | X           O    |   |  O              X |
alice<    +------------------------------------------+ O: alice - score: 0
alice<     12 11 10  9  8  7        6  5  4  3  2  1
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 5 2.
carol> look alice
carol< board:alice:bob:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dora> look alice
dora< board:alice:bob:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:5:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
# `telnet` NO marks a client program, and so does style 3: raw boards again, English, and FIBS's lists
bob> toggle telnet
bob< ** You use a client program and will receive extra 'newlines'.
bob< > 
bob< [no prompt]
bob> board
bob< board:You:alice:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob< > 
bob> set
bob< Settings of variables:
bob< boardstyle: 3
bob< linelength: 0
bob< pagelength: 0
bob< redoubles:  none
bob< sortwho:    login
bob< timezone:   UTC
bob< > 
bob> toggle telnet
bob< ** You use telnet and don't need extra 'newlines'.
bob< > \
bob> set
bob< Settings of variables:
bob< boardstyle: 2
bob< linelength: 0
bob< pagelength: 0
bob< redoubles:  none
bob< sortwho:    login
bob< timezone:   UTC
bob< language:   en
bob< variant:    backgammon
bob< direction:  fibs
bob> set language it
bob< Il valore di 'language' ora \xc3\xa8 it.
bob> board
bob<      1  2  3  4  5  6        7  8  9 10 11 12
bob<    +------------------------------------------+ O: alice - punti: 0
bob<    | X              O |   |     O           X |
bob<    | X              O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |BAR|                   |v    incontro a 1 punto
bob<    |                X |   |                 O |
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +------------------------------------------+ X: bob - punti: 0
bob<     24 23 22 21 20 19       18 17 16 15 14 13
bob<
bob<    BAR: O-0 X-0   FUORI: O-0 X-0   Cubo: 1  Hai tirato 5 2.
bob> set boardstyle 3
bob< Value of 'boardstyle' set to 3.
bob> board
bob< board:You:alice:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:5:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
bob> set
bob< Settings of variables:
bob< boardstyle: 3
bob< linelength: 0
bob< pagelength: 0
bob< redoubles:  none
bob< sortwho:    login
bob< timezone:   UTC
bob> set boardstyle 1
bob< Il valore di 'boardstyle' ora \xc3\xa8 1.
bob> board
bob<    +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: alice - punti: 0
bob<    | X              O |   |     O           X |
bob<    | X              O |   |     O           X |
bob<    |                O |   |     O           X |
bob<    |                O |   |                 X |
bob<    |                O |   |                 X |
bob<    |                  |BAR|                   |v    incontro a 1 punto
bob<    |                X |   |                 O |
bob<    |                X |   |                 O |
bob<    |                X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    | O              X |   |     X           O |
bob<    +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: bob - punti: 0
bob<
bob<    BAR: O-0 X-0   FUORI: O-0 X-0   Cubo: 1  Hai tirato 5 2.
bob: set boardstyle 3
# a client program that registers gets raw boards too, although it has prompts from then on
connect: g
g: login GuestClient 1008 guest guest
g> name greta of the hills
g< Your name will be greta
g< Type in no password and hit Enter/Return if you want to change it now.
g< \xff\xfb\x01Please give your password: \
g> secret
g<
g< Please retype your password: \
g: secret
g> set boardstyle
g< Value of 'boardstyle' is 3
# stored: style 3 also at the prompt, and raw boards for the account that never chose a style when it logs in
# by CLIP
alice> bye
alice closed
...
bob> bye
bob closed
...
clip alice
telnet bob
alice> set
alice< Settings of variables:
alice< boardstyle: 3
alice< linelength: 0
alice< pagelength: 0
alice< redoubles:  none
alice< sortwho:    login
alice< timezone:   UTC
bob> set
bob< Settings of variables:
bob< boardstyle: 3
bob< linelength: 0
bob< pagelength: 0
bob< redoubles:  none
bob< sortwho:    login
bob< timezone:   UTC
