# SPDX-License-Identifier: MIT
# ne: a FIBS command of unknown purpose; the reply is FIBS's, with its spelling
clip alice
telnet bob
alice> ne
alice< ** Permisson denied
bob> ne bob
bob< ** Unknown command: 'ne'
