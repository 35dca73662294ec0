# SPDX-License-Identifier: MIT
# join: the refusals, and the start of a match as each user sees it
clip alice bob carol
tiny dave
dave: toggle telnet
dave: watch bob
bob> join
bob< ** Error: Join who?
bob> join nobody
bob< ** Error: can't find player nobody
bob> join alice
bob< ** alice didn't invite you.
bob: toggle ready
alice: invite bob 5
# the inviter is no longer ready, then the joiner
alice: toggle ready
bob> join alice
bob< ** alice is refusing games.
alice: toggle ready
bob: toggle ready
bob> join alice
bob< ** Use 'toggle ready' first
bob: toggle ready
# the inviter has invited another user since
carol: toggle ready
alice: invite carol 5
bob> join alice
bob< ** alice didn't invite you.
alice: invite bob 5
dice 26
bob> join alice
alice< ** Player bob has joined you for a 5 point match.
alice< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
alice< 6
alice< Starting a new game with bob.
alice< You rolled 2, bob rolled 6
alice< bob makes the first move.
alice< board:You:bob:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:2:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
bob< ** You are now playing a 5 point match with alice
bob< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
bob< 6
bob< Starting a new game with alice.
bob< You rolled 6, alice rolled 2
bob< It's your turn to move.
bob< board:You:alice:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
carol< 5 bob alice - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol< 5 alice bob - 1 0 1500.00 0 0 1767268800 c-fxh4ehzygq3gvvb5 test -
carol< 6
carol< bob and alice start a 5 point match.
dave< bob and alice start a 5 point match.
dave< Starting a new game with alice.
dave< bob rolled 6, alice rolled 2
dave< bob makes the first move.
dave< board:bob:alice:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:6:2:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0
dave< [no empty line]
# in a game
bob> join carol
bob< ** You can't play two games at once
bob> join alice
bob< ** You can't play two games at once
carol> invite alice 3
carol< ** alice is already playing with someone else.
carol> join bob
carol< ** Error: bob is already playing with someone else.
# between games: the first player waits for the second
alice: resign n
bob: accept
bob> join carol
bob< ** You can't play two games at once
bob> join alice
bob< ** Please wait for alice to join too.
dice 63
alice> join
alice< Starting a new game with bob.
alice< You rolled 6, bob rolled 3
alice< It's your turn to move.
alice< ~^board:You:bob:5:0:1:.*:-1:6:3:0:0:1:1:1:0:-1:1:25:0:0:0:0:0:2:0:0:0$
bob< Starting a new game with alice.
bob< You rolled 3, alice rolled 6
bob< alice makes the first move.
bob< ~^board:You:alice:5:1:0:.*:-1:0:0:6:3:1:1:1:0:1:-1:0:25:
dave< Starting a new game with alice.
dave< alice rolled 6, bob rolled 3
dave< alice makes the first move.
dave< board:bob:alice:5:1:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:-1:0:0:6:3:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0
dave< [no empty line]
