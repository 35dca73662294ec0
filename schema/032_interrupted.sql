-- SPDX-License-Identifier: MIT
-- Matches outside tournaments in which the clock of an absent player runs.  Whose clock, and how much is left, follows
-- from the actions; this table says where to look after a restart.

PRAGMA user_version = 32;

CREATE TABLE interrupted (
	match INTEGER NOT NULL PRIMARY KEY REFERENCES match (id)
) STRICT;
