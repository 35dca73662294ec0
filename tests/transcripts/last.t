# SPDX-License-Identifier: MIT
# last: log-ins and log-outs, in the reader's time zone, even after a restart
clip alice
clock +60
telnet bob
alice> last
alice< The 20 last logins/logouts:
alice< Thu 12:00 UTC: alice logs in.
alice< Thu 12:01 UTC: bob logs in.
alice> last bob
alice< ** Please use the 'whois' command.
clock +1740
clip carol
drop: carol
clip carol
drop: carol error
bob> bye
bob closed
...
tiny bob
connect: again
again> connect bob secret
bob closed
...
restart
# directly after a restart the list is complete
telnet alice
alice> last
alice< The 20 last logins/logouts:
alice< Thu 12:00 UTC: alice logs in.
alice< Thu 12:01 UTC: bob logs in.
alice< Thu 12:30 UTC: carol logs in.
alice< Thu 12:30 UTC: carol drops connection.
alice< Thu 12:30 UTC: carol logs in.
alice< Thu 12:30 UTC: Network error with carol.
alice< Thu 12:30 UTC: bob logs out.
alice< Thu 12:30 UTC: bob logs in.
alice< Thu 12:30 UTC: Closed old connection with user bob.
alice< Thu 12:30 UTC: bob logs in again.
alice< Thu 12:30 UTC: alice logs in.
alice: set timezone America/New_York
alice> last
alice< The 20 last logins/logouts:
alice< Thu 07:00 EST: alice logs in.
alice< Thu 07:01 EST: bob logs in.
alice< Thu 07:30 EST: carol logs in.
alice< Thu 07:30 EST: carol drops connection.
alice< Thu 07:30 EST: carol logs in.
alice< Thu 07:30 EST: Network error with carol.
alice< Thu 07:30 EST: bob logs out.
alice< Thu 07:30 EST: bob logs in.
alice< Thu 07:30 EST: Closed old connection with user bob.
alice< Thu 07:30 EST: bob logs in again.
alice< Thu 07:30 EST: alice logs in.
alice> bye
alice closed
...
# the ring holds twenty
clip bob
bob> bye
bob closed
...
clip bob
bob> bye
bob closed
...
clip bob
bob> bye
bob closed
...
clip bob
bob> bye
bob closed
...
clip bob
bob> last
bob< The 20 last logins/logouts:
bob< Thu 12:01 UTC: bob logs in.
bob< Thu 12:30 UTC: carol logs in.
bob< Thu 12:30 UTC: carol drops connection.
bob< Thu 12:30 UTC: carol logs in.
bob< Thu 12:30 UTC: Network error with carol.
bob< Thu 12:30 UTC: bob logs out.
bob< Thu 12:30 UTC: bob logs in.
bob< Thu 12:30 UTC: Closed old connection with user bob.
bob< Thu 12:30 UTC: bob logs in again.
bob< Thu 12:30 UTC: alice logs in.
bob< Thu 12:30 UTC: alice logs out.
bob< Thu 12:30 UTC: bob logs in.
bob< Thu 12:30 UTC: bob logs out.
bob< Thu 12:30 UTC: bob logs in.
bob< Thu 12:30 UTC: bob logs out.
bob< Thu 12:30 UTC: bob logs in.
bob< Thu 12:30 UTC: bob logs out.
bob< Thu 12:30 UTC: bob logs in.
bob< Thu 12:30 UTC: bob logs out.
bob< Thu 12:30 UTC: bob logs in.
# a user who is silent for an hour
clock +3600
bob closed
...
clip alice
alice> la
alice< The 20 last logins/logouts:
alice< Thu 07:30 EST: carol drops connection.
alice< Thu 07:30 EST: carol logs in.
alice< Thu 07:30 EST: Network error with carol.
alice< Thu 07:30 EST: bob logs out.
alice< Thu 07:30 EST: bob logs in.
alice< Thu 07:30 EST: Closed old connection with user bob.
alice< Thu 07:30 EST: bob logs in again.
alice< Thu 07:30 EST: alice logs in.
alice< Thu 07:30 EST: alice logs out.
alice< Thu 07:30 EST: bob logs in.
alice< Thu 07:30 EST: bob logs out.
alice< Thu 07:30 EST: bob logs in.
alice< Thu 07:30 EST: bob logs out.
alice< Thu 07:30 EST: bob logs in.
alice< Thu 07:30 EST: bob logs out.
alice< Thu 07:30 EST: bob logs in.
alice< Thu 07:30 EST: bob logs out.
alice< Thu 07:30 EST: bob logs in.
alice< Thu 08:30 EST: Connection with bob timed out.
alice< Thu 08:30 EST: alice logs in.
