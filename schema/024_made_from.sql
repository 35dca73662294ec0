-- SPDX-License-Identifier: MIT
-- Where a tournament was made is forgotten with its end.  Those that ended before that was so have kept it.

PRAGMA user_version = 24;

UPDATE tourney SET host = '' WHERE ended_ms <> 0 AND host <> '';
