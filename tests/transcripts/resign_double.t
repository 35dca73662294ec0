# SPDX-License-Identifier: MIT
# a resignation while a double is pending: at the value of the cube; if it is rejected, the double stays
# pending
clip alice bob
dice 31
match alice bob 3
alice: 8-5 6-5
bob: double
bob> resign g
alice< bob wants to resign. You will win 2 points. Type 'accept' or 'reject'.
bob< You want to resign. alice will win 2 points.
alice> resign n
alice< ** bob wanted to resign. Type 'accept' or 'reject'.
alice> reject
alice< You reject. The game continues.
alice< bob doubles. Type 'accept' or 'reject'.
bob< alice rejects. The game continues.
# the doubled player has to answer that first
alice> resign n
alice< ** Please answer the double first: type 'accept' or 'reject'.
dice 65
alice> accept
alice< You accept the double. The cube shows 2.
alice< bob rolls 6 and 5.
alice< ...
bob< alice accepts the double. The cube shows 2.
bob< You roll 6 and 5.
bob< ...
