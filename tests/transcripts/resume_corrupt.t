# SPDX-License-Identifier: MIT
# a stored match that does not replay is set aside, and nothing else is affected
clip alice bob
dice 31
match alice bob 5
alice: leave
corrupt alice bob
alice: invite bob
bob> join alice
alice< ** ERROR: Saved match is corrupt. Please start another one.
bob< ** ERROR: Saved match is corrupt. Please start another one.
warned match_corrupt
alice> show saved
alice<   opponent          matchlength   score (your points first)
alice< no saved games.
dice 31
match alice bob 3
