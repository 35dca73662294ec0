# SPDX-License-Identifier: MIT
# ye: a FIBS command of unknown purpose; the reply is FIBS's, with its spelling
clip alice
telnet bob
alice> ye
alice< ** Permisson denied
bob> ye bob
bob< ** Unknown command: 'ye'
