-- SPDX-License-Identifier: MIT
-- Networks whose users may not talk.

PRAGMA user_version = 20;

-- until_s 0: for good.  what: an address or network in its shortest form.
CREATE TABLE mute_network (
	what TEXT NOT NULL PRIMARY KEY,
	scope TEXT NOT NULL CHECK (scope IN ('shout', 'all')),
	until_s INTEGER NOT NULL,
	at_s INTEGER NOT NULL,
	actor TEXT NOT NULL,
	why TEXT NOT NULL
) STRICT, WITHOUT ROWID;
