# SPDX-License-Identifier: MIT
# a match moves its players in the rating list, and into it; unchanged after a restart
user top 1900 500
user middle 1510 400
user bottom 1400 60
user ann 1500 50
user bob 1500 49
clip ann bob
ann> ratings
ann<  rank name            rating    Experience
ann<     1 top             1900.00      500
ann<     2 middle          1510.00      400
ann<     3 bottom          1400.00       60
match ann bob 2
moves ann bob
bob: resign g
ann: accept
# bob has 51 now and ann 52
ann> ratings
ann<  rank name            rating    Experience
ann<     1 top             1900.00      500
ann<     2 ann             1512.73       52
ann<     3 middle          1510.00      400
ann<     4 bob             1487.24       51
ann<     5 bottom          1400.00       60
bob> ratings to 1
bob<  rank name            rating    Experience
bob<     1 top             1900.00      500
bob<     4 bob             1487.24       51
bob> ratings bob
bob<  rank name            rating    Experience
bob< *   4 bob             1487.24       51
# a match without a winner changes nothing
match ann bob 3
ann: leave
ann> ratings
ann<  rank name            rating    Experience
ann<     1 top             1900.00      500
ann<     2 ann             1512.73       52
ann<     3 middle          1510.00      400
ann<     4 bob             1487.24       51
ann<     5 bottom          1400.00       60
# nor does an unlimited one
match ann bob unlimited
bob: resign b
ann: accept
bob: leave
ann> ratings
ann<  rank name            rating    Experience
ann<     1 top             1900.00      500
ann<     2 ann             1512.73       52
ann<     3 middle          1510.00      400
ann<     4 bob             1487.24       51
ann<     5 bottom          1400.00       60
restart
telnet bob
bob> ratings
bob<  rank name            rating    Experience
bob<     1 top             1900.00      500
bob<     2 ann             1512.73       52
bob<     3 middle          1510.00      400
bob<     4 bob             1487.24       51
bob<     5 bottom          1400.00       60
bob< Players are listed with an experience of more than 50.
