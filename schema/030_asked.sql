-- SPDX-License-Identifier: MIT
-- When a saved match is due, and on how many days each of its players has asked to resume it.

PRAGMA user_version = 30;

-- The days, counted since 1970 (UTC), on which the server was up for an hour.
CREATE TABLE up_day (
	day INTEGER PRIMARY KEY
) STRICT;

INSERT INTO up_day (day) SELECT hour / 24 FROM hour_use GROUP BY hour / 24 HAVING sum(watched_ms) >= 3600000;

-- A player of a saved match.  There is no row until one of the two has asked to resume it, or its end has been
-- announced, and none after both have acted in it again.  If the match ended because it was due, each row stays
-- until its player has been notified.
--
-- days: on how many days the player asked; last_day: the latest (since 1970, -1 none).  missed_ms: the opponent's last
-- request that the player has not seen; 0: none.  warned_ms: when the end of the match was announced; 0: not yet.
CREATE TABLE asked (
	user INTEGER NOT NULL REFERENCES user (id),
	match INTEGER NOT NULL REFERENCES match (id),
	days INTEGER NOT NULL CHECK (days >= 0),
	last_day INTEGER NOT NULL,
	missed_ms INTEGER NOT NULL,
	warned_ms INTEGER NOT NULL,
	PRIMARY KEY (user, match)
) STRICT, WITHOUT ROWID;
