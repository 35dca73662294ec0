# SPDX-License-Identifier: MIT
# erase: not for ordinary users (4.7)
clip alice
telnet bob
alice> erase
alice< ** Permission denied
bob> erase alice
bob< ** Permission denied
bob< > \
# nothing was erased
bob> whois alice
bob< Information about alice:
bob< ...
