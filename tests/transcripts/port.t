# SPDX-License-Identifier: MIT
# port: the server's port (4.7)
clip alice
telnet bob
alice> port
alice< The server is running on port 4321.
bob> port
bob< The server is running on port 4321.
