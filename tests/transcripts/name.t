# SPDX-License-Identifier: MIT
# name: not for registered users; guests: see register.t
clip alice
alice> name alicia
alice< ** You're not supposed to change your name.
