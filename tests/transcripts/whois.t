# SPDX-License-Identifier: MIT
# whois: exact names, on line or not
user someplayer 1912.15 827
user never
clip alice someplayer
alice> whois
alice< ** please give a name as an argument.
alice> whois nobody
alice< No information found on user nobody.
# names are not completed
alice> whois some
alice< No information found on user some.
clock +4
alice> whois someplayer
alice< Information about someplayer:
alice<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
alice<   Last logout: Not available
alice<   Still logged in. 4 seconds idle.
alice<   someplayer is not ready to play, not watching, not playing.
alice<   Rating: 1912.15 Experience: 827
alice<   No email address.
someplayer: toggle ready
clock +604
someplayer: watch alice
clock +604
alice> whois someplayer
alice< Information about someplayer:
alice<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
alice<   Last logout: Not available
alice<   Still logged in. 10:04 minutes idle.
alice<   someplayer is ready to play, watching alice, not playing.
alice<   Rating: 1912.15 Experience: 827
alice<   No email address.
someplayer: unwatch
dice 31
match alice someplayer 3
alice> whois someplayer
alice< Information about someplayer:
alice<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
alice<   Last logout: Not available
alice<   Still logged in. 0 seconds idle.
alice<   someplayer is playing with alice.
alice<   Rating: 1912.15 Experience: 827
alice<   No email address.
someplayer: bye
alice> whois someplayer
alice< Information about someplayer:
alice<   Last login:  Thursday, January 01 12:00 UTC from c-fxh4ehzygq3gvvb5
alice<   Last logout: Thursday, January 01 12:20 UTC
alice<   Not logged in right now.
alice<   Rating: 1912.15 Experience: 827
alice<   No email address.
