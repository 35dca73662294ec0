-- SPDX-License-Identifier: MIT
-- Users whom a user has gagged (gag) or does not allow to see their games (blind), until they are removed.

PRAGMA user_version = 12;

CREATE TABLE shut_out (
	user INTEGER NOT NULL REFERENCES user (id),
	kind TEXT NOT NULL CHECK (kind IN ('gag', 'blind')),
	other INTEGER NOT NULL REFERENCES user (id),
	PRIMARY KEY (user, kind, other)
) STRICT, WITHOUT ROWID;
