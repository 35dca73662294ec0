# SPDX-License-Identifier: MIT
# address: the mail address, in whois and in line 5
clip alice
telnet bob
alice> address
alice< ** You didn't give your address.
alice> address someplayer
alice< ** 'someplayer' is not an email address.
alice> address @somewhere.com
alice< ** '@somewhere.com' is not an email address.
alice> address someplayer@
alice< ** 'someplayer@' is not an email address.
alice> address a@aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.com
alice< ** Your address is too long.
alice> whois alice
alice< Information about alice:
alice< ~^  Last login:
alice< ~^  Last logout:
alice< ~^  Still logged in\.
alice< ~^  alice is not ready
alice< ~^  Rating:
alice<   No email address.
# only the first word counts; all users are sent the new line 5
alice> address someplayer@somewhere.com or elsewhere
alice< Your email address is 'someplayer@somewhere.com'.
alice< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
bob> address bob@example.org
alice< 5 bob - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< Your email address is 'bob@example.org'.
bob> whois alice
bob< Information about alice:
bob<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
bob<   Last logout: Not available
bob<   Still logged in. 0 seconds idle.
bob<   alice is not ready to play, not watching, not playing.
bob<   Rating: 1500.00 Experience: 0
bob<   Email address: -
# other users do not see it in whois, but its owner does
alice> whois alice
alice< Information about alice:
alice< ~^  Last login:  .* from 127\.0\.0\.1$
alice< ~^  Last logout:
alice< ~^  Still logged in\.
alice< ~^  alice is not ready
alice< ~^  Rating:
alice<   Email address: someplayer@somewhere.com
# the address is stored with the account, and operators see it
restart
clip bob
bob> whois alice
bob< Information about alice:
bob< ~^  Last login:
bob< ~^  Last logout:
bob<   Not logged in right now.
bob< ~^  Rating:
bob<   Email address: -
drop bob
role bob operator
clip bob
bob> whois alice
bob< Information about alice:
bob< ~^  Last login:  .* from 127\.0\.0\.1$
bob< ~^  Last logout:
bob<   Not logged in right now.
bob< ~^  Rating:
bob<   Email address: someplayer@somewhere.com
