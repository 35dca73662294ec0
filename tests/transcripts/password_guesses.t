# SPDX-License-Identifier: MIT
# wrong old passwords, typed by another person at a user's terminal, count like failed log-ins
option flood 1
telnet anna
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password wrong:newone:newone
anna< ** Sorry. Old password not correct.
clock +30
anna> password secret:newone:newone
anna< ** Too many wrong passwords for this name, or from your address. Please try again later.
