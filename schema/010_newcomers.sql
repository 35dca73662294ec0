-- SPDX-License-Identifier: MIT
-- Users with rated matches but too little experience for the rating list: interactive users see them after it.

PRAGMA user_version = 10;

-- The indexes have exactly the order in which these users are shown, because many of them have the same rating.
CREATE INDEX user_newcomer ON user (rating DESC, id) WHERE experience > 0 AND experience <= 50;
CREATE INDEX variant_newcomer ON variant_rating (variant, rating DESC, user) WHERE experience > 0 AND experience <= 50;
