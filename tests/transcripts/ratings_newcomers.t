# SPDX-License-Identifier: MIT
# interactive users see, after the rating list, players with too little experience for it, without ranks
user old 1650 51
user half 1550 25
user anna 1500 0
user most 1700 50
user one_lost 1490 1
user one_won 1510 1
user two_won 1510 1
standing half hyper 1444 3
telnet anna
clip bert
tiny carl
anna> ratings
anna<  rank name            rating    Experience
anna<     1 old             1650.00       51
anna< Not in the list yet, with an experience of 1 to 50:
anna<       most            1700.00       50
anna<       half            1550.00       25
anna<       one_won         1510.00        1
anna<       two_won         1510.00        1
anna<       one_lost        1490.00        1
anna< Players are listed with an experience of more than 50.
bert> ratings
bert<  rank name            rating    Experience
bert<     1 old             1650.00       51
carl> ratings
carl<  rank name            rating    Experience
carl<     1 old             1650.00       51
anna> ratings to 3
anna<  rank name            rating    Experience
anna<     1 old             1650.00       51
anna< Not in the list yet, with an experience of 1 to 50:
anna<       most            1700.00       50
anna<       half            1550.00       25
anna< Players are listed with an experience of more than 50.
anna> ratings from 4 to 5
anna<  rank name            rating    Experience
anna< Not in the list yet, with an experience of 1 to 50:
anna<       one_won         1510.00        1
anna<       two_won         1510.00        1
anna< Players are listed with an experience of more than 50.
anna> ratings to 2
anna<  rank name            rating    Experience
anna<     1 old             1650.00       51
anna< Not in the list yet, with an experience of 1 to 50:
anna<       most            1700.00       50
anna< Players are listed with an experience of more than 50.
# a name: no rank for a player without one
anna> ratings most
anna<  rank name            rating    Experience
anna< *     most            1700.00       50
anna> ratings anna
anna<  rank name            rating    Experience
anna< *     anna            1500.00        0
anna> ratings old
anna<  rank name            rating    Experience
anna< *   1 old             1650.00       51
bert> ratings most
bert<  rank name            rating    Experience
bert< *   1 most            1700.00       50
# the same for another game, even when its list is empty
anna> ratings hyper
anna<  rank name            rating    Experience
anna< Not in the list yet, with an experience of 1 to 50:
anna<       half            1444.00        3
anna< Players are listed with an experience of more than 50.
anna> ratings tavli
anna<  rank name            rating    Experience
anna< Players are listed with an experience of more than 50.
anna> ratings hyper half
anna<  rank name            rating    Experience
anna< *     half            1444.00        3
# in the other languages
anna: set language it
anna> ratings to 2
anna<  pos. nome             rating   esper.
anna<     1 old             1650.00       51
anna< Non ancora in lista, con un'esperienza da 1 a 50:
anna<       most            1700.00       50
anna< In lista c'\xc3\xa8 chi ha un'esperienza superiore a 50.
anna: set language pt
anna> ratings to 2
anna<  pos. nome            rating    experi\xc3\xaancia
anna<     1 old             1650.00       51
anna< Ainda fora da lista, com experi\xc3\xaancia de 1 a 50:
anna<       most            1700.00       50
anna< A lista tem quem tem experi\xc3\xaancia acima de 50.
anna: set language en
# in pages
anna: set pagelength 5
anna> ratings
anna<  rank name            rating    Experience
anna<     1 old             1650.00       51
anna< Not in the list yet, with an experience of 1 to 50:
anna<       most            1700.00       50
anna< [Return]\
anna< [no prompt]
anna>
anna<       half            1550.00       25
anna<       one_won         1510.00        1
anna<       two_won         1510.00        1
anna<       one_lost        1490.00        1
anna< [Return]\
anna: set pagelength 0
# a user of a client program, as set by 'toggle telnet', sees only the list
anna: toggle telnet
anna> ratings
anna<  rank name            rating    Experience
anna<     1 old             1650.00       51
anna< > 
anna: toggle telnet
# a player who has played a rated match is among them
anna: toggle ready
match bert anna 1
moves bert anna
anna: resign n
bert: accept
anna> ratings
anna<  rank name            rating    Experience
anna<     1 old             1650.00       51
anna< Not in the list yet, with an experience of 1 to 50:
anna<       most            1700.00       50
anna<       half            1550.00       25
anna<       one_won         1510.00        1
anna<       two_won         1510.00        1
anna<       bert            1510.00        1
anna<       anna            1490.00        1
anna<       one_lost        1490.00        1
anna< Players are listed with an experience of more than 50.
