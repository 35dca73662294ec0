# SPDX-License-Identifier: MIT
# logout: one of the words that end a session
clip alice bob
alice> logout
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< 8 alice alice logs out.
