# SPDX-License-Identifier: MIT
# save: settings are stored without it (4.5)
clip alice
telnet bob
alice> save
alice< Settings saved.
bob> save
bob< Settings saved.
