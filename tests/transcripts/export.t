# SPDX-License-Identifier: MIT
# export: one's own match; an unfinished one only for its two players (history.t has the rest)
user ann 1500 60
user bob 1500 0
user eve
telnet ann bob eve
ann: toggle report
bob: toggle report
eve: toggle report
ann> export
ann< ** usage: export <match> mat|sgf|txt|json. 'history' shows the numbers.
ann> export 1 mat
ann< ** There is no match 1.
ann> export 1 pdf
ann< ** usage: export <match> mat|sgf|txt|json. 'history' shows the numbers.
dice 31
match ann bob 1
ann> export 1 mat
ann< ** Match 1 as mat:
ann< ; [EventDate "2026.01.01"]
ann< ; [Variation "Backgammon"]
ann<
ann<  1 point match
ann< ** End of match 1.
ann> export 1 sgf
ann< ** Match 1 as sgf:
ann< (;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:1][game:0][ws:0][bs:0]PW[ann]PB[bob]DT[2026-01-01]RU[Crawford]
ann< )
ann< ** End of match 1.
eve> export 1 mat
eve< ** That match is not over yet.
ann: 8-5 6-5
# a file is neither wrapped nor paged
ann: set linelength 40
ann: set pagelength 3
ann: toggle wrap
ann> export 1 sgf
ann< ** Match 1 as sgf:
ann< (;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:1][game:0][ws:0][bs:0]PW[ann]PB[bob]DT[2026-01-01]RU[Crawford]
ann< ;W[31hefe]
ann< )
ann< ** End of match 1.
ann> export #1 sgf
ann< ** Match 1 as sgf:
ann< (;FF[4]GM[6]CA[UTF-8]AP[gammond]MI[length:1][game:0][ws:0][bs:0]PW[ann]PB[bob]DT[2026-01-01]RU[Crawford]
ann< ;W[31hefe]
ann< )
ann< ** End of match 1.
