-- SPDX-License-Identifier: MIT
-- Analysis of finished matches: the errors of both players, and their luck.

PRAGMA user_version = 19;

-- The queue.  asker: the user who requested it; 0: none, to be done after those that were requested.
CREATE TABLE review_wait (
	id INTEGER PRIMARY KEY,
	match INTEGER NOT NULL UNIQUE REFERENCES match (id),
	asker INTEGER NOT NULL,
	wanted INTEGER NOT NULL CHECK (wanted IN (0, 1))
) STRICT;
CREATE INDEX review_wait_next ON review_wait (wanted, id);
CREATE INDEX review_wait_asker ON review_wait (asker);

-- Decisions that count, and the sums of their errors; numbers of doubtful, bad and very bad ones; cube decisions by
-- the best choice.  Errors and luck: normalised; luck_worth: points, or winning chances of the match.
CREATE TABLE review (
	match INTEGER NOT NULL REFERENCES match (id),
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
	PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

-- The largest errors.  move: its number as counted by `replay`; of_cube: a double made or missed, or the answer; best:
-- the better choice, as typed.
CREATE TABLE review_mark (
	match INTEGER NOT NULL REFERENCES match (id),
	move INTEGER NOT NULL,
	of_cube INTEGER NOT NULL CHECK (of_cube IN (0, 1)),
	seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
	error REAL NOT NULL,
	best TEXT NOT NULL CHECK (length(CAST(best AS BLOB)) <= 47),
	PRIMARY KEY (match, move, of_cube)
) STRICT, WITHOUT ROWID;

-- Sums by player and game. timed: plays that were typed; seconds and squares: the sums of their times and of the
-- squares of these.
CREATE TABLE error_tally (
	user INTEGER NOT NULL REFERENCES user (id),
	game TEXT NOT NULL,
	matches INTEGER NOT NULL,
	decisions INTEGER NOT NULL,
	error REAL NOT NULL,
	rolls INTEGER NOT NULL,
	luck REAL NOT NULL,
	timed INTEGER NOT NULL,
	seconds REAL NOT NULL,
	squares REAL NOT NULL,
	PRIMARY KEY (user, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX error_tally_rate ON error_tally ((error / decisions)) WHERE decisions >= 200;
