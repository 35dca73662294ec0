-- SPDX-License-Identifier: MIT
-- Who has played rated matches, but has too little experience for the rating list: people see them behind it.

PRAGMA user_version = 10;

-- In the very order in which they are shown: many of them have the same rating.
CREATE INDEX user_newcomer ON user (rating DESC, id) WHERE experience > 0 AND experience <= 50;
CREATE INDEX variant_newcomer ON variant_rating (variant, rating DESC, user) WHERE experience > 0 AND experience <= 50;
