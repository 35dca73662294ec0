# SPDX-License-Identifier: MIT
# match: a summary of a match (history.t has a finished one)
user ann 1500 60
user bob 1500 0
telnet ann bob
ann> match 7
ann< ** There is no match 7.
ann> match x
ann< ** There is no match x.
ann> match 7 8
ann< ** There is no match 7.
dice 31
match ann bob 1
ann> match 1
ann< Match 1, ann against bob, Backgammon to 1:
ann<   Started 2026-01-01 12:00 UTC, not over yet.
ann<   Moves of ann: 0, in 0:00.
ann<   Moves of bob: 0, in 0:00.
ann: 8-5 6-5
ann> match 1
ann< Match 1, ann against bob, Backgammon to 1:
ann<   Started 2026-01-01 12:00 UTC, not over yet.
ann<   Moves of ann: 1, in 0:00.
ann<   Moves of bob: 0, in 0:00.
