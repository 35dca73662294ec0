-- SPDX-License-Identifier: MIT
-- Matches that players imported from files.  They are the importer's own: the names are text and refer to no
-- account, and nothing that lists or counts the rows of match reads these.

PRAGMA user_version = 38;

-- owner: NULL once the match is deleted; its rows are then removed a match at a time.  seat: the owner's, by the
-- names in the file; 2: neither.  shown: other users may read it.  header: as in match_header.  digest: a hash of the
-- names, the length and the actions, by which the same match is found again.
CREATE TABLE import (
	id INTEGER PRIMARY KEY,
	owner INTEGER REFERENCES user (id),
	seat INTEGER NOT NULL CHECK (seat IN (0, 1, 2)),
	shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1)),
	name0 TEXT NOT NULL CHECK (length(CAST(name0 AS BLOB)) <= 20),
	name1 TEXT NOT NULL CHECK (length(CAST(name1 AS BLOB)) <= 20),
	variant TEXT NOT NULL CHECK (length(CAST(variant AS BLOB)) BETWEEN 1 AND 23),
	length INTEGER NOT NULL CHECK (length BETWEEN 0 AND 255),
	played_ms INTEGER NOT NULL CHECK (played_ms > 0),
	stored_ms INTEGER NOT NULL,
	score0 INTEGER NOT NULL CHECK (score0 BETWEEN 0 AND 4294967295),
	score1 INTEGER NOT NULL CHECK (score1 BETWEEN 0 AND 4294967295),
	winner INTEGER NOT NULL CHECK (winner IN (-1, 0, 1)),
	actions INTEGER NOT NULL CHECK (actions BETWEEN 0 AND 4294967295),
	header TEXT NOT NULL,
	digest INTEGER NOT NULL
) STRICT;
CREATE INDEX import_owner ON import (owner, id);
CREATE UNIQUE INDEX import_digest ON import (owner, digest);

-- seq: number of the first action; text: a line for each action, with seat, kind and text.
CREATE TABLE import_actions (
	import INTEGER NOT NULL REFERENCES import (id),
	seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 4294967295),
	text TEXT NOT NULL,
	PRIMARY KEY (import, seq)
) STRICT, WITHOUT ROWID;

-- Analyses of imported matches, as in review and review_mark.
CREATE TABLE import_review (
	match INTEGER NOT NULL REFERENCES import (id),
	seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
	plies INTEGER NOT NULL,
	plays INTEGER NOT NULL,
	cubes INTEGER NOT NULL,
	play_error REAL NOT NULL,
	cube_error REAL NOT NULL,
	doubtful INTEGER NOT NULL,
	bad INTEGER NOT NULL,
	very_bad INTEGER NOT NULL,
	best_roll INTEGER NOT NULL,
	best_double INTEGER NOT NULL,
	best_take INTEGER NOT NULL,
	best_drop INTEGER NOT NULL,
	rolls INTEGER NOT NULL,
	luck REAL NOT NULL,
	luck_worth REAL NOT NULL,
	by_gnubg INTEGER NOT NULL CHECK (by_gnubg IN (0, 1)),
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_mark (
	match INTEGER NOT NULL REFERENCES import (id),
	move INTEGER NOT NULL,
	of_cube INTEGER NOT NULL CHECK (of_cube IN (0, 1)),
	seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
	error REAL NOT NULL,
	best TEXT NOT NULL CHECK (length(CAST(best AS BLOB)) <= 47),
	PRIMARY KEY (match, move, of_cube)
) STRICT, WITHOUT ROWID;

-- The queue of analyses, again without the reference to match: imported matches wait in it too.
CREATE TABLE review_wait_of_any (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL UNIQUE,
	asker INTEGER NOT NULL,
	wanted INTEGER NOT NULL CHECK (wanted IN (0, 1))
) STRICT;
INSERT INTO review_wait_of_any (match, asker, wanted) SELECT match, asker, wanted FROM review_wait ORDER BY id;
DROP TABLE review_wait;
ALTER TABLE review_wait_of_any RENAME TO review_wait;
CREATE INDEX review_wait_next ON review_wait (wanted, id);
CREATE INDEX review_wait_asker ON review_wait (asker);
