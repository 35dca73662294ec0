# SPDX-License-Identifier: MIT
# about: what this server is, the same page as help about
clip alice
telnet bob
alice> about
alice< NAME
alice< ~^    about - 
alice< ...
bob> ABOUT
bob< NAME
bob< ~^    about - 
bob< ...
