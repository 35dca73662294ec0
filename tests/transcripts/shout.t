# SPDX-License-Identifier: MIT
# shout: to all users who are not silent
clip alice
telnet bob
clip carol
tiny dave
alice> shout
alice< ** You can't say nothing.
alice> shout anyone for a match?
alice< 17 anyone for a match?
bob< alice shouts: anyone for a match?
carol< 13 alice anyone for a match?
dave< alice shouts: anyone for a match?
carol> toggle silent
carol< ** You won't hear what other players shout.
dave: toggle telnet
bob> shout me
alice< 13 bob me
bob< You shout: me
dave< bob shouts: me
dave< [no empty line]
carol> shout hey
carol< ** Please type 'toggle silent' again before you shout.
