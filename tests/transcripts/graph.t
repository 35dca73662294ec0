# SPDX-License-Identifier: MIT
# graph: a rating over time (stats.t has a graph with matches)
user ann 1500 60
user bob 1500 0
telnet ann bob
ann> graph bob
ann< ** bob has played no rated match of Backgammon.
ann> graph nobody
ann< ** There is no user called 'nobody'.
ann> graph ann fevga
ann< ** ann has played no rated match of Fevga.
ann> graph ann ascii
ann< ** ann has played no rated match of Backgammon.
