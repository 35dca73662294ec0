-- SPDX-License-Identifier: MIT
-- Muted networks.

PRAGMA user_version = 20;

-- until_s 0: no end.  what: an address or network in its shortest form.
CREATE TABLE mute_network (
	what TEXT NOT NULL PRIMARY KEY,
	scope TEXT NOT NULL CHECK (scope IN ('shout', 'all')),
	until_s INTEGER NOT NULL,
	at_s INTEGER NOT NULL,
	actor TEXT NOT NULL,
	why TEXT NOT NULL
) STRICT, WITHOUT ROWID;
