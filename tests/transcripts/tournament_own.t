# SPDX-License-Identifier: MIT
# tournament: a player does not direct their own match, whatever their role; another director or an operator
# does
option idle_s 36000
user anna 1800 200
user bert 1700 200
user carl 1600 200
user dora 1500 200
tiny anna bert carl dora oscar
role anna operator
anna: toggle tournaments
bert: toggle tournaments
carl: toggle tournaments
oscar: toggle tournaments
# bert makes it, dora is a director too; anna is an operator
bert: tournament create Four format robin length 3 checkin 0 clock fast
bert: tournament director dora
bert: tournament director add dora
dora: toggle tournaments
bert: tournament open
anna: tournament register
bert: tournament register
carl: tournament register
dora: tournament register
bert: tournament start yes
bert> tournament pairings
bert<    No  Player                Opponent             To State
bert<     1  anna                  dora                  3 due 12:03
bert<     2  bert                  carl                  3 due 12:03
# before the match begins
bert> tournament hold 1 bert a word
bert< ** You play that match yourself: another director or an operator has to do this.
carl> tournament my
carl< Tournament 1, Four:
carl<   You play bert, a 3 point match (round 1).
carl<   It begins by itself at 2026-01-01 12:03 UTC: be here.
bert> tournament hold 1 carl a word
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament forfeit 1 carl not here
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament deadline 1 carl +1h later
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament remove 1 carl because I can yes
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament replace 1 carl oscar instead yes
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament setresult 1 carl 0-3 so it was
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament setresult 1 2 3-0 so it was
bert< ** You play that match yourself: another director or an operator has to do this.
anna> tournament forfeit 1 dora not here
anna< ** You play that match yourself: another director or an operator has to do this.
dora> tournament forfeit 1 anna not here
dora< ** You play that match yourself: another director or an operator has to do this.
# another director's hold: only a director who does not play that match can release it
dora: tournament hold 1 carl a word
bert> tournament release 1 carl
bert< ** You play that match yourself: another director or an operator has to do this.
dora: tournament release 1 carl
# while the match is played
clock: +180
bert> tournament addtime 1 bert 5 a call
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament remove 1 carl because I can yes
bert< ** You play that match yourself: another director or an operator has to do this.
bert> tournament setresult 1 bert 3-0 so it was
bert< ** You play that match yourself: another director or an operator has to do this.
anna> tournament setresult 1 anna 3-0 so it was
anna< ** You play that match yourself: another director or an operator has to do this.
# afterwards the result is fixed
anna> tournament setresult 1 carl 3-1 so it was
anna< carl wins a 3 point match against bert  3-1 .
anna< ** Result: carl beats bert 3-1.
bert< ** Four, round 1: the director sets the result of bert and carl to 1-3: so it was
bert< carl wins the 3 point match 3-1 .
carl< ** Four, round 1: the director sets the result of bert and carl to 1-3: so it was
carl< You win the 3 point match 3-1 .
dora< ** Four, round 1: the director sets the result of bert and carl to 1-3: so it was
dora< carl wins a 3 point match against bert  3-1 .
oscar< carl wins a 3 point match against bert  3-1 .
bert> tournament setresult 1 carl 0-3 the other way round
bert< ** You play that match yourself: another director or an operator has to do this.
# withdrawing is allowed
dora> tournament withdraw 1
anna< ** dora loses the match by forfeit.
anna< You win the 3 point match 0-0 .
anna< ** Four, round 2: you play bert, a 3 point match, at 12:06.
bert< anna wins a 3 point match against dora  0-0 .
bert< ** Four, round 1: anna beats dora 3-0
bert< ** Four: round 2 is paired.
bert< ** Four, round 2: you play anna, a 3 point match, at 12:06.
carl< anna wins a 3 point match against dora  0-0 .
dora< ** You lose the match by forfeit.
dora< anna wins the 3 point match 0-0 .
dora< ** You have withdrawn from Four.
dora< ** Four, round 1: anna beats dora 3-0
dora< ** Four: round 2 is paired.
oscar< anna wins a 3 point match against dora  0-0 .
