-- SPDX-License-Identifier: MIT
-- Users, settings, matches and their actions.  Each migration is one transaction; it sets user_version itself.
-- Never edited once released: later changes are 002 and so on.
--
-- Times: _ms milliseconds, _s seconds since 1970 (UTC); 0 means never.  Seats are 0 and 1; 2 means none.

PRAGMA application_id = 1734438253; -- "gamm"
PRAGMA user_version = 1;

CREATE TABLE user (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL COLLATE NOCASE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 20),
	hash TEXT NOT NULL CHECK (length(CAST(hash AS BLOB)) <= 127),
	email TEXT NOT NULL DEFAULT '' CHECK (length(CAST(email AS BLOB)) <= 127),
	rating REAL NOT NULL,
	experience INTEGER NOT NULL CHECK (experience BETWEEN 0 AND 4294967295),
	created_s INTEGER NOT NULL,
	last_login_s INTEGER NOT NULL DEFAULT 0,
	last_login_host TEXT NOT NULL DEFAULT '' CHECK (length(CAST(last_login_host AS BLOB)) <= 63),
	last_logout_s INTEGER NOT NULL DEFAULT 0,
	last_logout_host TEXT NOT NULL DEFAULT '' CHECK (length(CAST(last_logout_host AS BLOB)) <= 63),
	role TEXT NOT NULL DEFAULT 'user' CHECK (length(CAST(role AS BLOB)) BETWEEN 1 AND 15)
) STRICT;

-- The collation of the column makes both look-ups and uniqueness ignore case.
CREATE UNIQUE INDEX user_name ON user (name);

CREATE TABLE user_setting (
	user INTEGER NOT NULL REFERENCES user (id),
	name TEXT NOT NULL,
	value TEXT NOT NULL,
	PRIMARY KEY (user, name)
) STRICT, WITHOUT ROWID;

-- The id is an input of the dice and matches are never deleted, so no id is used twice.
-- c0, c1: the players' contributions to the dice. score0, score1: copied from the actions, for lists.
-- actions: their number, which is the seq of the next one.
CREATE TABLE match (
	id INTEGER PRIMARY KEY,
	user0 INTEGER NOT NULL REFERENCES user (id),
	user1 INTEGER NOT NULL REFERENCES user (id),
	length INTEGER NOT NULL CHECK (length BETWEEN 0 AND 255),
	variant TEXT NOT NULL CHECK (length(CAST(variant AS BLOB)) BETWEEN 1 AND 23),
	seed BLOB NOT NULL CHECK (length(seed) = 32),
	c0 BLOB NOT NULL DEFAULT x'',
	c1 BLOB NOT NULL DEFAULT x'',
	created_ms INTEGER NOT NULL,
	last_ms INTEGER NOT NULL,
	actions INTEGER NOT NULL DEFAULT 0 CHECK (actions BETWEEN 0 AND 4294967295),
	score0 INTEGER NOT NULL DEFAULT 0 CHECK (score0 BETWEEN 0 AND 4294967295),
	score1 INTEGER NOT NULL DEFAULT 0 CHECK (score1 BETWEEN 0 AND 4294967295),
	ended_ms INTEGER NOT NULL DEFAULT 0 CHECK (ended_ms >= 0),
	end_reason TEXT NOT NULL DEFAULT '' CHECK (length(CAST(end_reason AS BLOB)) <= 15),
	winner INTEGER NOT NULL DEFAULT -1 CHECK (winner IN (-1, 0, 1)),
	CHECK (user0 <> user1),
	CHECK ((ended_ms = 0) = (end_reason = ''))
) STRICT;

-- These indexes are small, because they contain only unfinished matches.  last_ms is left out on purpose: with it
-- every move would change two more pages, and sorting one player's unfinished matches is cheap.
CREATE UNIQUE INDEX match_open_pair ON match (min(user0, user1), max(user0, user1)) WHERE ended_ms = 0;
CREATE INDEX match_open_user0 ON match (user0) WHERE ended_ms = 0;
CREATE INDEX match_open_user1 ON match (user1) WHERE ended_ms = 0;

-- Finds the last match of a pair, finished or not.
CREATE INDEX match_pair ON match (min(user0, user1), max(user0, user1), id);

-- Clustered by match: a replay reads neighbouring rows, a move changes one leaf.
CREATE TABLE action (
	match INTEGER NOT NULL REFERENCES match (id),
	seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 4294967295),
	at_ms INTEGER NOT NULL,
	elapsed_ms INTEGER NOT NULL CHECK (elapsed_ms BETWEEN 0 AND 4294967295),
	seat INTEGER NOT NULL CHECK (seat IN (0, 1, 2)),
	automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
	kind TEXT NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_change (
	match INTEGER NOT NULL REFERENCES match (id),
	user INTEGER NOT NULL REFERENCES user (id),
	rating_before REAL NOT NULL,
	rating_after REAL NOT NULL,
	experience_before INTEGER NOT NULL CHECK (experience_before BETWEEN 0 AND 4294967295),
	experience_after INTEGER NOT NULL CHECK (experience_after BETWEEN 0 AND 4294967295),
	at_ms INTEGER NOT NULL,
	PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;

-- Messages for a user: shown at the next log-in (delivered), deleted after that session.
CREATE TABLE message (
	id INTEGER PRIMARY KEY,
	user INTEGER NOT NULL REFERENCES user (id),
	sender INTEGER NOT NULL REFERENCES user (id),
	at_s INTEGER NOT NULL,
	text TEXT NOT NULL,
	delivered INTEGER NOT NULL DEFAULT 0 CHECK (delivered IN (0, 1))
) STRICT;
CREATE INDEX message_user ON message (user, id);

-- users: the number of users, raised with each registration (not by a trigger, with which SQLite plans a scan of all
-- rows that refer to users).  probe: written to find out whether writing works.
CREATE TABLE counter (
	name TEXT NOT NULL PRIMARY KEY,
	value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO counter (name, value) VALUES ('users', 0), ('probe', 0);

-- Matches and actions are never deleted, and actions are never changed.
CREATE TRIGGER match_stays BEFORE DELETE ON match
BEGIN
	SELECT raise(ABORT, 'matches are never deleted');
END;

CREATE TRIGGER action_stays BEFORE DELETE ON action
BEGIN
	SELECT raise(ABORT, 'actions are never deleted');
END;

CREATE TRIGGER action_unchanged BEFORE UPDATE ON action
BEGIN
	SELECT raise(ABORT, 'actions are never changed');
END;
