# SPDX-License-Identifier: MIT
# headtohead: the results of two players against each other (stats.t has more)
user ann 1500 60
user bob 1500 0
telnet ann bob
ann> headtohead bob
ann< ann against bob: 0 to 0 matches.
ann> headtohead ann bob
ann< ann against bob: 0 to 0 matches.
ann> headtohead nobody
ann< ** There is no user called 'nobody'.
ann> headtohead ann ann
ann< ** Those are the same player.
ann> headtohead a b c
ann< ** There is no user called 'a'.
