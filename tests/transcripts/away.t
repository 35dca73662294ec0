# SPDX-License-Identifier: MIT
# away: the list, the reminder after each command, and the notice for users who contact an absent one
clip alice
telnet bob
tiny carol
carol: toggle telnet
alice> away
alice< None of the users is away.
alice> away out to  lunch
alice< You're away. Please type 'back'
alice< 5 alice - - 0 1 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
# client programs get a line after every command's output
alice> nonsense
alice< ** Unknown command: 'nonsense'
alice< You're away. Please type 'back'
alice> who alice
alice< 5 alice - - 0 1 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< You're away. Please type 'back'
# but not after an empty line, which is not a command, nor after unrequested output
alice>
carol> shout anybody here?
alice< 13 carol anybody here?
bob< carol shouts: anybody here?
carol< You shout: anybody here?
carol> away
carol< The following users are away:
carol< alice: out to  lunch
# at the prompt, the prompt shows it, after commands and after other lines
bob> away back at three
alice< 5 bob - - 0 1 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
bob< You're away. Please type 'back' > \
bob> away
bob< The following users are away:
bob< alice: out to  lunch
bob< You: back at three
bob< You're away. Please type 'back' > \
bob>
bob< You're away. Please type 'back' > \
carol> shout good bye
alice< 13 carol good bye
bob< carol shouts: good bye
bob< You're away. Please type 'back' > \
carol< You shout: good bye
alice> away
alice< The following users are away:
alice< You: out to  lunch
alice< bob: back at three
alice< You're away. Please type 'back'
# a user who tells alice something gets a notice after an empty line
carol> tell alice are you there?
alice< 12 carol are you there?
carol< ** You tell alice: are you there?
carol<
carol< alice is away: out to  lunch
alice> tell bob hello
alice< 16 bob hello
alice<
alice< bob is away: back at three
alice< You're away. Please type 'back'
bob< alice says: hello
bob< You're away. Please type 'back' > \
bob> tell alice and you?
alice< 12 bob and you?
bob< ** You tell alice: and you?
bob<
bob< alice is away: out to  lunch
bob< You're away. Please type 'back' > \
# so does a user who invites alice
alice: toggle ready
carol> invite alice 3
alice< 5 carol - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
alice< 6
alice< carol wants to play a 3 point match with you.
alice< Type 'join carol' to accept.
carol< ** You invited alice to a 3 point match.
carol<
carol< alice is away: out to  lunch
# lists show who is away
carol> who away
carol< No  S  username        rating   exp login  idle from
carol<  1 R A alice          1500.00     0 12:00  0:00 c-fxh4ehzygq3gvvb5
carol<  2 - A bob            1500.00     0 12:00  0:00 c-fxh4ehzygq3gvvb5
carol> whois alice
carol< Information about alice:
carol< ~^  Last login:
carol< ~^  Last logout:
carol<   Still logged in. 0 seconds idle.
carol<   alice is ready to play, not watching, not playing.
carol<   alice is away: out to  lunch
carol<   Rating: 1500.00 Experience: 0
carol<   No email address.
# a new text replaces the first
alice> away still at lunch
alice< You're away. Please type 'back'
alice< ...
carol> away
carol< The following users are away:
carol< alice: still at lunch
carol< bob: back at three
# an absent user may play, and stays absent
dice 31
alice: join carol
alice> board
alice< ~^board:You:carol:3:
alice< You're away. Please type 'back'
alice: leave
# `away` ends with the connection
alice: bye
alice closed
clip alice
alice> back
alice< ** You're not away.
carol> away
carol< The following users are away:
carol< bob: back at three
# a long text is cut, between two characters
alice: away aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\xc3\xa9\xc3\xa9
alice> away
alice< The following users are away:
alice< bob: back at three
alice< ~^You: a{126}$
alice< You're away. Please type 'back'
