-- SPDX-License-Identifier: MIT
-- Times stored while the wall clock was wrong, and its correction: a time stored as stamp_ms counts from counts_ms
-- (server/world/wallclock.h).

PRAGMA user_version = 26;

CREATE TABLE clock_right (
	stamp_ms INTEGER NOT NULL PRIMARY KEY,
	counts_ms INTEGER NOT NULL
) STRICT;
