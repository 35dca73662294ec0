# SPDX-License-Identifier: MIT
# ciao: one of the words that end a session
clip alice bob
alice> ciao
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< 8 alice alice logs out.
