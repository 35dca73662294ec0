# SPDX-License-Identifier: MIT
# a match of another game is resumed only while both want such games
telnet alice
clip bob
alice: toggle ready
bob: toggle ready
bob> toggle variants
bob< ** You can be invited to other games than backgammon.
dice 61 23
alice: invite bob 3 fevga
bob: join alice
bob: leave
bob> toggle variants
bob< ** You want to be invited to backgammon only.
bob> invite alice
bob< ** Type 'toggle variants' first.
alice> invite bob
alice< ** bob plays backgammon only.
alice< ** bob will see at the next log-in that you asked.
alice< ** Stay logged in and free to play for ten minutes, and today counts as a day
alice<    on which you asked ('help leave').
# a backgammon match is not affected
alice> invite bob 3 yes
alice< ** You invited bob to a 3 point match.
alice< ** If bob accepts, your saved match is lost.
bob< alice wants to play a 3 point match with you.
bob< Type 'join alice' to accept.
bob< WARNING: Don't accept if you want to continue the saved 3 point match!
# invited while both wanted it, but one no longer does
bob> toggle variants
bob< ** You can be invited to other games than backgammon.
alice> invite bob
alice< ** You invited bob to resume a saved match.
alice< The game is Fevga.
bob< alice wants to resume a saved match with you.
bob< The game is Fevga.
bob< Type 'join alice' to accept.
bob> toggle variants
bob< ** You want to be invited to backgammon only.
bob> join alice
bob< ** Type 'toggle variants' first.
bob> toggle variants
bob< ** You can be invited to other games than backgammon.
alice> toggle variants
alice< ** You want to be invited to backgammon only.
bob> join alice
bob< ** alice plays backgammon only.
