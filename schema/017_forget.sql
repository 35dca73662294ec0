-- SPDX-License-Identifier: MIT
-- Accounts whose owners want them deleted, and the names of those that are.

PRAGMA user_version = 17;

CREATE TABLE forget (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	due_s INTEGER NOT NULL
) STRICT;
CREATE INDEX forget_due ON forget (due_s);

-- Nobody else may have them.
CREATE TABLE kept_name (
	name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE
) STRICT, WITHOUT ROWID;
