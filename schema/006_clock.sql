-- SPDX-License-Identifier: MIT
-- Clocks, and matches that belong to an event.

PRAGMA user_version = 6;

-- The part of elapsed_ms that was network lag and does not count against the player.
ALTER TABLE action ADD COLUMN credit_ms INTEGER NOT NULL DEFAULT 0 CHECK (credit_ms BETWEEN 0 AND 1000);

-- event: the event for which the match is played, 0 none; event_pairing: the pairing; event_terms: bits of the
-- event's terms for its games (store.h); rated: 0 if it must not change ratings.
ALTER TABLE match ADD COLUMN event INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN event_pairing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN event_terms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN rated INTEGER NOT NULL DEFAULT 1 CHECK (rated IN (0, 1));

-- Matches of events are exempt from the rule of one unfinished match for each pair, and are in no list of saved
-- matches.
DROP INDEX match_open_pair;
DROP INDEX match_open_user0;
DROP INDEX match_open_user1;
DROP INDEX match_open;
CREATE UNIQUE INDEX match_open_pair ON match (min(user0, user1), max(user0, user1)) WHERE ended_ms = 0 AND event = 0;
CREATE INDEX match_open_user0 ON match (user0) WHERE ended_ms = 0 AND event = 0;
CREATE INDEX match_open_user1 ON match (user1) WHERE ended_ms = 0 AND event = 0;
CREATE INDEX match_open ON match (id) WHERE ended_ms = 0 AND event = 0;
CREATE INDEX match_event_user0 ON match (user0) WHERE ended_ms = 0 AND event <> 0;
CREATE INDEX match_event_user1 ON match (user1) WHERE ended_ms = 0 AND event <> 0;
