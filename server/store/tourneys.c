/* SPDX-License-Identifier: MIT */
/* Verbs of store.h for tournaments and their acts.  Each runs one statement; lists are linear
 * in their results. */
#include "store/sql.h"

int64_t
verb_tourney_create(struct store *s, const struct tourney_record *r)
{
	if (sql_number(s, Q_TOURNEY_TAKEN, V(r->name)) != 0 || sql_broken(s))
		return 0;
	return sql_insert(s, Q_TOURNEY_CREATE, V(r->name), V(r->director),
	    SQL_BLOB(r->seed, sizeof(r->seed)), V(r->created_ms), V(r->maker_host));
}

static void
read_tourney(struct store *s, struct sql_query *q, struct tourney_record *r)
{
	*r = (struct tourney_record){
		.id = sql_int(s, q, 0, 1, INT64_MAX),
		.director = sql_int(s, q, 2, 1, INT64_MAX),
		.created_ms = sql_int(s, q, 5, INT64_MIN, INT64_MAX),
		.ended_ms = sql_int(s, q, 6, 0, INT64_MAX),
		.cancelled = sql_int(s, q, 7, 0, 1) != 0,
		.players = (uint32_t)sql_int(s, q, 9, 0, UINT32_MAX),
	};
	sql_text(s, q, 1, r->name, sizeof(r->name));
	sql_text(s, q, 3, r->director_name, sizeof(r->director_name));
	if (!sql_bytes(s, q, 4, r->seed, sizeof(r->seed)))
		sql_break_store(s, "the seed of a tournament has the wrong size");
	sql_text(s, q, 8, r->format, sizeof(r->format));
	sql_text(s, q, 10, r->winner, sizeof(r->winner));
	sql_text(s, q, 11, r->maker_host, sizeof(r->maker_host));
}

bool
verb_tourney_by_id(struct store *s, int64_t id, struct tourney_record *r_out)
{
	struct sql_query *q = sql_select(s, Q_TOURNEY_BY_ID, V(id));
	struct tourney_record r;
	bool found;

	found = sql_step(s, q);
	if (found)
		read_tourney(s, q, &r);
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	*r_out = r;
	return true;
}

static void
each_tourney_id(
    struct store *s, struct sql_query *q, void (*fn)(void *ctx, int64_t id), void *ctx)
{
	while (sql_step(s, q)) {
		int64_t id = sql_int(s, q, 0, 1, INT64_MAX);

		if (sql_broken(s))
			break;
		fn(ctx, id);
	}
	sql_end_query(s, q);
}

void
verb_tourneys_open_each(struct store *s, void (*fn)(void *ctx, int64_t id), void *ctx)
{
	each_tourney_id(s, sql_select(s, Q_TOURNEYS_OPEN, V(0)), fn, ctx);
}

void
verb_tourneys_finished_each(struct store *s, int64_t before, unsigned most,
    void (*fn)(void *ctx, const struct tourney_record *r), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_TOURNEYS_OVER, V(before), V(most));
	struct tourney_record r;

	while (sql_step(s, q)) {
		read_tourney(s, q, &r);
		if (sql_broken(s))
			break;
		fn(ctx, &r);
	}
	sql_end_query(s, q);
}

/* ---- acts ---- */

/* Visits the acts of a statement whose columns begin with seq, at_ms, actor, kind and text.
 * Returns false if fn returned false. */
static bool
each_act(struct store *s, struct sql_query *q, int64_t tourney,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx)
{
	bool more = true;

	while (more && sql_step(s, q)) {
		struct tourney_act_record r = {
			.tourney = tourney,
			.seq = (uint32_t)sql_int(s, q, 0, 0, UINT32_MAX),
			.at_ms = sql_int(s, q, 1, INT64_MIN, INT64_MAX),
			.actor = sql_int(s, q, 2, 0, INT64_MAX),
			.kind = sql_text_ref(s, q, 3),
			.text = sql_text_ref(s, q, 4),
		};

		more = !sql_broken(s) && fn(ctx, &r);
	}
	sql_end_query(s, q);
	return more;
}

void
verb_tourney_acts_each(struct store *s, int64_t tourney, uint32_t from,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_TOURNEY_ACTS, V(tourney), V(from));

	(void)each_act(s, q, tourney, fn, ctx);
}

/* ---- members ---- */

bool
verb_tourney_was_invited(struct store *s, int64_t user, int64_t tourney, int64_t since_ms)
{
	return sql_number(s, Q_TOURNEY_INVITED_TO, V(user), V(tourney), V(since_ms)) > 0;
}

void
verb_tourneys_of_user_each(
    struct store *s, int64_t user, void (*fn)(void *ctx, int64_t id), void *ctx)
{
	each_tourney_id(s, sql_select(s, Q_TOURNEY_MEMBER_OF, V(user), V(INT64_MAX)), fn, ctx);
}

/* Reads the newest tournaments of which the user is a member.  Returns their number. */
static unsigned
newest_tourneys_of(struct store *s, int64_t user, int64_t out[STORE_NOTICE_TOURNEYS_MAX])
{
	struct sql_query *q =
	    sql_select(s, Q_TOURNEY_MEMBER_OF, V(user), V(STORE_NOTICE_TOURNEYS_MAX));
	unsigned n = 0;

	while (n < STORE_NOTICE_TOURNEYS_MAX && sql_step(s, q))
		out[n++] = sql_int(s, q, 0, 1, INT64_MAX);
	sql_end_query(s, q);
	return sql_broken(s) ? 0 : n;
}

void
verb_tourney_notices_each(struct store *s, int64_t user, int64_t since_ms, unsigned most,
    bool (*fn)(void *ctx, const struct tourney_act_record *r), void *ctx)
{
	int64_t tourney[STORE_NOTICE_TOURNEYS_MAX];
	unsigned n = newest_tourneys_of(s, user, tourney);
	bool more = true;

	for (unsigned i = 0; i < n && more; i++) {
		more = each_act(s,
		    sql_select(
			s, Q_TOURNEY_NOTICES, V(tourney[i]), V(since_ms), V(user), V(most)),
		    tourney[i], fn, ctx);
	}
}

/* ---- places ---- */

void
verb_tourney_place_set(struct store *s, const struct tourney_place_record *r)
{
	(void)sql_write(s, Q_TOURNEY_PLACE_SET, 1, V(r->user), V(r->tourney), V(r->first_place),
	    V(r->last_place));
}

void
verb_tourney_places_each(struct store *s, int64_t user, bool titles, unsigned most,
    void (*fn)(void *ctx, const struct tourney_place_record *r), void *ctx)
{
	struct sql_query *q = sql_select(
	    s, titles ? Q_TOURNEY_PLACES_TITLES : Q_TOURNEY_PLACES, V(user), V(most));

	while (sql_step(s, q)) {
		struct tourney_place_record r = {
			.user = user,
			.tourney = sql_int(s, q, 0, 1, INT64_MAX),
			.first_place = (uint32_t)sql_int(s, q, 1, 0, UINT32_MAX),
			.last_place = (uint32_t)sql_int(s, q, 2, 0, UINT32_MAX),
			.players = (uint32_t)sql_int(s, q, 4, 0, UINT32_MAX),
			.ended_ms = sql_int(s, q, 5, 0, INT64_MAX),
		};

		sql_text(s, q, 3, r.name, sizeof(r.name));
		if (sql_broken(s))
			break;
		fn(ctx, &r);
	}
	sql_end_query(s, q);
}
