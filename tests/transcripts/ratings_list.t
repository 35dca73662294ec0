# SPDX-License-Identifier: MIT
# the rating list: ranges, names, who is in it; the same for telnet and client programs
user NIHILIST 2295.11 7274
user second 1912.15 827
user someplayer 1418.61 23
user nearly 1700 50
user just 1700 51
user older 1600 400
user younger 1600 90
user lowest -12.5 60
user a_name_of_tw_letters 1550.005 123456
clip myself bot=second
telnet hand=older
myself> ratings
myself<  rank name            rating    Experience
myself<     1 NIHILIST        2295.11     7274
myself<     2 second          1912.15      827
myself<     3 just            1700.00       51
myself<     4 older           1600.00      400
myself<     5 younger         1600.00       90
myself<     6 a_name_of_tw_letters 1550.01   123456
myself<     7 lowest           -12.50       60
bot> ratings
bot<  rank name            rating    Experience
bot<     1 NIHILIST        2295.11     7274
bot<     2 second          1912.15      827
bot<     3 just            1700.00       51
bot<     4 older           1600.00      400
bot<     5 younger         1600.00       90
bot<     6 a_name_of_tw_letters 1550.01   123456
bot<     7 lowest           -12.50       60
hand> ratings
hand<  rank name            rating    Experience
hand<     1 NIHILIST        2295.11     7274
hand<     2 second          1912.15      827
hand<     3 just            1700.00       51
hand<     4 older           1600.00      400
hand<     5 younger         1600.00       90
hand<     6 a_name_of_tw_letters 1550.01   123456
hand<     7 lowest           -12.50       60
hand< Not in the list yet, with an experience of 1 to 50:
hand<       nearly          1700.00       50
hand<       someplayer      1418.61       23
hand< Players are listed with an experience of more than 50.
# one row, and its neighbours
myself> ratings from 3 to 3
myself<  rank name            rating    Experience
myself<     3 just            1700.00       51
myself> ratings from 4
myself<  rank name            rating    Experience
myself<     4 older           1600.00      400
myself<     5 younger         1600.00       90
myself<     6 a_name_of_tw_letters 1550.01   123456
myself<     7 lowest           -12.50       60
myself> ratings to 1
myself<  rank name            rating    Experience
myself<     1 NIHILIST        2295.11     7274
myself> ratings to 2 from 2
myself<  rank name            rating    Experience
myself<     2 second          1912.15      827
myself> ratings from 1 from 4 to 7
myself<  rank name            rating    Experience
myself<     4 older           1600.00      400
myself<     5 younger         1600.00       90
myself<     6 a_name_of_tw_letters 1550.01   123456
myself<     7 lowest           -12.50       60
# nothing beyond the end, not even the user's own row
myself> ratings from 8 to 20
myself<  rank name            rating    Experience
myself> ratings from 9 to 20
myself<  rank name            rating    Experience
bot> ratings from 9 to 20
bot<  rank name            rating    Experience
bot> ratings from 7 to 20
bot<  rank name            rating    Experience
bot<     7 lowest           -12.50       60
bot<     2 second          1912.15      827
hand> ratings from 999999 to 1000000
hand<  rank name            rating    Experience
hand< Players are listed with an experience of more than 50.
# a name, complete, in any case; an experience of 23 is too little for a place
myself> ratings someplayer
myself<  rank name            rating    Experience
myself< *   7 someplayer      1418.61       23
myself> ratings NEARLY
myself<  rank name            rating    Experience
myself< *   3 nearly          1700.00       50
myself> ratings nihilist
myself<  rank name            rating    Experience
myself< *   1 NIHILIST        2295.11     7274
myself> ratings myself
myself<  rank name            rating    Experience
myself< *   7 myself          1500.00        0
bot> ratings second
bot<  rank name            rating    Experience
bot< *   2 second          1912.15      827
hand> ratings just
hand<  rank name            rating    Experience
hand< *   3 just            1700.00       51
hand> RATINGS Younger
hand<  rank name            rating    Experience
hand< *   5 younger         1600.00       90
# not completed, unknown, too long
myself> ratings nihil
myself<  rank name            rating    Experience
myself> ratings nobody
myself<  rank name            rating    Experience
myself> ratings a_name_that_is_longer_than_any
myself<  rank name            rating    Experience
# a name and a range
hand> ratings just from 2 to 4
hand<  rank name            rating    Experience
hand<     2 second          1912.15      827
hand< *   3 just            1700.00       51
hand<     4 older           1600.00      400
hand> ratings lowest to 1
hand<  rank name            rating    Experience
hand<     1 NIHILIST        2295.11     7274
hand< *   7 lowest           -12.50       60
hand> ratings nobody to 1
hand<  rank name            rating    Experience
hand<     1 NIHILIST        2295.11     7274
hand> ratings someplayer from 900 to 910
hand<  rank name            rating    Experience
hand< *     someplayer      1418.61       23
# mistakes
myself> ratings just older
myself< ** Please use only one of the given names 'just' and 'older'.
myself> ratings A B to 3
myself< ** Please use only one of the given names 'A' and 'B'.
myself> ratings from
myself< ** Please give a positive number after 'from'.
myself> ratings to
myself< ** Please give a positive number after 'to'.
myself> ratings from x
myself< ** Please give a positive number after 'from'.
myself> ratings from 0
myself< ** Please give a positive number after 'from'.
myself> ratings from -3 to 5
myself< ** Please give a positive number after 'from'.
myself> ratings from 2.5
myself< ** Please give a positive number after 'from'.
myself> ratings from to 3
myself< ** Please give a positive number after 'from'.
myself> ratings to just
myself< ** Please give a positive number after 'to'.
myself> ratings from 1 to 0
myself< ** Please give a positive number after 'to'.
myself> ratings from 20 to 15
myself< ** invalid range from 20 to 15
myself> ratings from 21
myself< ** invalid range from 21 to 20
myself> ratings to 100
myself<  rank name            rating    Experience
myself<     1 NIHILIST        2295.11     7274
myself<     2 second          1912.15      827
myself<     3 just            1700.00       51
myself<     4 older           1600.00      400
myself<     5 younger         1600.00       90
myself<     6 a_name_of_tw_letters 1550.01   123456
myself<     7 lowest           -12.50       60
myself> ratings to 101
myself< ** range currently limited to 100.
myself> ratings from 5 to 105
myself< ** range currently limited to 100.
myself> ratings from 99999999999999999999
myself< ** invalid range from 9223372036854775800 to 20
myself> ratings to 99999999999999999999
myself< ** range currently limited to 100.
myself> ratings from 99999999999999999999 to 99999999999999999999
myself<  rank name            rating    Experience
myself> ratings from 18446744073709551617 to 18446744073709551618
myself<  rank name            rating    Experience
hand> ratings from 4294967297 to 4294967298
hand<  rank name            rating    Experience
hand< Players are listed with an experience of more than 50.
hand> ratings from 20 to 15
hand< ** invalid range from 20 to 15
# abbreviations: r is roll, ra is ambiguous
myself> rat to 1
myself<  rank name            rating    Experience
myself<     1 NIHILIST        2295.11     7274
myself> ra to 1
myself< ** Unknown command: 'ra'
myself> r to 1
myself< ** You're not playing.
