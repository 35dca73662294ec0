/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for users, their settings, messages and tokens.  Each runs one statement,
 * which finds its rows through an index. */
#include "store/sql.h"

#include <string.h>

static void
read_user(struct store *s, struct sql_query *q, struct user_record *u)
{
	*u = (struct user_record){ 0 };
	u->id = sql_int(s, q, 0, 1, INT64_MAX);
	sql_text(s, q, 1, u->name, sizeof(u->name));
	sql_text(s, q, 2, u->hash, sizeof(u->hash));
	sql_text(s, q, 3, u->email, sizeof(u->email));
	u->rating = sql_real(s, q, 4);
	u->experience = (uint32_t)sql_int(s, q, 5, 0, UINT32_MAX);
	u->created_s = sql_any_int(s, q, 6);
	u->last_login_s = sql_any_int(s, q, 7);
	sql_text(s, q, 8, u->last_login_host, sizeof(u->last_login_host));
	u->last_logout_s = sql_any_int(s, q, 9);
	sql_text(s, q, 10, u->last_logout_host, sizeof(u->last_logout_host));
	sql_text(s, q, 11, u->role, sizeof(u->role));
	u->marked_as_bot = sql_int(s, q, 12, 0, 1) == 1;
}

/* Reads the user that a query finds.  Returns false if there is none. */
static bool
find_user(struct store *s, struct sql_query *q, struct user_record *u_out)
{
	struct user_record u;
	bool found = sql_step(s, q);

	if (found)
		read_user(s, q, &u);
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	*u_out = u;
	return true;
}

bool
verb_user_by_name(struct store *s, const char *name, struct user_record *u_out)
{
	struct sql_query *q = sql_select(s, Q_USER_BY_NAME, V(name));

	return find_user(s, q, u_out);
}

bool
verb_user_by_id(struct store *s, int64_t id, struct user_record *u_out)
{
	struct sql_query *q = sql_select(s, Q_USER_BY_ID, V(id));

	return find_user(s, q, u_out);
}

/* Checks first whether the name is taken: callers expect that case, but a failed insert would
 * break the store. */
int64_t
verb_user_create(struct store *s, const struct user_record *u)
{
	struct user_record other;
	int64_t id;

	if (verb_user_by_name(s, u->name, &other))
		return 0;
	id = sql_insert(s, Q_USER_CREATE, V(u->name), V(u->hash), V(u->rating),
	    V(u->experience), V(u->created_s));
	if (id != 0)
		verb_counter_add(s, COUNTER_USERS, 1);
	return !sql_broken(s) ? id : 0;
}

static void
set_user_text(struct store *s, enum store_statement st, int64_t id, const char *text)
{
	(void)sql_write(s, st, 1, V(id), V(text));
}

bool
verb_user_set_hash(struct store *s, int64_t id, const char *was, const char *hash)
{
	return sql_write_counted(s, Q_USER_HASH, V(id), V(hash), V(was)) == 1;
}

void
verb_user_set_role(struct store *s, int64_t id, const char *role)
{
	set_user_text(s, Q_USER_ROLE, id, role);
}

void
verb_user_set_marked_bot(struct store *s, int64_t id, bool marked)
{
	(void)sql_write_counted(s, Q_USER_MARK, V(id), V((int64_t)marked));
}

void
verb_user_set_email(struct store *s, int64_t id, const char *email)
{
	char cut[STORE_EMAIL_MAX];

	(void)sbuf_copy(cut, sizeof(cut), email);
	set_user_text(s, Q_USER_EMAIL, id, cut);
}

/* Sets time and host of a log-in or log-out.  A host that does not fit is truncated. */
static void
set_last_visit(
    struct store *s, enum store_statement st, int64_t id, int64_t at_s, const char *host)
{
	char cut[STORE_HOST_MAX];

	(void)sbuf_copy(cut, sizeof(cut), host);
	(void)sql_write(s, st, 1, V(id), V(at_s), V(cut));
}

void
verb_user_set_login(struct store *s, int64_t id, int64_t at_s, const char *host)
{
	set_last_visit(s, Q_USER_LOGIN, id, at_s, host);
}

void
verb_user_set_logout(struct store *s, int64_t id, int64_t at_s, const char *host)
{
	set_last_visit(s, Q_USER_LOGOUT, id, at_s, host);
}

void
verb_settings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *name, const char *value), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_SETTINGS, V(user));

	while (sql_step(s, q))
		fn(ctx, sql_text_ref(s, q, 0), sql_text_ref(s, q, 1));
	sql_end_query(s, q);
}

/* ---- messages ---- */

void
verb_message_add(struct store *s, int64_t user, int64_t sender, int64_t at_s, const char *text,
    bool delivered)
{
	(void)sql_write(
	    s, Q_MESSAGE_ADD, 1, V(user), V(sender), V(at_s), V(text), V(delivered ? 1 : 0));
}

void
verb_messages_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *sender, int64_t at_s, const char *text), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_MESSAGES, V(user));

	while (sql_step(s, q))
		fn(ctx, sql_text_ref(s, q, 0), sql_int(s, q, 1, INT64_MIN, INT64_MAX),
		    sql_text_ref(s, q, 2));
	sql_end_query(s, q);
}

void
verb_message_sender_hosts_each(
    struct store *s, int64_t user, void (*fn)(void *ctx, const char *host), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_MESSAGES_HOSTS, V(user));

	while (sql_step(s, q))
		fn(ctx, sql_text_ref(s, q, 0));
	sql_end_query(s, q);
}

/* ---- gagged and blinded users ---- */

static const char *
block_kind(bool blind)
{
	return blind ? "blind" : "gag";
}

void
verb_blocked_user_set(struct store *s, int64_t user, bool blind, int64_t other, bool on)
{
	(void)sql_write(s, on ? Q_BLOCKED_USER_ADD : Q_BLOCKED_USER_DELETE, -1, V(user),
	    V(block_kind(blind)), V(other));
}

bool
verb_user_has_blocked(struct store *s, int64_t user, bool blind, int64_t other)
{
	return sql_number(s, Q_USER_HAS_BLOCKED, V(user), V(block_kind(blind)), V(other)) != 0;
}

void
verb_blocked_users_each(
    struct store *s, int64_t user, bool blind, void (*fn)(void *ctx, int64_t other), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_BLOCKED_USERS, V(user), V(block_kind(blind)));

	while (sql_step(s, q))
		fn(ctx, sql_int(s, q, 0, 1, INT64_MAX));
	sql_end_query(s, q);
}

/* ---- tokens ---- */

bool
verb_token_find(
    struct store *s, const uint8_t hash[STORE_TOKEN_HASH_BYTES], struct token_record *t_out)
{
	struct sql_query *q =
	    sql_select(s, Q_TOKEN_FIND, SQL_BLOB(hash, STORE_TOKEN_HASH_BYTES));
	struct token_record t = { 0 };
	bool found;

	found = sql_step(s, q);
	if (found) {
		t.user = sql_int(s, q, 0, 1, INT64_MAX);
		t.until_s = sql_int(s, q, 1, INT64_MIN, INT64_MAX);
		sql_text(s, q, 2, t.client_mode, sizeof(t.client_mode));
		t.match = sql_int(s, q, 3, 0, INT64_MAX);
		t.old = sql_int(s, q, 4, 0, 1) == 1;
	}
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	memcpy(t.hash, hash, sizeof(t.hash));
	*t_out = t;
	return true;
}

unsigned
verb_tokens_delete_expired(struct store *s, int64_t now_s, unsigned most)
{
	int64_t n = sql_write_counted(s, Q_TOKENS_FORGET, V(now_s), V(most));

	return n > 0 ? (unsigned)n : 0;
}
