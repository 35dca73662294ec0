-- SPDX-License-Identifier: MIT
-- Items of the file of an imported match: event, site, names of players and the like.

PRAGMA user_version = 36;

-- text: lines such as ; [Event "Sunday Cup"], as they are written at the head of its .mat text.
CREATE TABLE match_header (
	match INTEGER PRIMARY KEY REFERENCES match (id),
	text TEXT NOT NULL
) STRICT;
