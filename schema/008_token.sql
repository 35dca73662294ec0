-- SPDX-License-Identifier: MIT
-- Tokens, with which a client program logs in instead of the password.  One for each user.

PRAGMA user_version = 8;

-- hash: of the current token; old_hash: of the previous one, which may be used once more by a client that never
-- received the new one.  The tokens themselves are not stored. mode: the kind of connection that asked for the token.
-- match: the match that the user plays, or played when the connection ended.
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

-- Expired tokens are deleted, oldest first.
CREATE INDEX token_until ON token (until_s);
