/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for recovery and deletion of accounts, one statement each. */
#include "store/sql.h"

#include <string.h>

void
verb_recovery_code_set(
    struct store *s, int64_t user, const uint8_t hash[STORE_TOKEN_HASH_BYTES], int64_t at_s)
{
	(void)sql_write(
	    s, Q_RECOVERY_SET, 1, V(user), SQL_BLOB(hash, STORE_TOKEN_HASH_BYTES), V(at_s));
}

bool
verb_recovery_code_matches(
    struct store *s, int64_t user, const uint8_t hash[STORE_TOKEN_HASH_BYTES])
{
	return sql_number(s, Q_RECOVERY_HAS, V(user), SQL_BLOB(hash, STORE_TOKEN_HASH_BYTES)) !=
	       0;
}

void
verb_recovery_code_set_pending(
    struct store *s, int64_t user, const uint8_t hash[STORE_TOKEN_HASH_BYTES], int64_t made_ms)
{
	(void)sql_write(
	    s, Q_RECOVERY_PEND, 1, V(user), SQL_BLOB(hash, STORE_TOKEN_HASH_BYTES), V(made_ms));
}

void
verb_recovery_code_promote(struct store *s, int64_t user)
{
	(void)sql_write(s, Q_RECOVERY_PROMOTE, 1, V(user));
	(void)sql_write(s, Q_RECOVERY_PENDING_DELETE, 1, V(user));
}

bool
verb_password_reset_of(struct store *s, int64_t user, struct reset_record *r_out)
{
	struct sql_query *q = sql_select(s, Q_PASSWORD_RESET_OF, V(user));
	struct reset_record r = { .user = user };
	bool found = sql_step(s, q);

	if (found) {
		sql_text(s, q, 0, r.actor, sizeof(r.actor));
		r.at_s = sql_int(s, q, 1, INT64_MIN, INT64_MAX);
		r.until_s = sql_int(s, q, 2, INT64_MIN, INT64_MAX);
	}
	sql_end_query(s, q);
	if (found && !sql_broken(s))
		*r_out = r;
	return found && !sql_broken(s);
}

/* ---- deleting ---- */

bool
verb_name_is_reserved(struct store *s, const char *name)
{
	return sql_number(s, Q_NAME_KEPT, V(name)) != 0;
}
