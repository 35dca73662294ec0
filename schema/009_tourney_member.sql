-- SPDX-License-Identifier: MIT
-- Who has to do with which tournament, what was done in it while they were away, and where it was made.

PRAGMA user_version = 9;

-- Whoever was entered, invited or made a director, whatever became of it.  inviter: the director who invited them
-- last, 0 nobody; invited_ms: when.
CREATE TABLE tourney_member (
	user INTEGER NOT NULL REFERENCES user (id),
	tourney INTEGER NOT NULL REFERENCES tourney (id),
	inviter INTEGER NOT NULL DEFAULT 0,
	invited_ms INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (user, tourney)
) STRICT, WITHOUT ROWID;

CREATE INDEX tourney_inviter ON tourney_member (inviter, invited_ms) WHERE inviter <> 0;
CREATE INDEX tourney_invited ON tourney_member (user, invited_ms) WHERE inviter <> 0;

-- Of those that are not over: the acts that name a user say "user=ID,NAME,...".
INSERT OR IGNORE INTO tourney_member (user, tourney)
	SELECT CAST(substr(a.text, instr(a.text, 'user=') + 5) AS INTEGER), a.tourney
	FROM tourney t JOIN tourney_act a ON a.tourney = t.id
	WHERE t.ended_ms = 0 AND a.kind IN ('enter', 'admit', 'replace', 'director');

-- What those who were away read when they come.  A query says the same words.
CREATE INDEX tourney_notice ON tourney_act (tourney, at_ms) WHERE kind IN ('admit', 'announce', 'cancel', 'deadline',
	'decline', 'director', 'hold', 'invite', 'pause', 'promote', 'release', 'reopen', 'replace', 'restore',
	'resume', 'setresult', 'withdraw');

-- The network of whoever made it, '' not known.
ALTER TABLE tourney ADD COLUMN host TEXT NOT NULL DEFAULT '';
