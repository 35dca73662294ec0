# SPDX-License-Identifier: MIT
# play: a bot at once; a waiting user; users who are ready are invited first; users who want no bots wait;
# refusals
option bots 1
user strong 1650 200
user oscar
role oscar operator
telnet ann bob strong oscar
clip carl
clock +1
ann: toggle report fair
bob: toggle report fair
strong: toggle report fair
carl: toggle report
ann> play 0
ann< ** You can't play a 0 point match.
ann> play nonsense
ann< ** There is no game called 'nonsense'. Type 'help variants'.
ann> play 3 nonsense
ann< ** There is no game called 'nonsense'. Type 'help variants'.
ann> play plakoto 0
ann< ** You can't play a 0 point match.
ann> play 3 plakoto 5
ann< ** '5' is one word too many. Type 'help invite' or 'help play'.
ann> play unlimited
ann< ** You invited EasyBot to an unlimited match.
carl< 5 ann - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
clock +1
ann< Player EasyBot has joined you for an unlimited match.
ann< Starting a new game with EasyBot.
ann< You rolled 2, EasyBot rolled 5
ann< EasyBot makes the first move.
ann<     13 14 15 16 17 18       19 20 21 22 23 24
ann<    +------------------------------------------+ X: EasyBot - score: 0
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X              O |
ann<    | O           X    |   |  X                |
ann<    | O                |   |  X                |
ann<    | O                |   |  X                |
ann<   v|                  |BAR|                   |    unlimited match
ann<    | X                |   |  O                |    No redoubles
ann<    | X                |   |  O                |
ann<    | X           O    |   |  O                |
ann<    | X           O    |   |  O              X |
ann<    | X           O    |   |  O              X |
ann<    +------------------------------------------+ O: ann - score: 0
ann<     12 11 10  9  8  7        6  5  4  3  2  1
ann<
ann<    BAR: O-0 X-0   OFF: O-0 X-0   Cube: 1  EasyBot rolled 5 2.
oscar< EasyBot and ann start an unlimited match.
carl< 5 EasyBot ann - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl< 5 ann EasyBot - 1 0 1500.00 0 1 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
ann> play
ann< ** You are already playing.
ann> who clubbot
ann< No  S  username        rating   exp login  idle from
ann<  2 R B ClubBot        1500.00     0 12:00  0:02 PR 12, club player
ann: set language it
ann> who clubbot
ann< N.  S  nome            rating   esp login inatt da
ann<  2 R B ClubBot        1500.00     0 12:00  0:02 PR 12, giocatore di circolo
ann: set language en
ann: whois easybot
carl> who easybot
carl< 5 EasyBot ann - 1 0 1500.00 0 0 1767268800 bot Computer_player -
carl< 6
carl: whois easybot
bob> toggle bots
bob< ** 'play' finds you people only.
bob> play 2
bob< ** There is no opponent for you now. The next user who types 'play' will be your opponent.
carl< 5 bob - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
strong> play 1
bob< strong wants to play a 1 point match with you.
bob< Type 'join strong' to accept.
strong< ** You invited bob to a 1 point match.
strong< ** If nobody joins you within 15 seconds, ClubBot does.
strong< ** Type 'play' again to play one of the server's bots instead.
carl< 5 strong - - 1 0 1650.00 200 0 1767268800 c-fxh4ehzygq3gvvb5 - -
carl< 6
strong> invite bob
strong< ** There's no saved match with bob. Please give a match length.
strong: play 2
strong: leave
strong> toggle bots
strong< ** 'play' finds you people only.
strong> play 5 plakoto
bob< strong wants to play a 5 point match with you.
bob< The game is Plakoto.
bob< Type 'join strong' to accept.
bob< WARNING: Don't accept if you want to continue the saved 2 point match!
strong< ** You invited bob to a 5 point match.
strong< The game is Plakoto.
strong< ** If bob accepts, your saved match is lost.
bob: play 5 plakoto
bob: leave
strong> toggle bots
strong< ** 'play' may find you one of the server's bots.
strong: play 7
bob> play 3
bob< ** There is no opponent for you now. The next user who types 'play' will be your opponent.
bob: toggle ready
strong: play 7
clock: +1
carl> play
carl< 5 carl - - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carl< 6
carl< ** You invited StrongBot to a 3 point match.
clock: +1
oscar> reset ClubBot
oscar< ** ClubBot is played by the server and has no password.
