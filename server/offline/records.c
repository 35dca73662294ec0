/* SPDX-License-Identifier: MIT */
/* See records.h.  Cost: a replay of each unfinished match and of each tournament, and reading
 * all actions of the finished matches. */
#include "offline/records.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "match/match.h"
#include "tournament/memory.h"

#define TOURNEYS_PER_QUERY 1000u /* finished tournaments read per query */

static void
count_record(struct records *r, enum records_kind kind, bool good, const char *text)
{
	if (good) {
		r->good[kind]++;
		return;
	}
	r->bad[kind]++;
	r->report(r->ctx, text);
}

/* ---- unfinished matches ---- */

struct replay_job {
	struct records *records;
	struct move_space *space;
};

static bool
replay_unfinished(void *ctx, const struct match_record *m)
{
	struct replay_job *p = ctx;
	struct match_state state;
	char text[200];
	struct sbuf b;
	uint32_t seq;
	bool good = match_replay_from_store(p->records->store, m, p->space, &state, &seq);

	SBUF_INIT(&b, text);
	sbuf_addf(&b,
	    "match %" PRId64 " of %s and %s does not replay: action %" PRIu32 " of %" PRIu32,
	    m->id, m->name[0], m->name[1], seq, m->actions);
	count_record(p->records, RECORDS_UNFINISHED, good, text);
	return true;
}

void
records_check_unfinished(struct records *r)
{
	struct replay_job p = { r, malloc(sizeof(*p.space)) };

	CHECK(p.space != NULL);
	store_matches_unfinished_each(r->store, replay_unfinished, &p);
	free(p.space);
}

/* ---- tournaments ---- */

static void
replay_tourney(void *ctx, int64_t id)
{
	struct records *r = ctx;
	struct tourney *t = memory_grow(NULL, 1, sizeof(*t));
	char text[100];
	struct sbuf b;
	bool good;

	tourney_init(t, id);
	good = memory_read_all(r->store, t);
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "tournament %" PRId64 " does not replay: act %" PRIu32, id, t->acts);
	count_record(r, RECORDS_TOURNEYS, good, text);
	memory_free_arrays(t);
	free(t);
}

struct finished_page {
	struct records *records;
	int64_t before_id; /* the next query reads tournaments with lower numbers */
};

static void
replay_finished_tourney(void *ctx, const struct tourney_record *t)
{
	struct finished_page *o = ctx;

	replay_tourney(o->records, t->id);
	o->before_id = t->id;
}

void
records_check_tourneys(struct records *r)
{
	struct finished_page o = { r, INT64_MAX };
	int64_t last;

	store_tourneys_open_each(r->store, replay_tourney, r);
	do {
		last = o.before_id;
		store_tourneys_finished_each(
		    r->store, last, TOURNEYS_PER_QUERY, replay_finished_tourney, &o);
	} while (o.before_id < last);
}

/* ---- finished matches ---- */

static void
compare_checksums(struct records *r, const struct checksum_record *c)
{
	char text[100];
	struct sbuf b;

	if (c->stored == 0) {
		r->without_checksum++;
		return;
	}
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "finished match %" PRId64 " differs from its checksum", c->match);
	count_record(r, RECORDS_FINISHED, c->computed == c->stored, text);
	SBUF_INIT(&b, text);
	sbuf_addf(
	    &b, "the rating changes of match %" PRId64 " differ from their checksum", c->match);
	count_record(r, RECORDS_RATINGS, c->computed_ratings == c->stored_ratings, text);
}

bool
records_check_finished_sums(struct records *r, int64_t *after, unsigned most)
{
	struct checksum_record c;

	for (unsigned i = 0; i < most; i++) {
		if (!store_checksum_next_match(r->store, *after, &c))
			return false;
		*after = c.match;
		if (c.stored == 0 || store_checksum_read_actions(r->store, &c, UINT_MAX))
			compare_checksums(r, &c);
	}
	return true;
}

/* ---- everything ---- */

bool
records_check_all(struct records *r, struct sbuf *error)
{
	int64_t after = 0;

	records_check_unfinished(r);
	records_check_tourneys(r);
	while (records_check_finished_sums(r, &after, UINT_MAX))
		;
	return store_commit(r->store, error) == STORE_OK;
}

bool
records_sound(const struct records *r)
{
	unsigned bad = 0;

	for (unsigned i = 0; i < RECORDS_KIND_COUNT; i++)
		bad += r->bad[i];
	return bad == 0;
}

void
records_print(const struct records *r)
{
	(void)printf("unfinished matches that replay: %u, that do not: %u\n",
	    r->good[RECORDS_UNFINISHED], r->bad[RECORDS_UNFINISHED]);
	(void)printf("tournaments that replay: %u, that do not: %u\n",
	    r->good[RECORDS_TOURNEYS], r->bad[RECORDS_TOURNEYS]);
	(void)printf(
	    "finished matches that equal their checksum: %u, that do not: %u, that have "
	    "none yet: %u\n",
	    r->good[RECORDS_FINISHED], r->bad[RECORDS_FINISHED], r->without_checksum);
	(void)printf("finished matches whose rating changes equal their checksum: %u, do not: "
		     "%u\n",
	    r->good[RECORDS_RATINGS], r->bad[RECORDS_RATINGS]);
}

const char *
records_advice(const struct records *r, enum records_kind kind)
{
	static const char *const ADVICE[] = {
		[RECORDS_UNFINISHED] =
		    "a match that does not replay cannot be resumed: end it with 'gammond "
		    "settle "
		    "MATCH' while the server is stopped, or with an operator's command "
		    "'settle MATCH REASON'",
		[RECORDS_TOURNEYS] =
		    "a tournament that does not replay is not run: 'gammond "
		    "export tournament N' on an older backup shows it as it was",
		[RECORDS_FINISHED] =
		    "a finished match that differs was damaged after it ended: "
		    "'gammond export MATCH' on an older backup shows it as it was, and "
		    "'gammond settle MATCH' while the server is stopped keeps it as it is",
		[RECORDS_RATINGS] =
		    "rating changes that differ were damaged after the match: an "
		    "older backup has them as they were, and 'gammond settle MATCH' while the "
		    "server is stopped keeps them as they are",
	};

	return r->bad[kind] > 0 ? ADVICE[kind] : NULL;
}
