# SPDX-License-Identifier: MIT
# shutdown: not for ordinary users; the server is stopped: the lines that client programs match, and the
# saved match
clip alice bob
telnet carol
dice 31
match alice bob 3
alice: 8-5 6-5
alice> shutdown
alice< ** Permission denied
carol> shutdown now
carol< ** Permission denied
shutdown
alice< ** System administrator causes shutdown. FIBS is terminating.
alice< ** It will be back when the computer is rebooted.
alice< ** All running games will be saved.
alice closed
bob< ** System administrator causes shutdown. FIBS is terminating.
bob< ** It will be back when the computer is rebooted.
bob< ** All running games will be saved.
bob closed
carol< ** System administrator causes shutdown. FIBS is terminating.
carol< ** It will be back when the computer is rebooted.
carol< ** All running games will be saved.
carol closed
restart
clip alice bob
match bob alice resume
alice> board
alice< board:You:bob:3:0:0:0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0
