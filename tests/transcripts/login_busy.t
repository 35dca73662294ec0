# SPDX-License-Identifier: MIT
# passwords that wait to be checked: the lines after them wait too; with too many waiting, "try again"
user alice
user bob
connect a
a< ...
connect b
b< ...
hold 1
a+ login c 1008 alice secret
a> version
b> login c 1008 bob secret
b<
b< ** Too many people are logging in just now. Please try again in a few seconds.
b< login: \
release
a<
a< ~^1 alice 
a< ...
b> login c 1008 bob secret
a< ...
b<
b< ~^1 bob 
b< ...
