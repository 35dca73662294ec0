# SPDX-License-Identifier: MIT
# message: addresses exempt from limits belong to no network, so all 50 may come from there, 10 from each
# sender
user bob
user anna
connect: anna 192.0.2.1
anna: login client 1008 anna secret
user bert
connect: bert 192.0.2.2
bert: login client 1008 bert secret
user carl
connect: carl 192.0.2.3
carl: login client 1008 carl secret
anna+ message bob 1
anna+ message bob 2
anna+ message bob 3
anna+ message bob 4
anna+ message bob 5
anna+ message bob 6
anna+ message bob 7
anna+ message bob 8
anna+ message bob 9
anna: message bob 10
bert+ message bob 1
bert+ message bob 2
bert+ message bob 3
bert+ message bob 4
bert+ message bob 5
bert+ message bob 6
bert+ message bob 7
bert+ message bob 8
bert+ message bob 9
bert: message bob 10
carl> message bob one of twenty and one
carl< 11 bob
anna> message bob one too many of anna
anna< ** There are too many messages for that user already.
