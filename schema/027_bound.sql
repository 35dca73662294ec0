-- SPDX-License-Identifier: MIT
-- Matches that their tournament no longer controls, and rating changes that were undone.

PRAGMA user_version = 27;

-- bound: the tournament decides when the match is played and how it ends. 0 once the tournament is decided without
-- it: the match is then an ordinary one, and keeps its event.  Meaningless after the match has ended.
ALTER TABLE match ADD COLUMN bound INTEGER NOT NULL DEFAULT 0 CHECK (bound IN (0, 1));
UPDATE match SET bound = 1 WHERE ended_ms = 0 AND event <> 0;

-- Two users may have several unfinished ordinary matches: those released by tournaments.
DROP INDEX match_open_pair;
DROP INDEX match_open_user0;
DROP INDEX match_open_user1;
DROP INDEX match_open;
DROP INDEX match_event_user0;
DROP INDEX match_event_user1;
CREATE INDEX match_open_pair ON match (min(user0, user1), max(user0, user1), id) WHERE ended_ms = 0 AND bound = 0;
CREATE INDEX match_open_user0 ON match (user0) WHERE ended_ms = 0 AND bound = 0;
CREATE INDEX match_open_user1 ON match (user1) WHERE ended_ms = 0 AND bound = 0;
CREATE INDEX match_open ON match (id) WHERE ended_ms = 0 AND bound = 0;
CREATE INDEX match_event_user0 ON match (user0) WHERE ended_ms = 0 AND bound = 1;
CREATE INDEX match_event_user1 ON match (user1) WHERE ended_ms = 0 AND bound = 1;

-- The rating changes of a match are undone at most once.
CREATE TABLE match_unrated (
	match INTEGER PRIMARY KEY REFERENCES match (id)
) STRICT;

-- Until now directors undid them: the match is the one seated last in that pairing.
INSERT OR IGNORE INTO match_unrated (match)
	SELECT CAST(substr(s.text, instr(s.text, 'value=') + 6) AS INTEGER)
	FROM tourney_act u JOIN tourney_act s ON s.tourney = u.tourney
	WHERE u.kind = 'unrate' AND s.kind = 'seat' AND s.seq = (SELECT max(x.seq) FROM tourney_act x
		WHERE x.tourney = u.tourney AND x.kind = 'seat' AND x.seq < u.seq
		AND substr(x.text, 1, instr(x.text, ' ')) = substr(u.text, 1, instr(u.text, ' ')));
