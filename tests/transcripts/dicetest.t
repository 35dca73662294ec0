# SPDX-License-Identifier: MIT
# dicetest: statistics of many rolls of the generator used in matches
clip alice
telnet bob
alice> dicetest
alice< *** running dice test:
alice< *** Rolled 10800 times with 2 dice
alice< ~^1-1 [0-9]{3}  1-2 [0-9]{3}  1-3 [0-9]{3}  1-4 [0-9]{3}  1-5 [0-9]{3}  1-6 [0-9]{3}$
alice< ~^2-1 [0-9]{3}  2-2 [0-9]{3}  2-3 [0-9]{3}  2-4 [0-9]{3}  2-5 [0-9]{3}  2-6 [0-9]{3}$
alice< ~^3-1 [0-9]{3}  3-2 [0-9]{3}  3-3 [0-9]{3}  3-4 [0-9]{3}  3-5 [0-9]{3}  3-6 [0-9]{3}$
alice< ~^4-1 [0-9]{3}  4-2 [0-9]{3}  4-3 [0-9]{3}  4-4 [0-9]{3}  4-5 [0-9]{3}  4-6 [0-9]{3}$
alice< ~^5-1 [0-9]{3}  5-2 [0-9]{3}  5-3 [0-9]{3}  5-4 [0-9]{3}  5-5 [0-9]{3}  5-6 [0-9]{3}$
alice< ~^6-1 [0-9]{3}  6-2 [0-9]{3}  6-3 [0-9]{3}  6-4 [0-9]{3}  6-5 [0-9]{3}  6-6 [0-9]{3}$
alice< ~^1: 3[0-9]{3}$
alice< ~^2: 3[0-9]{3}$
alice< ~^3: 3[0-9]{3}$
alice< ~^4: 3[0-9]{3}$
alice< ~^5: 3[0-9]{3}$
alice< ~^6: 3[0-9]{3}$
alice< n: 300 of each pair and 3600 of each number are to be expected
alice< ~^S: [0-9a-f]{64}$
alice< ~^T: [0-9]{2}\.[0-9]{2} \(fair dice: more than 57\.34 once in 100 tests\)$
alice< Done.
bob> dicetest now
bob< *** running dice test:
bob< *** Rolled 10800 times with 2 dice
bob< 1-1 302  1-2 333  1-3 308  1-4 274  1-5 318  1-6 325
bob< 2-1 270  2-2 286  2-3 323  2-4 318  2-5 262  2-6 288
bob< 3-1 313  3-2 306  3-3 294  3-4 308  3-5 331  3-6 269
bob< 4-1 313  4-2 288  4-3 293  4-4 305  4-5 304  4-6 311
bob< 5-1 324  5-2 298  5-3 282  5-4 278  5-5 278  5-6 282
bob< 6-1 302  6-2 308  6-3 300  6-4 325  6-5 309  6-6 272
bob< 1: 3684
bob< 2: 3566
bob< 3: 3621
bob< 4: 3622
bob< 5: 3544
bob< 6: 3563
bob< n: 300 of each pair and 3600 of each number are to be expected
bob< S: 657040878bbfd1abdcb53ca7ded65328e4e94d2153f064169b27f5e08611c088
bob< T: 42.75 (fair dice: more than 57.34 once in 100 tests)
bob< Done.
