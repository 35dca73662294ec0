-- SPDX-License-Identifier: MIT
-- Times that were stored while the wall clock was wrong, and when it was put right: what was stored as stamp_ms counts
-- from counts_ms (server/world/wallclock.h).

PRAGMA user_version = 26;

CREATE TABLE clock_right (
	stamp_ms INTEGER NOT NULL PRIMARY KEY,
	counts_ms INTEGER NOT NULL
) STRICT;
