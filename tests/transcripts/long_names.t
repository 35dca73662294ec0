# SPDX-License-Identifier: MIT
# names of 15 and 20 letters in lists and boards
user abcdefghijklmno 999.5 51
user abcdefghijklmnopqrst 2345.678 12345
telnet abcdefghijklmno
clip abcdefghijklmnopqrst
abcdefghijklmno> who
abcdefghijklmno< No  S  username        rating   exp login  idle from
abcdefghijklmno<  1 -   abcdefghijklmn  999.50    51 12:00  0:00 127.0.0.1
abcdefghijklmno<  2 -   abcdefghijklmn 2345.68 12345 12:00  0:00 c-fxh4ehzygq3gvvb5
dice 31
match abcdefghijklmno abcdefghijklmnopqrst 64
abcdefghijklmnopqrst> show games
abcdefghijklmnopqrst< List of games:
abcdefghijklmnopqrst< abcdefghijklmno - abcdefghijklmnopqrst (64 point match 0-0)
abcdefghijklmnopqrst: set boardstyle 1
abcdefghijklmnopqrst> board
abcdefghijklmnopqrst<    +-1--2--3--4--5--6--------7--8--9-10-11-12-+ O: abcdefghijklmno - score: 0
abcdefghijklmnopqrst< ...
