-- SPDX-License-Identifier: MIT
-- Settings that depend on the kind of log-in have a second value for client programs.  Until now one program that
-- chose board style 3 changed the boards of the same user at the prompt.

PRAGMA user_version = 34;

INSERT INTO user_setting (user, name, value)
	SELECT user, 'program.' || name, value FROM user_setting WHERE name IN ('autoboard', 'bell', 'boardstyle',
		'direction', 'linelength', 'moreboards', 'pagelength', 'telnet', 'variants', 'wrap');
UPDATE user_setting SET value = '2' WHERE name = 'boardstyle' AND value = '3';
