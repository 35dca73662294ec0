# SPDX-License-Identifier: MIT
# TinyMUD log-in: texts, no prompts
user alice
clip bob
telnet carol
connect: t
t> connect alice wrong
t<
t< login: \
t> connect alice
t<
t< login: \
t> connect alice secret
bob< 7 alice alice logs in.
bob< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
carol< alice logs in.
t<
t< ** User alice authenticated.
t< ~^\*\* Last login: .*  from 
t< [motd]
# an answer has no prompt; unrequested output begins on a new line, until telnet is switched off
t> version
t< ~^\*\* Version 
bob> tell alice hi
bob< 16 alice hi
t< bob says: hi
t> toggle telnet
t< ** You use a client program and will receive extra 'newlines'.
bob> tell alice hi
bob< 16 alice hi
t< bob says: hi
t< [no empty line]
