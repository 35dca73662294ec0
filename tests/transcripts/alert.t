# SPDX-License-Identifier: MIT
# alert: like tell, but as line 20
clip alice bob
telnet carol
alice> alert
alice< ** Tell whom?
alice> alert nobody hello
alice< ** There is no one called nobody
alice> alert bob
alice< ** Tell bob what?
alice> alert bob your  turn
alice< 16 bob your  turn
bob< 20 alice your  turn
alice> alert ca wake up
alice< 16 carol wake up
carol< alice alerts you: wake up
carol> alert bob I am up
bob< 20 carol I am up
carol< ** You tell bob: I am up
# gagged users, either way
bob: gag alice
alice> alert bob hello
alice< ** bob won't listen to you.
bob> alert alice hello
bob< ** You can't talk if you won't listen.
