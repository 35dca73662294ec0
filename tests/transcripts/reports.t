# SPDX-License-Identifier: MIT
# the operators' queue: reports, their authors, and the answers
option flood 1
user oscar
user olga
role oscar operator
role olga operator
telnet oscar olga
clip bob
telnet alice
oscar> reports
oscar< There are no reports.
bob: shout hello
alice> report bob He shouts at me.
oscar< ** Report 1: alice reports bob. Type 'reports 1'.
olga< ** Report 1: alice reports bob. Type 'reports 1'.
alice< Your report was sent to the operators, with what you and bob last said in
alice< public. They will answer you with a message.
alice> report oscar He does nothing.
olga< ** Report 2: alice reports oscar. Type 'reports 2'.
alice< Your report was sent to the operators, with what you and oscar last said in
alice< public. They will answer you with a message.
bob> report alice She reports me.
oscar< ** Report 3: bob reports alice. Type 'reports 3'.
olga< ** Report 3: bob reports alice. Type 'reports 3'.
bob< Your report was sent to the operators, with what you and alice last said in
bob< public. They will answer you with a message.
oscar> reports
oscar< Report 1, 2026-01-01 12:00: alice reports bob: He shouts at me.
oscar< Report 3, 2026-01-01 12:00: bob reports alice: She reports me.
olga> reports
olga< Report 1, 2026-01-01 12:00: alice reports bob: He shouts at me.
olga< Report 2, 2026-01-01 12:00: alice reports oscar: He does nothing.
olga< Report 3, 2026-01-01 12:00: bob reports alice: She reports me.
olga> reports 2
olga< Report 2, 2026-01-01 12:00: alice reports oscar: He does nothing.
olga<   (neither has said anything in public lately)
oscar> reports 1
oscar< Report 1, 2026-01-01 12:00: alice reports bob: He shouts at me.
oscar< 12:00:00 bob shouts: hello
oscar> reports 1 maybe
oscar< ** usage: reports [<number> [answer <text>|close]]
oscar> reports 9 close
oscar< ** There is no report 9.
oscar> reports 2 close
oscar< ** There is no report 2.
drop: alice
oscar> reports 1 answer I have talked to him.
oscar< Report 1 is closed, and alice has been notified.
olga> reports 2 close
olga< Report 2 is closed, and alice has been notified.
bob> who operators
bob< 5 oscar - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 5 olga - - 0 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
bob< 6
oscar> who operators
oscar< No  S  username        rating   exp login  idle from
oscar<  1 -   oscar          1500.00     0 12:00  0:00 127.0.0.1
oscar<  2 -   olga           1500.00     0 12:00  0:00 127.0.0.1
oscar> operlog 3
oscar< 2026-01-01 12:00 olga: report oscar 2
oscar< 2026-01-01 12:00 oscar: report bob 1
telnet alice
alice< ...
...
# reports are limited
user una
user uri
user ugo
bob: report una x
bob: report uri x
bob> report ugo x
bob< ** You have reported too often. Please try again later.
