# SPDX-License-Identifier: MIT
# seed: the words that may be given for the dice
user ann
user opal
role opal operator
telnet ann
clip opal
ann> seed
ann< ** usage: seed <text>. It is mixed into the dice: see 'help seed'.
ann> seed "quoted"
ann< ** The text may have at most 64 ASCII letters, digits and symbols, but no " and no \\.
ann> seed caff\xc3\xa8
ann< ** The text may have at most 64 ASCII letters, digits and symbols, but no " and no \\.
ann> seed 1234567890123456789012345678901234567890123456789012345678901234+
ann< ** The text may have at most 64 ASCII letters, digits and symbols, but no " and no \\.
ann> seed 1234567890123456789012345678901234567890123456789012345678901234
ann< ** It counts for matches whose invitation stands already, not for later ones.
# other users read it, so a mute applies
opal: mute ann all 1h rude
ann> seed anything
ann< ...
