# SPDX-License-Identifier: MIT
# version: must start with stars, the word and a blank (4.7; a keep-alive of bots)
clip alice
alice> version
alice< ~^\*\* Version [0-9]+\.[0-9]+
