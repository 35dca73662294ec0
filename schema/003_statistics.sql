-- SPDX-License-Identifier: MIT
-- Log-ins, log-outs and use, counters that used to be recounted, and the search for old saved matches.

PRAGMA user_version = 3;

-- The last log-ins and log-outs: a ring; slot is the number of the event modulo its size.
CREATE TABLE visit (
	slot INTEGER PRIMARY KEY,
	at_s INTEGER NOT NULL,
	name TEXT NOT NULL,
	event TEXT NOT NULL
) STRICT;

-- Users online in one hour; hour is seconds since 1970 divided by 3600.  watched_ms: how much of that hour the server
-- ran; user_ms: the sum of all users' time online in it.
CREATE TABLE hour_use (
	hour INTEGER PRIMARY KEY,
	watched_ms INTEGER NOT NULL,
	user_ms INTEGER NOT NULL,
	least INTEGER NOT NULL,
	most INTEGER NOT NULL
) STRICT;

-- Changes only when a match begins or ends, so a move changes no further pages.
CREATE INDEX match_open ON match (id) WHERE ended_ms = 0;

-- visits: events ever written to the ring.  most_online: users online at the same time.  matches_finished: matches that
-- ended for any reason; matches_expired: those of them that were unused for too long.  sweep: the id of the match
-- after which the search for unused matches continues.
INSERT INTO counter (name, value) VALUES
	('visits', 0),
	('logins', 0),
	('starts', 0),
	('most_online', 0),
	('sweep', 0),
	('matches', (SELECT count(*) FROM match)),
	('matches_finished', (SELECT count(*) FROM match WHERE ended_ms <> 0)),
	('matches_expired', 0),
	('ratings', (SELECT count(*) FROM rating_change));
