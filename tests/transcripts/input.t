# SPDX-License-Identifier: MIT
# input that is not plain text, too long, or telnet commands
clip alice
telnet bob
# control characters are removed, text in UTF-8 stays
alice> tell bob bell\ahere\x1b[2J caf\xc3\xa9
alice< 16 bob bellhere[2J caf\xc3\xa9
bob< alice says: bellhere[2J caf\xc3\xa9
# a tab counts as a blank, between words and within them
alice> \ttell\tbob\tone\ttwo\t
alice< 16 bob one two
bob< alice says: one two
# invalid UTF-8
alice> tell bob \xff\xfe\xc3
alice< ** That is not UTF-8: set your terminal to UTF-8, or type without accents.
# line ends of every kind, IAC in the middle of a line, an unknown option refused once
bob! version\rversion\nversion\r\n
bob< ** Version 0.1.0 (gammond)
bob< > ** Version 0.1.0 (gammond)
bob< > ** Version 0.1.0 (gammond)
bob! ver\xff\xfd\x18sion\r\n
bob< \xff\xfc\x18** Version 0.1.0 (gammond)
bob! \xff\xfd\x01\xff\xfe\x01version\r\n
bob< ** Version 0.1.0 (gammond)
bob! ver
bob! sion
bob! \r\n
bob< ** Version 0.1.0 (gammond)
