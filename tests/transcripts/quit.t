# SPDX-License-Identifier: MIT
# quit: KBG sends it twice; the second is ignored
clip alice bob
alice+ quit
alice> quit
alice<                              Goodbye.
alice<                   Thank you for playing on Gammond.
alice closed
bob< 8 alice alice logs out.
