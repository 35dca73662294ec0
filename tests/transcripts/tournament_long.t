# SPDX-License-Identifier: MIT
# tournament: a match of more than 9 points counts for the ratings only if both have the experience that
# `invite` requires; otherwise a quick resignation would be worth much
option idle_s 36000
user anna 1500 51
user bert 1500 50
user carl 1500 51
telnet dora
tiny anna bert carl
anna: toggle tournaments
bert: toggle tournaments
carl: toggle tournaments
dora: tournament create One length 99 checkin 0 clock off
dora: tournament open
anna: tournament register
bert: tournament register
dora: tournament start yes
clock: +180
moves anna bert
bert> tournament withdraw
dora< anna wins a 99 point match against bert  0-0 .
dora< ** One, final: anna beats bert 99-0
dora< ** One is over. First: anna. Type 'tournament results 1' for all places.
anna< ** bert loses the match by forfeit.
anna< You win the 99 point match 0-0 .
bert< ** You lose the match by forfeit.
bert< anna wins the 99 point match 0-0 .
bert< ** You have withdrawn from One.
carl< anna wins a 99 point match against bert  0-0 .
dora> rawwho anna
dora< who:  2 --- anna 1500.00 51 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora> rawwho bert
dora< who:  3 --- bert 1500.00 50 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora: tournament create Two length 99 checkin 0 clock off
dora: tournament open
anna: tournament register
carl: tournament register
dora: tournament start yes
clock: +180
moves anna carl
carl> tournament withdraw
dora< anna wins a 99 point match against carl  0-0 .
dora< ** Two, final: anna beats carl 99-0
dora< ** Two is over. First: anna. Type 'tournament results 2' for all places.
anna< ** carl loses the match by forfeit.
anna< You win the 99 point match 0-0 .
bert< anna wins a 99 point match against carl  0-0 .
carl< ** You lose the match by forfeit.
carl< anna wins the 99 point match 0-0 .
carl< ** You have withdrawn from Two.
dora> rawwho anna
dora< who:  2 --- anna 1589.35 150 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
dora> rawwho carl
dora< who:  4 --- carl 1410.65 150 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
# a short one counts for all
dora: tournament create Three length 9 checkin 0 clock off
dora: tournament open
anna: tournament register
bert: tournament register
dora: tournament start yes
clock: +180
moves anna bert
bert> tournament withdraw
dora< anna wins a 9 point match against bert  0-0 .
dora< ** Three, final: anna beats bert 9-0
dora< ** Three is over. First: anna. Type 'tournament results 3' for all places.
anna< ** bert loses the match by forfeit.
anna< You win the 9 point match 0-0 .
bert< ** You lose the match by forfeit.
bert< anna wins the 9 point match 0-0 .
bert< ** You have withdrawn from Three.
carl< anna wins a 9 point match against bert  0-0 .
dora> rawwho bert
dora< who:  3 --- bert 1477.13 59 12:00 0:00 c-fxh4ehzygq3gvvb5
dora< who:end
