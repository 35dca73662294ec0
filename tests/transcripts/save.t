# SPDX-License-Identifier: MIT
# save: settings are stored without it
clip alice
telnet bob
alice> save
alice< Settings saved.
bob> save
bob< Settings saved.
