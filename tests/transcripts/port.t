# SPDX-License-Identifier: MIT
# port: the server's port
clip alice
telnet bob
alice> port
alice< The server is running on port 4321.
bob> port
bob< The server is running on port 4321.
