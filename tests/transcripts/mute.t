# SPDX-License-Identifier: MIT
# mute: an operator stops a user's shouts or all talk, for a time or for good
telnet oscar
role oscar operator
clip alice
telnet bob
user carol
alice> mute bob
alice< ** Permission denied
oscar> mute
oscar< Nobody is muted.
oscar> mute nobody
oscar< ** There is no user called 'nobody'.
oscar> mute oscar
oscar< ** You can't do that to yourself.
oscar> mute bob shuot 30m
oscar< ** usage: mute <user or address> [shout|all] [for <time>] [because <text>]
oscar> mute bob for 30x
oscar< ** '30x' is not a length of time. Type it as 30m, 12h, 7d or 4w.
oscar> mute bob shout for
oscar< ** usage: mute <user or address> [shout|all] [for <time>] [because <text>]
oscar> mute bob 0m
oscar< ** '0m' is not a length of time. Type it as 30m, 12h, 7d or 4w.
oscar> mute bob 999999999999w
oscar< ** '999999999999w' is not a length of time. Type it as 30m, 12h, 7d or 4w.
# shouting only
oscar> mute BOB shout for 30m because that was enough
oscar< ** bob may not shout until 2026-01-01 12:30 UTC.
bob< ** You may not shout until 2026-01-01 12:30 UTC.
bob< ** Reason: that was enough
bob> shout hello
bob< ** shouting has been disabled for you
bob> tell alice hello
alice< 12 bob hello
bob< ** You tell alice: hello
oscar> mute
oscar< Muted users:
oscar<   bob: shout, until 2026-01-01 12:30 UTC, by oscar: that was enough
# the mute ends after its time
clock +1799
bob> shout hello
bob< ** shouting has been disabled for you
clock +1
bob> shout hello
oscar< bob shouts: hello
alice< 13 bob hello
bob< You shout: hello
oscar> mute
oscar< Nobody is muted.
# all talk, for good; an absent user is told at the next log-in
oscar> mute bob
oscar< ** bob may not talk to others for good.
bob< ** You may not talk to others for good.
bob> shout hello
bob< ** You may not talk to others for good.
bob> tell alice hello
bob< ** You may not talk to others for good.
bob> tellx alice hello
bob< ** You may not talk to others for good.
bob> alert alice hello
bob< ** You may not talk to others for good.
bob> message alice hello
bob< ** You may not talk to others for good.
bob> message
bob< There are no new messages for you.
bob> away for lunch
bob< ** You may not talk to others for good.
bob> kibitz hello
bob< ** You're not watching or playing.
dice 31
match alice bob 1
bob> say hello
bob< ** You may not talk to others for good.
bob> kibitz hello
bob< ** You may not talk to others for good.
bob> whisper hello
bob< ** You may not talk to others for good.
bob: leave
oscar> mute carol all 2w
oscar< ** carol may not talk to others until 2026-01-15 12:30 UTC.
telnet carol
carol> shout hello
carol< ** You may not talk to others until 2026-01-15 12:30 UTC.
oscar> mute
oscar< Muted users:
oscar<   bob: all, for good, by oscar: -
oscar<   carol: all, until 2026-01-15 12:30 UTC, by oscar: -
# a network: a user from there, with any account, is told why; operators are exempt
connect: dave 10.1.2.3
dave: guest
dave: name dave
dave: secret
dave: secret
oscar> mute 10.1.0.0/16x
oscar< ** '10.1.0.0/16x' is not an address or a network (192.0.2.0/24, 2001:db8::/64).
oscar> mute 10.1.0.0/16 shout for
oscar< ** usage: mute <user or address> [shout|all] [for <time>] [because <text>]
oscar> unmute 10.1.0.0/16
oscar< ** 10.1.0.0/16 is not muted.
oscar> mute 10.1.0.0/16 shout for 1h because of robots
oscar< ** 10.1.0.0/16 may not shout until 2026-01-01 13:30 UTC.
dave> shout hello
dave< Your recovery code is  fsahm-tm6x6-8yvie-pbvse
dave< Write it down. If you forget your password, type 'guest' at 'login: ' and then
dave< 'recover dave CODE'. It can be used once.
dave< \xff\xfd\x1fPress Return when you have written it down: \
dave< [no prompt]
dave>
dave< Type 'play' to start.
dave< ** shouting has been disabled for you
dave< ** Reason: robots
dave< > \
dave> tell bob hello
bob< dave says: hello
dave< ** You tell bob: hello
oscar> mute 10.1.2.0/24 because of
oscar< ** 10.1.2.0/24 may not talk to others for good.
oscar> mute 10.1.2.3 for 1h because it never ends
oscar< ** 10.1.2.3 may not talk to others until 2026-01-01 13:30 UTC.
dave> shout hello
dave< ** You may not talk to others for good.
dave> tell bob hello
dave< ** You may not talk to others for good.
oscar> mute
oscar< Muted users:
oscar<   bob: all, for good, by oscar: -
oscar<   carol: all, until 2026-01-15 12:30 UTC, by oscar: -
oscar<   10.1.0.0/16: shout, until 2026-01-01 13:30 UTC, by oscar: robots
oscar<   10.1.2.0/24: all, for good, by oscar: -
oscar<   10.1.2.3: all, until 2026-01-01 13:30 UTC, by oscar: it never ends
oscar> view dave
oscar< Session of dave:
oscar<   Account:   number 5, user, made 2026-01-01 12:30 UTC
oscar<   Client:    telnet -
oscar<   Host:      10.1.2.3
oscar<   Token:     none
oscar<   Logged in: 2026-01-01 12:30 UTC, idle 0:00
oscar<   Match:     none
oscar<   Watches:   -; watched by 0
oscar<   Gags:      -
oscar<   Blinds:    -
oscar<   Waits for: -
oscar<   Muted:     all, for good
oscar<   Switched:  allowpip autoboard crawford double moreboards notify report
oscar<              telnet variants tournaments entries fair bots public
oscar<   Variables: boardstyle=2 linelength=0 pagelength=0 redoubles=none
oscar<              sortwho=login timezone=UTC language=en variant=backgammon
oscar<              direction=home
oscar<   Limits:    none, the address is exempt
oscar<   Output:    0 bytes waiting
oscar> unmute 10.1.2.0/24
oscar< ** 10.1.2.0/24 may talk again.
dave> tell bob hello
dave< ** You may not talk to others until 2026-01-01 13:30 UTC.
dave< ** Reason: it never ends
oscar> unmute 10.1.2.3
oscar< ** 10.1.2.3 may talk again.
dave> tell bob hello
bob< dave says: hello
dave< ** You tell bob: hello
dave> shout hello
dave< ** shouting has been disabled for you
dave< ** Reason: robots
# a restart does not end a mute
restart
telnet oscar bob carol
bob> shout hello
bob< ** You may not talk to others for good.
carol> shout hello
carol< ** You may not talk to others until 2026-01-15 12:30 UTC.
oscar> mute
oscar< Muted users:
oscar<   bob: all, for good, by oscar: -
oscar<   carol: all, until 2026-01-15 12:30 UTC, by oscar: -
oscar<   10.1.0.0/16: shout, until 2026-01-01 13:30 UTC, by oscar: robots
oscar> operlog
oscar< 2026-01-01 12:30 oscar: unmute 10.1.2.3
oscar< 2026-01-01 12:30 oscar: unmute 10.1.2.0/24
oscar< 2026-01-01 12:30 oscar: view dave
oscar< 2026-01-01 12:30 oscar: mute 10.1.2.3 all for 1h: it never ends
oscar< 2026-01-01 12:30 oscar: mute 10.1.2.0/24 all
oscar< 2026-01-01 12:30 oscar: mute 10.1.0.0/16 shout for 1h: robots
oscar< 2026-01-01 12:30 oscar: mute carol all for 2w
oscar< 2026-01-01 12:30 oscar: mute bob all
oscar< 2026-01-01 12:00 oscar: mute bob shout for 30m: that was enough
