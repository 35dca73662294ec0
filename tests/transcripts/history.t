# SPDX-License-Identifier: MIT
# history, match, replay, export: finished matches by number
user ann 1500 60
user bob 1500 0
user eve
telnet ann bob
clip eve
ann: toggle report
bob: toggle report
eve: toggle report
eve> history ann
eve< Finished matches of ann, the most recent first:
eve< Number    Ended       Opponent             Points  Score
eve< There are none.
ann> history
ann< Finished matches of ann, the most recent first:
ann< Number    Ended       Opponent             Points  Score
ann< There are none.
ann> match 1
ann< ** There is no match 1.
ann> match
ann< ** usage: match <number>. 'history' shows the numbers.
ann> replay
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>. 'history' shows the numbers.
ann> replay next
ann< ** First say which match: replay <match>. 'history' shows the numbers.
ann> export 1
ann< ** There is no match 1.
ann> export
ann< ** usage: export <match> mat|sgf|txt|json. 'history' shows the numbers.
dice 31
match ann bob 1
# an unfinished match is shown only to its two players
eve> match 1
eve< ** That match is not over yet.
eve> replay 1
eve< ** That match is not over yet.
eve> export 1 json
eve< ** That match is not over yet.
ann: 8-5 6-5
dice 65
bob: roll
bob: 24-18 18-13
ann> export 1 txt
ann< ** Match 1 as txt:
ann< Match 1: ann - bob, Backgammon, 1 point
ann< Begun 2026-01-01 12:00 UTC
ann<
ann< Game 1, ann 0, bob 0
ann<    1. ann                  31: 8/5 6/5
ann<
ann< The match is not over.
ann< ** End of match 1.
ann> replay 1 2
ann< ** The last move is number 1.
moves ann bob
bob: resign n
ann: accept
eve> history ann
eve< Finished matches of ann, the most recent first:
eve< Number    Ended       Opponent             Points  Score
eve< #1        2026-01-01  bob                       1      1-0     won
eve> history bob against ann since 2025-12-31 game backgammon
eve< Finished matches of bob, the most recent first:
eve< Number    Ended       Opponent             Points  Score
eve< #1        2026-01-01  ann                       1      0-1     lost
eve> history bob game fevga
eve< Finished matches of bob, the most recent first:
eve< Number    Ended       Opponent             Points  Score
eve< There are none.
eve> history bob since 2027-01-01
eve< Finished matches of bob, the most recent first:
eve< Number    Ended       Opponent             Points  Score
eve< There are none.
eve> history bob since yesterday
eve< ** usage: history [NAME] [against NAME] [game GAME] [since YYYY-MM-DD]
eve> history zoe
eve< ** There is no user called 'zoe'.
eve> match 1
eve< Match 1, ann against bob, Backgammon to 1:
eve<   Started 2026-01-01 12:00 UTC; ann won 1-0.
eve<   Game 1: ann wins 1. ann 1 - 0 bob
eve<   Moves of ann: 1, in 0:00.
eve<   Moves of bob: 1, in 0:00.
eve<   Rating of ann: 1500.00 to 1508.80 (+8.80).
eve<   Rating of bob: 1500.00 to 1490.00 (-10.00).
ann> replay 1
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 1, game 1, move 1. ann: 31: 8/5 6/5
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann> replay next
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 6.
ann< Match 1, game 1, move 2. bob: 36: 1/7 1/4
ann< XGID=-b---BD-B---eE---c-e----B-:0:0:-1:63:0:0:0:1:10
ann> replay previous
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 1, game 1, move 1. ann: 31: 8/5 6/5
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann> replay move 2
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  bob rolled 3 6.
ann< Match 1, game 1, move 2. bob: 36: 1/7 1/4
ann< XGID=-b---BD-B---eE---c-e----B-:0:0:-1:63:0:0:0:1:10
ann> replay game 1
ann< [board]
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 3 1.
ann< Match 1, game 1, move 1. ann: 31: 8/5 6/5
ann< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10
ann> replay move 99
ann< ** The last move is number 2.
ann> replay back
ann< ** usage: replay <match> [<move>], or replay next|previous|move <n>|game <n>. 'history' shows the numbers.
eve> export 1 mat
eve< ** Match 1 as mat:
eve< ; [EventDate "2026.01.01"]
eve< ; [Variation "Backgammon"]
eve<
eve<  1 point match
eve<
eve<  Game 1
eve<  ann : 0                                bob : 0
eve<   1) 31: 8/5 6/5                        36: 24/18 24/21
eve<       Wins 1 point and the match
eve< ** End of match 1.
eve> export 1 sgf
eve< ** Match 1 as sgf:
eve< (;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:1][game:0][ws:0][bs:0]PW[ann]PB[bob]DT[2026-01-01]RU[Crawford]RE[W+1R]
eve< ;W[31hefe]
eve< ;B[36agad]
eve< )
eve< ** End of match 1.
eve> export 1 txt
eve< ** Match 1 as txt:
eve< Match 1: ann - bob, Backgammon, 1 point
eve< Begun 2026-01-01 12:00 UTC
eve<
eve< Game 1, ann 0, bob 0
eve<    1. ann                  31: 8/5 6/5
eve<    2. bob                  36: 24/18 24/21
eve<    3. bob                  resigns
eve<    4. ann                  wins 1 point
eve<
eve< ann wins the match 1-0.
eve< ** End of match 1.
eve> export 1 json
eve< ** Match 1 as json:
eve< {
eve< "gammond": 1,
eve< "match": 1,
eve< "game": "backgammon",
eve< "length": 1,
eve< "players": ["ann", "bob"],
eve< "begun": "2026-01-01T12:00:00Z",
eve< "ended": "2026-01-01T12:00:00Z",
eve< "end": "won",
eve< "winner": 0,
eve< "score": [1, 0],
eve< "tournament": 0,
eve< "rated": true,
eve< ~"commitment": "[0-9a-f]{64}",
eve< "committed": true,
eve< ~"seed": "[0-9a-f]{64}",
eve< "texts": ["", ""],
eve< "actions": [
eve< {"seat": 2, "at": 1767268800000, "ms": 0, "auto": true, "kind": "start", "text": "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31"},
eve< {"seat": 0, "at": 1767268800000, "ms": 0, "auto": false, "kind": "move", "text": "8/5 6/5"},
eve< {"seat": 1, "at": 1767268800000, "ms": 0, "auto": true, "kind": "roll", "text": "roll=1 dice=36"},
eve< {"seat": 1, "at": 1767268800000, "ms": 0, "auto": false, "kind": "move", "text": "24/18 24/21"},
eve< {"seat": 0, "at": 1767268800000, "ms": 0, "auto": true, "kind": "roll", "text": "roll=2 dice=13"},
eve< {"seat": 1, "at": 1767268800000, "ms": 0, "auto": false, "kind": "resign", "text": "1"},
eve< {"seat": 0, "at": 1767268800000, "ms": 0, "auto": false, "kind": "resign_accept", "text": ""}
eve< ],
eve< ~"sha256": "[0-9a-f]{64}"
eve< }
eve< ** End of match 1.
