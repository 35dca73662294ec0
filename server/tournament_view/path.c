/* SPDX-License-Identifier: MIT */
/* Prints the path of one player through a tournament: see view.h.  Takes time proportional to
 * the number of pairings times the player's pairings. */
#include "tournament_view/view.h"

#include <string.h>

#include "base/utf8.h"
#include "tournament_view/words.h"

/* minimum width of titles; the widest title of the path may need more */
#define TITLE_COLUMNS_MIN 24u

/* Writes the name of the player in a seat, or the pairing that decides it: "winner of 5". */
static void
seat_text(const struct view *v, pairing_seat seat, struct sbuf *b)
{
	const struct tourney *t = v->t;
	entry_no e = t->pairings[t->bracket_base + seat / 2].side[seat % 2];
	struct out o = out_to_sbuf(b);

	o.catalogue = v->out->catalogue;
	if (e != ENTRY_UNKNOWN) {
		sbuf_add(b, view_name(v, e));
		return;
	}
	for (uint32_t p = t->bracket_base; p < t->pairings_n; p++)
		if (t->pairings[p].winner_to == seat)
			msg_tview_winner_of(&o, view_pairing_number(p));
		else if (t->pairings[p].loser_to == seat)
			msg_tview_loser_of(&o, view_pairing_number(p));
}

static unsigned
title_width(const struct view *v, entry_no e)
{
	char title[WORDS_TITLE_MAX];
	unsigned widest = TITLE_COLUMNS_MIN;

	for (uint32_t p = 0; p < v->t->pairings_n; p++) {
		const struct pairing *x = &v->t->pairings[p];
		unsigned width;

		if (x->side[0] != e && x->side[1] != e)
			continue;
		(void)words_pairing_title(v->out, v->t, p, title);
		width = utf8_width(title, strlen(title));
		widest = width > widest ? width : widest;
	}
	return widest;
}

static void
print_path_row(const struct view *v, uint32_t p, unsigned side, unsigned width)
{
	const struct pairing *x = &v->t->pairings[p];
	char title[WORDS_TITLE_MAX], text[96], opponent[64];
	struct columns c;
	struct sbuf b;

	SBUF_INIT(&b, opponent);
	if (section_is_bracket(x->section))
		seat_text(v, (p - v->t->bracket_base) * 2 + 1 - side, &b);
	else
		sbuf_add(&b, view_name(v, x->side[1 - side]));
	SBUF_INIT(&b, text);
	view_pairing_state(v, p, &b);
	columns_begin(&c, v->out);
	columns_add_number(&c, 5, (long)view_pairing_number(p));
	columns_add_gap(&c, 2);
	(void)words_pairing_title(v->out, v->t, p, title);
	columns_add_left(&c, width, title);
	columns_add_left(&c, 2, x->end != PAIRING_OPEN && x->winner == side ? " *" : "");
	columns_add_left(&c, NAME_COLUMNS, opponent);
	columns_add_number(&c, 3, x->length);
	columns_add_gap(&c, 1);
	columns_add_left(&c, TABLE_LINE_COLUMNS, text);
	columns_send(&c);
}

/* Prints the next opponent of the winner of an open knock-out pairing. */
static void
print_next_opponent(const struct view *v, uint32_t p)
{
	const struct pairing *x = &v->t->pairings[p];
	char title[WORDS_TITLE_MAX], text[64];
	struct sbuf b;

	if (!section_is_bracket(x->section) || x->end != PAIRING_OPEN ||
	    x->winner_to == PAIRING_NOWHERE)
		return;
	SBUF_INIT(&b, text);
	seat_text(v, x->winner_to ^ 1u, &b);
	if (b.len > 0)
		msg_tview_path_next(v->out,
		    words_pairing_title(
			v->out, v->t, v->t->bracket_base + x->winner_to / 2, title),
		    text);
}

unsigned
view_path(const struct view *v, entry_no e)
{
	uint32_t last = TOURNEY_NO_PAIRING;
	unsigned n = 0, width = title_width(v, e);

	for (uint32_t p = 0; p < v->t->pairings_n; p++)
		for (unsigned side = 0; side < 2; side++) {
			if (v->t->pairings[p].side[side] != e)
				continue;
			if (n++ == 0)
				view_pairings_head(v, width, MSG_tview_round);
			print_path_row(v, p, side, width);
			last = p;
		}
	if (n > 0)
		print_next_opponent(v, last);
	return n;
}
