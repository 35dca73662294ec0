# SPDX-License-Identifier: MIT
# registration: operators close and open it while the server runs; a restart changes nothing
telnet oscar
role oscar operator
clip alice
connect: g
alice> registration closed
alice< ** Permission denied
oscar> registration
oscar< ** Registration is open: guests can make accounts.
oscar> registration maybe
oscar< ** usage: registration [open|closed] [because <text>]
# a guest who has begun is refused too
g: guest
g: name dave
g: secret
oscar> registration closed because of robots
oscar< ** Registration is closed: guests can't make accounts.
g> secret
g< \xff\xfc\x01
g< ** Registration is closed on this server.
g< > \
g> name dave
g< ** Registration is closed on this server.
restart
telnet oscar
oscar> registration
oscar< ** Registration is closed: guests can't make accounts.
connect: g
g: guest
g> name dave
g< ** Registration is closed on this server.
oscar> registration open
oscar< ** Registration is open: guests can make accounts.
g> name dave
g< Your name will be dave
g< Type in no password and hit Enter/Return if you want to change it now.
g< \xff\xfb\x01Please give your password: \
g< [no prompt]
oscar> operlog
oscar< 2026-01-01 12:00 oscar: registration open
oscar< 2026-01-01 12:00 oscar: registration closed: robots
