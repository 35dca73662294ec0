# SPDX-License-Identifier: MIT
# where: the address from which a user logged in; addresses are not looked up
user eve
clip alice
telnet bob
alice> where nobody
alice< ** There's no one called nobody.
alice> where eve
alice< ** There's no one called eve.
alice> where bob
alice< bob from c-fxh4ehzygq3gvvb5
alice< (c-fxh4ehzygq3gvvb5)
connect: e 192.168.143.5
e: login client 1008 eve secret
# names are completed
bob> where ev
bob< eve from c-ffp6fwfd87k8jvzy
bob< (c-ffp6fwfd87k8jvzy)
