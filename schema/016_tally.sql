-- SPDX-License-Identifier: MIT
-- What players have done, counted when it happens; what was before this version is not counted.

PRAGMA user_version = 16;

-- tallied: how many of its actions are counted.
ALTER TABLE match ADD COLUMN tallied INTEGER NOT NULL DEFAULT 0;

-- By game and length, as in the row of the match.  open: ended unfinished.  timed: plays whose time is in ms.
CREATE TABLE tally (
	user INTEGER NOT NULL REFERENCES user (id),
	game TEXT NOT NULL,
	length INTEGER NOT NULL,
	won INTEGER NOT NULL,
	lost INTEGER NOT NULL,
	open INTEGER NOT NULL,
	gammons INTEGER NOT NULL,
	gammons_lost INTEGER NOT NULL,
	taken INTEGER NOT NULL,
	passed INTEGER NOT NULL,
	takes INTEGER NOT NULL,
	passes INTEGER NOT NULL,
	takes_won INTEGER NOT NULL,
	timed INTEGER NOT NULL,
	ms INTEGER NOT NULL,
	PRIMARY KEY (user, game, length)
) STRICT, WITHOUT ROWID;

-- pairs: 36 numbers of eight bytes, the lowest first: 1-1, 1-2, ... 6-6.  bar: rolls with a checker there, of which
-- so many entered one, and so many were to be expected.
CREATE TABLE roll_tally (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	pairs BLOB NOT NULL CHECK (length(pairs) = 288),
	bar INTEGER NOT NULL,
	entered INTEGER NOT NULL,
	expected REAL NOT NULL
) STRICT;

-- What one has won from the other.
CREATE TABLE pair_tally (
	user INTEGER NOT NULL REFERENCES user (id),
	other INTEGER NOT NULL REFERENCES user (id),
	won INTEGER NOT NULL,
	PRIMARY KEY (user, other)
) STRICT, WITHOUT ROWID;

-- Rated matches won in a row.
CREATE TABLE streak (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	won INTEGER NOT NULL
) STRICT;

-- The best of each kind; few rows.  The columns of the key come first: with others between them SQLite 3.40 takes a
-- sound table for a damaged one.
CREATE TABLE best (
	kind TEXT NOT NULL,
	user INTEGER NOT NULL REFERENCES user (id),
	match INTEGER NOT NULL REFERENCES match (id),
	value INTEGER NOT NULL,
	PRIMARY KEY (kind, user, match)
) STRICT, WITHOUT ROWID;

-- The rating of somebody at a time.
CREATE INDEX rating_change_user ON rating_change (user, variant, at_ms);
