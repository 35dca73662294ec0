# SPDX-License-Identifier: MIT
# toggle: the list, the answers, short names, several at once, what is stored
clip alice
telnet bob
bob> toggle
bob< The current settings are:
bob< allowpip        YES
bob< autoboard       YES
bob< autodouble      NO
bob< automove        NO
bob< bell            NO
bob< crawford        YES
bob< double          YES
bob< greedy          NO
bob< moreboards      YES
bob< moves           NO
bob< notify          YES
bob< ratings         NO
bob< ready           NO
bob< report          YES
bob< silent          NO
bob< telnet          YES
bob< wrap            NO
bob< jacoby          NO
bob< variants        YES
bob< tournaments     YES
bob< entries         YES
bob< fair            YES
bob< bots            YES
bob< fast            NO
bob< ...
alice> toggle nonsense
alice< ** Don't know how to toggle nonsense
alice> toggle auto
alice< ** Don't know how to toggle auto
alice> toggle allowpip autoboard autodouble automove bell crawford double greedy
alice< ** You don't allow the use of the server's 'pip' command.
alice< ** The board won't be refreshed after every move.
alice< ** You agree that doublets during opening double the cube.
alice< ** Forced moves will be done automatically.
alice< ** Your terminal will ring the bell if someone talks to you or invites you
alice< ** You would like to play without using the Crawford rule.
alice< ** You won't be asked if you want to double.
alice< ** Will use automatic greedy bearoffs.
alice> toggle moreboards moves notify ratings report silent telnet wrap
alice< ** Won't send rawboards after rolling.
alice< ** You want a list of moves after this game.
alice< ** You won't be notified when new users log in.
alice< ** You'll see how the rating changes are calculated.
alice< ** You won't be informed about starting and ending matches.
alice< ** You won't hear what other players shout.
alice< ** You use a client program and will receive extra 'newlines'.
alice< ** The server will wrap long lines.
alice> tog r
alice< ** You're now ready to invite or join someone.
alice< 5 alice - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice> toggle
alice< The current settings are:
alice< allowpip        NO
alice< autoboard       NO
alice< autodouble      YES
alice< automove        YES
alice< bell            YES
alice< crawford        NO
alice< double          NO
alice< greedy          YES
alice< moreboards      NO
alice< moves           YES
alice< notify          NO
alice< ratings         YES
alice< ready           YES
alice< report          NO
alice< silent          YES
alice< telnet          NO
alice< wrap            YES
# all but double, greedy and moves are stored with the account
alice> bye
alice closed
...
connect: alice
alice> login test 1008 alice secret
alice<
alice< 1 alice 1767268800 127.0.0.1
alice< 2 alice 0 0 1 1 0 1 0 1 0 0 0 0 0 1500.00 1 1 0 0 1 UTC
alice< ...
bob< alice logs in.
alice> toggle double greedy moves
alice< ** You won't be asked if you want to double.
alice< ** Will use automatic greedy bearoffs.
alice< ** You want a list of moves after this game.
alice> toggle allowpip autoboard autodouble automove bell crawford double greedy
alice< ** You allow the use the server's 'pip' command.
alice< ** The board will be refreshed after every move.
alice< ** You don't agree that doublets during opening double the cube.
alice< ** Forced moves won't be done automatically.
alice< ** Your terminal won't ring the bell if someone talks to you or invites you
alice< ** You insist on playing with the Crawford rule.
alice< ** You will be asked if you want to double.
alice< ** Won't use automatic greedy bearoffs.
alice> toggle moreboards moves notify ratings report silent telnet wrap
alice< ** Will send rawboards after rolling.
alice< ** You won't see a list of moves after this game.
alice< ** You'll be notified when new users log in.
alice< ** You won't see how the rating changes are calculated.
alice< ** You will be informed about starting and ending matches.
alice< ** You will hear what other players shout.
alice< ** You use telnet and don't need extra 'newlines'.
alice< ** Your terminal knows how to wrap long lines.
alice> toggle ready
alice< ** You're now refusing to play with someone.
alice< 5 alice - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
