# SPDX-License-Identifier: MIT
# quit: KBG sends it twice; the second is ignored (1.8, 1.9)
clip alice bob
alice+ quit
alice> quit
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< 8 alice alice logs out.
