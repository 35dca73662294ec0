-- SPDX-License-Identifier: MIT
-- Accounts that are played by programs of others, marked as bots by their owners or by operators.

PRAGMA user_version = 37;

ALTER TABLE user ADD COLUMN bot INTEGER NOT NULL DEFAULT 0 CHECK (bot IN (0, 1));
