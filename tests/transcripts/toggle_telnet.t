# SPDX-License-Identifier: MIT
# telnet: with it, unrequested output begins on a new line; without it a prompt ends in a newline
telnet alice
clip bob
bob> shout one
alice< bob shouts: one
bob< 17 one
alice> toggle telnet
alice< ** You use a client program and will receive extra 'newlines'.
alice< > 
alice< [no prompt]
bob> shout two
alice< bob shouts: two
alice< > 
alice< [no empty line]
bob< 17 two
alice> toggle telnet
alice< ** You use telnet and don't need extra 'newlines'.
alice< > \
