/* SPDX-License-Identifier: MIT */
/* Plays matches between bots whose grade changes with each decision, and prints every action
 * with the grade that chose it.  tests/web/test_mind.py asks the page's WebAssembly the same
 * questions.
 *
 *   gradechoices SEED ACTIONS GAME...
 *
 * Prints "match GAME 3", then for each action "SEAT GRADE KIND TEXT"; GRADE is "-" for the
 * start of a game.  Each match ends after ACTIONS actions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "bot/evaluators.h"
#include "rules/match.h"
#include "tests/support/botplay.h"

#define MATCH_LENGTH 3u

static struct brain *brain;
static struct move_space space;

/* Returns the server's evaluator with the limit of the page. */
static const struct eval *
page_evaluator(void *ctx, const struct variant *v)
{
	static struct eval page;

	if (page.variant != v) {
		const struct eval *e = evaluators_get(ctx, v);

		if (e == NULL)
			return NULL;
		memcpy(&page, e, sizeof(page));
		page.replies_max = EVAL_REPLIES_PAGE_MAX;
	}
	return &page;
}

static void
print_action(const struct action *a, const char *grade)
{
	char text[256];
	struct sbuf b;

	SBUF_INIT(&b, text);
	action_write(&b, a);
	CHECK(sbuf_ok(&b));
	printf("%u %s %s %s\n", (unsigned)a->seat, grade, action_kind_name(a->kind), text);
}

static void
play(const struct variant *v, struct rng *r, unsigned actions)
{
	struct match_events events;
	struct match_state m;

	match_init(&m, v, MATCH_LENGTH);
	printf("match %s %u\n", v->name, MATCH_LENGTH);
	for (unsigned i = 0; i < actions && m.phase != PH_OVER; i++) {
		const char *grade = "-";
		struct action a;

		if (m.phase == PH_BETWEEN_GAMES) {
			a = botplay_start(&m, r);
		} else {
			struct thought t = { .state = m, .seat = match_to_act(&m) };

			t.grade = (enum bot_grade)(1 + rng_below(r, GRADE_COUNT - 1));
			t.state.o = t.seat; /* plays are typed in the mover's own numbers */
			grade = GRADES[t.grade].key;
			brain_think(brain, &t);
			a = botplay_action(&t, r, &space);
		}
		print_action(&a, grade);
		CHECK(match_apply(&m, &a, &space, &events).err == MATCH_OK);
	}
}

int
main(int argc, char **argv)
{
	struct rng r;

	CHECK(argc > 3);
	rng_seed(&r, strtoull(argv[1], NULL, 10));
	brain = brain_new();
	CHECK(brain != NULL);
	brain->find_evaluator = page_evaluator;
	for (int i = 3; i < argc; i++) {
		const struct variant *v = variant_find(argv[i]);

		CHECK(v != NULL);
		play(v, &r, (unsigned)strtoul(argv[2], NULL, 10));
	}
	brain_free(&brain);
	return 0;
}
