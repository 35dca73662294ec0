/* SPDX-License-Identifier: MIT */
/* Writes a match in .mat format: see record.h.  One column per player, one line number per pair
 * of turns.  gnubg finds the right column by two blanks after the 15th character; hence the
 * widths. */
#include "record.h"

#include <string.h>

#include "base/sbuf.h"
#include "rules/notation.h"

#define RIGHT_AT 40u
#define SHORTEST 16u

void
record_clear(struct record *r)
{
	memset(r, 0, sizeof(*r));
	r->roller = r->doubles = SEAT_NONE;
}

static struct sbuf
tail(struct record *r)
{
	return (struct sbuf){ r->text, sizeof(r->text), r->len, false };
}

static void
add(struct record *r, const char *text)
{
	struct sbuf b = tail(r);

	sbuf_add(&b, text);
	r->len = b.len;
	r->width += strlen(text);
}

static void
pad_to(struct record *r, size_t column)
{
	while (r->width < column)
		add(r, " ");
}

static void
line_end(struct record *r)
{
	if (r->width == 0)
		return;
	pad_to(r, SHORTEST);
	add(r, "\n");
	r->width = 0;
}

/* Writes what a player does in that player's column. */
static void
cell(struct record *r, enum seat seat, const char *text)
{
	if (seat == SEAT_0)
		line_end(r);
	if (r->width == 0) {
		struct sbuf b = tail(r);

		sbuf_addf(&b, "%3u) ", ++r->line);
		r->width = b.len - r->len;
		r->len = b.len;
	}
	if (seat == SEAT_1)
		pad_to(r, RIGHT_AT);
	add(r, text);
	if (seat == SEAT_1)
		line_end(r);
}

void
record_game(
    struct record *r, const char *const name[2], unsigned length, const uint32_t score[2])
{
	struct sbuf b;
	size_t start;

	line_end(r);
	b = tail(r);
	if (r->games == 0)
		sbuf_addf(&b, "; [Variation \"Backgammon\"]\n\n %u point match\n", length);
	sbuf_addf(&b, "\n Game %u\n", ++r->games);
	start = b.len;
	sbuf_addf(&b, " %s : %u", name[0], score[0]);
	while (b.len - start < RIGHT_AT && sbuf_ok(&b))
		sbuf_addc(&b, ' ');
	sbuf_addf(&b, "%s : %u\n", name[1], score[1]);
	r->len = b.len;
	r->width = 0;
	r->line = 0;
	r->roller = r->doubles = SEAT_NONE;
	r->own_sent = false;
	r->on = true;
}

void
record_roll(struct record *r, enum seat seat, unsigned a, unsigned b)
{
	record_goes_on(r);
	r->roller = seat;
	r->dice[0] = (uint8_t)a;
	r->dice[1] = (uint8_t)b;
}

void
record_play(struct record *r, enum seat seat, const char *play)
{
	char text[80];
	struct sbuf b;

	if (!r->on || r->roller != seat)
		return;
	SBUF_ON(&b, text);
	sbuf_addf(
	    &b, "%u%u: %s", r->dice[0], r->dice[1], play[0] != '\0' ? play : "Cannot Move");
	cell(r, seat, text);
	r->roller = SEAT_NONE;
}

void
record_sent(struct record *r, const struct play *play, unsigned hits)
{
	struct sbuf b;

	SBUF_ON(&b, r->own);
	notation_write_hits(&b, play, hits);
	r->own_sent = true;
}

void
record_refused(struct record *r)
{
	r->own_sent = false;
}

void
record_goes_on(struct record *r)
{
	if (!r->own_sent)
		return;
	r->own_sent = false;
	record_play(r, SEAT_0, r->own);
}

void
record_double(struct record *r, enum seat seat, unsigned value)
{
	record_goes_on(r);
	if (r->doubles != SEAT_NONE) /* a redouble implies taking the previous double */
		record_take(r);
	r->doubles = seat;
	r->offer = value;
}

static void
answer(struct record *r, const char *word)
{
	char text[48];
	struct sbuf b;

	if (!r->on || r->doubles == SEAT_NONE)
		return;
	SBUF_ON(&b, text);
	sbuf_addf(&b, " Doubles => %u", r->offer);
	cell(r, r->doubles, text);
	cell(r, seat_other(r->doubles), word);
	r->doubles = SEAT_NONE;
}

void
record_take(struct record *r)
{
	answer(r, " Takes");
}

void
record_win(struct record *r, enum seat seat, unsigned points)
{
	struct sbuf b;

	record_goes_on(r);
	if (!r->on)
		return;
	if (r->doubles == seat)
		answer(r, " Drops");
	if (seat == SEAT_0)
		line_end(r);
	pad_to(r, seat == SEAT_0 ? 6 : RIGHT_AT + 1);
	b = tail(r);
	sbuf_addf(&b, "Wins %u point%s\n", points, points == 1 ? "" : "s");
	r->len = b.len;
	r->width = 0;
	r->on = false;
}
