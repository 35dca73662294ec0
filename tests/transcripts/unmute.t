# SPDX-License-Identifier: MIT
# unmute: the user may talk again
telnet oscar
role oscar operator
clip alice
telnet bob
alice> unmute bob
alice< ** Permission denied
oscar> unmute
oscar< ** usage: unmute <user or address> [because <text>]
oscar> unmute nobody
oscar< ** There is no user called 'nobody'.
oscar> unmute bob
oscar< ** bob is not muted.
oscar: mute bob
oscar> unmute bob sorry
oscar< ** usage: unmute <user or address> [because <text>]
oscar> unmute bob because he said sorry
oscar< ** bob may talk again.
bob< ** You may talk again.
bob> shout hello
oscar< bob shouts: hello
alice< 13 bob hello
bob< You shout: hello
# an expired mute cannot be lifted
oscar: mute bob 1m
clock +60
oscar> unmute bob
oscar< ** bob is not muted.
oscar> operlog bob
oscar< 2026-01-01 12:00 oscar: mute bob all for 1m
oscar< 2026-01-01 12:00 oscar: unmute bob: he said sorry
oscar< 2026-01-01 12:00 oscar: mute bob all
