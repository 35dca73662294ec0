# SPDX-License-Identifier: MIT
# password: neither a delay for too many commands nor the check of the old password shortens the other
option flood 1
clip alice
# the allowance is 20 seconds of work; this command takes 5
alice+ password wrong:newone:newone
alice+ password wrong:newone:newone
alice+ password wrong:newone:newone
alice> password wrong:newone:newone
alice< ** Sorry. Old password not correct.
alice< ** Sorry. Old password not correct.
alice< ** Sorry. Old password not correct.
alice< ** Sorry. Old password not correct.
hold
alice> password secret:newone:newone
alice> show games
# long enough for the allowance, but the check has not finished
clock +9
release
alice< Password changed.
alice< List of games:
# the reverse: the check has finished, the allowance is used up
alice> password wrong:newone:newone
alice< ** Sorry. Old password not correct.
alice> show games
clock +3
clock +1
alice< List of games:
