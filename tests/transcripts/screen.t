# SPDX-License-Identifier: MIT
# pages, lines that are broken, and what comes meanwhile (help screen; 6.2)
telnet alice
clip bob
alice> set pagelength 8
alice< Value of 'pagelength' set to 8.
alice< > \
alice> help roll
alice< NAME
alice<     roll - roll the dice
alice<
alice< SYNOPSIS
alice<     roll
alice<     r
alice<
alice< [Return]\
# somebody talks meanwhile: at once, and the page waits on
bob> tell alice hi
alice<
alice< bob says: hi
alice< [Return]\
bob< 16 alice hi
# Enter: the next page
alice>
alice< DESCRIPTION
alice<     Rolls your dice when it is your turn. The server asks for it, by 'Please
alice<     roll or double', only if you may double. Otherwise it rolls for you; so
alice<     it does when your double has been accepted.
alice<
alice<     If no checker can be moved your turn is over at once. Otherwise use
alice<     'move'.
alice< [Return]\
alice>
alice<
alice< SEE ALSO
alice<     double, move, toggle-double, toggle-moreboards
alice< > \
# q ends it; a command ends it too
alice> help roll
alice< NAME
alice<     roll - roll the dice
alice<
alice< SYNOPSIS
alice<     roll
alice<     r
alice<
alice< [Return]\
alice> q
alice< > \
alice> help roll
alice< NAME
alice<     roll - roll the dice
alice<
alice< SYNOPSIS
alice<     roll
alice<     r
alice<
alice< [Return]\
alice> version
alice< ** Version 0.1.0 (gammond)
alice< > \
# an answer of just one page needs no key
alice> set pagelength 9
alice< Value of 'pagelength' set to 9.
alice< > \
alice> set
alice< Settings of variables:
alice< boardstyle: 3
alice< linelength: 0
alice< pagelength: 9
alice< redoubles:  none
alice< sortwho:    login
alice< timezone:   UTC
alice< language:   en
alice< > \
# off
alice> set pagelength 0
alice< Value of 'pagelength' set to 0.
alice< > \
# long lines
alice> set linelength 40
alice< Value of 'linelength' set to 40.
alice< > \
alice> toggle wrap
alice< ** The server will wrap long lines.
alice< > \
bob> tell alice this is a line that is longer than forty columns and has to be broken twice
alice<
alice< bob says: this is a line that is longer
alice< than forty columns and has to be broken
alice< twice
alice< > \
bob< 16 alice this is a line that is longer than forty columns and has to be broken twice
bob> tell alice aVeryLongWordThatNobodyCanBreakWithoutHarmGoesAsItIs now
alice<
alice< bob says:
alice< aVeryLongWordThatNobodyCanBreakWithoutHarmGoesAsItIs
alice< now
alice< > \
bob< 16 alice aVeryLongWordThatNobodyCanBreakWithoutHarmGoesAsItIs now
bob> tell alice àèìòù àèìòù àèìòù àèìòù àèìòù àèìòù àèìòù
alice<
alice< bob says: \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9
alice< \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9
alice< > \
bob< 16 alice \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9
# a client program gets whole lines and whole answers
bob> set linelength 20
bob< Value of 'linelength' set to 20.
bob> toggle wrap
bob< ** The server will wrap long lines.
bob> set pagelength 5
bob< Value of 'pagelength' set to 5.
alice> tell bob this is a line that is longer than twenty columns
alice< ** You tell bob: this is a line that is
alice< longer than twenty columns
alice< > \
bob< 12 alice this is a line that is longer than twenty columns
bob> help roll
bob< NAME
bob<     roll - roll the dice
bob<
bob< SYNOPSIS
bob<     roll
bob<     r
bob<
bob< DESCRIPTION
bob<     Rolls your dice when it is your turn. The server asks for it, by 'Please
bob<     roll or double', only if you may double. Otherwise it rolls for you; so
bob<     it does when your double has been accepted.
bob<
bob<     If no checker can be moved your turn is over at once. Otherwise use
bob<     'move'.
bob<
bob< SEE ALSO
bob<     double, move, toggle-double, toggle-moreboards
# a line that is broken fills the page too, and a prompt is never broken
alice> set linelength 20
alice< ...
alice> set pagelength 4
alice< ...
alice> set redoubles some
alice< ** Valid arguments
alice< are 'none',
alice< 'unlimited' and the
alice< [Return]\
alice>
alice< numbers 1 to 99.
alice< > \
alice> away for lunch
alice< You're away. Please
alice< type 'back'
alice< You're away. Please type 'back' > \
bob< 5 alice - - 0 1 1500.00 0 0 1767268800 127.0.0.1 - -
bob< 6
alice>
alice< You're away. Please type 'back' > \
alice> back
alice< Welcome back.
alice< > \
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 127.0.0.1 - -
bob< 6
# what is no text is said at once, in front of the rest
alice> set
alice< Settings of
alice< variables:
alice< boardstyle: 3
alice< [Return]\
alice> \xff
alice< ** Only plain text
alice< in UTF-8 can be
alice< sent.
alice< [Return]\
alice> q
alice< > \
