# SPDX-License-Identifier: MIT
# a network of many providers needs a confirmation; a ban of an IPv4 address applies to its IPv6-mapped form
option idle_s 2000000
telnet oscar
role oscar operator
drop: oscar
connect: oscar 198.51.100.9
oscar: oscar
oscar: secret
oscar> ban 2000::/3
oscar< ** 2000::/3 is a very wide network: this would affect everybody in it. If you are sure,
oscar< ** type the command again with 'yes' at the end.
oscar> ban 2000::/3 for 1h because spam
oscar< ** 2000::/3 is a very wide network: this would affect everybody in it. If you are sure,
oscar< ** type the command again with 'yes' at the end.
oscar> ban 2000::/3 for 1h because spam yes
oscar< ** 2000::/3 is banned until 2026-01-01 13:00 UTC.
oscar> mute 64.0.0.0/2
oscar< ** 64.0.0.0/2 is a very wide network: this would affect everybody in it. If you are sure,
oscar< ** type the command again with 'yes' at the end.
oscar> mute 64.0.0.0/2 yes
oscar< ** 64.0.0.0/2 may not talk to others for good.
oscar> ban ::/0 yes
oscar< ** ::/0 is banned for good.
oscar> ban 192.0.0.0/7
oscar< ** 192.0.0.0/7 is a very wide network: this would affect everybody in it. If you are sure,
oscar< ** type the command again with 'yes' at the end.
oscar> ban 64:ff9b::10.1.2.3
oscar< ** 10.1.2.3 is banned for good.
oscar> ban 10.1.2.3
oscar< ** 10.1.2.3 is banned for good.
oscar> ban
oscar< Banned:
oscar<   10.1.2.3: for good, by oscar: -
oscar<   2000::/3: until 2026-01-01 13:00 UTC, by oscar: spam
oscar<   ::/0: for good, by oscar: -
oscar> mute
oscar< Muted users:
oscar<   64.0.0.0/2: all, for good, by oscar: -
connect: a ::10.1.2.3
a: guest
a> name anna
a< Your site is not allowed to create new accounts.
