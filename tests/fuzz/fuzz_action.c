/* SPDX-License-Identifier: MIT */
/* Stored texts of actions: a text that action_read accepts is written back byte for byte and
 * reads as the same action again; a refused text changes nothing.  A match may refuse an
 * accepted action but must stay consistent.  The first byte of the input selects the kind (one
 * of 40 values is unknown), the seat and whether the action is automatic; the rest is the
 * text. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rules/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static struct move_space move_space;
static struct match_events match_events;

static void
check_text_round_trip(const char *kind, const struct action *a, const char *text)
{
	size_t size = strlen(text) + 2; /* one byte more than needed, to detect an overrun */
	char *again = malloc(size);
	struct action back;
	struct sbuf b;

	CHECK(again != NULL);
	sbuf_init(&b, again, size);
	action_write(&b, a);
	CHECK(sbuf_ok(&b) && strcmp(again, text) == 0);
	CHECK(action_read(kind, a->seat, a->automatic, again, &back));
	CHECK(back.kind == a->kind && back.seat == a->seat && back.automatic == a->automatic);
	CHECK(back.roll_no == a->roll_no && back.size == a->size);
	CHECK(memcmp(&back.play, &a->play, sizeof(back.play)) == 0);
	CHECK(memcmp(&back.dice, &a->dice, sizeof(back.dice)) == 0);
	CHECK(back.add_ms == a->add_ms &&
	      memcmp(&back.clock, &a->clock, sizeof(back.clock)) == 0);
	CHECK(memcmp(back.start.pair, a->start.pair, sizeof(back.start.pair)) == 0);
	free(again);
}

static void
check_apply(const struct action *a)
{
	struct match_state before, m;

	for (unsigned length = 0; length < 2; length++) {
		match_init(&m, VARIANTS, length);
		for (unsigned twice = 0; twice < 2; twice++) {
			memcpy(&before, &m, sizeof(m));
			if (match_apply(&m, a, &move_space, &match_events).err != MATCH_OK)
				CHECK(memcmp(&before, &m, sizeof(m)) == 0);
			CHECK(match_check(&m));
		}
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	const char *kind = "unknown";
	struct action a, untouched;
	enum seat seat;
	bool automatic;
	char *text;

	if (n == 0)
		return 0;
	if (data[0] % 40 < ACT_COUNT)
		kind = action_kind_name((enum act_kind)(data[0] % 40));
	automatic = data[0] / 40 & 1;
	seat = (enum seat)(data[0] / 80 % 3);
	text = malloc(n);
	CHECK(text != NULL);
	memcpy(text, data + 1, n - 1);
	text[n - 1] = '\0';
	memset(&a, 0xa5, sizeof(a));
	memcpy(&untouched, &a, sizeof(a));
	if (action_read(kind, seat, automatic, text, &a)) {
		CHECK(strcmp(kind, action_kind_name(a.kind)) == 0);
		CHECK(a.seat == seat && a.automatic == automatic);
		check_text_round_trip(kind, &a, text);
		check_apply(&a);
	} else {
		CHECK(memcmp(&a, &untouched, sizeof(a)) == 0);
	}
	free(text);
	return 0;
}
