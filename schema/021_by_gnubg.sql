-- SPDX-License-Identifier: MIT
-- Who has judged a match: the server itself, or gnubg beside it.

PRAGMA user_version = 21;

ALTER TABLE review ADD COLUMN by_gnubg INTEGER NOT NULL DEFAULT 0 CHECK (by_gnubg IN (0, 1));
