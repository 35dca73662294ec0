# SPDX-License-Identifier: MIT
# operlog: operators' actions: by whom, on whom, when, why
telnet oscar
role oscar operator
clip olga
role olga operator
user alice
user bob
olga> operlog
olga< There are no such entries in the log.
oscar: mute alice shout 1h because of shouting
olga: ban bob because of cheating
clock +60
olga: unmute alice
oscar> operlog
oscar< 2026-01-01 12:01 olga: unmute alice
oscar< 2026-01-01 12:00 olga: ban bob: cheating
oscar< 2026-01-01 12:00 oscar: mute alice shout for 1h: shouting
oscar> operlog 1
oscar< 2026-01-01 12:01 olga: unmute alice
oscar> operlog 100000
oscar< 2026-01-01 12:01 olga: unmute alice
oscar< 2026-01-01 12:00 olga: ban bob: cheating
oscar< 2026-01-01 12:00 oscar: mute alice shout for 1h: shouting
oscar> operlog OLGA
oscar< 2026-01-01 12:01 olga: unmute alice
oscar< 2026-01-01 12:00 olga: ban bob: cheating
oscar> operlog alice
oscar< 2026-01-01 12:01 olga: unmute alice
oscar< 2026-01-01 12:00 oscar: mute alice shout for 1h: shouting
oscar> operlog alice 1
oscar< 2026-01-01 12:01 olga: unmute alice
oscar> operlog nobody
oscar< There are no such entries in the log.
oscar> operlog 0
oscar< ** usage: operlog [<user or address>] [<number>]
oscar> operlog -3
oscar< ** usage: operlog [<user or address>] [<number>]
oscar> operlog alice bob
oscar< ** usage: operlog [<user or address>] [<number>]
oscar> operlog alice 1 2
oscar< ** usage: operlog [<user or address>] [<number>]
