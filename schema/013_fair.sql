-- SPDX-License-Identifier: MIT
-- Dice that players can verify: common/rules/RULES.md 5.3.

PRAGMA user_version = 13;

-- committed: the commitment was visible before the match began. c0 and c1 are texts.
ALTER TABLE match ADD COLUMN committed INTEGER NOT NULL DEFAULT 0 CHECK (committed IN (0, 1));

-- The dice inputs of a pairing that was announced to its players, until its match begins.
CREATE TABLE pairing_dice (
	tourney INTEGER NOT NULL REFERENCES tourney (id),
	pairing INTEGER NOT NULL,
	seed BLOB NOT NULL CHECK (length(seed) = 32),
	text0 TEXT NOT NULL DEFAULT '',
	text1 TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (tourney, pairing)
) STRICT, WITHOUT ROWID;
