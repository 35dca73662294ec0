# SPDX-License-Identifier: MIT
# notify, report, ready: their effects for others
clip alice
telnet bob carol
carol> toggle notify
carol< ** You won't be notified when new users log in.
carol> toggle report
carol< ** You won't be informed about starting and ending matches.
connect: d
d: login test 1008 alice wrong
d: guest
d: name dave
d: secret
d> secret
alice< 7 dave dave just registered and logs in.
alice< 5 dave - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< dave just registered and logs in.
d< ...
# a client program without lines 7 and 8 still gets line 5
alice> toggle notify
alice< ** You won't be notified when new users log in.
d> bye
bob< dave logs out.
d< ...
d closed
connect: e
e: dave
e> secret
alice< 5 dave - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< dave logs in.
e< ...
e> toggle ready
alice< 5 dave - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
e< ** You're now ready to invite or join someone.
