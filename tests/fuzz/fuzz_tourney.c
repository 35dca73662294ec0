/* SPDX-License-Identifier: MIT */
/* Tournaments from hostile text: each line is an act, with its kind and fields, one minute
 * after the previous act.  A text that tourney_act_read accepts must be written back byte for
 * byte.  An act must be accepted, or be refused without changes; the state must stay sound, and
 * every query must succeed. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/tourneys.h"
#include "tourney/tournament.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define START_MS 1700000000000
#define LINES_MAX 600u

static void *
resize_array(void *p, size_t n, size_t size)
{
	void *q = realloc(p, (n == 0 ? 1 : n) * size);

	CHECK(q != NULL);
	return q;
}

static void
apply_act(struct tourney *t, const struct tourney_act *a)
{
	enum tourney_err err;

	CHECK(run_try_act(t, a, &err) == NULL);
}

static enum tourney_player_state
player_freedom(void *ctx, const struct tourney *t, entry_no e)
{
	return t->entries[e].user % 3 == 0 ? PLAYER_IN_TOURNEY_MATCH : PLAYER_FREE;
}

static void
pair_swiss_round(const struct tourney *t)
{
	struct swiss_player *players = resize_array(NULL, t->entries_n, sizeof(*players));
	struct swiss_met *met = resize_array(NULL, t->pairings_n, sizeof(*met));
	struct swiss_met *pairs = resize_array(NULL, t->entries_n / 2 + 1, sizeof(*pairs));
	struct swiss_result result = { .pairs = pairs };
	struct swiss_round in = { 0 };
	void *scratch = resize_array(NULL, tourney_scratch_size(t), 1);

	if (tourney_swiss_input(t, scratch, players, met, &in, &result)) {
		void *space = resize_array(NULL, swiss_scratch_size(&in), 1);

		swiss_pair(&in, space, &result);
		free(space);
	}
	CHECK(result.pairs_n <= t->in / 2);
	free(scratch);
	free(players);
	free(met);
	free(pairs);
}

/* Calls every query. */
static void
call_queries(struct tourney *t, int64_t now_ms)
{
	static const struct tourney_observer observer = { .player_state = player_freedom };
	void *scratch = resize_array(NULL, tourney_scratch_size(t), 1);
	struct bracket_place *place = resize_array(NULL, t->entries_n, sizeof(*place));
	struct standing_row *row = resize_array(NULL, t->entries_n, sizeof(*row));
	entry_no *order = resize_array(NULL, t->entries_n, sizeof(*order));
	struct tourney_act a;
	enum tourney_due d;

	tourney_places(t, scratch, place);
	(void)tourney_table(t, 0, scratch, row);
	CHECK(tourney_starters(t, order) <= t->in);
	d = tourney_due(t, now_ms, &observer, &a);
	if (d == DUE_ACT)
		CHECK(tourney_gate(t, &a) == TOURNEY_OK);
	else if (d == DUE_PAIR_ROUND)
		pair_swiss_round(t);
	else if (d == DUE_START_BRACKET)
		CHECK(tourney_bracket_order(t, scratch, order) <= t->in);
	free(scratch);
	free(place);
	free(row);
	free(order);
}

static void
run_line(struct tourney *t, char *line, int64_t at_ms)
{
	char *text = strchr(line, ' ');
	struct tourney_act a;

	if (text == NULL)
		return;
	*text++ = '\0';
	if (tourney_act_read(line, at_ms, 1, text, &a)) {
		size_t size = strlen(text) + 2;
		char *again = resize_array(NULL, size, 1);
		struct sbuf b;

		sbuf_init(&b, again, size);
		tourney_act_write(&b, &a);
		CHECK(sbuf_ok(&b) && strcmp(text, again) == 0);
		free(again);
		apply_act(t, &a);
	}
	if (t->entries_n > 0)
		tourney_set_presence(
		    t, (entry_no)(strlen(text) % t->entries_n), strlen(text) % 4 != 0, at_ms);
	call_queries(t, at_ms);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char *text = resize_array(NULL, n + 1, 1), *line, *rest = text;
	struct tourney t;
	int64_t at_ms = START_MS;

	if (n > 0)
		memcpy(text, data, n);
	text[n] = '\0';
	tourney_init(&t, 1);
	for (unsigned i = 0; i < LINES_MAX && (line = strtok_r(rest, "\n", &rest)) != NULL; i++)
		run_line(&t, line, at_ms += 60000);
	free(t.entries);
	free(t.pairings);
	free(t.bouts);
	free(text);
	return 0;
}
