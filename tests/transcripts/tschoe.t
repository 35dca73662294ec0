# SPDX-License-Identifier: MIT
# tschoe: one of the words that end a session
telnet alice
clip bob
alice> tschoe
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< 8 alice alice logs out.
