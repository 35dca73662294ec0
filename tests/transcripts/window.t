# SPDX-License-Identifier: MIT
# interactive terminals are asked for their window size (RFC 1073) after the log-in; users without lengths
# of their own get lines and pages of that size
user alice
user bob
user carol
user tina
user dora
connect: a
# a terminal that offers its size before it is asked is refused, and the size is ignored
a! \xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x0a\xff\xf0
a< \xff\xfe\x1f\
a> alice
a< \xff\xfb\x01password: \
a> secret
a< \xff\xfc\x01
a< ** User alice authenticated.
a< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
a< [motd]
a< \xff\xfd\x1f> \
a> set linelength
a< Value of 'linelength' is 0
a! \xff\xfb\x1f\xff\xfa\x1f\x00\x28\x00\x0a\xff\xf0
a> set linelength
a< Value of 'linelength' is 40
a> set pagelength
a< Value of 'pagelength' is 10
a> help version
a< NAME
a<     version - version of the server
a<
a< SYNOPSIS
a<     version
a<
a< DESCRIPTION
a<     Shows which version of the server
a<    program is running.
a< [Return]\
a< [no prompt]
a> q
a< > \
a> shout a b c d e f g h i j k l m n o p q r s t u v w x y z and then on and on and on
a< You shout: a b c d e f g h i j k l m n o
a<    p q r s t u v w x y z and then on and
a<    on and on
# a size in the middle of a line and of an answer; 255 is doubled; without a size 80 by 24; invalid data
a! set \xff\xfa\x1f\x01\x2c\x00\xff\xff\xff\xf0pagelength\r\n
a< Value of 'pagelength' is 255
a> set linelength
a< Value of 'linelength' is 300
a! \xff\xfa\x1f\x00\x00\x00\x00\xff\xf0set linelength\r\n
a< Value of 'linelength' is 80
a> set pagelength
a< Value of 'pagelength' is 24
a! \xff\xfa\x1f\x00\x01\x00\x01\xff\xf0version\r\n
a< ** Version 0.1.0
a< [Return]\
a< [no prompt]
a>
a<    (gammond)
a< > \
a! \xff\xfa\x1f\xff\xff\xff\xff\xff\xff\xff\xff\xff\xf0set pagelength\r\n
a< Value of 'pagelength' is 999
a> set linelength
a< Value of 'linelength' is 999
a! \xff\xfa\x1f\x00\x50\x00\xff\xf0\xff\xfa\x1f\xff\xf0\xff\xfa\x18\x00\x50\x00\x05\xff\xf0version\r\n
a< ** Version 0.1.0 (gammond)
# a setting replaces the window size from then on
a> set pagelength 0
a< Value of 'pagelength' set to 0.
a> set linelength 0
a< Value of 'linelength' set to 0.
a! \xff\xfa\x1f\x00\x28\x00\x05\xff\xf0set linelength\r\n
a< Value of 'linelength' is 0
a> set pagelength
a< Value of 'pagelength' is 0
a> shout a b c d e f g h i j k l m n o p q r s t u v w x y z and then on and on and on and on
a< You shout: a b c d e f g h i j k l m n o p q r s t u v w x y z and then on and on and on and on
# wrapped lines are as wide as the window
telnet bob
bob! \xff\xfa\x1f\x00\x28\x00\x00\xff\xf0
bob> tournament
bob< There are no current tournaments.
bob< ** Finished tournaments: tournament list
bob<    over
bob> toggle telnet
bob< ** You use a client program and will
bob<    receive extra 'newlines'.
bob< > 
bob< [no prompt]
bob> set linelength
bob< Value of 'linelength' is 0
bob< > 
bob> set pagelength
bob< Value of 'pagelength' is 0
bob< > 
bob> toggle telnet
bob< ** You use telnet and don't need extra 'newlines'.
bob< > \
bob> set linelength
bob< Value of 'linelength' is 40
bob> set pagelength
bob< Value of 'pagelength' is 24
# client programs are not asked, and a size that they send is ignored
connect: c
c: login test 1008 carol secret
c! \xff\xfa\x1f\x00\x28\x00\x05\xff\xf0set\r\n
c< Settings of variables:
c< boardstyle: 3
c< linelength: 0
c< pagelength: 0
c< redoubles:  none
c< sortwho:    login
c< timezone:   UTC
tiny tina
tina! \xff\xfa\x1f\x00\x28\x00\x05\xff\xf0set\r\n
tina< Settings of variables:
tina< boardstyle: 3
tina< linelength: 0
tina< pagelength: 0
tina< redoubles:  none
tina< sortwho:    login
tina< timezone:   UTC
telnet dora
dora> set boardstyle 3
dora< Value of 'boardstyle' set to 3.
dora> bye
dora closed
...
connect: d
d: dora
d> secret
a< dora logs in.
bob< dora logs in.
c< 7 dora dora logs in.
c< 5 dora - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
c< 6
tina< dora logs in.
d< \xff\xfc\x01
d< ** User dora authenticated.
d< ** Last login: Thu Jan  1 12:00:00 2026  from 127.0.0.1
d< [motd]
d< > \
d> set boardstyle 2
d< Value of 'boardstyle' set to 2.
d< \xff\xfd\x1f> \
d> bye
a< dora logs out.
bob< dora logs out.
c< 8 dora dora logs out.
tina< dora logs out.
d<                              Goodbye.
d<                   Thank you for playing on Gammond.
d closed
