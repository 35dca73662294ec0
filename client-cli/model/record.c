/* SPDX-License-Identifier: MIT */
/* Writes a match in .mat format: see record.h.  One column per player, one line number per pair
 * of turns.  gnubg finds the right column by two blanks after the 15th character; hence the
 * widths. */
#include "record.h"

#include <string.h>

#include "base/sbuf.h"
#include "rules/notation.h"

#define RIGHT_COLUMN 40u
#define MIN_LINE_WIDTH 16u

void
record_clear(struct record *r)
{
	memset(r, 0, sizeof(*r));
	r->roller = r->doubler = SEAT_NONE;
}

static struct sbuf
append_buffer(struct record *r)
{
	return (struct sbuf){ r->text, sizeof(r->text), r->len, false };
}

static void
add(struct record *r, const char *text)
{
	struct sbuf b = append_buffer(r);

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
end_line(struct record *r)
{
	if (r->width == 0)
		return;
	pad_to(r, MIN_LINE_WIDTH);
	add(r, "\n");
	r->width = 0;
}

/* Writes what a player does in that player's column. */
static void
add_cell(struct record *r, enum seat seat, const char *text)
{
	if (seat == SEAT_0)
		end_line(r);
	if (r->width == 0) {
		struct sbuf b = append_buffer(r);

		sbuf_addf(&b, "%3u) ", ++r->line_no);
		r->width = b.len - r->len;
		r->len = b.len;
	}
	if (seat == SEAT_1)
		pad_to(r, RIGHT_COLUMN);
	add(r, text);
	if (seat == SEAT_1)
		end_line(r);
}

void
record_begin_game(
    struct record *r, const char *const name[2], unsigned length, const uint32_t score[2])
{
	struct sbuf b;
	size_t start;

	end_line(r);
	b = append_buffer(r);
	if (r->games_finished == 0)
		sbuf_addf(&b, "; [Variation \"Backgammon\"]\n\n %u point match\n", length);
	sbuf_addf(&b, "\n Game %u\n", ++r->games_finished);
	start = b.len;
	sbuf_addf(&b, " %s : %u", name[0], score[0]);
	while (b.len - start < RIGHT_COLUMN && sbuf_ok(&b))
		sbuf_addc(&b, ' ');
	sbuf_addf(&b, "%s : %u\n", name[1], score[1]);
	r->len = b.len;
	r->width = 0;
	r->line_no = 0;
	r->roller = r->doubler = SEAT_NONE;
	r->own_play_sent = false;
	r->on = true;
}

void
record_roll(struct record *r, enum seat seat, unsigned a, unsigned b)
{
	record_confirm_play(r);
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
	SBUF_INIT(&b, text);
	sbuf_addf(
	    &b, "%u%u: %s", r->dice[0], r->dice[1], play[0] != '\0' ? play : "Cannot Move");
	add_cell(r, seat, text);
	r->roller = SEAT_NONE;
}

void
record_sent_play(struct record *r, const struct play *play, unsigned hits)
{
	struct sbuf b;

	SBUF_INIT(&b, r->own);
	notation_write_hits(&b, play, hits);
	r->own_play_sent = true;
}

void
record_play_refused(struct record *r)
{
	r->own_play_sent = false;
}

void
record_confirm_play(struct record *r)
{
	if (!r->own_play_sent)
		return;
	r->own_play_sent = false;
	record_play(r, SEAT_0, r->own);
}

void
record_double(struct record *r, enum seat seat, unsigned value)
{
	record_confirm_play(r);
	if (r->doubler != SEAT_NONE) /* a redouble implies taking the previous double */
		record_take(r);
	r->doubler = seat;
	r->offered_cube = value;
}

static void
answer_double(struct record *r, const char *word)
{
	char text[48];
	struct sbuf b;

	if (!r->on || r->doubler == SEAT_NONE)
		return;
	SBUF_INIT(&b, text);
	sbuf_addf(&b, " Doubles => %u", r->offered_cube);
	add_cell(r, r->doubler, text);
	add_cell(r, seat_other(r->doubler), word);
	r->doubler = SEAT_NONE;
}

void
record_take(struct record *r)
{
	answer_double(r, " Takes");
}

void
record_win(struct record *r, enum seat seat, unsigned points)
{
	struct sbuf b;

	record_confirm_play(r);
	if (!r->on)
		return;
	if (r->doubler == seat)
		answer_double(r, " Drops");
	if (seat == SEAT_0)
		end_line(r);
	pad_to(r, seat == SEAT_0 ? 6 : RIGHT_COLUMN + 1);
	b = append_buffer(r);
	sbuf_addf(&b, "Wins %u point%s\n", points, points == 1 ? "" : "s");
	r->len = b.len;
	r->width = 0;
	r->on = false;
}
