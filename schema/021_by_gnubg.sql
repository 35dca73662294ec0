-- SPDX-License-Identifier: MIT
-- Which program analysed a match: the server itself, or gnubg running next to it.

PRAGMA user_version = 21;

ALTER TABLE review ADD COLUMN by_gnubg INTEGER NOT NULL DEFAULT 0 CHECK (by_gnubg IN (0, 1));
