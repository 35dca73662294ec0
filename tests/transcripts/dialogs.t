# SPDX-License-Identifier: MIT
# password dialogs: an empty line leaves, a command is not run, the third wrong answer ends them
user bob
user dave
clip alice
telnet bob
bob> password
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Old password: \
bob< [no prompt]
bob> invite alice 5
bob< \xff\xfc\x01
bob< ** That looks like a command. Nothing was changed. Type it again.
bob< > \
bob> password
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Old password: \
bob< [no prompt]
bob> 8/5 6/5
bob< \xff\xfc\x01
bob< ** That looks like a command. Nothing was changed. Type it again.
bob< > \
bob> password
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Old password: \
bob< [no prompt]
bob> TAKE
bob< \xff\xfc\x01
bob< ** That looks like a command. Nothing was changed. Type it again.
bob< > \
# a wrong present password, three times
bob> password
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Old password: \
bob< [no prompt]
bob> wrong
bob< \xff\xfc\x01
bob< ** Sorry. Old password not correct.
bob< \xff\xfb\x01Old password: \
bob> wrung
bob< \xff\xfc\x01
bob< ** Sorry. Old password not correct.
bob< \xff\xfb\x01Old password: \
bob> wring
bob< \xff\xfc\x01
bob< ** Sorry. Old password not correct.
bob< ** That was the third wrong answer. Nothing was changed.
bob< > \
bob> forget me
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Your password: \
bob< [no prompt]
bob> wrong
bob< \xff\xfc\x01
bob< ** Sorry. That is not your password.
bob< \xff\xfb\x01Your password: \
bob>
bob< \xff\xfc\x01
bob< ** Nothing was changed.
bob< > \
bob> forget me
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Your password: \
bob< [no prompt]
bob> shout hello to all of you
bob< \xff\xfc\x01
bob< ** That looks like a command. Nothing was changed. Type it again.
bob< > \
# a new password that is a command, that is typed twice differently, and a command at the second prompt
bob> password
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Old password: \
bob< [no prompt]
bob> secret
bob< \xff\xfc\x01
bob< \xff\xfb\x01New password: \
bob> ratings
bob< \xff\xfc\x01
bob< ** That looks like a command. Nothing was changed. Type it again.
bob< > \
bob> password
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Old password: \
bob< [no prompt]
bob> secret
bob< \xff\xfc\x01
bob< \xff\xfb\x01New password: \
bob> sesame
bob< \xff\xfc\x01
bob< \xff\xfb\x01New password again: \
bob> who
bob< \xff\xfc\x01
bob< ** That looks like a command. Nothing was changed. Type it again.
bob< > \
bob> password
bob< An empty line ends this and changes nothing.
bob< \xff\xfb\x01Old password: \
bob< [no prompt]
bob> secret
bob< \xff\xfc\x01
bob< \xff\xfb\x01New password: \
bob> abc
bob< \xff\xfc\x01
bob< Minimal password length is 4 characters.
bob< \xff\xfb\x01New password: \
bob> sesame
bob< \xff\xfc\x01
bob< \xff\xfb\x01New password again: \
bob> sesamo
bob< \xff\xfc\x01
bob< ** The two passwords were not identical.
bob< \xff\xfb\x01New password: \
bob> a b
bob< \xff\xfc\x01
bob< Minimal password length is 4 characters.
bob< ** That was the third wrong answer. Nothing was changed.
bob< > \
bob> password secret:ratings:ratings
bob< Your password may not be the name of a command.
# client programs may take any word as a password; it is accepted as the current one then
connect: c
c: login client 1008 dave secret
c> password secret:roll:roll
c< Password changed.
c> bye
c closed
...
connect: d
d: dave
d: roll
d> password
d< An empty line ends this and changes nothing.
d< \xff\xfb\x01Old password: \
d< [no prompt]
d> roll
d< \xff\xfc\x01
d< \xff\xfb\x01New password: \
d> sesame
d< \xff\xfc\x01
d< \xff\xfb\x01New password again: \
d> sesame
d< \xff\xfc\x01
d< Password changed.
d< > \
# registration: a command, the third wrong answer, an empty line instead of the second password
connect: g
g: guest
g: name greta
g> toggle
g< \xff\xfc\x01
g< ** That looks like a command. Nothing was changed. Type it again.
g< > \
g: name greta
g> abc
g<
g< Minimal password length is 4 characters.
g< Please give your password: \
g> abc
g<
g< Minimal password length is 4 characters.
g< Please give your password: \
g> invite bob 5
g< \xff\xfc\x01
g< ** That looks like a command. Nothing was changed. Type it again.
g< > \
g: name greta
g> abcd
g<
g< Please retype your password: \
g>
g< \xff\xfc\x01
g< ** No password given. Please choose a new name
g< > \
g: name greta
g> abcd
g<
g< Please retype your password: \
g> help
g< \xff\xfc\x01
g< ** That looks like a command. Nothing was changed. Type it again.
g< > \
# two passwords that differ, three times
g: name greta
g> abcd
g<
g< Please retype your password: \
g> abce
g<
g< ** The two passwords were not identical. Please give them again. Password: \
g> abcd
g<
g< Please retype your password: \
g> abcf
g<
g< ** The two passwords were not identical. Please give them again. Password: \
g> abcd
g<
g< Please retype your password: \
g> abcg
g< \xff\xfc\x01
g< ** The two passwords were not identical.
g< ** That was the third wrong answer. Nothing was changed.
g< > \
# client programs are asked without limit, as on FIBS
connect: k
k: login client 1008 guest guest
k: name kate
k> abc
k<
k< Minimal password length is 4 characters.
k< Please give your password: \
k> abc
k<
k< Minimal password length is 4 characters.
k< Please give your password: \
k> abc
k<
k< Minimal password length is 4 characters.
k< Please give your password: \
k> toggle
k<
k< Please retype your password: \
k> toggle
alice< 7 kate kate just registered and logs in.
alice< 5 kate - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< kate just registered and logs in.
d< kate just registered and logs in.
k< \xff\xfc\x01
k< You are registered.
k< Type 'help beginner' to get started.
k< > \
