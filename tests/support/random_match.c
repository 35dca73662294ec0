/* SPDX-License-Identifier: MIT */
/* See random_match.h. */
#include "tests/support/random_match.h"

#include <stdlib.h>
#include <string.h>

#include "form/form.h"

static bool
choose_action(struct random_match *p, struct action *a)
{
	const struct match_state *m = &p->m;
	unsigned odd = rng_below(&p->rng, 1000);
	uint8_t d1 = (uint8_t)(1 + rng_below(&p->rng, 6)),
		d2 = (uint8_t)(1 + rng_below(&p->rng, 6));

	*a = (struct action){ .seat = m->turn, .roll_no = m->next_roll };
	if (m->phase == PH_OVER ||
	    (m->phase == PH_BETWEEN_GAMES && m->length == 0 && m->game_no == p->games_max))
		return false;
	if (m->resign_by != SEAT_NONE) {
		a->kind = ACT_RESIGN_ACCEPT;
		a->seat = seat_other(m->resign_by);
	} else if (m->phase == PH_BETWEEN_GAMES) {
		a->kind = ACT_START;
		a->seat = SEAT_NONE;
		a->start.crawford = p->crawford;
		a->start.jacoby = p->jacoby;
		a->start.redoubles[0] = a->start.redoubles[1] = 3;
		a->start.npairs = 1;
		a->start.pair[0] = (struct dice_pair){ { d1, (uint8_t)(d1 % 6 + 1) } };
	} else if (p->for_gnubg && m->length == 0 && m->cube == 1 && m->phase == PH_DOUBLED) {
		a->kind = ACT_TAKE;
		a->seat = seat_other(m->doubler);
	} else if (p->for_gnubg && m->length == 0 && m->cube == 1 &&
		   match_may_double(m, m->turn)) {
		a->kind = ACT_DOUBLE;
	} else if (m->phase == PH_DOUBLED) {
		a->seat = seat_other(m->doubler);
		a->kind =
		    odd < 800 || (p->for_gnubg && m->redoubles_done > 0) ? ACT_TAKE : ACT_DROP;
		if (m->length == 0 && match_redoubles_left(m) > 0 && odd < 300 &&
		    !(p->for_gnubg && m->offered_cube > 32))
			a->kind = ACT_REDOUBLE;
	} else if (m->phase == PH_ROLL && odd < 10 && m->moved[0] && m->moved[1]) {
		a->kind = ACT_RESIGN;
		a->size = (uint8_t)(1 + odd % 3);
		a->seat = odd % 2 == 0 ? SEAT_0 : SEAT_1;
	} else if (m->phase == PH_ROLL) {
		a->kind =
		    match_may_double(m, m->turn) && odd < 60 && !(p->for_gnubg && m->cube > 32)
			? ACT_DOUBLE
			: ACT_ROLL;
		a->dice = (struct dice_pair){ { d1, d2 } };
	} else {
		a->kind = ACT_MOVE;
		(void)move_list(
		    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &p->move_space);
		a->play = p->move_space.result[rng_below(&p->rng, p->move_space.n)].play;
	}
	return true;
}

void
random_match_play(struct random_match *p, uint64_t seed, unsigned length)
{
	struct match_events ev;
	struct action a;

	rng_seed(&p->rng, seed);
	p->n = 0;
	p->crawford = rng_below(&p->rng, 3) > 0;
	p->jacoby = rng_below(&p->rng, 3) == 0 && !p->for_gnubg;
	p->games_max = 4;
	match_init(&p->m, VARIANT_FIBS, length);
	while (choose_action(p, &a)) {
		if (match_apply(&p->m, &a, &p->move_space, &ev).err != MATCH_OK)
			continue; /* a roll not allowed here is drawn again */
		CHECK(p->n < RANDOM_ACTIONS_MAX);
		p->action[p->n++] = a;
	}
}

static void
put(void *ctx, const char *bytes, size_t n)
{
	struct random_match *p = ctx;

	CHECK(p->len + n < RANDOM_TEXT_MAX);
	memcpy(p->text + p->len, bytes, n);
	p->text[p->len += n] = '\0';
}

void
random_match_write(struct random_match *p, const char *form, bool event)
{
	struct match_record r = { .id = 1,
		.user = { 1, 2 },
		.name = { "ann", "bob_2" },
		.length = p->m.length,
		.created_ms = INT64_C(1700000000000),
		.actions = p->n };
	const struct matfile_event of = { "7 point match", "losers' round 2", "" };
	struct form_text *f = calloc(1, sizeof(*f));
	struct out out = { .write = put, .ctx = p };

	CHECK(f != NULL && sbuf_copy(r.variant, sizeof(r.variant), "backgammon"));
	p->len = 0;
	form_begin(f, form_named(form), &r, event ? &of : NULL, &out);
	for (unsigned i = 0; i < p->n; i++) {
		const struct action *a = &p->action[i];
		struct action_record rec = { .match = 1,
			.seq = i,
			.seat = (int)a->seat,
			.kind = action_kind_name(a->kind) };
		char stored[256];
		struct sbuf b;

		SBUF_INIT(&b, stored);
		action_write(&b, a);
		rec.text = stored;
		CHECK(form_action(f, &rec));
	}
	CHECK(form_end(f) == MATFILE_OK);
	free(f);
}
