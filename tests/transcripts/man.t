# SPDX-License-Identifier: MIT
# man: the same as help
clip alice
telnet bob
alice> man version
alice< NAME
alice< ~^    version - 
alice< ...
bob> man nothing_of_that_kind
bob< ** No help available on nothing_of_that_kind
alice> man
alice< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
alice<
alice< ~about
alice< ...
