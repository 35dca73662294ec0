/* SPDX-License-Identifier: MIT */
/* Users, their settings, messages and tokens: verbs of the store, one statement each that finds
 * its rows by an index.  Owns nothing. */
#include "store/sqlite.h"

#include <string.h>

static void
read_user(struct store *s, sqlite3_stmt *q, struct user_record *u)
{
	*u = (struct user_record){ 0 };
	u->id = sql_int(s, q, 0, 1, INT64_MAX);
	sql_text(s, q, 1, u->name, sizeof(u->name));
	sql_text(s, q, 2, u->hash, sizeof(u->hash));
	sql_text(s, q, 3, u->email, sizeof(u->email));
	u->rating = sqlite3_column_double(q, 4);
	u->experience = (uint32_t)sql_int(s, q, 5, 0, UINT32_MAX);
	u->created_s = sqlite3_column_int64(q, 6);
	u->last_login_s = sqlite3_column_int64(q, 7);
	sql_text(s, q, 8, u->last_login_host, sizeof(u->last_login_host));
	u->last_logout_s = sqlite3_column_int64(q, 9);
	sql_text(s, q, 10, u->last_logout_host, sizeof(u->last_logout_host));
	sql_text(s, q, 11, u->role, sizeof(u->role));
}

/* Runs a bound look-up. */
static bool
find_user(struct store *s, sqlite3_stmt *q, struct user_record *u_out)
{
	struct user_record u;
	bool found = sql_step(s, q);

	if (found)
		read_user(s, q, &u);
	sql_done(s, q);
	if (!found || s->broken)
		return false;
	*u_out = u;
	return true;
}

bool
sqlite_user_by_name(struct store *s, const char *name, struct user_record *u_out)
{
	sqlite3_stmt *q = sql_get(s, Q_USER_BY_NAME, V(name));

	return find_user(s, q, u_out);
}

bool
sqlite_user_by_id(struct store *s, int64_t id, struct user_record *u_out)
{
	sqlite3_stmt *q = sql_get(s, Q_USER_BY_ID, V(id));

	return find_user(s, q, u_out);
}

/* A taken name is an answer, not a failure; asked first, because a refused insert would look
 * like one. */
int64_t
sqlite_user_create(struct store *s, const struct user_record *u)
{
	struct user_record other;
	int64_t id;

	if (sqlite_user_by_name(s, u->name, &other))
		return 0;
	id = sql_insert(s, Q_USER_CREATE, V(u->name), V(u->hash), V(u->rating),
	    V(u->experience), V(u->created_s));
	if (id != 0)
		sqlite_counter_add(s, COUNTER_USERS, 1);
	return !s->broken ? id : 0;
}

static void
set_text(struct store *s, enum store_statement st, int64_t id, const char *text)
{
	(void)sql_put(s, st, 1, V(id), V(text));
}

bool
sqlite_user_set_hash(struct store *s, int64_t id, const char *was, const char *hash)
{
	return sql_put(s, Q_USER_HASH, -1, V(id), V(hash), V(was)) &&
	       sqlite3_changes(s->db) == 1;
}

void
sqlite_user_set_role(struct store *s, int64_t id, const char *role)
{
	set_text(s, Q_USER_ROLE, id, role);
}

void
sqlite_user_set_email(struct store *s, int64_t id, const char *email)
{
	char cut[STORE_EMAIL_MAX];

	(void)sbuf_copy(cut, sizeof(cut), email);
	set_text(s, Q_USER_EMAIL, id, cut);
}

void
sqlite_user_set_rating(struct store *s, int64_t id, double rating, uint32_t experience)
{
	(void)sql_put(s, Q_USER_RATING, 1, V(id), V(rating), V(experience));
}

/* Log-in and log-out: when and from where.  A host that does not fit is cut. */
static void
set_visit(struct store *s, enum store_statement st, int64_t id, int64_t at_s, const char *host)
{
	char cut[STORE_HOST_MAX];

	(void)sbuf_copy(cut, sizeof(cut), host);
	(void)sql_put(s, st, 1, V(id), V(at_s), V(cut));
}

void
sqlite_user_set_login(struct store *s, int64_t id, int64_t at_s, const char *host)
{
	set_visit(s, Q_USER_LOGIN, id, at_s, host);
}

void
sqlite_user_set_logout(struct store *s, int64_t id, int64_t at_s, const char *host)
{
	set_visit(s, Q_USER_LOGOUT, id, at_s, host);
}

void
sqlite_setting_set(struct store *s, int64_t user, const char *name, const char *value)
{
	(void)sql_put(s, Q_SETTING_SET, 1, V(user), V(name), V(value));
}

void
sqlite_settings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *name, const char *value), void *ctx)
{
	sqlite3_stmt *q = sql_get(s, Q_SETTINGS, V(user));

	while (sql_step(s, q))
		fn(ctx, sql_text_here(s, q, 0), sql_text_here(s, q, 1));
	sql_done(s, q);
}

/* ---- messages ---- */

void
sqlite_message_add(struct store *s, int64_t user, int64_t sender, int64_t at_s,
    const char *text, bool delivered)
{
	(void)sql_put(
	    s, Q_MESSAGE_ADD, 1, V(user), V(sender), V(at_s), V(text), V(delivered ? 1 : 0));
}

void
sqlite_messages_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *sender, int64_t at_s, const char *text), void *ctx)
{
	sqlite3_stmt *q = sql_get(s, Q_MESSAGES, V(user));

	while (sql_step(s, q))
		fn(ctx, sql_text_here(s, q, 0), sql_int(s, q, 1, INT64_MIN, INT64_MAX),
		    sql_text_here(s, q, 2));
	sql_done(s, q);
}

unsigned
sqlite_messages_count(struct store *s, int64_t user)
{
	return (unsigned)sql_number(s, Q_MESSAGES_COUNT, V(user));
}

unsigned
sqlite_messages_from(struct store *s, int64_t user, int64_t sender)
{
	return (unsigned)sql_number(s, Q_MESSAGES_FROM, V(user), V(sender));
}

void
sqlite_messages_delivered(struct store *s, int64_t user)
{
	(void)sql_put(s, Q_MESSAGES_DELIVERED, -1, V(user));
}

void
sqlite_messages_forget(struct store *s, int64_t user)
{
	(void)sql_put(s, Q_MESSAGES_FORGET, -1, V(user));
}

/* ---- whom they shut out ---- */

static const char *
shut_out_kind(bool blind)
{
	return blind ? "blind" : "gag";
}

void
sqlite_shut_out_set(struct store *s, int64_t user, bool blind, int64_t other, bool on)
{
	(void)sql_put(s, on ? Q_SHUT_OUT_ADD : Q_SHUT_OUT_END, -1, V(user),
	    V(shut_out_kind(blind)), V(other));
}

bool
sqlite_shut_out_has(struct store *s, int64_t user, bool blind, int64_t other)
{
	return sql_number(s, Q_SHUT_OUT_HAS, V(user), V(shut_out_kind(blind)), V(other)) != 0;
}

void
sqlite_shut_outs_each(
    struct store *s, int64_t user, bool blind, void (*fn)(void *ctx, int64_t other), void *ctx)
{
	sqlite3_stmt *q = sql_get(s, Q_SHUT_OUTS, V(user), V(shut_out_kind(blind)));

	while (sql_step(s, q))
		fn(ctx, sql_int(s, q, 0, 1, INT64_MAX));
	sql_done(s, q);
}

/* ---- tokens ---- */

void
sqlite_token_set(struct store *s, const struct token_record *t)
{
	(void)sql_put(s, Q_TOKEN_SET, 1, V(t->user), SQL_BLOB(t->hash, sizeof(t->hash)),
	    V(t->until_s), V(t->mode), V(t->match));
}

bool
sqlite_token_find(
    struct store *s, const uint8_t hash[STORE_TOKEN_HASH_BYTES], struct token_record *t_out)
{
	sqlite3_stmt *q = sql_get(s, Q_TOKEN_FIND, SQL_BLOB(hash, STORE_TOKEN_HASH_BYTES));
	struct token_record t = { 0 };
	bool found;

	found = sql_step(s, q);
	if (found) {
		t.user = sql_int(s, q, 0, 1, INT64_MAX);
		t.until_s = sql_int(s, q, 1, INT64_MIN, INT64_MAX);
		sql_text(s, q, 2, t.mode, sizeof(t.mode));
		t.match = sql_int(s, q, 3, 0, INT64_MAX);
		t.old = sql_int(s, q, 4, 0, 1) == 1;
	}
	sql_done(s, q);
	if (!found || s->broken)
		return false;
	memcpy(t.hash, hash, sizeof(t.hash));
	*t_out = t;
	return true;
}

void
sqlite_token_use(struct store *s, const struct token_record *t,
    const uint8_t next[STORE_TOKEN_HASH_BYTES], int64_t until_s)
{
	(void)sql_put(s, Q_TOKEN_USE, 1, V(t->user), SQL_BLOB(t->hash, sizeof(t->hash)),
	    SQL_BLOB(next, STORE_TOKEN_HASH_BYTES), V(until_s));
}

void
sqlite_token_match(struct store *s, int64_t user, int64_t match)
{
	(void)sql_put(s, Q_TOKEN_MATCH, -1, V(user), V(match));
}

void
sqlite_token_revoke(struct store *s, int64_t user)
{
	(void)sql_put(s, Q_TOKEN_REVOKE, -1, V(user));
}

int64_t
sqlite_token_until(struct store *s, int64_t user)
{
	return sql_number(s, Q_TOKEN_OF, V(user));
}

unsigned
sqlite_tokens_forget(struct store *s, int64_t now_s, unsigned most)
{
	return sql_put(s, Q_TOKENS_FORGET, -1, V(now_s), V(most))
		   ? (unsigned)sqlite3_changes(s->db)
		   : 0;
}
