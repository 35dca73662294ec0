/* SPDX-License-Identifier: MIT */
/* Matches, their actions and rating changes: verbs of store.h.
 *
 * A move writes one row of the table action, and one of match_run if it begins a new run.  The
 * row of match contains the time of the last action and the number of actions.  Both are
 * updated only when a game ends, and until then are read from the actions.
 *
 * Runs are short so that concurrent matches write to the same few pages.  A reader of a match's
 * actions looks up each of its runs. */
#include "store/sql.h"

#include <limits.h>
#include <string.h>

static void
read_match(struct store *s, struct sql_query *q, struct match_record *m)
{
	*m = (struct match_record){ 0 };
	m->id = sql_int(s, q, 0, 1, INT64_MAX);
	m->user[0] = sql_int(s, q, 1, 1, INT64_MAX);
	m->user[1] = sql_int(s, q, 2, 1, INT64_MAX);
	sql_text(s, q, 3, m->name[0], sizeof(m->name[0]));
	sql_text(s, q, 4, m->name[1], sizeof(m->name[1]));
	m->length = (uint8_t)sql_int(s, q, 5, 0, UINT8_MAX);
	sql_text(s, q, 6, m->variant, sizeof(m->variant));
	if (!sql_bytes(s, q, 7, m->seed, sizeof(m->seed)))
		sql_break_store(
		    s, "storage failure: the database holds a seed of the wrong size");
	m->created_ms = sql_any_int(s, q, 8);
	m->last_ms = sql_any_int(s, q, 9);
	m->score[0] = (uint32_t)sql_int(s, q, 10, 0, UINT32_MAX);
	m->score[1] = (uint32_t)sql_int(s, q, 11, 0, UINT32_MAX);
	m->ended_ms = sql_any_int(s, q, 12);
	sql_text(s, q, 13, m->end_reason, sizeof(m->end_reason));
	m->winner = (int)sql_int(s, q, 14, -1, 1);
	m->actions = (uint32_t)sql_int(s, q, 15, 0, UINT32_MAX);
	m->tournament = sql_any_int(s, q, 16);
	m->pairing = (uint32_t)sql_int(s, q, 17, 0, UINT32_MAX);
	m->terms = (uint32_t)sql_int(s, q, 18, 0, UINT32_MAX);
	m->unrated = sql_int(s, q, 19, 0, 1) == 0;
	m->dice_committed = sql_int(s, q, 20, 0, 1) != 0;
	for (int i = 0; i < 2; i++)
		sql_text(s, q, 21 + i, m->dice_text[i], sizeof(m->dice_text[i]));
	m->bound = sql_int(s, q, 23, 0, 1) != 0;
}

static bool
find_match(struct store *s, struct sql_query *q, struct match_record *m_out)
{
	struct match_record m;
	bool found = sql_step(s, q);

	if (found)
		read_match(s, q, &m);
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	*m_out = m;
	return true;
}

static void
each_match(struct store *s, struct sql_query *q,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	struct match_record m;

	while (sql_step(s, q)) {
		read_match(s, q, &m);
		if (sql_broken(s) || !fn(ctx, &m))
			break;
	}
	sql_end_query(s, q);
}

/* Runs a statement about two users, given in either order.  Passes the lower id first. */
static struct sql_query *
query_pair(struct store *s, enum store_statement st, int64_t a, int64_t b)
{
	return sql_select(s, st, V(a < b ? a : b), V(a < b ? b : a));
}

static struct sql_append_cache *
append_cache_slot(struct store *s, int64_t match)
{
	return &sql_head_of(s)->append_cache[(uint64_t)match % SQL_APPEND_CACHE_SIZE];
}

int64_t
verb_match_create(struct store *s, const struct match_record *m)
{
	int64_t id = sql_insert(s, Q_MATCH_CREATE, V(m->user[0]), V(m->user[1]), V(m->length),
	    V(m->variant), SQL_BLOB(m->seed, sizeof(m->seed)), V(m->created_ms),
	    V(m->tournament), V(m->pairing), V(m->terms), V(m->unrated ? 0 : 1),
	    V(m->dice_committed), SQL_BLOB(m->dice_text[0], strlen(m->dice_text[0])),
	    SQL_BLOB(m->dice_text[1], strlen(m->dice_text[1])), V(m->tournament != 0));

	if (id != 0) {
		*append_cache_slot(s, id) = (struct sql_append_cache){
			.match = id, .chain = checksum_begin(id, m), .chain_complete = true
		};
		verb_counter_add(s, COUNTER_MATCHES, 1);
	}
	return !sql_broken(s) ? id : 0;
}

bool
verb_match_by_id(struct store *s, int64_t id, struct match_record *m_out)
{
	if (id > STORE_IMPORT_BASE)
		return import_read(s, id, m_out);
	return find_match(s, sql_select(s, Q_MATCH_BY_ID, V(id)), m_out);
}

bool
verb_match_find_unfinished(
    struct store *s, int64_t user_a, int64_t user_b, struct match_record *m_out)
{
	return find_match(s, query_pair(s, Q_MATCH_OPEN, user_a, user_b), m_out);
}

bool
verb_match_find_last(
    struct store *s, int64_t user_a, int64_t user_b, struct match_record *m_out)
{
	return find_match(s, query_pair(s, Q_MATCH_LAST, user_a, user_b), m_out);
}

void
verb_matches_of_pair_each(struct store *s, int64_t user_a, int64_t user_b,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	each_match(s, query_pair(s, Q_MATCHES_PAIR, user_a, user_b), fn, ctx);
}

void
verb_matches_open_each(struct store *s, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	each_match(s, sql_select(s, Q_MATCHES_OPEN, V(user)), fn, ctx);
}

void
verb_tournament_matches_of_user(struct store *s, int64_t user,
    bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	each_match(s, sql_select(s, Q_MATCHES_TOURNAMENT, V(user)), fn, ctx);
}

void
verb_matches_unfinished_each(
    struct store *s, bool (*fn)(void *ctx, const struct match_record *m), void *ctx)
{
	each_match(s, sql_select_all(s, Q_MATCHES_UNFINISHED), fn, ctx);
}

void
verb_match_end(struct store *s, int64_t id, int64_t at_ms, const char *reason, int winner,
    const uint32_t score[2])
{
	const struct sql_append_cache *n = append_cache_slot(s, id);
	struct match_record end = { .ended_ms = at_ms,
		.winner = winner,
		.score = { score[0], score[1] },
		.actions = (uint32_t)n->seq };
	int64_t sum = 0;

	if (n->match == id && n->chain_complete &&
	    sbuf_copy(end.end_reason, sizeof(end.end_reason), reason))
		sum = checksum_finish(n->chain, &end);
	if (!sql_write(s, Q_MATCH_END, 1, V(id), V(at_ms), V(reason), V(winner), V(score[0]),
		V(score[1]), V(sum)))
		return;
	verb_counter_add(s, COUNTER_MATCHES_FINISHED, 1);
	if (strcmp(reason, "expired") == 0)
		verb_counter_add(s, COUNTER_MATCHES_EXPIRED, 1);
}

int64_t
verb_match_finished_before(struct store *s, int64_t user, int64_t against, int64_t before)
{
	int64_t a, b;

	if (against != 0)
		return sql_number(s, Q_MATCH_OVER_PAIR, V(user < against ? user : against),
		    V(user < against ? against : user), V(before));
	a = sql_number(s, Q_MATCH_OVER_0, V(user), V(before));
	b = sql_number(s, Q_MATCH_OVER_1, V(user), V(before));
	return a > b ? a : b;
}

/* ---- the dice of pairings ---- */

bool
verb_pairing_dice(struct store *s, int64_t tourney, uint32_t pairing, struct dice_record *d_out)
{
	struct sql_query *q = sql_select(s, Q_PAIRING_DICE, V(tourney), V(pairing));
	struct dice_record d = { 0 };
	bool found = sql_step(s, q);

	if (found && sql_bytes(s, q, 0, d.seed, sizeof(d.seed))) {
		for (int i = 0; i < 2; i++)
			sql_text(s, q, 1 + i, d.player_text[i], sizeof(d.player_text[i]));
	} else if (found) {
		sql_break_store(
		    s, "storage failure: the database holds a seed of the wrong size");
	}
	sql_end_query(s, q);
	if (!found || sql_broken(s))
		return false;
	*d_out = d;
	return true;
}

/* ---- unused matches ---- */

unsigned
verb_matches_open_after(struct store *s, int64_t after, unsigned most, struct match_brief *out)
{
	struct sql_query *q = sql_select(s, Q_MATCHES_OPEN_AFTER, V(after), V(most));
	unsigned n = 0;

	while (n < most && sql_step(s, q)) {
		struct match_brief *m = &out[n++];

		m->id = sql_int(s, q, 0, 1, INT64_MAX);
		m->last_ms = sql_any_int(s, q, 1);
		sql_text(s, q, 2, m->name[0], sizeof(m->name[0]));
		sql_text(s, q, 3, m->name[1], sizeof(m->name[1]));
	}
	sql_end_query(s, q);
	return sql_broken(s) ? 0 : n;
}

/* ---- requests to resume a match ---- */

static void
read_resume_request(struct store *s, struct sql_query *q, struct resume_request_record *a)
{
	a->user = sql_int(s, q, 0, 1, INT64_MAX);
	a->match = sql_int(s, q, 1, 1, INT64_MAX);
	a->request_day_count = (uint32_t)sql_int(s, q, 2, 0, UINT32_MAX);
	a->last_request_day = sql_any_int(s, q, 3);
	a->missed_request_ms = sql_any_int(s, q, 4);
	a->end_announced_ms = sql_any_int(s, q, 5);
}

bool
verb_resume_request(
    struct store *s, int64_t user, int64_t match, struct resume_request_record *a_out)
{
	struct sql_query *q = sql_select(s, Q_RESUME_REQUEST, V(user), V(match));
	struct resume_request_record a;
	bool found = sql_step(s, q);

	if (found)
		read_resume_request(s, q, &a);
	sql_end_query(s, q);
	found = found && !sql_broken(s);
	*a_out =
	    found ? a : (struct resume_request_record){ user, match, .last_request_day = -1 };
	return found;
}

void
verb_resume_requests_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const struct resume_request_record *a), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_RESUME_REQUESTS_OF, V(user));
	struct resume_request_record a;

	while (sql_step(s, q)) {
		read_resume_request(s, q, &a);
		if (sql_broken(s))
			break;
		fn(ctx, &a);
	}
	sql_end_query(s, q);
}

bool
verb_match_header(struct store *s, int64_t match, char out[STORE_HEADER_MAX])
{
	const bool imported = match > STORE_IMPORT_BASE;
	struct sql_query *q = sql_select(s, imported ? Q_IMPORT_HEADER : Q_MATCH_HEADER,
	    V(imported ? match - STORE_IMPORT_BASE : match));
	bool found = sql_step(s, q);

	if (found)
		sql_text(s, q, 0, out, STORE_HEADER_MAX);
	sql_end_query(s, q);
	return found && !sql_broken(s);
}

unsigned
verb_interrupted_matches_after(struct store *s, int64_t after, unsigned most, int64_t *out)
{
	struct sql_query *q = sql_select(s, Q_INTERRUPTED_AFTER, V(after), V(most));
	unsigned n = 0;

	while (n < most && sql_step(s, q))
		out[n++] = sql_int(s, q, 0, 1, INT64_MAX);
	sql_end_query(s, q);
	return sql_broken(s) ? 0 : n;
}

/* ---- ratings ---- */

void
verb_rating_change_add(struct store *s, const struct rating_record *r)
{
	if (sql_write(s, Q_RATING_ADD, 1, V(r->match), V(r->user), V(r->before), V(r->after),
		V(r->experience_before), V(r->experience_after), V(r->at_ms), V(r->game),
		V(r->counted_fraction), V(r->near_limit)) &&
	    sql_write(s, Q_CHECKSUM_RATING, 1, V(r->match), V(checksum_rating(r))))
		verb_counter_add(s, COUNTER_RATINGS, 1);
}

void
verb_rating_changes_each(struct store *s, int64_t match,
    void (*fn)(void *ctx, const struct rating_record *r), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_RATINGS, V(match));

	while (sql_step(s, q)) {
		struct rating_record r = { .match = match };

		r.user = sql_int(s, q, 0, 1, INT64_MAX);
		r.before = sql_real(s, q, 1);
		r.after = sql_real(s, q, 2);
		r.experience_before = (uint32_t)sql_int(s, q, 3, 0, UINT32_MAX);
		r.experience_after = (uint32_t)sql_int(s, q, 4, 0, UINT32_MAX);
		r.at_ms = sql_any_int(s, q, 5);
		sql_text(s, q, 6, r.game, sizeof(r.game));
		r.counted_fraction = sql_real(s, q, 7);
		r.near_limit = sql_int(s, q, 8, 0, 1) != 0;
		if (sql_broken(s))
			break;
		fn(ctx, &r);
	}
	sql_end_query(s, q);
}

unsigned
verb_recent_rating_sums(struct store *s, int64_t user, const char *game, int64_t after_ms,
    int64_t before_ms, unsigned most, struct rating_sum *out)
{
	struct sql_query *q =
	    sql_select(s, Q_RATING_SUMS, V(user), V(game), V(after_ms), V(before_ms), V(most));
	unsigned n = 0;

	while (n < most && sql_step(s, q)) {
		struct rating_sum *x = &out[n++];

		x->opponent = sql_int(s, q, 0, 1, INT64_MAX);
		sql_text(s, q, 1, x->opponent_network, sizeof(x->opponent_network));
		x->opponent_is_new = sql_int(s, q, 2, 0, 1) != 0;
		x->change_sum = sql_real(s, q, 3);
		x->matches = (unsigned)sql_int(s, q, 4, 0, UINT32_MAX);
	}
	sql_end_query(s, q);
	return sql_broken(s) ? 0 : n;
}

void
verb_rating_recent_delete_old(
    struct store *s, int64_t after_ms, int64_t before_ms, unsigned most)
{
	(void)sql_write(s, Q_RATING_RECENT_OLD, -1, V(after_ms), V(most));
	(void)sql_write(s, Q_RATING_RECENT_AHEAD, -1, V(before_ms), V(most));
}

void
verb_rating_pairs_each(struct store *s, int64_t at_ms, unsigned most, unsigned rows,
    void (*fn)(void *ctx, const struct rating_pair *p), void *ctx)
{
	struct sql_query *q = sql_select(s, Q_RATING_PAIRS, V(at_ms), V(most), V(rows));

	while (sql_step(s, q)) {
		struct rating_pair p = {
			.user = sql_text_ref(s, q, 0),
			.opponent = sql_text_ref(s, q, 1),
			.host = { sql_text_ref(s, q, 2), sql_text_ref(s, q, 3) },
			.days = (unsigned)sql_int(s, q, 4, 0, UINT32_MAX),
			.matches = (unsigned)sql_int(s, q, 5, 0, UINT32_MAX),
			.cut = (unsigned)sql_int(s, q, 6, 0, UINT32_MAX),
			.change = sql_real(s, q, 7),
		};

		if (sql_broken(s))
			break;
		fn(ctx, &p);
	}
	sql_end_query(s, q);
}

/* ---- actions ---- */

/* Returns the number of the next action of a match, from the cache or from the database. */
static struct sql_append_cache *
append_cache_get(struct store *s, int64_t match)
{
	struct sql_append_cache *n = append_cache_slot(s, match);

	if (n->match != match)
		*n = (struct sql_append_cache){ .match = match,
			.seq = sql_number(s, Q_MATCH_NEXT_SEQ, V(match)) };
	return n;
}

/* Returns the next id for an action of the match, in a new run if the last run is used up or
 * unknown. */
static int64_t
next_action_id(struct store *s, struct sql_append_cache *n)
{
	struct sql_id_runs *r = &sql_head_of(s)->id_runs;

	if (n->id == n->end) {
		n->id = r->next_id;
		n->end = r->next_id += r->run_length;
		(void)sql_write(
		    s, Q_RUN_ADD, 1, V(n->match), V(n->seq), V(n->id), V(r->run_length));
	}
	return n->id++;
}

void
verb_action_add(struct store *s, const struct action_record *a)
{
	struct sql_append_cache *n = append_cache_get(s, a->match);
	int64_t id;

	if (n->seq != a->seq) {
		sql_break_store(
		    s, "storage failure: an action that is not the next of its match");
		return;
	}
	id = next_action_id(s, n);
	if (sql_write(s, Q_ACTION_ADD, 1, V(a->match), V(id), V(a->seq), V(a->at_ms),
		V(a->elapsed_ms), V(a->seat), V(a->automatic), V(a->kind), V(a->text),
		V(a->credit_ms))) {
		n->chain = checksum_add_action(n->chain, a);
		n->seq++;
	}
}

void
verb_actions_each(struct store *s, int64_t match,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx)
{
	verb_actions_from(s, match, 0, UINT_MAX, fn, ctx);
}

void
verb_actions_from(struct store *s, int64_t match, uint32_t seq, unsigned most,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx)
{
	struct sql_query *q;

	if (match > STORE_IMPORT_BASE) {
		import_actions_from(s, match, seq, most, fn, ctx);
		return;
	}
	q = sql_select(s, Q_ACTIONS, V(match), V(seq), V(most));
	while (sql_step(s, q)) {
		struct action_record a = { .match = match };

		a.seq = (uint32_t)sql_int(s, q, 0, 0, UINT32_MAX);
		a.at_ms = sql_any_int(s, q, 1);
		a.elapsed_ms = (uint32_t)sql_int(s, q, 2, 0, UINT32_MAX);
		a.seat = (int)sql_int(s, q, 3, 0, 2);
		a.automatic = sql_int(s, q, 4, 0, 1) != 0;
		a.kind = sql_text_ref(s, q, 5);
		a.text = sql_text_ref(s, q, 6);
		a.credit_ms = (uint16_t)sql_int(s, q, 7, 0, 1000);
		if (sql_broken(s) || !fn(ctx, &a))
			break;
	}
	sql_end_query(s, q);
}
