# SPDX-License-Identifier: MIT
# position ID rollout: plays, doubles and takes; one rollout per user, in the order of arrival, dropped when its user
# leaves; refused near rated matches, even when one begins before the result is known
option bots 1
user ann 1500 60
user bob 1500 60
user cat 1500 60
user dan 1500 60
telnet ann bob cat dan
ann: toggle report fair ready
bob: toggle report fair
cat: toggle report fair
dan: toggle report fair ready
hold
ann> position XGID=-----BB------------bb-----:0:0:1:21:0:0:0:5:10 rollout
ann< The position is played out up to 72 times. The result follows; rollouts before it: 0.
ann> position XGID=-----BB------------bb-----:0:0:1:21:0:0:0:5:10 rollout
ann< ** The server is still working on your last question.
cat> position XGID=-----BB------------bb-----:0:0:1:00:0:0:0:5:10 rollout
cat< The position is played out up to 72 times. The result follows; rollouts before it: 1.
bob> position XGID=-----BB------------bb-----:0:0:1:00:0:0:0:5:10 ro
bob< The position is played out up to 72 times. The result follows; rollouts before it: 2.
dan> position XGID=-----BB------------bb-----:0:0:1:00:0:0:0:5:10 rollout
dan< The position is played out up to 72 times. The result follows; rollouts before it: 3.
cat: bye
cat closed
release
clock +1
ann< Rollout 1: 6-4 5-4                  -0.102  standard error 0.000
ann< Rollout 2: 5-3 5-4                  -0.115  standard error 0.000
ann< Rollout 3: 6-4 4-3                  -0.117  standard error 0.000
ann< Games played out: 12.
ann< XGID=-----BB------------bb-----:0:0:1:21:0:0:0:5:10
clock +1
clock +1
bob< Rollout: you win 67.7% (gammons 0.0%), lose 32.3% (gammons 0.0%).
bob< Points without the cube: +0.355, standard error 0.000.
bob< Match-winning chances: no double 53.7%, double/take 53.5%, double/pass 57.8%.
bob< Hint: roll.
bob< Games played out: 12.
bob< XGID=-----BB------------bb-----:0:0:1:00:0:0:0:5:10
bob> position XGID=-----BB------------bb-----:0:0:1:D:0:0:0:5:10 rollout
bob< The position is played out up to 72 times. The result follows; rollouts before it: 1.
clock +1
clock +1
dan< Rollout: you win 67.7% (gammons 0.0%), lose 32.3% (gammons 0.0%).
dan< Points without the cube: +0.355, standard error 0.000.
dan< Match-winning chances: no double 53.7%, double/take 53.5%, double/pass 57.8%.
dan< Hint: roll.
dan< Games played out: 12.
dan< XGID=-----BB------------bb-----:0:0:1:00:0:0:0:5:10
clock +1
# no cube to turn
bob> position XGID=-----BB------------bb-----:1:-1:1:00:0:0:1:0:10 rollout
bob< ** The server is still working on your last question.
bob< > 
bob< Rollout: you win 32.3% (gammons 0.0%), lose 67.7% (gammons 0.0%).
bob< Points without the cube: -0.355, standard error 0.000.
bob< Match-winning chances: accept 46.5%, reject 42.2%.
bob< Hint: accept.
bob< Games played out: 12.
bob< XGID=-----BB------------bb-----:0:0:-1:D:0:0:0:5:10
clock +1
clock +1
# a roll that cannot be played
bob> position XGID=------------------cbbbbbbA:0:0:1:11:0:0:1:0:10 rollout
bob< Nothing can be played with that roll.
bob> position 4HPwATDgc/ABMA rollouts
bob< ** usage: position, or position <match> <move>, or position <ID> [play|hint|rollout]
hold
dan> position XGID=-----BB------------bb-----:0:0:1:21:0:0:0:5:10 rollout
dan< The position is played out up to 72 times. The result follows; rollouts before it: 0.
dan: invite ann 1
ann: join dan
ann> position XGID=-----BB------------bb-----:0:0:1:21:0:0:0:5:10 rollout
ann< ** Not while you, or someone at your address, play a rated match.
release
clock +1
dan< ** Not while you, or someone at your address, play a rated match.
clock +1
