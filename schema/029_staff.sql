-- SPDX-License-Identifier: MIT
-- Finds operators and administrators by role, because names that resemble theirs are refused.

PRAGMA user_version = 29;

CREATE INDEX user_staff ON user (role, name) WHERE role <> 'user';
