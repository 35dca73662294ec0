# SPDX-License-Identifier: MIT
# analyse: the equity lost by each decision of a match, also in replay and stats
option analysis 1
user ann 1500 60
user bob 1500 0
user cora
telnet ann bob cora
ann: toggle report
bob: toggle report
cora: toggle report
ann> analyse
ann< ** usage: analyse <match>. 'history' shows the numbers.
ann> analyse 1 2
ann< ** usage: analyse <match>. 'history' shows the numbers.
ann> analyse x
ann< ** There is no match x.
ann> analyse 1
ann< ** There is no match 1.
dice 31
match ann bob 2
ann> analyse 1
ann< ** That match is not over yet.
cora> analyse 1
cora< ** That match is not over yet.
ann: 6-3 6-5
dice 65
bob: roll
bob: 1-7 7-12
ann: double
bob: reject
cora> analyse 1
cora< ** That match is not over yet.
ann: leave
ann> analyse 1
ann< ** That match is not over yet.
match ann bob resume
bob: resign n
ann: accept
# the server analyses a few actions at a time, while it is idle
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
clock: +1
cora> analyse 1
cora< Analysis of match 1, ann against bob, at 1 ply:
cora<   Player               decisions   error     PR (gnubg)   ?!    ?   ??    luck
cora<   ann                          2   0.576 143.99 (288.0)    0    0    1  +0.266
cora<   bob                          3   1.067 177.78 (355.6)    1    0    1  -0.079
cora< Cube errors of bob, 1.067: doubles missed 1, wrong 0; takes missed 1, wrong 0.
cora< With average luck ann would win 95.2 of 100 such matches.
cora< The worst errors ('replay' shows the boards):
cora<   move 4 of bob: ?? -1.034; better: accept
cora<     XGID=-b----E-C---eF---c-ca-a-A-:0:0:-1:D:0:0:0:2:10
cora<   move 1 of ann: ?? -0.554; better: 8/5 6/5
cora<     XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:2:10
cora<   move 2 of bob: ?! -0.033; better: double
cora<     XGID=-b----E-C---eE---c-ca-a-B-:0:0:1:65:0:0:0:2:10
cora< To play a position again: practice 1 [<move>]
ann> stats
ann< Matches of ann, by game and length:
ann<            matches           gammons    own doubles    answers   takes seconds
ann<   Points   won  lost  open  won lost  taken passed  took passed    won  a move
ann< Game: Backgammon
ann<        2     1     0     0    0    0      0      1     0      0      0     0.0
ann< Per cent: matches finished 100, own doubles taken 0, opponents' doubles
ann< taken -, games won after a take -.
ann< Analysed matches:   number  decisions     PR   luck a match
ann< Backgammon               1          2 143.99         +0.266
bob> replay 1
bob< [board]
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  ann rolled 3 1.
bob< Match 1, game 1, move 1. ann: 31: 6/3 6/5
bob< XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:2:10
bob< ?? -0.554; better: 8/5 6/5
bob> replay next
bob< [board]
bob<
bob<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  You rolled 6 5.
bob< Match 1, game 1, move 2. bob: 65: 1/7 7/12
bob< XGID=-b----E-C---eE---c-ca-a-B-:0:0:1:65:0:0:0:2:10
bob< ?! -0.033; better: double
bob> replay 4
bob< ** There is no match 4.
cora: set language it
cora> analyse 1
cora< Analisi dell'incontro 1, ann contro bob, a 1 ply:
cora<   Giocatore            decisioni  errore     PR (gnubg)   ?!    ?   ?? fortuna
cora<   ann                          2   0.576 143.99 (288.0)    0    0    1  +0.266
cora<   bob                          3   1.067 177.78 (355.6)    1    0    1  -0.079
cora< Errori di cubo di bob, 1.067: raddoppi mancati 1, sbagliati 0; accettazioni mancate 1, sbagliate 0.
cora< Con fortuna media ann vincerebbe 95.2 incontri cos\xc3\xac su 100.
cora< Gli errori pi\xc3\xb9 gravi ('replay' mostra le posizioni):
cora<   mossa 4 di bob: ?? -1.034; meglio: accept
cora<     XGID=-b----E-C---eF---c-ca-a-A-:0:0:-1:D:0:0:0:2:10
cora<   mossa 1 di ann: ?? -0.554; meglio: 8/5 6/5
cora<     XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:2:10
cora<   mossa 2 di bob: ?! -0.033; meglio: double
cora<     XGID=-b----E-C---eE---c-ca-a-B-:0:0:1:65:0:0:0:2:10
cora< Per rigiocare una posizione: practice 1 [<mossa>]
cora> replay 1 4
cora< [board]
cora<
cora<    BAR: O-0 X-0   FUORI: O-0 X-0   Cubo: 1  ann ha raddoppiato.
cora< Incontro 1, partita 1, mossa 4. bob: reject
cora< XGID=-a-A-AC-C---fE---c-e----B-:0:0:1:D:0:0:0:2:10
cora< ?? -1.034; meglio: accept
# the results are in exported files
bob> export 1 txt
bob< ** Match 1 as txt:
bob< Match 1: ann - bob, Backgammon, 2 points
bob< Begun 2026-01-01 12:00 UTC
bob<
bob< Game 1, ann 0, bob 0
bob<    1. ann                  31: 6/3 6/5
bob<                            ?? -0.554; better: 8/5 6/5
bob<       XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:2:10
bob<    2. bob                  65: 24/18 18/13
bob<                            ?! -0.033; better: double
bob<       XGID=-b----E-C---eE---c-ca-a-B-:0:0:1:65:0:0:0:2:10
bob<    3. ann                  doubles to 2
bob<    4. bob                  drops
bob<                            ?? -1.034; better: accept
bob<       XGID=-b----E-C---eF---c-ca-a-A-:0:0:-1:D:0:0:0:2:10
bob<    5. ann                  wins 1 point
bob<
bob< Game 2, ann 1, bob 0
bob<    1. bob                  resigns
bob<    2. ann                  wins 1 point
bob<
bob< ann wins the match 2-0.
bob< ** End of match 1.
bob> export 1 sgf
bob< ** Match 1 as sgf:
bob< (;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:2][game:0][ws:0][bs:0]PW[ann]PB[bob]DT[2026-01-01]RU[Crawford]RE[W+1]
bob< ;W[31fcfe]
bob< C[?? -0.554; better: 8/5 6/5
bob< XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:2:10]
bob< ;B[65aggl]
bob< C[?! -0.033; better: double
bob< XGID=-b----E-C---eE---c-ca-a-B-:0:0:1:65:0:0:0:2:10]
bob< ;W[double]
bob< ;B[drop]
bob< C[?? -1.034; better: accept
bob< XGID=-b----E-C---eF---c-ca-a-A-:0:0:-1:D:0:0:0:2:10]
bob< )
bob< (;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:2][game:1][ws:1][bs:0]PW[ann]PB[bob]DT[2026-01-01]RU[Crawford:CrawfordGame]RE[W+1R]
bob< )
bob< ** End of match 1.
bob> export 1 json
bob< ** Match 1 as json:
bob< {
bob< "gammond": 1,
bob< "match": 1,
bob< "game": "backgammon",
bob< "length": 2,
bob< "players": ["ann", "bob"],
bob< "begun": "2026-01-01T12:00:00Z",
bob< "ended": "2026-01-01T12:00:00Z",
bob< "end": "won",
bob< "winner": 0,
bob< "score": [2, 0],
bob< "tournament": 0,
bob< "rated": true,
bob< "commitment": "c0dfc8b97a2f05c0271abd096ae6fc2b3317c4705f9c5555ad07e8e42fce0823",
bob< "committed": true,
bob< "seed": "91bef87171c3e08549cb679a74876f2aa5d0aee210147e1f490c83b60bff9996",
bob< "texts": ["", ""],
bob< "actions": [
bob< {"seat": 2, "at": 1767268800000, "ms": 0, "auto": true, "kind": "start", "text": "o=0 crawford=1 autodouble=0 redoubles=0,0 roll=0 dice=31"},
bob< {"seat": 0, "at": 1767268800000, "ms": 0, "auto": false, "kind": "move", "text": "6/3 6/5"},
bob< {"seat": 1, "at": 1767268800000, "ms": 0, "auto": false, "kind": "roll", "text": "roll=1 dice=65"},
bob< {"seat": 1, "at": 1767268800000, "ms": 0, "auto": false, "kind": "move", "text": "24/18 18/13"},
bob< {"seat": 0, "at": 1767268800000, "ms": 0, "auto": false, "kind": "double", "text": ""},
bob< {"seat": 1, "at": 1767268800000, "ms": 0, "auto": false, "kind": "drop", "text": ""},
bob< {"seat": 2, "at": 1767268800000, "ms": 0, "auto": true, "kind": "start", "text": "o=1 crawford=1 autodouble=0 redoubles=0,0 roll=2 dice=13"},
bob< {"seat": 1, "at": 1767268800000, "ms": 0, "auto": false, "kind": "resign", "text": "1"},
bob< {"seat": 0, "at": 1767268800000, "ms": 0, "auto": false, "kind": "resign_accept", "text": ""}
bob< ],
bob< "errors": [
bob< {"move": 1, "seat": 0, "cube": false, "error": 0.554, "mark": "??", "best": "8/5 6/5"},
bob< {"move": 2, "seat": 1, "cube": true, "error": 0.033, "mark": "?!", "best": "double"},
bob< {"move": 4, "seat": 1, "cube": true, "error": 1.034, "mark": "??", "best": "accept"}
bob< ],
bob< "sha256": "67be64628c95ba2c9a07d1f70225e22b5facf8fb07468343bc18ad7f13937052"
bob< }
bob< ** End of match 1.
