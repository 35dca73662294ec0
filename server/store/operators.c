/* SPDX-License-Identifier: MIT */
/* What operators did, whom they keep out or silence, what they have switched: the verbs of
 * store.h.  Owns nothing.  One statement each; lists are linear in what they list. */
#include "store/sqlite.h"

#include <string.h>

/* ---- the log ---- */

void
store_operator_add(struct store *s, const struct operator_record *r)
{
	sqlite3_stmt *q = store_write(s, ST_OPERATOR_ADD);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, r->at_s);
	store_bind_text(s, q, 2, r->actor);
	store_bind_text(s, q, 3, r->act);
	store_bind_text(s, q, 4, r->whom);
	store_bind_text(s, q, 5, r->detail);
	store_bind_text(s, q, 6, r->why);
	(void)store_run(s, q, 1);
}

void
store_operator_each(struct store *s, const char *name, unsigned most,
    void (*fn)(void *ctx, const struct operator_record *r), void *ctx)
{
	bool all = name[0] == '\0';
	sqlite3_stmt *q = store_read(s, all ? ST_OPERATOR_LATEST : ST_OPERATOR_OF);

	if (q == NULL)
		return;
	if (!all)
		store_bind_text(s, q, 1, name);
	store_bind_int(s, q, 2, most);
	while (store_step(s, q)) {
		struct operator_record r = {
			.id = store_int(s, q, 0, 1, INT64_MAX),
			.at_s = store_int(s, q, 1, INT64_MIN, INT64_MAX),
			.actor = store_text_here(s, q, 2),
			.act = store_text_here(s, q, 3),
			.whom = store_text_here(s, q, 4),
			.detail = store_text_here(s, q, 5),
			.why = store_text_here(s, q, 6),
		};

		if (s->broken)
			break;
		fn(ctx, &r);
	}
	store_done(s, q);
}

/* ---- users ---- */

void
store_user_erase(struct store *s, int64_t id, const char *new_name, int64_t at_s)
{
	sqlite3_stmt *q;

	store_run_of(s, ST_SETTINGS_ERASE, id);
	store_run_of(s, ST_MESSAGES_ERASE, id);
	store_run_of(s, ST_MESSAGES_SENT_ERASE, id);
	store_run_of(s, ST_MUTE_LIFT, id);
	store_run_of(s, ST_GAME_RATINGS_ERASE, id);
	store_token_revoke(s, id);
	q = store_write(s, ST_USER_ERASE);
	if (q == NULL)
		return;
	store_bind_int(s, q, 1, id);
	store_bind_text(s, q, 2, new_name);
	store_bind_int(s, q, 3, at_s);
	if (store_run(s, q, 1))
		store_counter_add(s, COUNTER_USERS, -1);
}

/* ---- bans ---- */

static const char *
ban_kind(bool address)
{
	return address ? "address" : "name";
}

void
store_ban_set(struct store *s, const struct ban_record *b)
{
	sqlite3_stmt *q = store_write(s, ST_BAN_SET);

	if (q == NULL)
		return;
	store_bind_text(s, q, 1, ban_kind(b->address));
	store_bind_text(s, q, 2, b->what);
	store_bind_int(s, q, 3, b->until_s);
	store_bind_int(s, q, 4, b->at_s);
	store_bind_text(s, q, 5, b->actor);
	store_bind_text(s, q, 6, b->why);
	(void)store_run(s, q, 1);
}

void
store_ban_lift(struct store *s, bool address, const char *what)
{
	sqlite3_stmt *q = store_write(s, ST_BAN_LIFT);

	if (q == NULL)
		return;
	store_bind_text(s, q, 1, ban_kind(address));
	store_bind_text(s, q, 2, what);
	(void)store_run(s, q, -1);
}

void
store_bans_each(
    struct store *s, bool address, void (*fn)(void *ctx, const struct ban_record *b), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_BANS);

	if (q == NULL)
		return;
	store_bind_text(s, q, 1, ban_kind(address));
	while (store_step(s, q)) {
		struct ban_record b = {
			.address = address,
			.what = store_text_here(s, q, 0),
			.until_s = store_int(s, q, 1, 0, INT64_MAX),
			.at_s = store_int(s, q, 2, INT64_MIN, INT64_MAX),
			.actor = store_text_here(s, q, 3),
			.why = store_text_here(s, q, 4),
		};

		if (s->broken)
			break;
		fn(ctx, &b);
	}
	store_done(s, q);
}

/* ---- mutes ---- */

static const char *
mute_scope(bool all)
{
	return all ? "all" : "shout";
}

void
store_mute_set(struct store *s, const struct mute_record *m)
{
	sqlite3_stmt *q = store_write(s, ST_MUTE_SET);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, m->user);
	store_bind_text(s, q, 2, mute_scope(m->all));
	store_bind_int(s, q, 3, m->until_s);
	store_bind_int(s, q, 4, m->at_s);
	store_bind_text(s, q, 5, m->actor);
	store_bind_text(s, q, 6, m->why);
	(void)store_run(s, q, 1);
}

void
store_mute_lift(struct store *s, int64_t user)
{
	store_run_of(s, ST_MUTE_LIFT, user);
}

bool
store_mute_of(struct store *s, int64_t user, bool *all_out, int64_t *until_s_out)
{
	sqlite3_stmt *q = store_read(s, ST_MUTE_OF);
	bool found;

	if (q == NULL)
		return false;
	store_bind_int(s, q, 1, user);
	found = store_step(s, q);
	if (found) {
		*all_out = strcmp(store_text_here(s, q, 0), mute_scope(true)) == 0;
		*until_s_out = store_int(s, q, 1, 0, INT64_MAX);
	}
	store_done(s, q);
	return found;
}

void
store_mutes_each(struct store *s, void (*fn)(void *ctx, const struct mute_record *m), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_MUTES);

	if (q == NULL)
		return;
	while (store_step(s, q)) {
		struct mute_record m = {
			.name = store_text_here(s, q, 0),
			.all = strcmp(store_text_here(s, q, 1), mute_scope(true)) == 0,
			.until_s = store_int(s, q, 2, 0, INT64_MAX),
			.at_s = store_int(s, q, 3, INT64_MIN, INT64_MAX),
			.actor = store_text_here(s, q, 4),
			.why = store_text_here(s, q, 5),
		};

		if (s->broken)
			break;
		fn(ctx, &m);
	}
	store_done(s, q);
}

/* ---- settings of the server ---- */

bool
store_server_setting(struct store *s, const char *name, struct sbuf *value_out)
{
	sqlite3_stmt *q = store_read(s, ST_SERVER_SETTING);
	bool found;

	if (q == NULL)
		return false;
	store_bind_text(s, q, 1, name);
	found = store_step(s, q);
	if (found)
		sbuf_add(value_out, store_text_here(s, q, 0));
	store_done(s, q);
	return found;
}

void
store_server_setting_set(struct store *s, const char *name, const char *value)
{
	sqlite3_stmt *q = store_write(s, ST_SERVER_SETTING_SET);

	if (q == NULL)
		return;
	store_bind_text(s, q, 1, name);
	store_bind_text(s, q, 2, value);
	(void)store_run(s, q, 1);
}
