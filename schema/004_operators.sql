-- SPDX-License-Identifier: MIT
-- Operators: their acts, bans and mutes, and settings made at run time.

PRAGMA user_version = 4;

-- erased_s: when the account was erased; 0: it was not.  The row of an erased user is kept, because matches refer to
-- it, under a name that users cannot choose.  The counter 'users' does not include it.
ALTER TABLE user ADD COLUMN erased_s INTEGER NOT NULL DEFAULT 0;

-- Finds messages by sender, to delete them with the account.
CREATE INDEX message_sender ON message (sender);

-- actor: an operator's name, or '' for the server's command line.
CREATE TABLE operator_log (
	id INTEGER PRIMARY KEY,
	at_s INTEGER NOT NULL,
	actor TEXT NOT NULL COLLATE NOCASE,
	act TEXT NOT NULL,
	whom TEXT NOT NULL COLLATE NOCASE,
	detail TEXT NOT NULL,
	why TEXT NOT NULL
) STRICT;

-- Find the acts by an operator, and the acts on a user.
CREATE INDEX operator_log_actor ON operator_log (actor, id);
CREATE INDEX operator_log_whom ON operator_log (whom, id);

CREATE TRIGGER operator_log_stays BEFORE DELETE ON operator_log
BEGIN
	SELECT raise(ABORT, 'the log of operators is never shortened');
END;

CREATE TRIGGER operator_log_unchanged BEFORE UPDATE ON operator_log
BEGIN
	SELECT raise(ABORT, 'the log of operators is never changed');
END;

-- until_s 0: no end.  what: a user's name, or an address or network in its shortest form.
CREATE TABLE ban (
	kind TEXT NOT NULL CHECK (kind IN ('name', 'address')),
	what TEXT NOT NULL COLLATE NOCASE,
	until_s INTEGER NOT NULL,
	at_s INTEGER NOT NULL,
	actor TEXT NOT NULL,
	why TEXT NOT NULL,
	PRIMARY KEY (kind, what)
) STRICT, WITHOUT ROWID;

CREATE TABLE mute (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	scope TEXT NOT NULL CHECK (scope IN ('shout', 'all')),
	until_s INTEGER NOT NULL,
	at_s INTEGER NOT NULL,
	actor TEXT NOT NULL,
	why TEXT NOT NULL
) STRICT;

-- Settings that operators change while the server runs; a row here overrides the configuration.
CREATE TABLE server_setting (
	name TEXT NOT NULL PRIMARY KEY,
	value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
