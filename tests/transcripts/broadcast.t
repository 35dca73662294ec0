# SPDX-License-Identifier: MIT
# broadcast: an operator's line to all users, also silent ones
telnet oscar
role oscar operator
clip alice
telnet bob
tiny carol
bob: toggle silent
alice> broadcast hello
alice< ** Permission denied
oscar> broadcast
oscar< ** usage: broadcast <text>
oscar> broadcast Tonight at 8 the weekly tournament begins.
oscar< ** Announcement: Tonight at 8 the weekly tournament begins.
alice< ** Announcement: Tonight at 8 the weekly tournament begins.
bob< ** Announcement: Tonight at 8 the weekly tournament begins.
carol< ** Announcement: Tonight at 8 the weekly tournament begins.
oscar> operlog
oscar< 2026-01-01 12:00 oscar: broadcast: Tonight at 8 the weekly tournament begins.
