-- SPDX-License-Identifier: MIT
-- Accounts that their owners want deleted, and the names of deleted ones.

PRAGMA user_version = 17;

CREATE TABLE forget (
	user INTEGER NOT NULL PRIMARY KEY REFERENCES user (id),
	due_s INTEGER NOT NULL
) STRICT;
CREATE INDEX forget_due ON forget (due_s);

-- No new account may use these names.
CREATE TABLE kept_name (
	name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE
) STRICT, WITHOUT ROWID;
