/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for operators' acts, bans, mutes and settings.  Each runs one statement;
 * lists are linear in their results. */
#include "store/sql.h"

#include <string.h>

/* ---- the log ---- */

void
verb_operator_acts_each(struct store *s, const char *name, unsigned most,
    void (*fn)(void *ctx, const struct operator_record *r), void *ctx)
{
	struct sql_query *q = sql_select(
	    s, name[0] == '\0' ? Q_OPERATOR_LATEST : Q_OPERATOR_OF, V(name), V(most));

	while (sql_step(s, q)) {
		struct operator_record r = {
			.id = sql_int(s, q, 0, 1, INT64_MAX),
			.at_s = sql_int(s, q, 1, INT64_MIN, INT64_MAX),
			.actor = sql_text_ref(s, q, 2),
			.act = sql_text_ref(s, q, 3),
			.whom = sql_text_ref(s, q, 4),
			.detail = sql_text_ref(s, q, 5),
			.why = sql_text_ref(s, q, 6),
		};

		if (sql_broken(s))
			break;
		fn(ctx, &r);
	}
	sql_end_query(s, q);
}

/* ---- users ---- */

void
verb_staff_each(struct store *s, void (*fn)(void *ctx, const char *name), void *ctx)
{
	struct sql_query *q = sql_select_all(s, Q_STAFF);
	char name[STORE_NAME_MAX + 1];

	while (sql_step(s, q)) {
		sql_text(s, q, 0, name, sizeof(name));
		fn(ctx, name);
	}
	sql_end_query(s, q);
}

void
verb_user_erase(struct store *s, int64_t id, const char *new_name, int64_t at_s)
{
	static const enum store_statement ERASE_STATEMENTS[] = { Q_SETTINGS_ERASE,
		Q_MESSAGES_ERASE, Q_MESSAGES_SENT_ERASE, Q_BLOCKED_USERS_ERASE, Q_MUTE_LIFT,
		Q_GAME_RATINGS_ERASE, Q_TOKEN_REVOKE, Q_RECOVERY_DELETE,
		Q_RECOVERY_PENDING_DELETE, Q_RECOVERY_NOTES_ERASE, Q_PASSWORD_RESET_DELETE,
		Q_TOTALS_ERASE, Q_ROLLS_ERASE, Q_STREAK_ERASE, Q_DELETION_CANCEL,
		Q_REPORTS_ERASE, Q_ERROR_TOTALS_ERASE, Q_REVIEW_QUEUE_ERASE,
		Q_RESUME_REQUESTS_ERASE, Q_MATCH_HEADERS_ERASE, Q_RATING_RECENT_ERASE,
		Q_RATING_RECENT_ERASE_OPPONENT, Q_IMPORTS_ERASE };

	for (size_t i = 0; i < ARRAY_LEN(ERASE_STATEMENTS); i++)
		(void)sql_write(s, ERASE_STATEMENTS[i], -1, V(id));
	if (sql_write(s, Q_USER_ERASE, 1, V(id), V(new_name), V(at_s)))
		verb_counter_add(s, COUNTER_USERS, -1);
}

/* ---- bans ---- */

static const char *
ban_kind(bool address)
{
	return address ? "address" : "name";
}

void
verb_ban_set(struct store *s, const struct ban_record *b)
{
	(void)sql_write(s, Q_BAN_SET, 1, V(ban_kind(b->is_address)), V(b->target),
	    V(b->until_s), V(b->at_s), V(b->actor), V(b->why));
}

void
verb_ban_lift(struct store *s, bool address, const char *what)
{
	(void)sql_write(s, Q_BAN_LIFT, -1, V(ban_kind(address)), V(what));
}

void
verb_bans_each(
    struct store *s, bool address, void (*fn)(void *ctx, const struct ban_record *b), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_BANS, V(ban_kind(address)));

	while (sql_step(s, q)) {
		struct ban_record b = {
			.is_address = address,
			.target = sql_text_ref(s, q, 0),
			.until_s = sql_int(s, q, 1, 0, INT64_MAX),
			.at_s = sql_int(s, q, 2, INT64_MIN, INT64_MAX),
			.actor = sql_text_ref(s, q, 3),
			.why = sql_text_ref(s, q, 4),
		};

		if (sql_broken(s))
			break;
		fn(ctx, &b);
	}
	sql_end_query(s, q);
}

/* ---- mutes ---- */

static const char *
mute_scope(bool all)
{
	return all ? "all" : "shout";
}

void
verb_mute_set(struct store *s, const struct mute_record *m)
{
	(void)sql_write(s, Q_MUTE_SET, 1, V(m->user), V(mute_scope(m->all)), V(m->until_s),
	    V(m->at_s), V(m->actor), V(m->why));
}

bool
verb_mute_of(struct store *s, int64_t user, bool *all_out, int64_t *until_s_out)
{
	struct sql_query *q = sql_select(s, Q_MUTE_OF, V(user));
	bool found;

	found = sql_step(s, q);
	if (found) {
		*all_out = strcmp(sql_text_ref(s, q, 0), mute_scope(true)) == 0;
		*until_s_out = sql_int(s, q, 1, 0, INT64_MAX);
	}
	sql_end_query(s, q);
	return found;
}

static void
each_mute(struct store *s, enum store_statement st,
    void (*fn)(void *ctx, const struct mute_record *m), void *ctx)
{
	struct sql_query *q = sql_select_all(s, st);

	while (sql_step(s, q)) {
		struct mute_record m = {
			.name = sql_text_ref(s, q, 0),
			.all = strcmp(sql_text_ref(s, q, 1), mute_scope(true)) == 0,
			.until_s = sql_int(s, q, 2, 0, INT64_MAX),
			.at_s = sql_int(s, q, 3, INT64_MIN, INT64_MAX),
			.actor = sql_text_ref(s, q, 4),
			.why = sql_text_ref(s, q, 5),
		};

		if (sql_broken(s))
			break;
		fn(ctx, &m);
	}
	sql_end_query(s, q);
}

void
verb_mutes_each(struct store *s, void (*fn)(void *ctx, const struct mute_record *m), void *ctx)
{
	each_mute(s, Q_MUTES, fn, ctx);
}

void
verb_mute_network_set(struct store *s, const struct mute_record *m)
{
	(void)sql_write(s, Q_MUTE_NETWORK_SET, 1, V(m->name), V(mute_scope(m->all)),
	    V(m->until_s), V(m->at_s), V(m->actor), V(m->why));
}

void
verb_mute_networks_each(
    struct store *s, void (*fn)(void *ctx, const struct mute_record *m), void *ctx)
{
	each_mute(s, Q_MUTE_NETWORKS, fn, ctx);
}

/* ---- settings of the server ---- */

bool
verb_server_setting(struct store *s, const char *name, struct sbuf *value_out)
{
	struct sql_query *q = sql_select(s, Q_SERVER_SETTING, V(name));
	bool found;

	found = sql_step(s, q);
	if (found)
		sbuf_add(value_out, sql_text_ref(s, q, 0));
	sql_end_query(s, q);
	return found;
}
