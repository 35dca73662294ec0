# SPDX-License-Identifier: MIT
# refusals in registration
user taken
user somebody_very_known
connect: g
g: guest
g> name
g< ** A name is one word of 3 to 20 letters; _ counts as a letter.
g< Type 'name WORD'.
g> name taken
g< ** Please use another name. 'taken' is already used by someone else.
g> name TAKEN
g< ** Please use another name. 'TAKEN' is already used by someone else.
g> name guest
g< ** Please use another name. 'guest' is already used by someone else.
g> name unlimited
g< ** Please use another name. 'unlimited' is already used by someone else.
# no misleading names: a role, or the server, which is called FIBS here
g> name Oper_ator
g< ** Please use another name. 'Oper_ator' is already used by someone else.
# no line is longer than 79 columns: the width of the terminal is not known yet
g> name somebody_very_known
g< ** Please use another name. 'somebody_very_known' is already used by someone
g<    else.
# a name is one word: interactive users are told, for a client program the first word counts as before
g> name anna smith
g< ** A name is one word of 3 to 20 letters; _ counts as a letter.
g< Type 'name WORD'.
g> name al1ce
g< ** Your name may only contain letters and the underscore character _ .
g> name a:b
g< ** Your name may only contain letters and the underscore character _ .
g> name abcdefghijklmnopqrstu
g< ** Please use a name with at most 20 characters.
g> name al
g< ** Please use a name with at least 3 characters.
# no password: another name can be chosen
g: name alice
g>
g< \xff\xfc\x01
g< ** No password given. Please choose a new name
g< > \
g> name abcdefghijklmnopqrst
g< Your name will be abcdefghijklmnopqrst
g< Type in no password and hit Enter/Return if you want to change it now.
g< \xff\xfb\x01Please give your password: \
g< [no prompt]
g> abc
g<
g< Minimal password length is 4 characters.
g< Please give your password: \
g> abc:def
g<
g< Your password may not contain ':'
g< Please give your password: \
g> abc def
g<
g< Your password may not contain blanks.
g< \xff\xfc\x01
g< ** That was the third wrong answer. Nothing was changed.
g< > \
g: name abcdefghijklmnopqrst
g> abcd
g<
g< Please retype your password: \
# the next entry is a password again, then the prompt to retype it
g> abce
g<
g< ** The two passwords were not identical. Please give them again. Password: \
g> wxyz
g<
g< Please retype your password: \
g> wxyz
g< \xff\xfc\x01
g< You are registered.
g< Type 'help beginner' to get started.
g< > \
# two guests choose the same name at the same time
connect: a
a: guest
a: name alice
a: secret
connect: b
b: guest
b: name alice
b: secret
a: secret
b> secret
b< \xff\xfc\x01
b< ** Please use another name. 'alice' is already used by someone else.
b< > \
