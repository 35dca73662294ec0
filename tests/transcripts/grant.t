# SPDX-License-Identifier: MIT
# grant: an admin makes operators, and revokes it
telnet ada
role ada admin
clip oscar
user bob
oscar> grant bob operator
oscar< ** Permission denied
ada> grant
ada< ** usage: grant <user> user|operator|admin [because <text>]
ada> grant oscar
ada< ** usage: grant <user> user|operator|admin [because <text>]
ada> grant oscar boss
ada< ** usage: grant <user> user|operator|admin [because <text>]
ada> grant nobody operator
ada< ** There is no user called 'nobody'.
ada> grant ada user
ada< ** You can't do that to yourself.
ada> grant oscar user
ada< ** The role of oscar is user already.
ada> grant OSCAR operator because he is kind
ada< ** The role of oscar is now operator.
oscar< ** Your role on this server is now operator.
oscar> kick ada
oscar< ** You can't do that to those who run the server.
oscar> grant bob operator
oscar< ** Permission denied
oscar> shutdown now
oscar< ** Permission denied
ada> grant bob admin
ada< ** The role of bob is now admin.
restart
clip oscar bob
bob> grant oscar user
oscar< ** Your role on this server is now user.
bob< ** The role of oscar is now user.
oscar> kick bob
oscar< ** Permission denied
bob> operlog
bob< 2026-01-01 12:00 bob: grant oscar user
bob< 2026-01-01 12:00 ada: grant bob admin
bob< 2026-01-01 12:00 ada: grant oscar operator: he is kind
