# SPDX-License-Identifier: MIT
# pages, wrapped lines, and other output meanwhile (help screen)
telnet alice
clip bob
alice> set pagelength 8
alice< Value of 'pagelength' set to 8.
alice> help roll
alice< NAME
alice<     roll - roll the dice
alice<
alice< SYNOPSIS
alice<     roll
alice<     r
alice<
alice< [Return]\
alice< [no prompt]
# a tell is shown at once, and the page keeps waiting
bob> tell alice hi
alice< bob says: hi
alice< [Return]\
bob< 16 alice hi
# Enter: the next page
alice>
alice< DESCRIPTION
alice<     Rolls your dice when it is your turn. The server asks you to 'roll or
alice<     double' only if you may double. Otherwise it rolls for you, as it does
alice<     when your double has been accepted.
alice<
alice<     If you cannot move any checker your turn is over at once. Otherwise use
alice<     'move'.
alice< [Return]\
alice>
alice<
alice< SEE ALSO
alice<     double, move, toggle-double, toggle-moreboards
alice< > \
# q ends the answer; so does a command
alice> help roll
alice< NAME
alice<     roll - roll the dice
alice<
alice< SYNOPSIS
alice<     roll
alice<     r
alice<
alice< [Return]\
alice< [no prompt]
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
alice< [no prompt]
alice> version
alice< ** Version 0.1.0 (gammond)
alice< > \
# an answer of exactly one page needs no key
alice> set pagelength 9
alice< Value of 'pagelength' set to 9.
alice> set
alice< Settings of variables:
alice< boardstyle: 2
alice< linelength: 0
alice< pagelength: 9
alice< redoubles:  none
alice< sortwho:    login
alice< timezone:   UTC
alice< language:   en
alice< [Return]\
alice< [no prompt]
# pages are switched off
alice> set pagelength 0
alice< Value of 'pagelength' set to 0.
alice< > \
# long lines are wrapped
alice> set linelength 40
alice< Value of 'linelength' set to 40.
alice> toggle wrap
alice< ** The server will wrap long lines.
bob> tell alice this is a line that is longer than forty columns and has to be broken twice
alice< bob says: this is a line that is longer
alice<    than forty columns and has to be
alice<    broken twice
bob< 16 alice this is a line that is longer than forty columns and has to be broken twice
bob> tell alice aVeryLongWordThatNobodyCanBreakWithoutHarmGoesAsItIs now
alice< bob says:
alice<    aVeryLongWordThatNobodyCanBreakWithoutHarmGoesAsItIs
alice<    now
bob< 16 alice aVeryLongWordThatNobodyCanBreakWithoutHarmGoesAsItIs now
bob> tell alice àèìòù àèìòù àèìòù àèìòù àèìòù àèìòù àèìòù
alice< bob says: \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9
alice<    \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9 \xc3\xa0\xc3\xa8\xc3\xac\xc3\xb2\xc3\xb9
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
alice<    longer than twenty columns
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
bob<     Rolls your dice when it is your turn. The server asks you to 'roll or
bob<     double' only if you may double. Otherwise it rolls for you, as it does
bob<     when your double has been accepted.
bob<
bob<     If you cannot move any checker your turn is over at once. Otherwise use
bob<     'move'.
bob<
bob< SEE ALSO
bob<     double, move, toggle-double, toggle-moreboards
# wrapped lines fill the page too, and a prompt is never wrapped
alice> set linelength 20
alice< ...
alice> set pagelength 4
alice< ...
alice> set redoubles some
alice< ** Valid arguments
alice<    are 'none',
alice<    'unlimited' and
alice< [Return]\
alice< [no prompt]
alice>
alice<    the numbers 1 to
alice<    99.
alice< > \
alice> away for lunch
alice< You're away. Please type 'back' > \
bob< 5 alice - - 0 1 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
alice>
alice< You're away. Please type 'back' > \
alice> back
alice< Welcome back.
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
# the message about invalid text comes at once, before the rest
alice> set
alice< Settings of
alice<    variables:
alice< boardstyle: 2
alice< [Return]\
alice< [no prompt]
alice> \xff
alice< ** That is not
alice<    UTF-8: set your
alice<    terminal to
alice<    UTF-8, or type
alice<    without accents.
alice< [Return]\
alice> q
alice< > \
# a game is not held back, a requested board is
alice: toggle ready wrap
bob: toggle ready
alice: set boardstyle 1
alice: set pagelength 6
bob: invite alice 1
dice 31
alice> join bob
alice< ** You are now playing a 1 point match with bob
alice< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
alice< Starting a new game with bob.
alice< You rolled 1, bob rolled 3
alice< bob makes the first move.
alice<    +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: bob - score: 0
alice<    | X              O |   |     O           X |
alice<    | X              O |   |     O           X |
alice<    |                O |   |     O           X |
alice<    |                O |   |                 X |
alice<    |                O |   |                 X |
alice<    |                  |BAR|                   |v    1-point match
alice<    |                X |   |                 O |
alice<    |                X |   |                 O |
alice<    |                X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: alice - score: 0
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 1.
bob< ** Player alice has joined you for a 1 point match.
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< Starting a new game with alice.
bob< You rolled 3, alice rolled 1
bob< It's your turn to move.
bob< board:You:alice:1:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob> m 8-5 6-5
alice< bob moves 8-5 6-5 .
alice<    +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: bob - score: 0
alice<    | X           O  O |   |     O           X |
alice<    | X           O  O |   |     O           X |
alice<    |                O |   |                 X |
alice<    |                O |   |                 X |
alice<    |                  |   |                 X |
alice<    |                  |BAR|                   |v    1-point match
alice<    |                X |   |                 O |
alice<    |                X |   |                 O |
alice<    |                X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    | O              X |   |     X           O |
alice<    +24-23-22-21-20-19-------18-17-16-15-14-13-+ X: alice - score: 0
alice<
alice<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  turn: alice
alice< You roll 3 and 6.
alice< Please move 2 pieces.
bob< board:You:alice:1:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
bob< alice rolls 3 and 6.
bob< board:You:alice:1:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:3:6:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
alice> b
alice<    +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: bob - score: 0
alice<    | X           O  O |   |     O           X |
alice<    | X           O  O |   |     O           X |
alice<    |                O |   |                 X |
alice<    |                O |   |                 X |
alice< [Return]\
alice< [no prompt]
bob> leave
alice< ** Player bob has left the game. The game was saved.
alice< [Return]\
bob< ** You terminated the game. The game was saved.
bob< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
