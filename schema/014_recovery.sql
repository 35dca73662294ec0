-- SPDX-License-Identifier: MIT
-- Recovery of accounts whose password was forgotten or stolen.

PRAGMA user_version = 14;

-- The user's recovery code, as a hash.
CREATE TABLE recovery (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	hash BLOB NOT NULL CHECK (length(hash) = 32),
	made_s INTEGER NOT NULL
) STRICT;

-- The user's password was made by an operator.  Until until_s it can be used, once, to choose another.
CREATE TABLE reset (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	actor TEXT NOT NULL,
	at_s INTEGER NOT NULL,
	until_s INTEGER NOT NULL
) STRICT;
