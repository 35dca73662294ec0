# SPDX-License-Identifier: MIT
# pip: playing, watching, and with allowpip off
clip alice bob carol
carol> pip
carol< ** You're not playing or watching.
dice 62
match alice bob 3
alice> pip
alice< Pipcounts: You 167   bob 167
alice: move 24-18 13-11
bob> pip
bob< Pipcounts: You 167   alice 159
carol: watch alice
carol> pip
carol< Pipcounts: alice 159   bob 167
alice> toggle allowpip
alice< ** You don't allow the use of the server's 'pip' command.
alice> pip
alice< ** Type 'toggle allowpip' first.
bob> pip
bob< ** alice doesn't allow this. Ask alice to 'toggle allowpip'
carol> pip
carol< ** The players don't allow pipcounts.
