-- SPDX-License-Identifier: MIT
-- Tokens: what a client program comes back with instead of the password.  One a user.

PRAGMA user_version = 8;

-- hash: of the token that counts; old_hash: of the one before it, which may be used once more, by who never read
-- the new one.  Neither token itself is kept.  mode: the kind of connection that asked.  match: what he plays, or
-- played when his connection ended.
CREATE TABLE token (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	hash BLOB NOT NULL CHECK (length(hash) = 32),
	until_s INTEGER NOT NULL,
	old_hash BLOB CHECK (old_hash IS NULL OR length(old_hash) = 32),
	old_until_s INTEGER NOT NULL DEFAULT 0,
	mode TEXT NOT NULL CHECK (mode IN ('telnet', 'tiny', 'clip')),
	match INTEGER REFERENCES match (id)
) STRICT;

CREATE UNIQUE INDEX token_hash ON token (hash);
CREATE UNIQUE INDEX token_old_hash ON token (old_hash) WHERE old_hash IS NOT NULL;

-- Those that are over are swept from the old end.
CREATE INDEX token_until ON token (until_s);
