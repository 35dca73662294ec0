# SPDX-License-Identifier: MIT
# too many failed log-ins close the connection; each adds to the delay of the address
user alice
connect: t
t> login c 1008 alice wrong
t<
t< login: \
t> login c 1008 nobody wrong
t<
t< login: \
t> connect alice wrong
t<
t< login: \
t: alice
t> wrong
t< \xff\xfc\x01
t< Login incorrect.
t< login: \
t> login c 1008 alice wrong
t<
t< ** Too many failed log-ins.
t closed
