# SPDX-License-Identifier: MIT
# shutdown by an admin: announced repeatedly, cancelled, carried out
telnet ada
role ada admin
clip oscar
role oscar operator
clip alice
oscar> shutdown now
oscar< ** Permission denied
ada> shutdown 0
ada< ** Please give 1 to 86400 seconds.
ada> shutdown 86401
ada< ** Please give 1 to 86400 seconds.
ada> shutdown -5
ada< ** Please give 1 to 86400 seconds.
ada> shutdown soon
ada< ** usage: shutdown [<seconds>|now|cancel] [restart] [because <text>]
ada> shutdown 60 because
ada< *** ATTENTION ! FIBS will shut down in 60 seconds
oscar< *** ATTENTION ! FIBS will shut down in 60 seconds
alice< *** ATTENTION ! FIBS will shut down in 60 seconds
ada> shutdown cancel
ada< ** The server goes on: the announced end is called off.
oscar< ** The server goes on: the announced end is called off.
alice< ** The server goes on: the announced end is called off.
ada> shutdown cancel
ada< ** No end of the server is announced.
# users who log in are told too
ada> shutdown 12 restart because of a new version
ada< *** ATTENTION ! FIBS will restart in 12 seconds
oscar< *** ATTENTION ! FIBS will restart in 12 seconds
alice< *** ATTENTION ! FIBS will restart in 12 seconds
user bob
connect: bob
bob> login test 1008 bob secret
ada< bob logs in.
oscar< 7 bob bob logs in.
oscar< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
oscar< 6
alice< 7 bob bob logs in.
alice< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob<
bob< 1 bob 1767268800 127.0.0.1
bob< 2 bob 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 0 0 1 0 UTC
bob< 3
bob< [motd]
bob<
bob< 4
bob<
bob< 5 ada - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 5 oscar - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< *** ATTENTION ! FIBS will restart in 12 seconds
clock +1.5
clock +0.5
ada< *** ATTENTION ! FIBS will restart in 10 seconds
oscar< *** ATTENTION ! FIBS will restart in 10 seconds
alice< *** ATTENTION ! FIBS will restart in 10 seconds
bob< *** ATTENTION ! FIBS will restart in 10 seconds
# a new announcement replaces the old one
ada> shutdown 400
ada< *** ATTENTION ! FIBS will shut down in 400 seconds
oscar< *** ATTENTION ! FIBS will shut down in 400 seconds
alice< *** ATTENTION ! FIBS will shut down in 400 seconds
bob< *** ATTENTION ! FIBS will shut down in 400 seconds
clock +100
ada< *** ATTENTION ! FIBS will shut down in 300 seconds
oscar< *** ATTENTION ! FIBS will shut down in 300 seconds
alice< *** ATTENTION ! FIBS will shut down in 300 seconds
bob< *** ATTENTION ! FIBS will shut down in 300 seconds
clock +180
ada< *** ATTENTION ! FIBS will shut down in 120 seconds
oscar< *** ATTENTION ! FIBS will shut down in 120 seconds
alice< *** ATTENTION ! FIBS will shut down in 120 seconds
bob< *** ATTENTION ! FIBS will shut down in 120 seconds
clock +60
ada< *** ATTENTION ! FIBS will shut down in 60 seconds
oscar< *** ATTENTION ! FIBS will shut down in 60 seconds
alice< *** ATTENTION ! FIBS will shut down in 60 seconds
bob< *** ATTENTION ! FIBS will shut down in 60 seconds
clock +30
ada< *** ATTENTION ! FIBS will shut down in 30 seconds
oscar< *** ATTENTION ! FIBS will shut down in 30 seconds
alice< *** ATTENTION ! FIBS will shut down in 30 seconds
bob< *** ATTENTION ! FIBS will shut down in 30 seconds
clock +10
ada< *** ATTENTION ! FIBS will shut down in 20 seconds
oscar< *** ATTENTION ! FIBS will shut down in 20 seconds
alice< *** ATTENTION ! FIBS will shut down in 20 seconds
bob< *** ATTENTION ! FIBS will shut down in 20 seconds
clock +10
ada< *** ATTENTION ! FIBS will shut down in 10 seconds
oscar< *** ATTENTION ! FIBS will shut down in 10 seconds
alice< *** ATTENTION ! FIBS will shut down in 10 seconds
bob< *** ATTENTION ! FIBS will shut down in 10 seconds
clock +5
ada< *** ATTENTION ! FIBS will shut down in 5 seconds
oscar< *** ATTENTION ! FIBS will shut down in 5 seconds
alice< *** ATTENTION ! FIBS will shut down in 5 seconds
bob< *** ATTENTION ! FIBS will shut down in 5 seconds
clock +4.9
clock +0.1
ada< ** System administrator causes shutdown. FIBS is terminating.
ada< ** It will be back when the computer is rebooted.
ada< ** All running games will be saved.
ada closed
oscar< ** System administrator causes shutdown. FIBS is terminating.
oscar< ** It will be back when the computer is rebooted.
oscar< ** All running games will be saved.
oscar closed
alice< ** System administrator causes shutdown. FIBS is terminating.
alice< ** It will be back when the computer is rebooted.
alice< ** All running games will be saved.
alice closed
bob< ** System administrator causes shutdown. FIBS is terminating.
bob< ** It will be back when the computer is rebooted.
bob< ** All running games will be saved.
bob closed
restart
telnet ada
clip alice
ada> operlog
ada< 2026-01-01 12:00 ada: shutdown in 400 seconds
ada< 2026-01-01 12:00 ada: shutdown in 12 seconds, restart: a new version
ada< 2026-01-01 12:00 ada: shutdown cancel
ada< 2026-01-01 12:00 ada: shutdown in 60 seconds
ada> shutdown now
ada< > 
ada< ** System administrator causes shutdown. FIBS is terminating.
ada< ** It will be back when the computer is rebooted.
ada< ** All running games will be saved.
ada closed
alice< ** System administrator causes shutdown. FIBS is terminating.
alice< ** It will be back when the computer is rebooted.
alice< ** All running games will be saved.
alice closed
restart
telnet ada
ada> shutdown
ada< ** Stop the server when? Type 'shutdown 60' (seconds) or 'shutdown now'.
ada> shutdown restart
ada< *** ATTENTION ! FIBS will restart in 60 seconds
clock +30
ada< *** ATTENTION ! FIBS will restart in 30 seconds
