# SPDX-License-Identifier: MIT
# mark: an account that a program plays with counts among the bots, and all users can see it
user ann 1500 100
user robot 1500 100
user dan 1500 100
telnet ann oscar
clip robot dan
role oscar operator
ann: toggle report fair
ann: toggle fair
robot> mark
robot< ** usage: mark bot
robot> mark human
robot< ** usage: mark bot
robot> mark ann bot
robot< ** usage: mark bot
oscar> mark
oscar< ** usage: mark bot, or mark <user> bot|person [because <text>]
oscar> mark robot robot
oscar< ** usage: mark bot, or mark <user> bot|person [because <text>]
oscar> mark nobody bot
oscar< ** There is no user called 'nobody'.
oscar> mark oscar bot
oscar< ** You can't do that to yourself.
# not while a match is open
dice 31
match robot dan 1
robot> mark bot
robot< ** First finish your matches: 'show saved' lists them.
dan: leave
robot> mark bot
robot< ** First finish your matches: 'show saved' lists them.
dan: invite robot
robot: join dan
dan: resign n
robot: accept
# not while in a tournament without bots
ann: tournament create Open
ann: tournament set clock off
ann: tournament open
robot: tournament register 1
robot> mark bot
robot< ** Open admits no bots: withdraw from it first, or wait until it is over.
robot: tournament withdraw 1
# invitations made before the mark did not say in which ratings the match counts
ann: invite robot 1
robot: invite dan 1
robot> mark bot
ann< ** Your invitation is withdrawn. Type 'play' or 'invite' again later.
robot< 5 robot - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
robot< 6
robot< ** Your account is marked as a bot: its matches count in the ratings with bots. 'help mark'
dan< 5 robot - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dan< 6
robot> join ann
robot< ** ann didn't invite you.
dan> join robot
dan< ** robot didn't invite you.
ann: toggle ready
robot> mark bot
robot< ** Your account is marked as a bot. Only an operator can change that.
ann> who
ann< No  S  username        rating   exp login  idle from
ann<  1 -   ann            1500.00   100 12:00  0:00 127.0.0.1
ann<  2 -   oscar          1500.00     0 12:00  0:00 c-fxh4ehzygq3gvvb5
ann<  3 R B robot          1500.00   100 12:00  0:00 c-fxh4ehzygq3gvvb5
ann<  4 R   dan            1500.00   100 12:00  0:00 c-fxh4ehzygq3gvvb5
ann> whois robot
ann< Information about robot:
ann<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
ann<   Last logout: Not available
ann<   Still logged in. 0 seconds idle.
ann<   robot is ready to play, not watching, not playing.
ann<   Played by a program of a user.
ann<   Rating: 1500.00 Experience: 100
ann<   No email address.
# the opponent reads it with the invitation; the match counts in the ratings with bots
ann: toggle ready
robot> invite ann 1
ann< robot wants to play a 1 point match with you.
ann< ** robot is played by a program: the match counts in the ratings with bots.
ann< Type 'join robot' to accept.
robot< ** You invited ann to a 1 point match.
ann: join robot
robot: leave
ann> invite robot 1
ann< ** Your saved match with robot would be lost. 'invite robot' resumes it.
ann< ** If you are sure, type the command again with 'yes' at the end.
ann> invite robot
ann< ** You invited robot to resume a saved match.
ann< ** robot is played by a program: the match counts in the ratings with bots.
robot< ann wants to resume a saved match with you.
robot< Type 'join ann' to accept.
robot: join ann
moves ann robot
robot: resign n
ann: accept
ann> whois robot
ann< Information about robot:
ann<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
ann<   Last logout: Not available
ann<   Still logged in. 0 seconds idle.
ann<   robot is ready to play, not watching, not playing.
ann<   Played by a program of a user.
ann<   Rating: 1500.00 Experience: 100
ann<   Backgammon with bots: 1490.00 Experience: 1
ann<   No email address.
# play
robot: toggle ready
ann> toggle bots
ann< ** 'play' finds you people only.
robot> play 1
robot< 5 robot - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
robot< 6
robot< ** There is no opponent for you now. The next user who types 'play' will be your opponent.
dan< 5 robot - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dan< 6
ann> play 1
ann< ** There is no opponent for you now. The next user who types 'play' will be your opponent.
ann: toggle bots
oscar> mark robot person because he says so
oscar< ** robot is not marked as a bot any longer.
robot< 5 robot - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
robot< 6
dan< 5 robot - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dan< 6
oscar> mark dan bot
oscar< ** dan is marked as a bot.
robot< 5 dan - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
robot< 6
dan< 5 dan - - 1 0 1500.00 100 0 1767268800 c-fxh4ehzygq3gvvb5 test -
dan< 6
oscar> operlog
oscar< 2026-01-01 12:00 oscar: mark dan bot
oscar< 2026-01-01 12:00 oscar: mark robot person: he says so
