# SPDX-License-Identifier: MIT
# date: the same as time
clip alice
telnet bob
alice> date
alice< Thursday, January 01 12:00:00 UTC   ( Thu Jan  1 12:00:00 2026 UTC )
alice> date Europe/Sofia
alice< Thursday, January 01 14:00:00 EET   ( Thu Jan  1 12:00:00 2026 UTC )
bob> date Europe/Nowhere
bob< ~^(\*\* )?Can't find timezone 'Europe/Nowhere'\. Try one of:$
bob< ...
