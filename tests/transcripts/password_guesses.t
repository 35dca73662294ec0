# SPDX-License-Identifier: MIT
# guesses of the old password by somebody at another's keyboard count as those at the log-in
option flood 1
telnet anna
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
anna< > \
clock +30
anna> password secret:newone:newone
anna< ** Too many wrong passwords for this name, or from your address. Please try again later.
anna< > \
