# SPDX-License-Identifier: MIT
# unwatch: stops watching, or there is nothing to stop
clip alice bob carol
carol> unwatch
carol< ** You're not watching.
dice 31
match alice bob 3
carol: watch alice
carol> unwatch
alice< carol stops watching you.
alice< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob< carol stops watching alice.
bob< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
carol< You stop watching alice.
carol< 5 carol - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
