# SPDX-License-Identifier: MIT
# an hour without a command ends the connection
clip alice
telnet bob
clip carol
dice 31
match alice bob 3
clock +1800
bob: version
carol: version
clock +1799
clock +1
alice< Connection timed out.
alice< ...
alice closed
bob< Connection with alice timed out. The game was saved.
bob< Connection with alice timed out.
carol< 5 bob - - 1 0 1500.00 0 1800 1767268800 c-fxh4ehzygq3gvvb5 - -
carol< 6
carol< 8 alice Connection with alice timed out.
# the same for a connection that is not logged in
connect: x
clock +1800
bob< ...
bob closed
carol< ...
carol closed
