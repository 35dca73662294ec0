-- SPDX-License-Identifier: MIT
-- Members of tournaments, acts that happened while they were away, and the network from which a tournament was
-- created.

PRAGMA user_version = 9;

-- Every user who was ever entered, invited or made a director.  inviter: the director of the last invitation, 0 none;
-- invited_ms: its time.
CREATE TABLE tourney_member (
	user INTEGER NOT NULL REFERENCES user (id),
	tourney INTEGER NOT NULL REFERENCES tourney (id),
	inviter INTEGER NOT NULL DEFAULT 0,
	invited_ms INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (user, tourney)
) STRICT, WITHOUT ROWID;

CREATE INDEX tourney_inviter ON tourney_member (inviter, invited_ms) WHERE inviter <> 0;
CREATE INDEX tourney_invited ON tourney_member (user, invited_ms) WHERE inviter <> 0;

-- For tournaments that are not over: acts that name a user contain "user=ID,NAME,...".
INSERT OR IGNORE INTO tourney_member (user, tourney)
	SELECT CAST(substr(a.text, instr(a.text, 'user=') + 5) AS INTEGER), a.tourney
	FROM tourney t JOIN tourney_act a ON a.tourney = t.id
	WHERE t.ended_ms = 0 AND a.kind IN ('enter', 'admit', 'replace', 'director');

-- Acts that absent users are shown at the next log-in.  A query contains the same list.
CREATE INDEX tourney_notice ON tourney_act (tourney, at_ms) WHERE kind IN ('admit', 'announce', 'cancel', 'deadline',
	'decline', 'director', 'hold', 'invite', 'pause', 'promote', 'release', 'reopen', 'replace', 'restore',
	'resume', 'setresult', 'withdraw');

-- host: the network of the tournament's creator; '': unknown.
ALTER TABLE tourney ADD COLUMN host TEXT NOT NULL DEFAULT '';
