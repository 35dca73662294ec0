-- SPDX-License-Identifier: MIT
-- Ways back into an account whose password is forgotten or was stolen.

PRAGMA user_version = 14;

-- The code that somebody keeps, as a hash.
CREATE TABLE recovery (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	hash BLOB NOT NULL CHECK (length(hash) = 32),
	made_s INTEGER NOT NULL
) STRICT;

-- Their password is one that an operator has made: it is good until then, for choosing another.
CREATE TABLE reset (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	actor TEXT NOT NULL,
	at_s INTEGER NOT NULL,
	until_s INTEGER NOT NULL
) STRICT;
