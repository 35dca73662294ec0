-- SPDX-License-Identifier: MIT
-- Actions that follow each other are stored together, whichever matches they belong to.  Until now each match had
-- pages of its own, so every action wrote another page to the journal.
--
-- A match has its actions in runs of ids, which never overlap: `room` ids from `first` on, assigned when the first is
-- needed; seq is that of the first action.  An action's id is the next one of the newest run of its match, so the
-- newest actions of all matches are neighbours.  match_run ensures that an action's match exists and that no seq
-- occurs twice; `check` verifies that each action is in a run of its match.

PRAGMA user_version = 23;

CREATE TABLE match_run (
	match INTEGER NOT NULL REFERENCES match (id),
	seq INTEGER NOT NULL,
	first INTEGER NOT NULL,
	room INTEGER NOT NULL,
	PRIMARY KEY (match, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE action_in_run (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL,
	seq INTEGER NOT NULL CHECK (seq BETWEEN 0 AND 4294967295),
	at_ms INTEGER NOT NULL,
	elapsed_ms INTEGER NOT NULL CHECK (elapsed_ms BETWEEN 0 AND 4294967295),
	credit_ms INTEGER NOT NULL CHECK (credit_ms BETWEEN 0 AND 1000),
	seat INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 2),
	automatic INTEGER NOT NULL CHECK (automatic BETWEEN 0 AND 1),
	kind TEXT NOT NULL,
	text TEXT NOT NULL
) STRICT;

-- For existing actions: a run for each match, starting with seq 0.
INSERT INTO match_run (match, seq, first, room)
	SELECT match, 0, 1 + sum(room) OVER (ORDER BY match) - room, room
	FROM (SELECT match, max(seq) + 1 AS room FROM action GROUP BY match) AS counted;

INSERT INTO action_in_run (id, match, seq, at_ms, elapsed_ms, credit_ms, seat, automatic, kind, text)
	SELECT r.first + a.seq, a.match, a.seq, a.at_ms, a.elapsed_ms, a.credit_ms, a.seat, a.automatic, a.kind, a.text
	FROM action a JOIN match_run r ON r.match = a.match ORDER BY a.match, a.seq;

DROP TABLE action;
ALTER TABLE action_in_run RENAME TO action;

CREATE TRIGGER action_stays BEFORE DELETE ON action
BEGIN
	SELECT raise(ABORT, 'actions are never deleted');
END;

CREATE TRIGGER action_unchanged BEFORE UPDATE ON action
BEGIN
	SELECT raise(ABORT, 'actions are never changed');
END;

CREATE TRIGGER match_run_stays BEFORE DELETE ON match_run
BEGIN
	SELECT raise(ABORT, 'actions are never deleted');
END;

CREATE TRIGGER match_run_unchanged BEFORE UPDATE ON match_run
BEGIN
	SELECT raise(ABORT, 'actions are never changed');
END;
