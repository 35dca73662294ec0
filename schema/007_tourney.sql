-- SPDX-License-Identifier: MIT
-- Tournaments: each is the list of its acts; the other columns and tables are only for finding and listing.

PRAGMA user_version = 7;

-- seed: of the draw, known only to the server until the start.  director: its creator.  players: number at the start.
-- ended_ms 0: not over.  cancelled: over without a winner.
CREATE TABLE tourney (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL COLLATE NOCASE CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 40),
	director INTEGER NOT NULL REFERENCES user (id),
	seed BLOB NOT NULL CHECK (length(seed) = 32),
	created_ms INTEGER NOT NULL,
	ended_ms INTEGER NOT NULL DEFAULT 0 CHECK (ended_ms >= 0),
	cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
	format TEXT NOT NULL DEFAULT '',
	players INTEGER NOT NULL DEFAULT 0 CHECK (players BETWEEN 0 AND 4096),
	winner TEXT NOT NULL DEFAULT ''
) STRICT;

-- Small: only tournaments that are not over, whose names must differ.
CREATE UNIQUE INDEX tourney_open_name ON tourney (name) WHERE ended_ms = 0;
CREATE INDEX tourney_open ON tourney (id) WHERE ended_ms = 0;
CREATE INDEX tourney_over ON tourney (id) WHERE ended_ms <> 0;

CREATE TABLE tourney_act (
	tourney INTEGER NOT NULL REFERENCES tourney (id),
	seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 4294967295),
	at_ms INTEGER NOT NULL,
	actor INTEGER NOT NULL, -- user, 0 the server
	kind TEXT NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (tourney, seq)
) STRICT, WITHOUT ROWID;

-- A player's result: place_from to place_to among `players`.  Written when the tournament is over.
CREATE TABLE tourney_place (
	user INTEGER NOT NULL REFERENCES user (id),
	tourney INTEGER NOT NULL REFERENCES tourney (id),
	place_from INTEGER NOT NULL,
	place_to INTEGER NOT NULL,
	PRIMARY KEY (user, tourney)
) STRICT, WITHOUT ROWID;

-- Finds a user's titles.
CREATE INDEX tourney_title ON tourney_place (user, tourney) WHERE place_to = 1;

CREATE TRIGGER tourney_stays BEFORE DELETE ON tourney
BEGIN
	SELECT raise(ABORT, 'tournaments are never deleted');
END;

CREATE TRIGGER tourney_act_stays BEFORE DELETE ON tourney_act
BEGIN
	SELECT raise(ABORT, 'acts are never deleted');
END;

CREATE TRIGGER tourney_act_unchanged BEFORE UPDATE ON tourney_act
BEGIN
	SELECT raise(ABORT, 'acts are never changed');
END;
