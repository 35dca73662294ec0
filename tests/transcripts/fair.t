# SPDX-License-Identifier: MIT
# fair: the commitment before a match, the players' words for the dice, the seed after the match
user ann
user bob
user eve
telnet ann bob
clip eve
ann: toggle report
bob: toggle report
eve: toggle report
bob: toggle ready
eve: toggle ready
ann> fair
ann< ** There is no such match or invitation.
ann> fair 1
ann< ** There is no such match or invitation.
ann> fair bob
ann< ** There is no such match or invitation.
# before the invitation a word does not count
bob> seed too early
bob< ** It counts for matches whose invitation stands already, not for later ones.
ann: invite bob 1
ann> fair
ann< Dice of the match that ann has invited bob to:
ann< ~  commitment [0-9a-f]{64}
ann<   ann said nothing for the dice.
ann<   bob said nothing for the dice.
ann> seed rain in spring
ann< ** It counts for matches whose invitation stands already, not for later ones.
bob> fair ann
bob< Dice of the match that ann has invited bob to:
bob< ~  commitment [0-9a-f]{64}
bob<   ann said for the dice: rain in spring
bob<   bob said nothing for the dice.
# not for other users
eve> fair ann
eve< ** There is no such match or invitation.
dice 31
bob> join ann
bob< ** You are now playing a 1 point match with ann
bob< ~^Dice seal 1: ([0-9a-f]{4} ){8}\(help fair\)$
bob< Starting a new game with ann.
bob< ...
...
# once the match has begun, a word counts only for later matches
bob> seed too late
bob< ** It counts for matches whose invitation stands already, not for later ones.
bob> fair
bob< Dice of match 1, ann against bob:
bob< ~  commitment [0-9a-f]{64}
bob<   ann said for the dice: rain in spring
bob<   bob said nothing for the dice.
bob<   The seed is shown when the match has ended for good.
eve> fair 1
eve< Dice of match 1, ann against bob:
eve< ~  commitment [0-9a-f]{64}
eve<   ann said for the dice: rain in spring
eve<   bob said nothing for the dice.
eve<   The seed is shown when the match has ended for good.
ann: 8-5 6-5
# saved: the seed is still secret
ann: leave
ann> fair 1
ann< Dice of match 1, ann against bob:
ann< ~  commitment [0-9a-f]{64}
ann<   ann said for the dice: rain in spring
ann<   bob said nothing for the dice.
ann<   The seed is shown when the match has ended for good.
# resumed: the same dice; an invitation to resume has no commitment of its own
bob: invite ann
bob> fair
bob< ** There is no such match or invitation.
ann> join bob
ann< You are now playing with bob. Your running match was loaded.
ann< ...
...
bob> toggle fair
bob< ** You see nothing of the dice unless you type 'fair'.
dice 65
bob: roll
bob: resign n
ann> accept
ann< You accept and win 1 point.
ann< You win the 1 point match 1-0 .
ann< Not rated: not both players had moved.
ann< Type 'rematch' to offer bob the same match again.
bob< ann accepts and wins 1 point.
bob< ann wins the 1 point match 1-0 .
bob< Not rated: not both players had moved.
bob< Type 'rematch' to offer ann the same match again.
...
eve> fair 1
eve< Dice of match 1, ann against bob:
eve< ~  commitment [0-9a-f]{64}
eve<   ann said for the dice: rain in spring
eve<   bob said nothing for the dice.
eve< ~  seed       [0-9a-f]{64}
bob> fair
bob< Dice of match 1, ann against bob:
bob< ...
# an unfinished match that ends because another one replaces it
match ann bob 3
ann: leave
match ann bob 5
ann> fair 2
ann< Dice of match 2, ann against bob:
ann< ~  commitment [0-9a-f]{64}
ann<   ann said nothing for the dice.
ann<   bob said nothing for the dice.
ann< ~  seed       [0-9a-f]{64}
ann> fair #2
ann< Dice of match 2, ann against bob:
ann< ~  commitment [0-9a-f]{64}
ann<   ann said nothing for the dice.
ann<   bob said nothing for the dice.
ann< ~  seed       [0-9a-f]{64}
ann> fair #9
ann< ** There is no such match or invitation.
