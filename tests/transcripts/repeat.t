# SPDX-License-Identifier: MIT
# !!: repeats the last command, but not talk
clip alice bob
telnet carol
carol> show games
carol< List of games:
carol> !!
carol< List of games:
alice> whois nobody
alice< No information found on user nobody.
alice> !!
alice< No information found on user nobody.
# more than once
alice> !!
alice< No information found on user nobody.
# talk is not repeated
alice: tell bob hello
alice> !!
alice< ...
alice: shout hello
alice> !!
alice< ...
alice: t bob hello
alice> !!
alice< ...
alice: message bob hello
alice> !!
alice< ...
dice 31
match alice bob 3
alice: say hello
alice> !!
alice< ...
alice: kibitz hello
alice> !!
alice< ...
carol: watch alice
alice: whisper hello
alice> !!
alice< ...
# messages are listed again
carol> message
carol< There are no new messages for you.
carol> !!
carol< There are no new messages for you.
# moves without the word move are commands too
alice> 8-5 6-4
alice< ** You can't move 2 points in your second move.
alice> !!
alice< ** You can't move 2 points in your second move.
