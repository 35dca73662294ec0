-- SPDX-License-Identifier: MIT
-- A tournament in which no match was played gives nobody a place or a title.  Older ones have given them.

PRAGMA user_version = 25;

DELETE FROM tourney_place WHERE NOT EXISTS (
	SELECT 1 FROM tourney_act a WHERE a.tourney = tourney_place.tourney AND a.kind = 'result'
);
