# SPDX-License-Identifier: MIT
# names that resemble that of a bot, an operator or an admin are refused
option bots 1
...
telnet oscar
role oscar operator
connect: g
g: guest
g> name CIubBot
g< ** Please use another name. 'CIubBot' is already used by someone else.
g> name StrongBoI
g< ** Please use another name. 'StrongBoI' is already used by someone else.
g> name EasyBot_
g< ** Please use another name. 'EasyBot_' is already used by someone else.
g> name Oscaar
g< ** Please use another name. 'Oscaar' is already used by someone else.
g> name oskar
g< Your name will be oskar
g< Type in no password and hit Enter/Return if you want to change it now.
g< \xff\xfb\x01Please give your password: \
g< [no prompt]
