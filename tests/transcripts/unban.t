# SPDX-License-Identifier: MIT
# unban: a ban is lifted
option idle_s 2000000
telnet oscar
role oscar operator
clip alice
user bob
alice> unban bob
alice< ** Permission denied
oscar> unban
oscar< ** usage: unban <user or address> [because <text>]
oscar> unban bob
oscar< ** bob is not banned.
oscar> unban 1.2.3.4/40
oscar< ** '1.2.3.4/40' is not an address or a network (192.0.2.0/24, 2001:db8::/64).
oscar: ban bob
oscar: ban 192.0.2.0/24
oscar> ban
oscar< Banned:
oscar<   bob: for good, by oscar: -
oscar<   192.0.2.0/24: for good, by oscar: -
oscar> unban BOB because he said sorry
oscar< ** bob is no longer banned.
oscar> unban 192.0.2.7
oscar< ** 192.0.2.7 is not banned.
oscar> unban 192.0.2.7/24
oscar< ** 192.0.2.0/24 is no longer banned.
oscar> ban
oscar< Nobody is banned.
connect: bob 192.0.2.7
bob: connect bob secret
bob> pip
bob< ** You're not playing or watching.
# an expired ban cannot be lifted
oscar> ban 192.0.2.99 for 1h
oscar< ** 192.0.2.99 is banned until 2026-01-01 13:00 UTC.
clock +3600
oscar> unban 192.0.2.99
oscar< ** 192.0.2.99 is not banned.
oscar> operlog 192.0.2.0/24
oscar< 2026-01-01 12:00 oscar: unban 192.0.2.0/24
oscar< 2026-01-01 12:00 oscar: ban 192.0.2.0/24
