-- SPDX-License-Identifier: MIT
-- A recovery code that a user makes takes effect after seven days, so that an intruder who once knew the password
-- cannot keep the account with a code made before the owner changed it.

PRAGMA user_version = 28;

CREATE TABLE recovery_pending (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	hash BLOB NOT NULL CHECK (length(hash) = 32),
	made_ms INTEGER NOT NULL
) STRICT;

-- A code was made (used 0) or used (1); shown at the next log-ins.
CREATE TABLE recovery_note (
	user INTEGER NOT NULL REFERENCES user (id),
	used INTEGER NOT NULL CHECK (used BETWEEN 0 AND 1),
	at_s INTEGER NOT NULL,
	PRIMARY KEY (user, used)
) STRICT;
