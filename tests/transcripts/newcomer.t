# SPDX-License-Identifier: MIT
# hints for interactive users; client programs do not receive them
telnet ann bob cleo
clip dave
telnet eve fred
bob> toggle foo
bob< ** Don't know how to toggle foo
bob< ** Type 'toggle' to list what can be switched.
dave> toggle foo
dave< ** Don't know how to toggle foo
bob> ready
bob< ** Unknown command: 'ready'
bob< ** That is a help topic: type 'help toggle-ready'.
# the list of tournaments says how to enter only if entries are open
bob> tournament
bob< There are no current tournaments.
bob< ** Finished tournaments: tournament list over
cleo: tournament create Cup
cleo: tournament open Cup
bob> tournament
bob<    No  State          Players  Start        Tournament
bob<     1  open             0/128               Cup (single)
bob< ** To take part in an open one: tournament register NUMBER
bob< ** Finished tournaments: tournament list over
dave> tournament
dave<    No  State          Players  Start        Tournament
dave<     1  open             0/128               Cup (single)
dave< ** Finished tournaments: tournament list over
# a pairing may begin before its time
eve: tournament register 1
fred: tournament register 1
cleo: tournament start 1 yes
fred> tournament my
fred< Tournament 1, Cup:
fred<   You play eve, a 5 point match (final).
fred<   It begins by itself at 2026-01-01 12:03 UTC: be here.
fred<   To start sooner, both players type 'tournament play 1'.
fred: tournament play 1
fred> tournament my
fred< Tournament 1, Cup:
fred<   You play eve, a 5 point match (final).
fred<   It begins by itself at 2026-01-01 12:03 UTC: be here.
fred<   You are ready to start at once.
# `join` alone accepts the only invitation since the last match; not one of two whose other was withdrawn
ann: toggle ready
bob: toggle ready
cleo: toggle ready
bob> join
bob< ** Error: Join who?
ann: invite bob 1
dave: invite bob 1
bob> join
bob< ** More than one user has invited you. Type 'join' and a name.
ann: invite cleo 1
bob> join
bob< ** More than one user has invited you. Type 'join' and a name.
dice 21
bob: join dave
bob: resign normal
dave: accept
ann: invite bob 1
dice 21
bob> join
ann< ...
bob< ** You are now playing a 1 point match with ann
bob< ...
cleo< ...
dave< ...
eve< ...
fred< ...
cleo: invite dave 1
dave> join
dave< ** Error: Join who?
