-- SPDX-License-Identifier: MIT
-- Operators and admins are found by their role, because a name that looks like one of theirs is refused.

PRAGMA user_version = 29;

CREATE INDEX user_staff ON user (role, name) WHERE role <> 'user';
