-- SPDX-License-Identifier: MIT
-- A tournament without a played match gives no place or title.  Older ones did.

PRAGMA user_version = 25;

DELETE FROM tourney_place WHERE NOT EXISTS (
	SELECT 1 FROM tourney_act a WHERE a.tourney = tourney_place.tourney AND a.kind = 'result'
);
