-- SPDX-License-Identifier: MIT
-- Checksums of finished matches, with which `check` finds accidents: server/store/checksums.c.

PRAGMA user_version = 35;

-- checksum: of the match with all its actions, as it was when it ended; 0: not computed yet.  ratings_checksum: of its
-- rating changes; meaningless while checksum is 0.  Matches that ended before this version get theirs at night.
ALTER TABLE match ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0 CHECK (checksum >= 0);
ALTER TABLE match ADD COLUMN ratings_checksum INTEGER NOT NULL DEFAULT 0 CHECK (ratings_checksum >= 0);
CREATE INDEX match_unsummed ON match (id) WHERE ended_ms <> 0 AND checksum = 0;
