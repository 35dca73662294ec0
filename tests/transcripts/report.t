# SPDX-License-Identifier: MIT
# a user is reported; operators see what both said in public, and answer
clip bob
telnet alice carol
bob> report
bob< ** usage: report <name> <text>
alice> report bob
alice< ** usage: report <name> <text>
alice> report nobody he is rude
alice< ** Don't know user nobody.
alice> report alice I am rude
alice< ** You can't report yourself.
bob: shout you play like a tree
carol: shout stop it
alice: shout he means me
alice> report bob He shouts at me.
alice< Your report was sent to the operators, with what you and bob last said in
alice< public. They will answer you with a message.
alice> report bob He still does.
alice< ** You have reported bob already, and the operators have not answered yet.
bob> reports
bob< ** Permission denied
