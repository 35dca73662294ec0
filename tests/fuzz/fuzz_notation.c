/* SPDX-License-Identifier: MIT */
/* Moves as users type them and as the store keeps them.  Any bytes must either be refused or
 * give a play that can be written and read back, and move_check must agree with the list of
 * legal plays.  The first byte of the input selects the side, the seat and the dice; the rest
 * is the text. */
#include <stdint.h>
#include <string.h>

#include "rules/expand.h"
#include "rules/move.h"
#include "rules/notation.h"

#define TEXT_MAX 512u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static struct move_space space;

static bool
plays_equal(const struct play *a, const struct play *b)
{
	return a->n == b->n && memcmp(a->step, b->step, a->n * sizeof(a->step[0])) == 0;
}

/* Returns true if every number of the play is on the board. */
static bool
steps_on_board(const struct play *p)
{
	for (unsigned i = 0; i < p->n; i++)
		if (p->step[i].from < 1 || p->step[i].from > PT_RESERVE || p->step[i].to > 24)
			return false;
	return true;
}

static void
check_typed_form(const struct play *p, enum numbering numbering)
{
	char text[TEXT_MAX];
	struct sbuf out;
	struct play again;
	unsigned steps;

	if (!steps_on_board(p))
		return;
	SBUF_INIT(&out, text);
	notation_write_fibs(&out, p, numbering);
	CHECK(sbuf_ok(&out));
	CHECK(notation_parse(text, numbering, &again, &steps) == NOTATION_OK);
	CHECK(plays_equal(p, &again));
}

/* Checks that a play has only one stored form. original, if not NULL, is the text that p was
 * read from. */
static void
check_stored_form(const struct play *p, const char *original)
{
	char text[TEXT_MAX];
	struct sbuf out;
	struct play again;

	SBUF_INIT(&out, text);
	notation_write(&out, p);
	CHECK(sbuf_ok(&out));
	CHECK(original == NULL || strcmp(text, original) == 0);
	CHECK(notation_read(text, &again));
	CHECK(plays_equal(p, &again));
}

static bool
is_legal_result(const struct board *b)
{
	for (unsigned i = 0; i < space.n; i++)
		if (memcmp(b, &space.result[i].after, sizeof(*b)) == 0)
			return true;
	return false;
}

/* Checks the play in the start position. */
static void
check_move(const struct play *p, enum seat seat, unsigned d1, unsigned d2)
{
	const struct variant *v = VARIANTS;
	struct board start, before, after;
	unsigned step = 0;
	enum move_err err;

	variant_start_board(&start, v);
	before = start;
	memset(&after, 0xee, sizeof(after));
	(void)move_list(v, &start, seat, d1, d2, &space);
	err = move_check(v, &start, seat, d1, d2, p, &space, &after, &step);
	CHECK(memcmp(&start, &before, sizeof(start)) == 0);
	if (err == MOVE_OK) {
		CHECK(p->n == space.dice_used);
		CHECK(variant_check_board(&after, v) && is_legal_result(&after));
		check_stored_form(p, NULL);
		return;
	}
	CHECK(step < PLAY_MAX_STEPS);
	for (size_t i = 0; i < sizeof(after); i++)
		CHECK(((const uint8_t *)&after)[i] == 0xee);
}

/* Checks that the word is a part of the text. */
static void
check_word(const struct typed_word *w, const char *text)
{
	CHECK(w->n > 0 && w->at >= text && w->at + w->n <= text + strlen(text));
}

/* Checks that a play which is recognised when typed in the start position of the game is
 * legal. */
static void
check_typed_text(
    const char *text, const struct variant *v, enum seat seat, unsigned d1, unsigned d2)
{
	struct typed_play typed;
	struct expansion x;
	struct board b, after;
	unsigned steps, step;
	enum move_err err;

	if (notation_parse_typed(text, NOTATION_BOOK | NOTATION_RESERVE,
		notation_numbering(v, seat == SEAT_0), &typed, &steps) != NOTATION_OK)
		return;
	CHECK(typed.play.n >= 1 && typed.play.n <= PLAY_MAX_STEPS && typed.play.n == steps);
	for (unsigned i = 0; i < steps; i++) {
		check_word(&typed.word[i][0], text);
		check_word(&typed.word[i][1], text);
	}
	variant_start_board(&b, v);
	(void)move_list(v, &b, seat, d1, d2, &space);
	err = move_expand(v, &b, seat, d1, d2, &typed, &space, &x);
	CHECK(x.refused_step < PLAY_MAX_STEPS && x.broken_rule < RULE_COUNT);
	CHECK((err == MOVE_FORBIDDEN) == (x.broken_rule != RULE_NONE) || err == MOVE_OK);
	for (unsigned i = 0; i < (err == MOVE_OK ? 1u : err == MOVE_TWO_WAYS ? 2u : 0); i++) {
		CHECK(move_check(v, &b, seat, d1, d2, &x.play[i], &space, &after, &step) ==
		      MOVE_OK);
		CHECK(is_legal_result(&after));
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char text[TEXT_MAX];
	struct play play;
	unsigned steps = 0;
	unsigned d1, d2;
	enum notation_err err;

	if (n == 0)
		return 0;
	enum numbering numbering = (enum numbering)(data[0] % 3);
	enum seat seat = data[0] & 2 ? SEAT_1 : SEAT_0;
	d1 = 1 + (data[0] >> 2) % 6;
	d2 = 1 + (data[0] >> 2) / 6 % 6;
	n = n - 1 < sizeof(text) - 1 ? n - 1 : sizeof(text) - 1;
	memcpy(text, data + 1, n);
	text[n] = '\0';

	memset(&play, 0, sizeof(play));
	err = notation_parse(text, numbering, &play, &steps);
	if (err == NOTATION_OK) {
		CHECK(play.n >= 1 && play.n <= PLAY_MAX_STEPS && play.n == steps);
		check_typed_form(&play, numbering);
		check_move(&play, seat, d1, d2);
	}
	if (err == NOTATION_TOO_MANY)
		CHECK(play.n <= PLAY_MAX_STEPS && steps > PLAY_MAX_STEPS);

	for (const struct variant *v = VARIANTS; v->name != NULL; v++)
		if (v->cycle == NULL)
			check_typed_text(text, v, seat, d1, d2);

	memset(&play, 0, sizeof(play));
	if (notation_read(text, &play)) {
		CHECK(play.n <= PLAY_MAX_STEPS);
		check_stored_form(&play, text);
		check_move(&play, seat, d1, d2);
	}
	return 0;
}
