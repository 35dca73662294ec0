-- SPDX-License-Identifier: MIT
-- Users' reports about others that no operator has answered yet.

PRAGMA user_version = 18;

-- lines: what both said last in public.
CREATE TABLE report (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	reporter INTEGER NOT NULL REFERENCES user (id),
	target INTEGER NOT NULL REFERENCES user (id),
	at_s INTEGER NOT NULL,
	text TEXT NOT NULL,
	lines TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX report_pair ON report (reporter, target);
CREATE INDEX report_target ON report (target);
