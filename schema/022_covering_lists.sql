-- SPDX-License-Identifier: MIT
-- A page of the rating list is read from the index alone: the columns shown, and those that decide who is in the
-- list.  Otherwise each row would need another page of the table, which is rarely in memory if there are very many
-- users.

PRAGMA user_version = 22;

DROP INDEX user_ranked;
CREATE INDEX user_ranked ON user (rating, id, name, experience) WHERE experience > 50;

DROP INDEX user_newcomer;
CREATE INDEX user_newcomer ON user (rating DESC, id, name, experience) WHERE experience > 0 AND experience <= 50;

-- For the other games only the names must be looked up.
DROP INDEX variant_ranked;
CREATE INDEX variant_ranked ON variant_rating (variant, rating, user, experience) WHERE experience > 50;

DROP INDEX variant_newcomer;
CREATE INDEX variant_newcomer ON variant_rating (variant, rating DESC, user, experience)
	WHERE experience > 0 AND experience <= 50;
