# SPDX-License-Identifier: MIT
# tournament: users are neither made directors nor put back by users whom they gag
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dave 1500 200
user emma
telnet dora
tiny anna bert carl dave emma
dora: tournament create Club capacity 2 checkin 0 clock off length 1
dora: tournament open
anna: tournament register
bert: tournament register
# made a director: not by a gagged user, nor if tournaments are off
anna: gag dora
dora> tournament director 1 add anna
dora< ** That player has turned tournaments off, or does not listen to a director of
dora<    this one.
emma: toggle tournaments
dora> tournament director 1 add emma
dora< ** That player has turned tournaments off, or does not listen to a director of
dora<    this one.
emma: toggle tournaments
dora> tournament director 1 add emma
dora< ** emma now directs Club too.
emma< ** dora has made you a director of Club.
dora: tournament director 1 remove emma
dora> tournament director 1 add emma
dora< ** That player has been invited to it in the last 24 hours.
# put back
dora: tournament remove 1 anna yes
dora> tournament restore 1 anna
dora< ** That player has turned tournaments off, or does not listen to a director of
dora<    this one.
anna: gag dora
dora> tournament restore 1 anna
dora< ** Club: anna is in it again.
anna< ** Club: anna is in it again.
anna< ** dora has put you back into Club.
bert< ** Club: anna is in it again.
# the same while waiting for a place
carl: tournament register
dora> tournament announce 1 there is coffee
dora< ** Club: there is coffee
anna< ** Club: there is coffee
bert< ** Club: there is coffee
carl< ** Club: there is coffee
carl: toggle tournaments
dora> tournament announce 1 there is tea
dora< ** Club: there is tea
anna< ** Club: there is tea
bert< ** Club: there is tea
carl: toggle tournaments
# a user invited to take one player's place does not get the next player's
carl: tournament withdraw 1
dora: tournament replace 1 bert carl bert is ill yes
dora: tournament replace 1 bert dave bert is ill yes
carl: tournament register 1
dave> tournament register 1
dora< ** Club: dave waits for a place (waiting: 1).
dave< ** Club is full. You are number 1 on the waiting list, and will be notified when a place is free.
dave> tournament my
dave< Tournament 1, Club:
dave<   It is full. You are number 1 on the waiting list.
carl> tournament my
carl< Tournament 1, Club:
carl<   You are entered.
carl<   A director will start it.
# a director cannot give himself the bye
dora: tournament create Swiss format swiss rounds 3 checkin 0
dora: tournament open 2
dora: tournament register 2
anna: tournament register 2
dora> tournament pair 2 dora bye
dora< ** That bye is your own: another director or an operator has to give it.
dora> tournament pair 2 anna bye
dora< ** Round 1: anna has the bye.
# players are told of changes to their own match; not of those that do not concern them
dora> tournament set 2 length 25
dora< ** Swiss: the director has changed a setting: length 25
dora< ** length is now 25.
anna< ** Swiss: the director has changed a setting: length 25
dora> tournament set 2 tiebreaks sonneborn
dora< ** tiebreaks is now sonneborn.
