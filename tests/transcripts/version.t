# SPDX-License-Identifier: MIT
# version: must start with asterisks, the word and a blank (bots use it as a keep-alive)
clip alice
alice> version
alice< ~^\*\* Version [0-9]+\.[0-9]+
