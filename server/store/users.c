/* SPDX-License-Identifier: MIT */
/* Users and their settings: the verbs of store.h, one statement each.  Owns nothing. */
#include "store/sqlite.h"

static void
read_user(struct store *s, sqlite3_stmt *q, struct user_record *u)
{
	*u = (struct user_record){ 0 };
	u->id = store_int(s, q, 0, 1, INT64_MAX);
	store_text(s, q, 1, u->name, sizeof(u->name));
	store_text(s, q, 2, u->hash, sizeof(u->hash));
	store_text(s, q, 3, u->email, sizeof(u->email));
	u->rating = sqlite3_column_double(q, 4);
	u->experience = (uint32_t)store_int(s, q, 5, 0, UINT32_MAX);
	u->created_s = sqlite3_column_int64(q, 6);
	u->last_login_s = sqlite3_column_int64(q, 7);
	store_text(s, q, 8, u->last_login_host, sizeof(u->last_login_host));
	u->last_logout_s = sqlite3_column_int64(q, 9);
	store_text(s, q, 10, u->last_logout_host, sizeof(u->last_logout_host));
	store_text(s, q, 11, u->role, sizeof(u->role));
}

/* Runs a bound look-up. */
static bool
find_user(struct store *s, sqlite3_stmt *q, struct user_record *u_out)
{
	struct user_record u;
	bool found = store_step(s, q);

	if (found)
		read_user(s, q, &u);
	store_done(s, q);
	if (!found || s->broken)
		return false;
	*u_out = u;
	return true;
}

bool
store_user_by_name(struct store *s, const char *name, struct user_record *u_out)
{
	sqlite3_stmt *q = store_read(s, ST_USER_BY_NAME);

	if (q == NULL)
		return false;
	store_bind_text(s, q, 1, name);
	return find_user(s, q, u_out);
}

bool
store_user_by_id(struct store *s, int64_t id, struct user_record *u_out)
{
	sqlite3_stmt *q = store_read(s, ST_USER_BY_ID);

	if (q == NULL)
		return false;
	store_bind_int(s, q, 1, id);
	return find_user(s, q, u_out);
}

/* A taken name is an answer, not a failure; asked first, because a refused insert would look
 * like one. */
int64_t
store_user_create(struct store *s, const struct user_record *u)
{
	struct user_record other;
	sqlite3_stmt *q;
	int64_t id;

	if (store_user_by_name(s, u->name, &other))
		return 0;
	q = store_write(s, ST_USER_CREATE);
	if (q == NULL)
		return 0;
	store_bind_text(s, q, 1, u->name);
	store_bind_text(s, q, 2, u->hash);
	store_bind_real(s, q, 3, u->rating);
	store_bind_int(s, q, 4, u->experience);
	store_bind_int(s, q, 5, u->created_s);
	if (!store_run(s, q, 1))
		return 0;
	id = sqlite3_last_insert_rowid(s->db);
	store_counter_add(s, COUNTER_USERS, 1);
	return !s->broken ? id : 0;
}

static void
set_text(struct store *s, enum store_statement st, int64_t id, const char *text)
{
	sqlite3_stmt *q = store_write(s, st);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, id);
	store_bind_text(s, q, 2, text);
	(void)store_run(s, q, 1);
}

bool
store_user_set_hash(struct store *s, int64_t id, const char *was, const char *hash)
{
	sqlite3_stmt *q = store_write(s, ST_USER_HASH);

	if (q == NULL)
		return false;
	store_bind_int(s, q, 1, id);
	store_bind_text(s, q, 2, hash);
	store_bind_text(s, q, 3, was);
	return store_run(s, q, -1) && sqlite3_changes(s->db) == 1;
}

void
store_user_set_role(struct store *s, int64_t id, const char *role)
{
	set_text(s, ST_USER_ROLE, id, role);
}

void
store_user_set_email(struct store *s, int64_t id, const char *email)
{
	char cut[STORE_EMAIL_MAX];

	(void)sbuf_copy(cut, sizeof(cut), email);
	set_text(s, ST_USER_EMAIL, id, cut);
}

void
store_user_set_rating(struct store *s, int64_t id, double rating, uint32_t experience)
{
	sqlite3_stmt *q = store_write(s, ST_USER_RATING);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, id);
	store_bind_real(s, q, 2, rating);
	store_bind_int(s, q, 3, experience);
	(void)store_run(s, q, 1);
}

unsigned
store_count_of(struct store *s, enum store_statement st, int64_t user)
{
	sqlite3_stmt *q = store_read(s, st);
	unsigned n = 0;

	if (q == NULL)
		return 0;
	store_bind_int(s, q, 1, user);
	if (store_step(s, q))
		n = (unsigned)store_int(s, q, 0, 0, UINT32_MAX);
	store_done(s, q);
	return n;
}

void
store_run_of(struct store *s, enum store_statement st, int64_t user)
{
	sqlite3_stmt *q = store_write(s, st);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	(void)store_run(s, q, -1);
}

/* Log-in and log-out: when and from where.  A host that does not fit is cut. */
static void
set_visit(struct store *s, enum store_statement st, int64_t id, int64_t at_s, const char *host)
{
	sqlite3_stmt *q = store_write(s, st);
	char cut[STORE_HOST_MAX];
	struct sbuf b;

	if (q == NULL)
		return;
	SBUF_ON(&b, cut);
	sbuf_add(&b, host);
	store_bind_int(s, q, 1, id);
	store_bind_int(s, q, 2, at_s);
	store_bind_text(s, q, 3, cut);
	(void)store_run(s, q, 1);
}

void
store_user_set_login(struct store *s, int64_t id, int64_t at_s, const char *host)
{
	set_visit(s, ST_USER_LOGIN, id, at_s, host);
}

void
store_user_set_logout(struct store *s, int64_t id, int64_t at_s, const char *host)
{
	set_visit(s, ST_USER_LOGOUT, id, at_s, host);
}

void
store_setting_set(struct store *s, int64_t user, const char *name, const char *value)
{
	sqlite3_stmt *q = store_write(s, ST_SETTING_SET);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	store_bind_text(s, q, 2, name);
	store_bind_text(s, q, 3, value);
	(void)store_run(s, q, 1);
}

void
store_settings_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *name, const char *value), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_SETTINGS);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	while (store_step(s, q))
		fn(ctx, store_text_here(s, q, 0), store_text_here(s, q, 1));
	store_done(s, q);
}
