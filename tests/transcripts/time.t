# SPDX-License-Identifier: MIT
# time: server time and UTC, the form of the banner's line
clip alice
telnet bob
alice> time
alice< Thursday, January 01 12:00:00 UTC   ( Thu Jan  1 12:00:00 2026 UTC )
clock +3599
bob> time
bob< Thursday, January 01 12:59:59 UTC   ( Thu Jan  1 12:59:59 2026 UTC )
# in another zone; an unknown zone
alice> time Europe/Sofia
alice< Thursday, January 01 14:59:59 EET   ( Thu Jan  1 12:59:59 2026 UTC )
alice> time America/New_York
alice< Thursday, January 01 07:59:59 EST   ( Thu Jan  1 12:59:59 2026 UTC )
alice> time Asia/Kolkata
alice< Thursday, January 01 18:29:59 IST   ( Thu Jan  1 12:59:59 2026 UTC )
alice> time UTC
alice< Thursday, January 01 12:59:59 UTC   ( Thu Jan  1 12:59:59 2026 UTC )
alice> time utc
alice< Thursday, January 01 12:59:59 UTC   ( Thu Jan  1 12:59:59 2026 UTC )
alice> time Europe/Nowhere
alice< ~^(\*\* )?Can't find timezone 'Europe/Nowhere'\. Try one of:$
alice< ...
alice> time ../../../etc/passwd
alice< ~^(\*\* )?Can't find timezone '../../../etc/passwd'\. Try one of:$
alice< ...
# a client program names zones as on FIBS; at telnet and with additions a part of the name is enough
alice> time rome
alice< ~^(\*\* )?Can't find timezone 'rome'\. Try one of:$
alice< ...
bob> time rome
bob< Thursday, January 01 13:59:59 CET   ( Thu Jan  1 12:59:59 2026 UTC )
bob> time  New york 
bob< Thursday, January 01 07:59:59 EST   ( Thu Jan  1 12:59:59 2026 UTC )
bob> time S\xc3\xa3o Paulo
bob< Thursday, January 01 09:59:59 -03   ( Thu Jan  1 12:59:59 2026 UTC )
alice> additions
alice< ** You get the lines of 'help additions' until you leave.
alice> time New York
alice< Thursday, January 01 07:59:59 EST   ( Thu Jan  1 12:59:59 2026 UTC )
alice> set timezone rome
alice< Value of 'timezone' set to Europe/Rome.
alice> set timezone UTC
alice< Value of 'timezone' set to UTC.
# in summer
clock +15724800
alice< ...
alice closed
bob< ...
bob closed
clip alice
alice> time Europe/Sofia
alice< Thursday, July 02 15:59:59 EEST   ( Thu Jul  2 12:59:59 2026 UTC )
# without an argument the user's own zone is used
alice> set timezone America/New_York
alice< Value of 'timezone' set to America/New_York.
alice> time
alice< Thursday, July 02 08:59:59 EDT   ( Thu Jul  2 12:59:59 2026 UTC )
