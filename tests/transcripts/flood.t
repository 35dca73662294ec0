# SPDX-License-Identifier: MIT
# commands that come too fast are delayed; none is lost
option flood 1
connect: a 10.0.0.1
a: guest
a: name alice
a: secret
a: secret
clock +5
a+ shout 1
a+ shout 2
a+ shout 3
a+ shout 4
a+ shout 5
a+ shout 6
a+ shout 7
a+ shout 8
a+ shout 9
a+ shout 10
a+ shout 11
a> shout 12
a< Your recovery code is  t82tt-afjmh-whrkf-qcsw8
a< Write it down. If you forget your password, type 'guest' at 'login: ' and then
a< 'recover alice CODE'. It can be used once.
a< \xff\xfd\x1fPress Return when you have written it down: Type 'play' to start.
a< You shout: 1
a< > You shout: 2
a< > You shout: 3
a< > You shout: 4
a< > You shout: 5
a< > You shout: 6
a< > You shout: 7
a< > You shout: 8
a< > You shout: 9
a< > You shout: 10
clock +1
a< You shout: 11
a< [no empty line]
clock +1
