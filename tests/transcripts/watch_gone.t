# SPDX-License-Identifier: MIT
# the watched user leaves, in each way
clip alice bob carol dave
tiny eve
eve: toggle telnet
eve: toggle notify
eve: toggle report
eve: watch alice
drop alice
bob< 5 eve - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
bob< 8 alice alice drops connection.
carol< ...
dave< ...
eve< alice drops connection.. You're not watching anymore.
eve< [no empty line]
eve: watch bob
bob: bye
bob closed
eve: watch carol
drop carol error
dave< 5 eve - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
dave< 6
dave< 8 carol Network error with carol.
eve< Network error with carol.. You're not watching anymore.
eve< [no empty line]
eve: watch dave
clock +3000
eve: version
clock +600
dave< Connection timed out.
dave< ...
dave closed
eve< Connection with dave timed out.. You're not watching anymore.
eve< [no empty line]
clip alice
eve: watch alice
# the watcher leaves
dice 31
clip bob
match alice bob 3
drop eve
alice< eve stops watching you.
alice< 8 eve eve drops connection.
bob< eve stops watching alice.
bob< 8 eve eve drops connection.
