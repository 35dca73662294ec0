-- SPDX-License-Identifier: MIT
-- The rating list: only players with an experience of more than 50 stand in it.

PRAGMA user_version = 2;

-- In the order of the list read backwards; a rank is counted in memory, the rows are found here.
CREATE INDEX user_ranked ON user (rating, id) WHERE experience > 50;
