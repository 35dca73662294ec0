# SPDX-License-Identifier: MIT
# passwords that wait to be checked: the lines after them wait too; with too many waiting, "try again"
user alice
user bob
connect: a
connect: b
hold 1
a+ login c 1008 alice secret
a> version
b> login c 1008 bob secret
b<
b< ** Too many people are logging in just now. Please try again in a few seconds.
b< login: \
release
a<
a< 1 alice 1767268800 127.0.0.1
a< 2 alice 1 1 0 0 0 0 1 1 0 0 1 0 1 1500.00 0 0 0 1 0 UTC
a< 3
a< [motd]
a<
a< 4
a<
a< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 c -
a< 6
a< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 c -
a< 6
a< ** Version 0.1.0 (gammond)
b> login c 1008 bob secret
a< ...
b<
b< ~^1 bob 
b< ...
