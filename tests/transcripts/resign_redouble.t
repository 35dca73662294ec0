# SPDX-License-Identifier: MIT
# a rejected resignation repeats the pending question, with all its answers
clip alice bob
alice: set redoubles 2
bob: set redoubles 2
dice 31
match alice bob unlimited
alice: 8-5 6-5
bob: double
bob: resign n
alice> reject
alice< You reject. The game continues.
alice< bob doubles. Type 'accept', 'reject' or 'redouble'.
bob< alice rejects. The game continues.
alice: beaver
alice: resign n
bob> reject
bob< You reject. The game continues.
bob< alice redoubles to 4. Type 'accept', 'reject' or 'redouble'.
alice< bob rejects. The game continues.
bob: raccoon
bob: resign n
alice> reject
alice< You reject. The game continues.
alice< bob redoubles to 8. Type 'accept' or 'reject'.
bob< alice rejects. The game continues.
