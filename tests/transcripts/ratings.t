# SPDX-License-Identifier: MIT
# a match to its end: the lines, the calculation, the report, the new rows
user myself 1600 2761
user someplayer 1444.365165 187
clip myself someplayer
tiny watcher reporter
telnet unmoved
watcher: toggle telnet
reporter: toggle telnet
unmoved: toggle report
watcher: watch someplayer
someplayer> toggle ratings
someplayer< ** You'll see how the rating changes are calculated.
dice 31
match myself someplayer 3
myself: 8-5 6-5
moves myself someplayer
someplayer> resign b
myself< someplayer wants to resign. You will win 3 points. Type 'accept' or 'reject'.
someplayer< You want to resign. myself will win 3 points.
watcher< someplayer wants to resign. myself will win 3 points.
watcher< [no empty line]
myself> accept
myself< You accept and win 3 points.
myself< You win the 3 point match 3-0 .
myself< 5 myself - - 1 0 1602.93 2764 0 1767268800 c-fxh4ehzygq3gvvb5 test -
myself< 6
myself< 5 someplayer - - 1 0 1435.19 190 0 1767268800 c-fxh4ehzygq3gvvb5 test -
myself< 6
someplayer< myself accepts and wins 3 points.
someplayer< rating calculation:
someplayer< rating difference D=155.634835
someplayer< match length      N=3
someplayer< Experience: myself 2761 - someplayer 187
someplayer< Probability that underdog wins: Pu=1/(10^(D*sqrt(N)/2000)+1)=0.423029
someplayer< P=0.423029 is 1-Pu if underdog wins and Pu if favorite wins
someplayer< K=max(1 , -Experience/100+5) for myself: 1.000000
someplayer< change for myself: 4*K*sqrt(N)*P=2.930831
someplayer< K=max(1 , -Experience/100+5) for someplayer: 3.130000
someplayer< change for someplayer: -4*K*sqrt(N)*P=-9.173502
someplayer<
someplayer< myself wins the 3 point match 3-0 .
someplayer< 5 myself - - 1 0 1602.93 2764 0 1767268800 c-fxh4ehzygq3gvvb5 test -
someplayer< 6
someplayer< 5 someplayer - - 1 0 1435.19 190 0 1767268800 c-fxh4ehzygq3gvvb5 test -
someplayer< 6
watcher< myself accepts and wins 3 points.
watcher< myself wins the 3 point match 3-0 .
watcher< [no empty line]
reporter< myself wins a 3 point match against someplayer  3-0 .
reporter< [no empty line]
# ratings are stored
restart
clip myself
myself> rawwho myself
myself< 5 myself - - 1 0 1602.93 2764 0 1767268800 c-fxh4ehzygq3gvvb5 test -
myself< 6
myself> show saved
myself<   opponent          matchlength   score (your points first)
myself< no saved games.
