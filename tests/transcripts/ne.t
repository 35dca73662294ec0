# SPDX-License-Identifier: MIT
# ne: what it was for nobody knows any more; the reply is FIBS's, with its spelling (4.7)
clip alice
telnet bob
alice> ne
alice< ** Permisson denied
bob> ne bob
bob< ** Unknown command: 'ne'
bob< > \
