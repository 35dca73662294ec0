# SPDX-License-Identifier: MIT
# password: its refusals, and the new password's validity from then on
clip alice
telnet bob
alice> password
alice< ** usage: password <old password>:<new password>:<new password>
alice< ** NOTE: The character between the passwords is now a colon!
alice> password secret
alice< ** usage: password <old password>:<new password>:<new password>
alice< ** NOTE: The character between the passwords is now a colon!
alice> password secret newone newone
alice< ** usage: password <old password>:<new password>:<new password>
alice< ** NOTE: The character between the passwords is now a colon!
alice> password secret:newone
alice< ** Please give your new password twice.
alice> password secret:newone:newtwo
alice< ** Please give your new password twice.
alice> password wrong:newone:newone
alice< ** Sorry. Old password not correct.
alice> password secret:abc:abc
alice< Minimal password length is 4 characters.
bob> password wrong:newone:newone
bob< ** Sorry. Old password not correct.
# while the password is checked, the next lines wait
hold
alice> password secret:new one:new one
alice< Your password may not contain blanks.
alice> password secret:new_one:new_one
alice> show games
release
alice< Password changed.
alice< List of games:
bob> password secret:bobs:bobs
bob< Password changed.
# interactive users are asked, without echo
telnet carol
carol> password
carol< An empty line ends this and changes nothing.
carol< \xff\xfb\x01Old password: \
carol< [no prompt]
carol> secret
carol< \xff\xfc\x01
carol< \xff\xfb\x01New password: \
carol> abc
carol< \xff\xfc\x01
carol< Minimal password length is 4 characters.
carol< \xff\xfb\x01New password: \
carol> carols
carol< \xff\xfc\x01
carol< \xff\xfb\x01New password again: \
alice> tell carol hello
alice< 16 carol hello
carol< alice says: hello
carol< New password again: \
carol> carrols
carol< \xff\xfc\x01
carol< ** The two passwords were not identical.
carol< \xff\xfb\x01New password: \
carol> carols
carol< \xff\xfc\x01
carol< \xff\xfb\x01New password again: \
carol> carols
carol< \xff\xfc\x01
carol< Password changed.
carol< > \
# an empty line cancels; a wrong password changes nothing; "!!" repeats none of it
carol> password
carol< An empty line ends this and changes nothing.
carol< \xff\xfb\x01Old password: \
carol< [no prompt]
carol>
carol< \xff\xfc\x01
carol< ** Nothing was changed.
carol< > \
carol> !!
carol< > \
carol> password
carol< An empty line ends this and changes nothing.
carol< \xff\xfb\x01Old password: \
carol< [no prompt]
carol> wrong
carol< \xff\xfc\x01
carol< ** Sorry. Old password not correct.
carol< \xff\xfb\x01Old password: \
carol> newone
carol< \xff\xfc\x01
carol< ** Sorry. Old password not correct.
carol< \xff\xfb\x01Old password: \
carol> newone
carol< \xff\xfc\x01
carol< ** Sorry. Old password not correct.
carol< ** That was the third wrong answer. Nothing was changed.
carol< > \
# a move ends the dialog; a date is a password, although it resembles one
carol: password
carol: carols
carol> 8/5*(2)
carol< \xff\xfc\x01
carol< ** That looks like a command. Nothing was changed. Type it again.
carol< > \
carol: password
carol: carols
carol: 12-05-1990
carol> 12-05-1990
carol< \xff\xfc\x01
carol< Password changed.
carol< > \
carol> password 12-05-1990:carols:carols
carol< Password changed.
drop: carol
# the old password is no longer valid, even after a restart
restart
connect: a
a> connect alice secret
a<
a< login: \
a> alice
a< \xff\xfb\x01password: \
a> new_one
a< \xff\xfc\x01
a< ** User alice authenticated.
a< ...
connect: b
b> login client 1008 bob secret
b<
b< login: \
b> login client 1008 bob bobs
b<
b< ~^1 bob
b< ...
...
