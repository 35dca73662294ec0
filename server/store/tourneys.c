/* SPDX-License-Identifier: MIT */
/* Tournaments and their acts: the verbs of store.h.  Owns nothing.  One statement each; lists
 * are linear in what they list. */
#include <string.h>

#include "store/sqlite.h"

static bool
is_taken(struct store *s, const char *name)
{
	sqlite3_stmt *q = store_read(s, ST_TOURNEY_TAKEN);
	bool taken;

	if (q == NULL)
		return true;
	store_bind_text(s, q, 1, name);
	taken = store_step(s, q);
	store_done(s, q);
	return taken;
}

int64_t
store_tourney_create(struct store *s, const struct tourney_record *r)
{
	sqlite3_stmt *q;

	if (is_taken(s, r->name))
		return 0;
	q = store_write(s, ST_TOURNEY_CREATE);
	if (q == NULL)
		return 0;
	store_bind_text(s, q, 1, r->name);
	store_bind_int(s, q, 2, r->director);
	store_bind_blob(s, q, 3, r->seed, sizeof(r->seed));
	store_bind_int(s, q, 4, r->created_ms);
	store_bind_text(s, q, 5, r->host);
	return store_run(s, q, 1) ? sqlite3_last_insert_rowid(s->db) : 0;
}

static void
read_row(struct store *s, sqlite3_stmt *q, struct tourney_record *r)
{
	*r = (struct tourney_record){
		.id = store_int(s, q, 0, 1, INT64_MAX),
		.director = store_int(s, q, 2, 1, INT64_MAX),
		.created_ms = store_int(s, q, 5, INT64_MIN, INT64_MAX),
		.ended_ms = store_int(s, q, 6, 0, INT64_MAX),
		.cancelled = store_int(s, q, 7, 0, 1) != 0,
		.players = (uint32_t)store_int(s, q, 9, 0, UINT32_MAX),
	};
	store_text(s, q, 1, r->name, sizeof(r->name));
	store_text(s, q, 3, r->director_name, sizeof(r->director_name));
	if (sqlite3_column_bytes(q, 4) == (int)sizeof(r->seed))
		memcpy(r->seed, sqlite3_column_blob(q, 4), sizeof(r->seed));
	else
		store_break(s, "the seed of a tournament has the wrong size");
	store_text(s, q, 8, r->format, sizeof(r->format));
	store_text(s, q, 10, r->winner, sizeof(r->winner));
	store_text(s, q, 11, r->host, sizeof(r->host));
}

bool
store_tourney_by_id(struct store *s, int64_t id, struct tourney_record *r_out)
{
	sqlite3_stmt *q = store_read(s, ST_TOURNEY_BY_ID);
	struct tourney_record r;
	bool found;

	if (q == NULL)
		return false;
	store_bind_int(s, q, 1, id);
	found = store_step(s, q);
	if (found)
		read_row(s, q, &r);
	store_done(s, q);
	if (!found || s->broken)
		return false;
	*r_out = r;
	return true;
}

void
store_tourney_rename(struct store *s, int64_t id, const char *name)
{
	sqlite3_stmt *q = store_write(s, ST_TOURNEY_RENAME);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, id);
	store_bind_text(s, q, 2, name);
	(void)store_run(s, q, 1);
}

void
store_tourney_end(struct store *s, const struct tourney_record *r)
{
	sqlite3_stmt *q = store_write(s, ST_TOURNEY_END);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, r->id);
	store_bind_int(s, q, 2, r->ended_ms);
	store_bind_int(s, q, 3, r->cancelled);
	store_bind_text(s, q, 4, r->format);
	store_bind_int(s, q, 5, r->players);
	store_bind_text(s, q, 6, r->winner);
	(void)store_run(s, q, 1);
}

void
store_tourneys_open_each(struct store *s, void (*fn)(void *ctx, int64_t id), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_TOURNEYS_OPEN);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, 0);
	while (store_step(s, q)) {
		int64_t id = store_int(s, q, 0, 1, INT64_MAX);

		if (s->broken)
			break;
		fn(ctx, id);
	}
	store_done(s, q);
}

void
store_tourneys_over_each(struct store *s, int64_t before, unsigned most,
    void (*fn)(void *ctx, const struct tourney_record *r), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_TOURNEYS_OVER);
	struct tourney_record r;

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, before);
	store_bind_int(s, q, 2, most);
	while (store_step(s, q)) {
		read_row(s, q, &r);
		if (s->broken)
			break;
		fn(ctx, &r);
	}
	store_done(s, q);
}

/* ---- acts ---- */

void
store_tourney_act_add(struct store *s, const struct tourney_act_record *r)
{
	sqlite3_stmt *q = store_write(s, ST_TOURNEY_ACT_ADD);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, r->tourney);
	store_bind_int(s, q, 2, r->seq);
	store_bind_int(s, q, 3, r->at_ms);
	store_bind_int(s, q, 4, r->actor);
	store_bind_text(s, q, 5, r->kind);
	store_bind_text(s, q, 6, r->text);
	(void)store_run(s, q, 1);
}

/* The acts of a statement that begins with seq, at_ms, actor, kind and text; false: enough. */
static bool
acts_each(struct store *s, sqlite3_stmt *q, int64_t tourney,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx)
{
	bool more = true;

	while (more && store_step(s, q)) {
		struct tourney_act_record r = {
			.tourney = tourney,
			.seq = (uint32_t)store_int(s, q, 0, 0, UINT32_MAX),
			.at_ms = store_int(s, q, 1, INT64_MIN, INT64_MAX),
			.actor = store_int(s, q, 2, 0, INT64_MAX),
			.kind = store_text_here(s, q, 3),
			.text = store_text_here(s, q, 4),
		};

		more = !s->broken && fn(ctx, &r);
	}
	store_done(s, q);
	return more;
}

void
store_tourney_acts_each(struct store *s, int64_t tourney, uint32_t from,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_TOURNEY_ACTS);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, tourney);
	store_bind_int(s, q, 2, from);
	(void)acts_each(s, q, tourney, fn, ctx);
}

/* ---- members ---- */

void
store_tourney_member_add(struct store *s, int64_t user, int64_t tourney)
{
	sqlite3_stmt *q = store_write(s, ST_TOURNEY_MEMBER_ADD);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	store_bind_int(s, q, 2, tourney);
	(void)store_run(s, q, 1);
}

void
store_tourney_invited(
    struct store *s, int64_t user, int64_t tourney, int64_t inviter, int64_t at_ms)
{
	sqlite3_stmt *q = store_write(s, ST_TOURNEY_INVITE);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	store_bind_int(s, q, 2, tourney);
	store_bind_int(s, q, 3, inviter);
	store_bind_int(s, q, 4, at_ms);
	(void)store_run(s, q, 1);
}

/* What a statement counts that has these parameters, the last one left out where it is 0. */
static unsigned
count_of(struct store *s, enum store_statement which, int64_t a, int64_t b, int64_t c)
{
	sqlite3_stmt *q = store_read(s, which);
	unsigned n = 0;

	if (q == NULL)
		return 0;
	store_bind_int(s, q, 1, a);
	store_bind_int(s, q, 2, b);
	if (c != 0)
		store_bind_int(s, q, 3, c);
	if (store_step(s, q))
		n = (unsigned)store_int(s, q, 0, 0, UINT32_MAX);
	store_done(s, q);
	return n;
}

bool
store_tourney_was_invited(struct store *s, int64_t user, int64_t tourney, int64_t since_ms)
{
	return count_of(s, ST_TOURNEY_INVITED_TO, user, tourney, since_ms) > 0;
}

unsigned
store_tourney_invitations_of(struct store *s, int64_t user, int64_t since_ms)
{
	return count_of(s, ST_TOURNEY_INVITED_OF, user, since_ms, 0);
}

unsigned
store_tourney_invitations_by(struct store *s, int64_t inviter, int64_t since_ms)
{
	return count_of(s, ST_TOURNEY_INVITED_BY, inviter, since_ms, 0);
}

/* The last ones that a user has to do with; how many. */
static unsigned
members_of(struct store *s, int64_t user, int64_t out[STORE_NOTICE_TOURNEYS])
{
	sqlite3_stmt *q = store_read(s, ST_TOURNEY_MEMBER_OF);
	unsigned n = 0;

	if (q == NULL)
		return 0;
	store_bind_int(s, q, 1, user);
	store_bind_int(s, q, 2, STORE_NOTICE_TOURNEYS);
	while (n < STORE_NOTICE_TOURNEYS && store_step(s, q))
		out[n++] = store_int(s, q, 0, 1, INT64_MAX);
	store_done(s, q);
	return s->broken ? 0 : n;
}

void
store_tourney_notices_each(struct store *s, int64_t user, int64_t since_ms, unsigned most,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx)
{
	int64_t tourney[STORE_NOTICE_TOURNEYS];
	unsigned n = members_of(s, user, tourney);
	bool more = true;

	for (unsigned i = 0; i < n && more; i++) {
		sqlite3_stmt *q = store_read(s, ST_TOURNEY_NOTICES);

		if (q == NULL)
			return;
		store_bind_int(s, q, 1, tourney[i]);
		store_bind_int(s, q, 2, since_ms);
		store_bind_int(s, q, 3, user);
		store_bind_int(s, q, 4, most);
		more = acts_each(s, q, tourney[i], fn, ctx);
	}
}

/* ---- places ---- */

void
store_tourney_place_set(struct store *s, const struct tourney_place_record *r)
{
	sqlite3_stmt *q = store_write(s, ST_TOURNEY_PLACE_SET);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, r->user);
	store_bind_int(s, q, 2, r->tourney);
	store_bind_int(s, q, 3, r->from);
	store_bind_int(s, q, 4, r->to);
	(void)store_run(s, q, 1);
}

void
store_tourney_places_each(struct store *s, int64_t user, bool titles, unsigned most,
    void (*fn)(void *ctx, const struct tourney_place_record *r), void *ctx)
{
	sqlite3_stmt *q = store_read(s, titles ? ST_TOURNEY_PLACES_TITLES : ST_TOURNEY_PLACES);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	store_bind_int(s, q, 2, most);
	while (store_step(s, q)) {
		struct tourney_place_record r = {
			.user = user,
			.tourney = store_int(s, q, 0, 1, INT64_MAX),
			.from = (uint32_t)store_int(s, q, 1, 0, UINT32_MAX),
			.to = (uint32_t)store_int(s, q, 2, 0, UINT32_MAX),
			.players = (uint32_t)store_int(s, q, 4, 0, UINT32_MAX),
			.ended_ms = store_int(s, q, 5, 0, INT64_MAX),
		};

		store_text(s, q, 3, r.name, sizeof(r.name));
		if (s->broken)
			break;
		fn(ctx, &r);
	}
	store_done(s, q);
}

unsigned
store_tourney_titles(struct store *s, int64_t user)
{
	return store_count_of(s, ST_TOURNEY_TITLES, user);
}
