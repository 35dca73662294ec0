/* SPDX-License-Identifier: MIT */
/* See pairs.h.  Owns the pairing jobs. */
#include "tournament/pairs.h"

#include <stdlib.h>
#include <string.h>

#include "fair/draw.h"
#include "tournament/memory.h"
#include "tournament/record.h"
#include "tourney/text.h"

/* ---- seeding orders ---- */

/* Draws the order of the entrants who start.  The input is their order of entry, as the
 * description of the draw says. */
static void
draw_order(const struct tourney_live *l, entry_no *order, unsigned n)
{
	bool starts[TOURNEY_ENTRIES_MAX] = { false };
	uint16_t drawn[TOURNEY_ENTRIES_MAX];
	unsigned k = 0;

	for (unsigned i = 0; i < n; i++)
		starts[order[i]] = true;
	for (unsigned e = 0; e < l->t.entries_n; e++)
		if (starts[e])
			order[k++] = (entry_no)e;
	fair_draw(l->seed, 1, n, drawn);
	for (unsigned i = 0; i < n; i++)
		drawn[i] = order[drawn[i]];
	memcpy(order, drawn, n * sizeof(*order));
}

/* Returns the order as text for an act, or NULL if there are fewer than two entrants.  Frees
 * the order. */
static char *
order_to_text(entry_no *order, unsigned n)
{
	size_t size = (size_t)n * 5 + 1;
	char *text = n >= 2 ? memory_grow(NULL, size, 1) : NULL;
	struct sbuf b;

	if (text != NULL) {
		sbuf_init(&b, text, size);
		order_write(order, n, &b);
		CHECK(sbuf_ok(&b));
	}
	free(order);
	return text;
}

char *
pairs_start_order(const struct tourney_live *l)
{
	entry_no *order = memory_grow(NULL, l->t.entries_n, sizeof(*order));
	unsigned n = tourney_starters(&l->t, order);

	if (n >= 2 && l->t.set.value[TSET_seeding] == SEEDING_DRAW)
		draw_order(l, order, n);
	return order_to_text(order, n);
}

char *
pairs_bracket_order(struct world *w, const struct tourney_live *l)
{
	entry_no *order = memory_grow(NULL, l->t.entries_n, sizeof(*order));

	return order_to_text(
	    order, tourney_bracket_order(&l->t, tourneys_scratch(w, &l->t), order));
}

/* ---- pairing by a worker ---- */

/* A pairing job, with its own copy of everything that the worker needs. */
struct tourney_pairing_job {
	struct tourney_pairing_job *next;
	uint64_t ticket;
	struct swiss_round round;
	struct swiss_player *players;
	struct swiss_met *met, *pairs;
	void *scratch;
	struct swiss_result result;
};

static void
job_free(struct tourney_pairing_job *j)
{
	free(j->players);
	free(j->met);
	free(j->pairs);
	free(j->scratch);
	free(j);
}

void
pairs_free_jobs(struct world *w)
{
	struct tourney_pairing_job *j, *next;

	for (j = w->tourneys->jobs; j != NULL; j = next) {
		next = j->next;
		job_free(j);
	}
	w->tourneys->jobs = NULL;
}

static struct tourney_pairing_job *
job_new(const struct tourney *t)
{
	struct tourney_pairing_job *j = calloc(1, sizeof(*j));

	CHECK(j != NULL);
	j->players = calloc(t->entries_n + 1, sizeof(*j->players));
	j->met = calloc(t->pairings_n + 1, sizeof(*j->met));
	j->pairs = calloc(t->entries_n / 2 + 1, sizeof(*j->pairs));
	CHECK(j->players != NULL && j->met != NULL && j->pairs != NULL);
	j->result.pairs = j->pairs;
	return j;
}

/* Runs in a worker thread, so it uses only the job. */
static void
job_run(void *arg)
{
	struct tourney_pairing_job *j = arg;

	j->scratch = malloc(swiss_scratch_size(&j->round));
	if (j->scratch != NULL)
		swiss_pair(&j->round, j->scratch, &j->result);
}

static void
record_round(struct world *w, struct tourney_live *l, const struct swiss_result *r)
{
	size_t size = (size_t)l->t.entries_n * 6 + 16;
	struct tourney_act a = { .kind = TACT_round, .value = (int64_t)l->t.round + 1 };
	struct tell_facts facts = { .repeated_pairs = r->repeats };
	char *text = memory_grow(NULL, size, 1);
	struct sbuf b;

	sbuf_init(&b, text, size);
	tourney_pairs_text(&l->t, r, &b);
	CHECK(sbuf_ok(&b));
	a.text = text;
	/* refused if an entrant has left since; the pairing is then requested again */
	(void)record_act(w, l, &a, &facts);
	free(text);
}

void
pairs_request_round(struct world *w, struct tourney_live *l)
{
	struct tourneys *ts = w->tourneys;
	struct tourney_pairing_job *j;
	struct work_job job = { .kind = WORK_TASK };

	if (l->job_ticket != 0) {
		tourney_put_off(&l->t, TOURNEY_NO_PAIRING, INT64_MAX);
		return;
	}
	j = job_new(&l->t);
	if (!tourney_swiss_input(
		&l->t, tourneys_scratch(w, &l->t), j->players, j->met, &j->round, &j->result)) {
		record_round(w, l, &j->result);
		job_free(j);
		return;
	}
	j->ticket = job.ticket = ++ts->last_ticket;
	job.run = job_run;
	job.arg = j;
	if (!w->work.post(w->work.ctx, &job)) {
		job_free(j);
		tourney_put_off(&l->t, TOURNEY_NO_PAIRING, tourney_now_ms(w) + LIVE_RETRY_MS);
		return;
	}
	j->next = ts->jobs;
	ts->jobs = j;
	l->job_ticket = j->ticket;
	l->job_acts = l->t.acts;
	tourney_put_off(&l->t, TOURNEY_NO_PAIRING, INT64_MAX);
}

static struct tourney_pairing_job *
job_take(struct tourneys *ts, uint64_t ticket)
{
	struct tourney_pairing_job **at = &ts->jobs, *j;

	while (*at != NULL && (*at)->ticket != ticket)
		at = &(*at)->next;
	j = *at;
	if (j != NULL)
		*at = j->next;
	return j;
}

/* If another act has happened since the job was posted, drops its result, so that the pairing
 * is requested again. */
void
tourneys_round_paired(struct world *w, uint64_t ticket)
{
	struct tourney_pairing_job *j = job_take(w->tourneys, ticket);
	struct tourney_live *l;

	if (j == NULL)
		return;
	DL_FOREACH(w->tourneys->unfinished, l)
	if (l->job_ticket == ticket)
		break;
	if (l != NULL) {
		l->job_ticket = 0;
		tourney_put_off(&l->t, TOURNEY_NO_PAIRING,
		    j->scratch != NULL ? INT64_MIN : tourney_now_ms(w) + LIVE_RETRY_MS);
		if (j->scratch != NULL && l->t.acts == l->job_acts && !store_refusing(w->store))
			record_round(w, l, &j->result);
	}
	job_free(j);
}
