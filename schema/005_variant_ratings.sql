-- SPDX-License-Identifier: MIT
-- A separate rating for each game other than backgammon, whose rating stays in the row of the user.

PRAGMA user_version = 5;

-- Written at the first rated match of that game. variant is that of the match.
CREATE TABLE variant_rating (
	user INTEGER NOT NULL REFERENCES user (id),
	variant TEXT NOT NULL CHECK (length(CAST(variant AS BLOB)) BETWEEN 1 AND 23),
	rating REAL NOT NULL,
	experience INTEGER NOT NULL CHECK (experience BETWEEN 0 AND 4294967295),
	PRIMARY KEY (user, variant)
) STRICT, WITHOUT ROWID;

-- The list of one game in reverse order, as user_ranked is for backgammon.
CREATE INDEX variant_ranked ON variant_rating (variant, rating, user) WHERE experience > 50;

-- Which rating was changed; '': backgammon's, in the row of the user.  It need not be the rating of the match's own
-- game: before this version every rated match changed the only rating.
ALTER TABLE rating_change ADD COLUMN variant TEXT NOT NULL DEFAULT '';
