# SPDX-License-Identifier: MIT
# set: all variables, their values, errors and answers
clip alice
alice> set
alice< Settings of variables:
alice< boardstyle: 3
alice< linelength: 0
alice< pagelength: 0
alice< redoubles:  none
alice< sortwho:    login
alice< timezone:   UTC
alice> set nonsense
alice< ** Invalid argument. Type 'help set'.
alice> set prompt >
alice< ** Invalid argument. Type 'help set'.
alice> set boardstyle
alice< Value of 'boardstyle' is 3
alice> set boardstyle 40
alice< ~^\*\* Valid arguments are the numbers 1 to [0-9]+\.$
alice> set boardstyle 0
alice< ~^\*\* Valid arguments are the numbers 1 to [0-9]+\.$
alice> set boardstyle x
alice< ~^\*\* Valid arguments are the numbers 1 to [0-9]+\.$
alice> set boardstyle 2
alice< Value of 'boardstyle' set to 2.
alice> set linelength 79
alice< Value of 'linelength' set to 79.
alice> set linelength 1000
alice< ** Valid arguments are the numbers 0 to 999. Use 0 for no linelength.
alice> set linelength -1
alice< ** Valid arguments are the numbers 0 to 999. Use 0 for no linelength.
alice> set linelength
alice< Value of 'linelength' is 79
alice> set linelength wide
alice< Value of 'linelength' set to 0.
alice> set pagelength 24
alice< Value of 'pagelength' set to 24.
alice> set pagelength 1000
alice< ** Valid arguments are the numbers 0 to 999. Use 0 for no pagelength.
alice> set linelength 1
alice< Value of 'linelength' set to 1.
alice> set pagelength 1
alice< Value of 'pagelength' set to 1.
alice> set linelength wide
alice< Value of 'linelength' set to 0.
alice> set pagelength 24
alice< Value of 'pagelength' set to 24.
alice> set redoubles 5
alice< Value of 'redoubles' set to 5.
alice> set redoubles none
alice< Value of 'redoubles' set to 'none'.
alice> set redoubles 0
alice< ** Valid arguments are 'none', 'unlimited' and the numbers 1 to 99.
alice> set redoubles 100
alice< ** Valid arguments are 'none', 'unlimited' and the numbers 1 to 99.
alice> set redoubles many
alice< ** Valid arguments are 'none', 'unlimited' and the numbers 1 to 99.
alice> set redoubles 99
alice< Value of 'redoubles' set to 99.
alice> set sortwho name
alice< Value of 'sortwho' set to name
alice> set sortwho age
alice< ** Unknown value 'age'. Try 'login', 'name', 'rating' or 'rrating'.
alice> set timezone Europe/Nowhere
alice< Can't find timezone 'Europe/Nowhere'. Try one of:
alice< ...
alice> set timezone utc
alice< Value of 'timezone' set to UTC.
# stored with the account
alice: bye
clip alice
alice> set
alice< Settings of variables:
alice< boardstyle: 2
alice< linelength: 0
alice< pagelength: 24
alice< redoubles:  99
alice< sortwho:    name
alice< timezone:   UTC
# lengths that no screen has are refused at telnet
user bob
telnet bob
bob> set linelength 1
bob< ** Lines can have 20 to 999 columns. Use 0 for no limit.
bob> set linelength 1000
bob< ** Lines can have 20 to 999 columns. Use 0 for no limit.
bob> set linelength wide
bob< ** Lines can have 20 to 999 columns. Use 0 for no limit.
bob> set linelength 20
bob< Value of 'linelength' set to 20.
bob> set pagelength 2
bob< ** Pages can have 3 to 999 lines. Use 0 for no pages.
bob> set pagelength -3
bob< ** Pages can have 3 to 999 lines. Use 0 for no pages.
bob> set pagelength 0
bob< Value of 'pagelength' set to 0.
# the city is enough, and several cities are listed
bob> set linelength 0
bob< Value of 'linelength' set to 0.
bob> set timezone Rome
bob< Value of 'timezone' set to Europe/Rome.
bob> set timezone new york
bob< Value of 'timezone' set to America/New_York.
bob> set timezone EUROPE/rome
bob< Value of 'timezone' set to Europe/Rome.
bob> set timezone kentucky
bob< Can't find timezone 'kentucky'. Try one of:
bob< America/Kentucky/Louisville, America/Kentucky/Monticello
bob> set timezone indiana
bob< Can't find timezone 'indiana'. Try one of:
bob< America/Indiana/Indianapolis, America/Indiana/Vincennes,
bob< America/Indiana/Winamac, America/Indiana/Marengo, America/Indiana/Petersburg,
bob< America/Indiana/Vevay, America/Indiana/Tell_City, America/Indiana/Knox
bob> set timezone Atlantis
bob< Can't find timezone 'Atlantis'. Try one of:
bob< UTC, Europe/London, Europe/Rome
bob> set timezone
bob< Value of 'timezone' is Europe/Rome
bob> set timezone  utc 
bob< Value of 'timezone' set to UTC.
