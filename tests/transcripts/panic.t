# SPDX-License-Identifier: MIT
# panic: everything is saved anyway; the match goes on
clip alice bob
telnet carol
carol> panic
carol< ** You're not playing.
dice 31
match alice bob 3
alice> panic
alice< Your game was saved in the panic file.
alice> 8-5 6-5
alice< ~^board:You:bob:3:
bob< alice moves 8-5 6-5 .
bob< ...
