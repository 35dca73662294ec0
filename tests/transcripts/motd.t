# SPDX-License-Identifier: MIT
# motd: between lines 3 and 4 for client programs, plain for others
clip alice
telnet bob
alice> motd
alice< 3
alice< ~^\+-+\+$
alice< ~^\|  *\|$
alice< ~^\|  Type 'play' to start a match\. New here?
alice< ~^\|
alice< ~^\|  *\|$
alice< ~^\|
alice< ~^\|
alice< ~^\|  *\|$
alice< ~^\|
alice< ~^\|  *\|$
alice< ~^\+-+\+$
alice<
alice< 4
alice<
bob> motd
bob< ~^\+-+\+$
bob< ~^\|  *\|$
bob< ...
