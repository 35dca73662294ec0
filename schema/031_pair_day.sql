-- SPDX-License-Identifier: MIT
-- One opponent moves a rating only so far in 24 hours (PROTOCOL.md 8).

PRAGMA user_version = 31;

-- What became of the change that the formula gives: all of it counted (1), a part, or nothing (0).  heavy: it was cut, or
-- what the opponent may do in 24 hours was used up to three quarters.
ALTER TABLE rating_change ADD COLUMN factor REAL NOT NULL DEFAULT 1 CHECK (factor BETWEEN 0 AND 1);
ALTER TABLE rating_change ADD COLUMN heavy INTEGER NOT NULL DEFAULT 0 CHECK (heavy IN (0, 1));
CREATE INDEX rating_change_heavy ON rating_change (at_ms) WHERE heavy = 1;

-- The changes of the last 24 hours, other than those with bots that have ratings of their own.  network: where the
-- opponent came from; '' when they count singly.  newcomer: they had little experience, and the user had more.  Older
-- rows are deleted, and the network is forgotten with them.
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
