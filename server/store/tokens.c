/* SPDX-License-Identifier: MIT */
/* What people come back with instead of the password: the verbs of store.h.  Owns nothing. Each
 * is one statement that finds its row by an index. */
#include "store/sqlite.h"

#include <string.h>

void
store_token_set(struct store *s, const struct token_record *t)
{
	sqlite3_stmt *q = store_write(s, ST_TOKEN_SET);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, t->user);
	store_bind_blob(s, q, 2, t->hash, sizeof(t->hash));
	store_bind_int(s, q, 3, t->until_s);
	store_bind_text(s, q, 4, t->mode);
	store_bind_int(s, q, 5, t->match);
	(void)store_run(s, q, 1);
}

bool
store_token_find(
    struct store *s, const uint8_t hash[STORE_TOKEN_HASH_BYTES], struct token_record *t_out)
{
	sqlite3_stmt *q = store_read(s, ST_TOKEN_FIND);
	struct token_record t = { 0 };
	bool found;

	if (q == NULL)
		return false;
	store_bind_blob(s, q, 1, hash, STORE_TOKEN_HASH_BYTES);
	found = store_step(s, q);
	if (found) {
		t.user = store_int(s, q, 0, 1, INT64_MAX);
		t.until_s = store_int(s, q, 1, INT64_MIN, INT64_MAX);
		store_text(s, q, 2, t.mode, sizeof(t.mode));
		t.match = store_int(s, q, 3, 0, INT64_MAX);
		t.old = store_int(s, q, 4, 0, 1) == 1;
	}
	store_done(s, q);
	if (!found || s->broken)
		return false;
	memcpy(t.hash, hash, sizeof(t.hash));
	*t_out = t;
	return true;
}

void
store_token_use(struct store *s, const struct token_record *t,
    const uint8_t next[STORE_TOKEN_HASH_BYTES], int64_t until_s)
{
	sqlite3_stmt *q = store_write(s, ST_TOKEN_USE);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, t->user);
	store_bind_blob(s, q, 2, t->hash, sizeof(t->hash));
	store_bind_blob(s, q, 3, next, STORE_TOKEN_HASH_BYTES);
	store_bind_int(s, q, 4, until_s);
	(void)store_run(s, q, 1);
}

void
store_token_match(struct store *s, int64_t user, int64_t match)
{
	sqlite3_stmt *q = store_write(s, ST_TOKEN_MATCH);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	store_bind_int(s, q, 2, match);
	(void)store_run(s, q, -1);
}

void
store_token_revoke(struct store *s, int64_t user)
{
	store_run_of(s, ST_TOKEN_REVOKE, user);
}

int64_t
store_token_until(struct store *s, int64_t user)
{
	sqlite3_stmt *q = store_read(s, ST_TOKEN_OF);
	int64_t until_s = 0;

	if (q == NULL)
		return 0;
	store_bind_int(s, q, 1, user);
	if (store_step(s, q))
		until_s = store_int(s, q, 0, INT64_MIN, INT64_MAX);
	store_done(s, q);
	return until_s;
}

unsigned
store_tokens_forget(struct store *s, int64_t now_s, unsigned most)
{
	sqlite3_stmt *q = store_write(s, ST_TOKENS_FORGET);

	if (q == NULL)
		return 0;
	store_bind_int(s, q, 1, now_s);
	store_bind_int(s, q, 2, most);
	return store_run(s, q, -1) ? (unsigned)sqlite3_changes(s->db) : 0;
}
