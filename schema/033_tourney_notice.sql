-- SPDX-License-Identifier: MIT
-- A player who was away is also notified at the next log-in of corrected results, forfeits and added time.

PRAGMA user_version = 33;

DROP INDEX tourney_notice;
CREATE INDEX tourney_notice ON tourney_act (tourney, at_ms) WHERE kind IN ('addtime', 'admit', 'announce', 'cancel',
	'correct', 'deadline', 'decline', 'director', 'forfeit', 'hold', 'invite', 'pause', 'promote', 'release', 'reopen',
	'replace', 'restore', 'resume', 'setresult', 'withdraw');
