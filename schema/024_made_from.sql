-- SPDX-License-Identifier: MIT
-- The network from which a tournament was created is deleted when it ends.  Older tournaments still had it.

PRAGMA user_version = 24;

UPDATE tourney SET host = '' WHERE ended_ms <> 0 AND host <> '';
