# SPDX-License-Identifier: MIT
# suspects: figures for operators (test_review.c has players that are listed)
user oscar
user ann
role oscar operator
telnet oscar
telnet ann
oscar> suspects
oscar< Players with 200 analysed decisions or more whose PR is below 4.0, and who move
oscar< within 8 seconds or evenly. These are figures, not a judgement:
oscar<   There is none.
oscar< > \
ann> suspects
ann< ** Permission denied
ann< > \
