# SPDX-License-Identifier: MIT
# co: what it was for nobody knows any more; the reply is FIBS's, with its spelling (4.7)
clip alice
telnet bob
alice> co
alice< ** Permisson denied
bob> co bob
bob< ** Unknown command: 'co'
bob< > \
