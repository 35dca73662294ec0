# SPDX-License-Identifier: MIT
# otter: the third instant redouble; after it only `redouble` is accepted
clip alice bob carol
carol> otter
carol< ** You're not playing.
alice: set redoubles unlimited
bob: set redoubles unlimited
dice 31
match alice bob unlimited
alice: 8-5 6-5
bob: double
alice: beaver
bob: raccoon
alice> raccoon
alice< ** This redouble is not a raccoon. Please type 'otter' or 'redouble'.
alice> otter
alice< You accept the double to 16 and redouble.
alice< Please wait for bob to accept, reject or redouble.
bob< alice redoubles to 16. Type 'accept', 'reject' or 'redouble'.
bob> otter
bob< ** This redouble is not an otter. Please type 'redouble'
bob> redouble
alice< bob redoubles to 32. Type 'accept', 'reject' or 'redouble'.
bob< You accept the double to 32 and redouble.
bob< Please wait for alice to accept, reject or redouble.
