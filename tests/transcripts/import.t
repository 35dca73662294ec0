# SPDX-License-Identifier: MIT
# import: matches from files, which are their importer's own
option analysis 1
option bots 1
user ann
user bob
user cora
user oprah
role oprah operator
telnet ann bob cora oprah
ann> import 7
ann< ** usage: import [archive], or import list, or import show|hide|delete <match>
ann> import show
ann< ** usage: import [archive], or import list, or import show|hide|delete <match>
ann> import delete x
ann< ** There is no match x.
ann> import list
ann< Your imported matches, the most recent first (0 of at most 300):
ann< There are none.
ann> import
ann< Send the text of the file now, and then a line with a single dot.
ann< [no prompt]
ann> ; [Site "Hall"]
ann>  1 point match
ann> 
ann>  Game 1
ann>  Ann : 0                                Eve the second : 0
ann>   1) 31: 24/23 13/10                    65: 24/18 18/13
ann>                                          Wins 1 point and the match
ann> .
clock +1
ann< Match 1000000001: Ann - Eve_the_second, points: 1, games: 1.
ann< Stored matches: 1, games: 1.
ann< > \
clock +1
ann> import list
ann< Your imported matches, the most recent first (1 of at most 300):
ann< #1000000001  2026-01-01  Ann - Eve_the_second  1: 0-1  private
ann> match 1000000001
ann< Match 1000000001, Ann against Eve_the_second, Backgammon to 1:
ann<   Started 2026-01-01 12:00 UTC; Eve_the_second won 1-0.
ann< Imported from a file by ann (private). The names are those in the file.
ann<   Game 1: Eve_the_second wins 1. Ann 0 - 1 Eve_the_second
ann<   Moves of Ann: 1.
ann<   Moves of Eve_the_second: 1.
ann> history
ann< Finished matches of ann, the most recent first:
ann< Number    Ended       Opponent             Points  Score
ann< There are none.
ann> replay 1000000001
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: Eve_the_second - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    1-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: Ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 1000000001, game 1, move 1. Ann: 31: 24/23 13/10
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann> position 1000000001 1
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann< GNUID=4HPwATDgc/ABMA:MIElAAAAAAAE
ann< OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:13:W:R:0:0:1:0
ann> export 1000000001 mat
ann< ** Match 1000000001 as mat:
ann< ; [Site "Hall"]
ann< ; [Player 2 "Eve the second"]
ann< ; [EventDate "2026.01.01"]
ann< ; [Variation "Backgammon"]
ann<
ann<  1 point match
ann<
ann<  Game 1
ann<  Ann : 0                                Eve_the_second : 0
ann<   1) 31: 24/23 13/10                    65: 24/18 18/13
ann<                                          Wins 1 point and the match
ann< ** End of match 1000000001.
ann> fair 1000000001
ann< Dice of match 1000000001, Ann against Eve_the_second:
ann<   It was not played here: nothing is known of its dice.
ann> practice 1000000001
ann< ** No error is marked in that match. Type 'analyse 1000000001', or name a move.
ann> analyse 1000000001
ann< ** Match 1000000001 is queued for analysis; try again in a moment.
clock +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
ann> analyse 1000000001
ann< Analysis of match 1000000001, Ann against Eve_the_second, at 1 ply:
ann<   Player               decisions   error     PR (gnubg)   ?!    ?   ??    luck
ann<   Ann                          1   0.114  57.09 (114.2)    0    1    0  +0.105
ann<   Eve_the_second               1   0.000   0.00 (  0.0)    0    0    0  -0.017
ann< With average luck Ann would win 0.0 of 100 such matches.
ann< The worst errors ('replay' shows the boards):
ann<   move 1 of Ann: ? -0.114; better: 8/5 6/5
ann<     XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann< To play a position again: practice 1000000001 [<move>]
ann> practice 1000000001
ann< ** Player EasyBot has joined you for a 1 point match.
ann< Dice seal 1: c0df c8b9 7a2f 05c0 271a bd09 6ae6 fc2b (help fair)
ann< This match is for practice and counts for nothing: 'hint', 'takeback', 'help practice'.
ann< Starting a new game with EasyBot.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: EasyBot - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    1-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Please move 2 pieces.
bob< EasyBot and ann start a 1 point match.
cora< EasyBot and ann start a 1 point match.
oprah< EasyBot and ann start a 1 point match.
ann: leave
ann> replay 1000000001 2
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: Eve_the_second - score: 0
ann<    | O           X    |   |  X           O  O |
ann<    | O           X    |   |  X                |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    |                  |   |  X                |
ann<   v|                  |BAR|                   |    1-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X     O     O    |   |  O              X |
ann<    +------------------------------------------+ O: Ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  Eve_the_second rolled 6 5.
ann< Match 1000000001, game 1, move 2. Eve_the_second: 65: 1/7 7/12
ann< XGID=-b----E-C-A-eD---c-e---AA-:0:0:-1:65:0:0:0:1:10
# the same again, and what is no match; several in a text
ann> import
ann< Send the text of the file now, and then a line with a single dot.
ann< [no prompt]
ann: ; [Site "Hall"]
ann:  1 point match
ann: 
ann:  Game 1
ann:  Ann : 0                                Eve the second : 0
ann:   1) 31: 24/23 13/10                    65: 24/18 18/13
ann:                                          Wins 1 point and the match
ann: 
ann:  3 point match
ann: 
ann:  Game 1
ann:  Eve : 0                                Ann : 0
ann:   1) 31: 8/5 6/4                        65: 24/18 18/13
ann:                                          Wins 2 points
ann: 
ann:  Game 2
ann:  Eve : 0                                Ann : 2
ann:   1) 31: 8/5 6/5                        65: 24/18 18/13
ann:                                          Wins 1 point and the match
ann> .
clock +1
ann< It is already your match 1000000001.
clock +1
ann< Match 1000000002: Eve - Ann, points: 3, games: 2.
ann< Line 13: that play is not legal, but is kept.
ann< Stored matches: 1, games: 2.
ann< > \
ann< [no empty line]
ann> import
ann< Send the text of the file now, and then a line with a single dot.
ann< [no prompt]
ann> <html>
ann> .
clock +1
ann< Line 1: this is a web page: export the match as text (.mat).
ann< ** Nothing was stored.
ann< > \
clock +1
ann> import
ann< Send the text of the file now, and then a line with a single dot.
ann< [no prompt]
ann> .
ann< ** Nothing was stored.
ann< > \
clock +1
clock +1
# nobody else can read it
bob> replay 1000000001
bob< ** There is no match 1000000001.
bob> match 1000000001
bob< ** There is no match 1000000001.
bob> analyse 1000000001
bob< ** There is no match 1000000001.
bob> export 1000000001
bob< ** There is no match 1000000001.
bob> fair 1000000001
bob< ** There is no such match or invitation.
bob> position 1000000001 1
bob< ** There is no match 1000000001.
bob> practice 1000000001 1
bob< ** There is no match 1000000001.
bob> import show 1000000001
bob< ** There is no match 1000000001.
bob> import delete 1000000001
bob< ** There is no match 1000000001.
oprah> unrate 1000000001 why
oprah< ** There is no match with the number 1000000001.
oprah> settle 1000000001 why
oprah< ** There is no match with the number 1000000001.
ann> import show 1000000001
ann< Everyone can now read match 1000000001 by its number, also on the web page.
ann> import list
ann< Your imported matches, the most recent first (2 of at most 300):
ann< #1000000002  2026-01-01  Eve - Ann  3: 0-3  private
ann< #1000000001  2026-01-01  Ann - Eve_the_second  1: 0-1  shown to all
bob> match 1000000001
bob< Match 1000000001, Ann against Eve_the_second, Backgammon to 1:
bob<   Started 2026-01-01 12:00 UTC; Eve_the_second won 1-0.
bob< Imported from a file by ann (shown to all). The names are those in the file.
bob<   Game 1: Eve_the_second wins 1. Ann 0 - 1 Eve_the_second
bob<   Moves of Ann: 1.
bob<   Moves of Eve_the_second: 1.
bob> import hide 1000000001
bob< ** Match 1000000001 is not one that you imported.
ann> import hide 1000000001
ann< Only you can read match 1000000001 now.
bob> match 1000000001
bob< ** There is no match 1000000001.
# near a match that counts there is no analysis
match ann cora 3
ann> import
ann< ** Not while you are playing a match.
ann> analyse 1000000001
ann< ** Not while you, or someone at your address, play a rated match.
ann> practice 1000000001
ann< ** You are already playing.
ann> replay 1000000001
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: Eve_the_second - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    1-point match
ann<    | X                |   |  O                |
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: Ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 1000000001, game 1, move 1. Ann: 31: 24/23 13/10
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann: leave
cora: leave
ann> import delete 1000000001
ann< Match 1000000001 is deleted.
clock: +1
ann> match 1000000001
ann< ** There is no match 1000000001.
ann> import list
ann< Your imported matches, the most recent first (1 of at most 300):
ann< #1000000002  2026-01-01  Eve - Ann  3: 0-3  private
# an archive is for operators, and is shown to everyone at once
ann> import archive
ann< ** Permission denied
ann> import archive 7
ann< ** usage: import [archive], or import list, or import show|hide|delete <match>
oprah> import archive
oprah< Send the text of the file now, and then a line with a single dot.
oprah< [no prompt]
oprah: 1 point match
oprah: Game 1
oprah:  Ann : 0                                Eve : 0
oprah:   1) 31: 24/23 13/10                    65: 24/18 18/13
oprah:                                          Wins 1 point and the match
oprah> .
clock +1
oprah< Match 1000000003: Ann - Eve, points: 1, games: 1.
oprah< Stored matches: 1, games: 1.
oprah< > \
clock +1
bob> match 1000000003
bob< Match 1000000003, Ann against Eve, Backgammon to 1:
bob<   Started 2026-01-01 12:00 UTC; Eve won 1-0.
bob< Imported from a file by oprah (shown to all). The names are those in the file.
bob<   Game 1: Eve wins 1. Ann 0 - 1 Eve
bob<   Moves of Ann: 1.
bob<   Moves of Eve: 1.
# a match that is already there is shown too
oprah> import hide 1000000003
oprah< Only you can read match 1000000003 now.
oprah> import archive
oprah< Send the text of the file now, and then a line with a single dot.
oprah< [no prompt]
oprah: 1 point match
oprah: Game 1
oprah:  Ann : 0                                Eve : 0
oprah:   1) 31: 24/23 13/10                    65: 24/18 18/13
oprah:                                          Wins 1 point and the match
oprah> .
clock +1
oprah< It is already your match 1000000003.
oprah< Everyone can now read match 1000000003 by its number, also on the web page.
oprah< ** Nothing was stored.
oprah< > \
clock +1
oprah> import list
oprah< Your imported matches, the most recent first (1 of at most 300):
oprah< #1000000003  2026-01-01  Ann - Eve  1: 0-1  shown to all
# operators' log: what was published
oprah> operlog
oprah< 2026-01-01 12:00 oprah: archive from match 1000000003
oprah< 2026-01-01 12:00 oprah: archive from match 1000000003
