# SPDX-License-Identifier: MIT
# message: of 50 that are kept for somebody, 20 are of senders whose last log-in was from one network
option flood 1
user bob
user anna
connect anna 192.0.2.1
anna< ...
anna> login client 1008 anna secret
anna< ...
...
user bert
connect bert 192.0.2.77
bert< ...
bert> login client 1008 bert secret
bert< ...
...
user carl
connect carl 192.0.2.200
carl< ...
carl> login client 1008 carl secret
carl< ...
...
clock +60
anna+ message bob 1
anna+ message bob 2
anna+ message bob 3
anna+ message bob 4
anna> message bob 5
...
clock +60
anna+ message bob 1
anna+ message bob 2
anna+ message bob 3
anna+ message bob 4
anna> message bob 5
...
clock +60
bert+ message bob 1
bert+ message bob 2
bert+ message bob 3
bert+ message bob 4
bert> message bob 5
...
clock +60
bert+ message bob 1
bert+ message bob 2
bert+ message bob 3
bert+ message bob 4
bert> message bob 5
...
clock +60
carl> message bob one of one too many
carl< ** There are too many messages for that user already.
# from another network, of either family
connect dora 192.0.3.1
dora< ...
user dora
dora> login client 1008 dora secret
dora< ...
...
dora> message bob hello
dora< 11 bob
connect emil 2001:db8:1:2::1
emil< ...
user emil
emil> login client 1008 emil secret
emil< ...
...
emil> message bob hello
emil< 11 bob
# who has been elsewhere since leaves the room to their neighbours
connect again 198.51.100.1
again< ...
again> login client 1008 anna secret
...
clock +60
carl> message bob not too many now
carl< 11 bob
