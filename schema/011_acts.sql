-- SPDX-License-Identifier: MIT
-- An action costs one row. match.last_ms and match.actions are written when a game or the match ends; later actions
-- are in the table action only, and queries about a match look there.
--
-- The list of seats in a CHECK made SQLite build and drop a table for each row; the range is equivalent.  Only the
-- text of the table changes, no row (https://www.sqlite.org/lang_altertable.html, section 7).

PRAGMA user_version = 11;

PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(sql, 'seat IN (0, 1, 2)', 'seat BETWEEN 0 AND 2') WHERE name = 'action';
PRAGMA writable_schema = RESET;
