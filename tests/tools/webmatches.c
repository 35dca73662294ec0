/* SPDX-License-Identifier: MIT */
/* webmatches: plays a match of the server's bots and writes two files for the tests of the web
 * page.  Their content depends on the arguments only.
 *
 *     webmatches FILE [game=NAME] [length=N] [seed=N] [match=N] [of=N]
 *
 * FILE.json is the match as `gammond export --json` writes it (PROTOCOL.md 12).  FILE.states
 * has a line of JSON for each action: the state after it, by seat and in own numbering.  With
 * of=N the match stops after N actions and is exported as one that is still played. */
#include <stdio.h>
#include <string.h>

#include "base/rng.h"
#include "bot/evaluators.h"
#include "fair/dice.h"
#include "form/form.h"
#include "rules/match.h"
#include "tests/support/botplay.h"
#include "tests/support/options.h"

#define BEGUN_MS INT64_C(1795770000000) /* any time; the matches must not depend on today */
#define BLIND                                                                                  \
	8u /* random plays at the start of games without dice, which would all be alike        \
	    */
#define REFUSED                                                                                \
	90u /* a resignation and a draw are offered and refused once in so many actions */

struct played {
	struct match_state m;
	struct fair_dice dice;
	struct rng rng;
	int64_t at_ms;
	unsigned blind;
	bool refuse; /* the resignation on offer was made to be refused */
	struct form_text form;
	struct match_record r;
	FILE *states;
};

static struct brain *brain;
static struct evaluators *evaluators;
static struct move_space space;
static struct played p;

/* Replaces the dice of an action by those that follow from the seed. */
static void
draw(struct action *a)
{
	if (a->kind == ACT_ROLL)
		fair_dice_roll(&p.dice, a->roll_no, a->dice.d);
	if (a->kind != ACT_START || !match_needs_opening(&p.m))
		return;
	a->start.npairs = 0;
	do
		fair_dice_roll(
		    &p.dice, a->roll_no + a->start.npairs, a->start.pair[a->start.npairs].d);
	while (a->start.pair[a->start.npairs].d[0] == a->start.pair[a->start.npairs].d[1] &&
	       a->start.npairs++ < OPENING_PAIRS_MAX - 1);
	a->start.npairs++;
}

static struct action
decide(void)
{
	struct thought t = { .state = p.m };
	struct action a;

	if (p.m.draw_by != SEAT_NONE)
		return (
		    struct action){ .kind = ACT_DRAW_REJECT, .seat = seat_other(p.m.draw_by) };
	if (p.m.resign_by != SEAT_NONE)
		return (
		    struct action){ .kind = p.refuse ? ACT_RESIGN_REJECT : ACT_RESIGN_ACCEPT,
			.seat = seat_other(p.m.resign_by) };
	p.refuse = false;
	if (p.m.phase == PH_BETWEEN) {
		p.blind = p.m.played->no_dice ? BLIND : 0;
		return botplay_start(&p.m, &p.rng);
	}
	t.seat = match_to_act(&p.m);
	p.refuse = p.m.phase == PH_ROLL && rng_below(&p.rng, REFUSED) == 0;
	if (p.refuse)
		return (struct action){ .kind = ACT_RESIGN, .seat = t.seat, .size = 1 };
	if (p.m.phase == PH_ROLL && rng_below(&p.rng, REFUSED) == 0)
		return (struct action){ .kind = ACT_DRAW, .seat = t.seat };
	t.state.o = t.seat;
	if (p.blind > 0) {
		p.blind--;
		botplay_by_chance(&t, &p.rng, &space);
	} else {
		t.grade = grade_of("club");
		brain_think(brain, &t);
	}
	a = botplay_action(&t, &p.rng, &space);
	a.elapsed_ms = 800 + rng_below(&p.rng, 9000);
	return a;
}

static void
write_state(void)
{
	const struct match_state *m = &p.m;

	for (unsigned s = 0; s < 2; s++) {
		fprintf(p.states, "%s[", s > 0 ? "], " : "{\"at\": [");
		for (unsigned i = 0; i < PT_COUNT; i++)
			fprintf(p.states, "%s%u", i > 0 ? ", " : "", m->board.at[s][i]);
	}
	fprintf(p.states, "]], \"pins\": [");
	for (unsigned s = 0; s < 2; s++) {
		unsigned n = 0;

		fprintf(p.states, "%s[", s > 0 ? "], " : "");
		for (unsigned i = 1; i <= 24; i++)
			if (board_pinned(&m->board, (enum seat)s, i))
				fprintf(p.states, "%s%u", n++ > 0 ? ", " : "", i);
	}
	fprintf(p.states,
	    "]], \"score\": [%u, %u], \"cube\": %u, \"owner\": %d, \"game\": \"%s\", "
	    "\"over\": %s, \"dice\": [%u, %u], \"pips\": [%u, %u]}\n",
	    (unsigned)m->score[0], (unsigned)m->score[1], (unsigned)m->cube, (int)m->cube_owner,
	    m->variant->name, match_game_on(m) ? "false" : "true", m->dice.d[0], m->dice.d[1],
	    board_pips(&m->board, SEAT_0), board_pips(&m->board, SEAT_1));
}

static void
write_action(const struct action *a)
{
	char text[256];
	struct action_record row = { .match = p.r.id,
		.seq = p.r.actions++,
		.at_ms = p.at_ms,
		.elapsed_ms = a->elapsed_ms,
		.seat = (int)a->seat,
		.automatic = a->automatic,
		.kind = action_kind_name(a->kind),
		.text = text };
	struct sbuf b;

	SBUF_ON(&b, text);
	action_write(&b, a);
	CHECK(sbuf_ok(&b) && form_action(&p.form, &row));
	write_state();
}

static void
put(void *ctx, const char *text, size_t n)
{
	CHECK(fwrite(text, 1, n, ctx) == n);
}

/* Plays at most `actions` actions.  writes: to the files; otherwise only p.m changes. */
static unsigned
play(unsigned actions, bool writes)
{
	unsigned n = 0;

	for (; p.m.phase != PH_OVER && n < actions; n++) {
		struct action a = decide();
		struct match_events events;

		draw(&a);
		CHECK(match_apply(&p.m, &a, &space, &events).err == MATCH_OK);
		p.at_ms += a.elapsed_ms;
		if (writes)
			write_action(&a);
	}
	return n;
}

static void
begin(const struct variant *v, unsigned length, uint64_t seed)
{
	char number[24];

	(void)snprintf(number, sizeof(number), "%lld", (long long)p.r.id);
	rng_seed(&p.rng, seed);
	rng_bytes(&p.rng, p.r.seed, sizeof(p.r.seed));
	fair_dice_init(&p.dice, p.r.seed, number, p.r.text[0], strlen(p.r.text[0]), p.r.text[1],
	    strlen(p.r.text[1]));
	match_init(&p.m, v, length);
	p.at_ms = BEGUN_MS;
}

static FILE *
file(const char *stem, const char *extension)
{
	char path[4096];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s.%s", stem, extension);
	f = fopen(path, "w");
	CHECK(f != NULL);
	return f;
}

int
main(int argc, char **argv)
{
	struct out out = { .write = put };
	const struct variant *v;
	unsigned length, most;
	uint64_t seed;

	options_of(argc - 1, argv + 1, 1, 1, "game= length# seed# match# of#");
	v = variant_find(option_text("game", "backgammon"));
	CHECK(v != NULL);
	length = (unsigned)option_number("length", 3);
	seed = (uint64_t)option_number("seed", 1);
	most = (unsigned)option_number("of", 1e6);
	brain = brain_new();
	evaluators = evaluators_new();
	CHECK(brain != NULL && evaluators != NULL);
	(void)evaluators_of(evaluators, v);
	p.r = (struct match_record){ .id = (int64_t)option_number("match", 1),
		.user = { 1, 2 },
		.name = { "anna", "bob" },
		.length = (uint8_t)length,
		.created_ms = BEGUN_MS,
		.winner = -1,
		.committed = true,
		.text = { "anna adds this", "" } };
	CHECK(snprintf(p.r.variant, sizeof(p.r.variant), "%s", v->name) > 0);
	/* The head of the file states how the match ended: play it once to find out. */
	begin(v, length, seed);
	(void)play(most, false);
	if (p.m.phase == PH_OVER) {
		p.r.ended_ms = p.at_ms;
		p.r.winner = (int)p.m.winner;
		CHECK(snprintf(p.r.end_reason, sizeof(p.r.end_reason), "won") > 0);
	}
	p.r.score[0] = p.m.score[0];
	p.r.score[1] = p.m.score[1];
	begin(v, length, seed);
	out.ctx = file(argv[1], "json");
	p.states = file(argv[1], "states");
	form_begin(&p.form, form_named("json"), &p.r, NULL, &out);
	(void)play(most, true);
	CHECK(form_end(&p.form) == MATFILE_OK);
	CHECK(fclose(out.ctx) == 0 && fclose(p.states) == 0);
	return 0;
}
