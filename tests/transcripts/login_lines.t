# SPDX-License-Identifier: MIT
# each line before the log-in costs a second, also an empty or refused one; a client that continues is closed
option flood 1
connect: a 10.0.0.1
a! \r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n
a< login: login: login: login: login: login: login: login: login: login: login: login: login: login: login: login: login: login: login: login: \
# the initial allowance of twenty is used up: every further line is delayed
a! \r\nlogin x 1 guest\r\nlogin x y\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n
a< login: \
clock +1
a<
a< ** Client names have 1 to 20 characters, versions are numbers from 1000.
a< login: \
clock +1
a<
a< ** Client names have 1 to 20 characters, versions are numbers from 1000.
a< login: \
clock +1
a< login: \
clock +1
a< login: \
clock +1
a< login: \
clock +1
a< login: \
clock +1
a< login: \
clock +1
a< login: \
clock +1
a< login: \
clock +1
a<
a< ** Too many lines before the log-in.
a closed
# a guest who types at most one line a second is never closed
connect: b 10.0.0.2
b: guest
b: language english
clock +2
b> name x
b< ** Please use a name with at least 3 characters.
