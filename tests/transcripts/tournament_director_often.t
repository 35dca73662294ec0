# SPDX-License-Identifier: MIT
# tournament director: making a user a director counts as an invitation, of which a user gets five in 24 hours
option idle_s 360000
user anna
telnet dora
tiny anna
dora: tournament create Cup
dora> tournament director add anna
dora< ** anna now directs Cup too.
anna< ** dora has made you a director of Cup.
dora: tournament cancel 1 no yes
dora: tournament create Cup
dora> tournament director add anna
dora< ** anna now directs Cup too.
anna< ** dora has made you a director of Cup.
dora: tournament cancel 2 no yes
dora: tournament create Cup
dora> tournament director add anna
dora< ** anna now directs Cup too.
anna< ** dora has made you a director of Cup.
dora: tournament cancel 3 no yes
dora: tournament create Cup
dora> tournament director add anna
dora< ** anna now directs Cup too.
anna< ** dora has made you a director of Cup.
dora: tournament cancel 4 no yes
dora: tournament create Cup
dora> tournament director add anna
dora< ** anna now directs Cup too.
anna< ** dora has made you a director of Cup.
dora: tournament cancel 5 no yes
dora: tournament create Cup
dora> tournament director add anna
dora< ** That player has been invited too often in the last 24 hours.
# a director who has left may be added again only after a day
clock +86400
dora> tournament director add anna
dora< ** anna now directs Cup too.
anna< ** dora has made you a director of Cup.
dora> tournament director remove anna
dora< ** anna no longer directs Cup.
anna< ** By order of dora you no longer direct Cup.
dora> tournament director add anna
dora< ** That player has been invited to it in the last 24 hours.
