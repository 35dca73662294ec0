# SPDX-License-Identifier: MIT
# unknown commands: the first line is for all; interactive users get suggestions
user bob
user tina
user opal
role opal operator
clip alice
telnet bob
tiny tina
telnet opal
alice> re
alice< ** Unknown command: 're'
tina> re
tina< ** Unknown command: 're'
bob> re
bob< ** Unknown command: 're'
bob< ** That could be: records, recover, recovery, redouble, reject, rematch, replay, report, resign
bob> sho
bob< ** Unknown command: 'sho'
bob< ** That could be: shout, show
bob> cl
bob< ** Unknown command: 'cl'
bob< ** That could be: clear, clock, cls
bob> n
bob< ** Unknown command: 'n'
bob< ** That could be: name
alice> wohis bob
alice< ** Unknown command: 'wohis'
tina> wohis bob
tina< ** Unknown command: 'wohis'
bob> wohis tina
bob< ** Unknown command: 'wohis'
bob< ** Did you mean 'whois'?
bob> rol
bob< ** You're not playing.
bob> rlol
bob< ** Unknown command: 'rlol'
bob< ** Did you mean 'roll'?
bob> Invitte tina
bob< ** Unknown command: 'Invitte'
bob< ** Did you mean 'invite'?
bob> kikc
bob< ** Unknown command: 'kikc'
opal> kikc tina
opal< ** Unknown command: 'kikc'
opal< ** Did you mean 'kick'?
bob> xyzzy
bob< ** Unknown command: 'xyzzy'
bob> x
bob< ** Unknown command: 'x'
bob> aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
bob< ** Unknown command: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
# words that users often try have a help page
alice> settings
alice< ** Unknown command: 'settings'
alice> help settings
alice< ** No help available on settings
bob> settings
bob< ** Unknown command: 'settings'
bob< ** That is a help topic: type 'help set'.
bob> start
bob< ** Unknown command: 'start'
bob< ** That is a help topic: type 'help beginner'.
bob> archive
bob< ** Unknown command: 'archive'
bob< ** That is a help topic: type 'help history'.
bob> swiss
bob< ** Unknown command: 'swiss'
bob< ** That is a help topic: type 'help tournament_formats'.
bob> standings
bob< ** Unknown command: 'standings'
bob< ** That is a help topic: type 'help tournament_views'.
bob> director
bob< ** Unknown command: 'director'
bob< ** That is a help topic: type 'help tournament'.
bob> rules
bob< ** Unknown command: 'rules'
bob< ** That is a help topic: type 'help rules'.
bob> undo
bob< ** Unknown command: 'undo'
bob< ** That is a help topic: type 'help practice'.
bob> regole
bob< ** Unknown command: 'regole'
bob< ** That is a help topic: type 'help rules'.
# operators' pages are not suggested to other users
bob> operators
bob< ** Unknown command: 'operators'
opal> operators
opal< ** Unknown command: 'operators'
opal< ** That is a help topic: type 'help operators'.
# client programs only get FIBS's line
alice> rules
alice< ** Unknown command: 'rules'
bob> help archive
bob< NAME
bob<     history - list finished matches
bob<
bob< SYNOPSIS
bob<     history [NAME] [against NAME] [game GAME] [since DAY]
bob<
bob< DESCRIPTION
bob<     Lists your finished matches, or another player's, the most recent first.
bob<     Each row shows the number of the match, the day it ended, the opponent,
bob<     the length, and the score with that player's points first. 'open' marks
bob<     a match that ended unfinished. Matches marked 'practice' or 'imported'
bob<     do not count for ratings or statistics.
bob<
bob<     'against', 'game' and 'since' show only the matches that fit; type a day
bob<     as 2026-11-25.
bob<
bob<     Use the number with 'match', 'replay', 'export' and 'fair'.
bob<
bob< SEE ALSO
bob<     match, replay, export, fair, oldmoves
bob> direction home
bob< ** Unknown command: 'direction'
bob< ** That is a help topic: type 'help direction'.
bob> hepl version
bob< ** Unknown command: 'hepl'
bob< NAME
bob<     version - version of the server
bob< ...
bob> ? version
bob< ** Unknown command: '?'
bob< NAME
bob<     version - version of the server
bob< ...
bob> help ? 
bob< NAME
bob<     help - explain a command
bob< ...
bob> ?
bob< ** Unknown command: '?'
bob< Help on Gammond: type 'help TOPIC'. New here? Type 'help beginner'.
bob<
bob<   First steps     beginner rules move commands names boardstyle
bob<   Playing         play invite join rematch roll double accept resign draw leave
bob<                   clock
bob<   Other games     variants nackgammon hyper tavli plakoto narde grasshopper
bob<   People          who whois tell say kibitz shout message gag waitfor
bob<   Watching        watch look board pip ratings formula
bob<   Past games      show history match replay analyse export oldmoves oldboard
bob<                   last stat
bob<   Tournaments     tournament tournament_formats tournament_settings
bob<   Settings        set toggle direction language screen timezones password client
bob<
bob< 'help all' lists all topics.
bob> set language pt
bob< O valor de 'language' agora \xc3\xa9 pt.
bob> wohis
bob< ** Comando desconhecido: 'wohis'
bob< ** Voc\xc3\xaa quis dizer 'whois'?
bob> re
bob< ** Comando desconhecido: 're'
bob< ** Pode ser: records, recover, recovery, redouble, reject, rematch, replay, report, resign
