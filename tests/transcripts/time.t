# SPDX-License-Identifier: MIT
# time: server time and UTC, the form of the banner's line (1.2, 7.7)
clip alice
telnet bob
alice> time
alice< Thursday, January 01 12:00:00 UTC   ( Thu Jan  1 12:00:00 2026 UTC )
clock +3599
bob> time
bob< Thursday, January 01 12:59:59 UTC   ( Thu Jan  1 12:59:59 2026 UTC )
bob< > \
