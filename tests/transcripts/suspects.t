# SPDX-License-Identifier: MIT
# suspects: figures for operators (test_review.c has players that are listed)
user oscar
user ann
role oscar operator
telnet oscar ann
oscar> suspects
oscar< Players with at least 200 analysed decisions and a PR below 4.0 who move
oscar< in 8 seconds on average or at a steady pace. These figures are not proof:
oscar<   There are none.
ann> suspects
ann< ** Permission denied
