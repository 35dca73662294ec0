/* SPDX-License-Identifier: MIT */
/* Position IDs as users type them: any text is refused, or gives a possible position that each
 * form writes and reads back.  An OGID does not have the Jacoby rule. */
#include <stdint.h>
#include <string.h>

#include "rules/match.h"
#include "rules/position.h"
#include "rules/variant.h"

#define TEXT_MAX 256u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_round_trip(const struct game_position *p, enum position_form form)
{
	char text[POSITION_ID_ROOM], again[POSITION_ID_ROOM];
	struct game_position q;
	struct sbuf b;

	SBUF_INIT(&b, text);
	position_id_write(&b, p, form);
	CHECK(sbuf_ok(&b));
	CHECK(position_id_read(text, &q) == POSITION_OK);
	CHECK(memcmp(q.at, p->at, sizeof(q.at)) == 0 && q.turn == p->turn);
	CHECK(q.jacoby == (form != POSITION_OGID && p->jacoby));
	SBUF_INIT(&b, again);
	position_id_write(&b, &q, form);
	CHECK(strcmp(text, again) == 0);
}

static void
check_match_state(struct game_position p)
{
	struct match_state m;
	struct game_position q;

	match_init(&m, VARIANT_FIBS, p.length);
	position_set(&m, &p);
	CHECK(match_check(&m));
	p.dice[0] = p.dice[1] = 0;
	CHECK(position_of(&m, SEAT_0, &q));
	CHECK(memcmp(q.at, p.at, sizeof(q.at)) == 0 && q.cube == p.cube &&
	      q.cube_owner == p.cube_owner);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char text[TEXT_MAX];
	struct game_position p;

	if (n >= sizeof(text))
		n = sizeof(text) - 1;
	memcpy(text, data, n);
	text[n] = '\0';
	if (position_id_read(text, &p) != POSITION_OK)
		return 0;
	CHECK(position_valid(&p, VARIANT_FIBS));
	for (unsigned form = 0; form < POSITION_FORM_COUNT; form++)
		check_round_trip(&p, (enum position_form)form);
	check_match_state(p);
	return 0;
}
