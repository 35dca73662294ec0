-- SPDX-License-Identifier: MIT
-- One opponent can change a rating only so much in 24 hours (PROTOCOL.md 8).

PRAGMA user_version = 31;

-- The fraction of the formula's change that counted: all (1), a part, or nothing (0).  heavy: it was cut, or three
-- quarters of the opponent's allowance for 24 hours were used.
ALTER TABLE rating_change ADD COLUMN factor REAL NOT NULL DEFAULT 1 CHECK (factor BETWEEN 0 AND 1);
ALTER TABLE rating_change ADD COLUMN heavy INTEGER NOT NULL DEFAULT 0 CHECK (heavy IN (0, 1));
CREATE INDEX rating_change_heavy ON rating_change (at_ms) WHERE heavy = 1;

-- The changes of the last 24 hours, except in matches with bots that have separate ratings.  network: the opponent's;
-- '' if they count separately.  newcomer: the opponent had little experience, and the user more.  Older rows are
-- deleted, and the network with them.
CREATE TABLE rating_recent (
	match INTEGER NOT NULL REFERENCES match (id),
	user INTEGER NOT NULL REFERENCES user (id),
	variant TEXT NOT NULL,
	at_ms INTEGER NOT NULL,
	opponent INTEGER NOT NULL REFERENCES user (id),
	network TEXT NOT NULL,
	newcomer INTEGER NOT NULL CHECK (newcomer IN (0, 1)),
	change REAL NOT NULL,
	PRIMARY KEY (match, user)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_recent_user ON rating_recent (user, variant, at_ms);
CREATE INDEX rating_recent_opponent ON rating_recent (opponent);
CREATE INDEX rating_recent_at ON rating_recent (at_ms);
