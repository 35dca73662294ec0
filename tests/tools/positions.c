/* SPDX-License-Identifier: MIT */
/* Prints random positions with cube, score and dice for comparison with other programs.
 *
 *     positions SEED COUNT
 *
 * One line each: its XGID, its GNU ID, its OGID, and the GNU ID of the same position with the
 * side to move at the bottom.  No double has been offered, because gnubg cannot set up such a
 * position. */
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "rules/action.h"
#include "rules/position.h"
#include "rules/variant.h"

#define GNUBG_LENGTH_MAX 64u /* gnubg refuses longer matches */

/* Places up to 15 checkers of a side, most of them on few points. */
static void
place_checkers(struct rng *r, struct game_position *p, unsigned seat)
{
	const unsigned spread = 1 + rng_below(r, 25);
	unsigned n = rng_below(r, 4) > 0 ? 15 : 1 + rng_below(r, 15);

	while (n > 0) {
		const unsigned i = rng_below(r, 6) == 0 ? PT_BAR : 1 + rng_below(r, spread);

		if (i != PT_BAR && p->at[1 - seat][25 - i] > 0) {
			if (rng_below(r, 40) == 0)
				n--; /* borne off, so that the loop ends on a crowded board */
			continue;
		}
		p->at[seat][i]++;
		n--;
	}
}

static void
random_score(struct rng *r, struct game_position *p)
{
	p->length = rng_below(r, 4) == 0 ? 0 : (uint8_t)(1 + rng_below(r, GNUBG_LENGTH_MAX));
	for (unsigned s = 0; s < 2; s++)
		p->score[s] = rng_below(r, p->length > 0 ? p->length : 100);
	p->crawford = rng_below(r, 2) == 0;
	p->jacoby = rng_below(r, 2) == 0;
	p->cube = UINT32_C(1) << rng_below(r, 7);
	p->cube_owner = p->cube == 1 ? SEAT_NONE : (enum seat)rng_below(r, 2);
}

static void
random_position(struct rng *r, struct game_position *p)
{
	uint8_t *d = p->dice;

	do {
		*p = (struct game_position){ .turn = (enum seat)rng_below(r, 2) };
		place_checkers(r, p, 0);
		place_checkers(r, p, 1);
		random_score(r, p);
		if (rng_below(r, 3) > 0) {
			d[0] = (uint8_t)(1 + rng_below(r, 6));
			d[1] = (uint8_t)(1 + rng_below(r, d[0]));
		}
	} while (!position_valid(p, VARIANT_FIBS));
}

int
main(int argc, char **argv)
{
	struct rng r;

	if (argc != 3)
		return 2;
	rng_seed(&r, strtoull(argv[1], NULL, 10));
	for (long n = strtol(argv[2], NULL, 10); n > 0; n--) {
		struct game_position p, q;
		char text[4 * POSITION_ID_ROOM];
		struct sbuf b;

		random_position(&r, &p);
		q = p.turn == SEAT_0 ? p : position_flip(&p);
		SBUF_INIT(&b, text);
		for (unsigned form = 0; form < POSITION_FORM_COUNT; form++) {
			position_id_write(&b, &p, (enum position_form)form);
			sbuf_addc(&b, '\t');
		}
		position_id_write(&b, &q, POSITION_GNUID);
		puts(text);
	}
	return 0;
}
