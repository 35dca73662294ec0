# SPDX-License-Identifier: MIT
# invite: with too many unfinished matches no new one can begin, but a saved one can be resumed
option saved_max 2
clip alice bob carol dave
dice 31
match alice bob 5
alice: leave
dice 31
match alice carol 5
alice: leave
dave: toggle ready
alice> invite dave 3
alice< ** You are not allowed to create new games.
alice> invite carol
alice< ** You invited carol to resume a saved match.
carol< alice wants to resume a saved match with you.
carol< Type 'join alice' to accept.
# a new match may replace a saved one
alice> invite bob 1
alice< ** You invited bob to a 1 point match.
bob< alice wants to play a 1 point match with you.
bob< Type 'join alice' to accept.
bob< WARNING: Don't accept if you want to continue the saved 5 point match!
