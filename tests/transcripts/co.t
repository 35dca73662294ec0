# SPDX-License-Identifier: MIT
# co: a FIBS command of unknown purpose; the reply is FIBS's, with its spelling
clip alice
telnet bob
alice> co
alice< ** Permisson denied
bob> co bob
bob< ** Unknown command: 'co'
