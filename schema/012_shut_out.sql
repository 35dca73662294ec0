-- SPDX-License-Identifier: MIT
-- Whom somebody does not want to hear (gag), or does not let see their games (blind): until they say otherwise.

PRAGMA user_version = 12;

CREATE TABLE shut_out (
	user INTEGER NOT NULL REFERENCES user (id),
	kind TEXT NOT NULL CHECK (kind IN ('gag', 'blind')),
	other INTEGER NOT NULL REFERENCES user (id),
	PRIMARY KEY (user, kind, other)
) STRICT, WITHOUT ROWID;
