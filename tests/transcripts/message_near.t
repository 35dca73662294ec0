# SPDX-License-Identifier: MIT
# message: of 50 stored for a user, 20 may be from senders without experience whose last log-in was from one
# network
option flood 1
user bob
user anna
connect: anna 192.0.2.1
anna: login client 1008 anna secret
user bert
connect: bert 192.0.2.77
bert: login client 1008 bert secret
user carl
connect: carl 192.0.2.200
carl: login client 1008 carl secret
clock +60
anna+ message bob 1
anna+ message bob 2
anna+ message bob 3
anna+ message bob 4
anna: message bob 5
clock +60
anna+ message bob 1
anna+ message bob 2
anna+ message bob 3
anna+ message bob 4
anna: message bob 5
clock +60
bert+ message bob 1
bert+ message bob 2
bert+ message bob 3
bert+ message bob 4
bert: message bob 5
clock +60
bert+ message bob 1
bert+ message bob 2
bert+ message bob 3
bert+ message bob 4
bert: message bob 5
clock +60
carl> message bob one of one too many
carl< ** There are too many messages for that user already.
# a sender with experience may still leave one, although the network's share is used up
user frida 1500 1
connect: frida 192.0.2.9
frida: login client 1008 frida secret
frida> message bob I have played
frida< 11 bob
# from another network, of either family
connect: dora 192.0.3.1
user dora
dora: login client 1008 dora secret
dora> message bob hello
dora< 11 bob
connect: emil 2001:db8:1:2::1
user emil
emil: login client 1008 emil secret
emil> message bob hello
emil< 11 bob
# an IPv6 network has 48 bits
user gina
connect: gina 2001:db8:1:ffff::1
gina: login client 1008 gina secret
clock +60
gina+ message bob 1
gina+ message bob 2
gina+ message bob 3
gina+ message bob 4
gina: message bob 5
clock +60
gina+ message bob 1
gina+ message bob 2
gina+ message bob 3
gina+ message bob 4
gina: message bob 5
user hana
connect: hana 2001:db8:1::77
hana: login client 1008 hana secret
clock +60
hana+ message bob 1
hana+ message bob 2
hana+ message bob 3
hana+ message bob 4
hana: message bob 5
clock +60
hana+ message bob 1
hana+ message bob 2
hana+ message bob 3
hana+ message bob 4
hana: message bob 5
clock +60
emil> message bob one of one too many
emil< ** There are too many messages for that user already.
user ines
connect: ines 2001:db8:2::1
ines: login client 1008 ines secret
ines> message bob hello
ines< 11 bob
# a sender who has logged in from elsewhere since leaves room to users of the old network
connect: again 198.51.100.1
again: login client 1008 anna secret
clock +60
carl> message bob not too many now
carl< 11 bob
