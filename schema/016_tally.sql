-- SPDX-License-Identifier: MIT
-- Totals of players, counted as things happen; what happened before this version is not included.

PRAGMA user_version = 16;

-- tallied: how many of its actions have been counted.
ALTER TABLE match ADD COLUMN tallied INTEGER NOT NULL DEFAULT 0;

-- By game and length, as in the row of the match.  open: ended unfinished.  timed: plays whose time is included in ms.
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

-- pairs: 36 numbers of eight bytes, low byte first: 1-1, 1-2, ... 6-6.  bar: rolls with a checker on the bar; entered:
-- how many entered one; expected: how many should have.
CREATE TABLE roll_tally (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	pairs BLOB NOT NULL CHECK (length(pairs) = 288),
	bar INTEGER NOT NULL,
	entered INTEGER NOT NULL,
	expected REAL NOT NULL
) STRICT;

-- Matches that a user has won against another.
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

-- The records of each kind; few rows.  The columns of the key come first: with others between them, SQLite 3.40 takes
-- a sound table for a damaged one.
CREATE TABLE best (
	kind TEXT NOT NULL,
	user INTEGER NOT NULL REFERENCES user (id),
	match INTEGER NOT NULL REFERENCES match (id),
	value INTEGER NOT NULL,
	PRIMARY KEY (kind, user, match)
) STRICT, WITHOUT ROWID;

-- Finds a user's rating at a time.
CREATE INDEX rating_change_user ON rating_change (user, variant, at_ms);
