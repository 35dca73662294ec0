-- SPDX-License-Identifier: MIT
-- The rating list: only players with an experience of more than 50 are in it.

PRAGMA user_version = 2;

-- The list in reverse order.  Ranks are counted in memory; the rows are found here.
CREATE INDEX user_ranked ON user (rating, id) WHERE experience > 50;
