-- SPDX-License-Identifier: MIT
-- Finished matches by player: written once, when a match ends.

PRAGMA user_version = 15;

CREATE INDEX match_over_user0 ON match (user0, id) WHERE ended_ms <> 0;
CREATE INDEX match_over_user1 ON match (user1, id) WHERE ended_ms <> 0;
