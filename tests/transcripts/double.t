# SPDX-License-Identifier: MIT
# double: the lines of an offer, and the refusals
clip alice bob
tiny carol
carol: toggle telnet
carol: watch bob
carol> double
carol< ** You're not playing.
dice 31
match alice bob 5
# never before the first play; after the roll
alice> double
alice< ** You can only double before you roll the dice.
bob> double
bob< ** Please wait until alice has moved.
alice: 8-5 6-5
alice> double
alice< ** Please wait until bob has moved.
bob> double
alice< bob doubles. Type 'accept' or 'reject'.
bob< You double. Please wait for alice to accept or reject.
carol< bob doubles.
carol< [no empty line]
# a second time, and other commands while the answer is pending
bob> double
bob< ** It's not your turn to double
bob> roll
bob< ** alice hasn't responded to your double yet.
bob> move 1-2
bob< ** alice hasn't responded to your double yet.
alice> roll
alice< ** It's not your turn to roll the dice.
alice> move 24-23
alice< ** It's not your turn to move.
dice 65
alice: accept
# alice owns the cube now; bob has no access, and his dice are rolled
bob> double
bob< ** It's not your turn to double
bob: 1-7 7-12
dice 21
alice: roll
alice: 13-11 6-5
bob> double
bob< ** It's not your turn to double
bob> resign n
alice< bob wants to resign. You will win 2 points. Type 'accept' or 'reject'.
bob< You want to resign. alice will win 2 points.
carol< bob wants to resign. alice will win 2 points.
carol< [no empty line]
bob> double
bob< ** You can't double now. You want to resign.
# the opponent has to answer first
alice> double
alice< ** bob wanted to resign. Type 'accept' or 'reject'.
alice: accept
alice> double
alice< ** The game is already over.
