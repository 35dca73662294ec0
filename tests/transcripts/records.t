# SPDX-License-Identifier: MIT
# records: the longest match and other maxima (stats.t has records with matches)
user ann 1500 60
user bob 1500 0
telnet ann bob
ann> records
ann< The longest rated matches (rolls, moves and other actions):
ann< The highest cubes in matches with a length:
ann< The most rated matches won in a row:
ann> records now
ann< The longest rated matches (rolls, moves and other actions):
ann< The highest cubes in matches with a length:
ann< The most rated matches won in a row:
