# SPDX-License-Identifier: MIT
# help: without a topic, a topic, a command's topic by another name, an unknown one
clip alice
alice> help version
alice< NAME
alice< ~^    version - 
alice< ...
alice> HELP quit
alice< NAME
alice< ~^    bye
alice< ...
alice> help toggle-report
alice< NAME
alice< ~^    toggle-report
alice< ...
alice> help plakoto
alice< NAME
alice< ~^    plakoto
alice< ...
alice> help nothing_of_that_kind
alice< ** No help available on nothing_of_that_kind
alice> help
alice< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'. The topics are:
alice<
alice< ~^!! +about +accept +acey-deucey ?
alice< ...
