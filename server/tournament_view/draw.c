/* SPDX-License-Identifier: MIT */
/* Draws knock-outs as trees: four rounds, up to 16 places per page.
 *
 * Every row holds one item: a seat that is filled from outside the page, or a pairing, between
 * the rows of its two seats.  So the text of a row, such as a name of 20 letters with a score,
 * may be wider than the column of its round.  It does not collide with a line, because the
 * lines of round r cross only rows of rounds before r - 1.
 *
 * Cost: linear in the knock-out, to find the source of each seat, and in the output. */
#include <stdlib.h>
#include <string.h>

#include "tournament_view/view.h"
#include "tournament_view/words.h"

#define GRID_ROWS_MAX 64u /* at least 2 * 16 - 1, the most that a tree of four rounds has */
#define NODE_TEXT_MAX 27u /* name, space, score */

/* Column at which the texts of round r of a page begin; round 0 holds the places.  No line
 * crosses a text, because ROUND_COLUMN[r] is to the right of the texts of round r - 2. */
static const unsigned ROUND_COLUMN[VIEW_PAGE_ROUNDS + 1] = { 0, 7, 25, 38, 52 };

struct drawing {
	const struct view *v;
	const struct pairing *all;
	size_t pairing_count;
	const pairing_seat *sources; /* sources of the seats, see bracket_seat_sources */
	enum section section;
	unsigned first_round; /* the leftmost round of the page */
	char grid[GRID_ROWS_MAX][TABLE_LINE_COLUMNS + 1];
	unsigned rows;
	bool has_forfeits, has_set_results, has_open; /* marks used, which need a legend */
};

static void
put(struct drawing *d, unsigned row, unsigned column, const char *text)
{
	for (; *text != '\0' && column < TABLE_LINE_COLUMNS; text++)
		d->grid[row][column++] = *text;
}

static unsigned
new_row(struct drawing *d)
{
	CHECK(d->rows < GRID_ROWS_MAX);
	memset(d->grid[d->rows], ' ', TABLE_LINE_COLUMNS);
	d->grid[d->rows][TABLE_LINE_COLUMNS] = '\0';
	return d->rows++;
}

static unsigned
pairing_number(const struct drawing *d, uint32_t p)
{
	return view_pairing_number(d->v->t->bracket_base + p);
}

/* ---- texts ---- */

/* Writes the player of a seat at the left edge, or where that player will come from. */
static void
seat_text(struct drawing *d, uint32_t p, unsigned side, struct sbuf *b)
{
	const struct view *v = d->v;
	entry_no e = d->all[p].side[side];
	pairing_seat from = d->sources[p * 2 + side];
	struct out o = out_to_sbuf(b);

	o.catalogue = v->out->catalogue;
	if (entry_is_player(e)) {
		unsigned seed = v->t->entries[e].seed;

		if (d->section == SECTION_MAIN && d->all[p].round == 1 && seed > 0 &&
		    seed < 1000)
			sbuf_addf(b, "%3u %s", seed, v->t->entries[e].name);
		else if (d->all[p].round == d->first_round)
			sbuf_addf(b, "    %s", v->t->entries[e].name);
		else
			sbuf_add(b, v->t->entries[e].name);
		return;
	}
	if (d->all[p].round == d->first_round)
		sbuf_add(b, "    ");
	if (e == ENTRY_NOBODY || from == PAIRING_NOWHERE)
		sbuf_add(b, msg_text(v->out, MSG_tview_bye));
	else if (from % 2 == 0)
		msg_tview_winner_of(&o, pairing_number(d, from / 2));
	else
		msg_tview_loser_of(&o, pairing_number(d, from / 2));
}

static void
open_pairing_text(struct drawing *d, uint32_t p, struct sbuf *b)
{
	const struct view *v = d->v;
	uint32_t n = v->t->bracket_base + p;
	unsigned score[2];
	bool playing;

	sbuf_addf(b, "#%u", view_pairing_number(n));
	d->has_open = true;
	if (v->t->bouts[n].match != 0 && v->get_score != NULL &&
	    v->get_score(v->ctx, n, score, &playing))
		sbuf_addf(b, " %u-%u", score[0], score[1]);
}

/* Writes the winner of a pairing, and how it was won. */
static void
node_text(struct drawing *d, uint32_t p, struct sbuf *b)
{
	const struct pairing *x = &d->all[p];
	unsigned w = x->winner < 2 ? x->winner : 0;
	const char *name = view_name(d->v, x->side[w]);

	switch ((enum pairing_end)x->end) {
	case PAIRING_OPEN:
		open_pairing_text(d, p, b);
		break;
	case PAIRING_PLAYED:
	case PAIRING_SET_RESULT:
		sbuf_addf(b, "%s %u%c%u", name, (unsigned)x->score[w],
		    x->end == PAIRING_SET_RESULT ? '=' : '-', (unsigned)x->score[1 - w]);
		d->has_set_results |= x->end == PAIRING_SET_RESULT;
		break;
	case PAIRING_FORFEIT:
		sbuf_addf(b, "%s ff", name);
		d->has_forfeits = true;
		break;
	case PAIRING_DOUBLE_FORFEIT:
		sbuf_add(b, "- ff");
		d->has_forfeits = true;
		break;
	case PAIRING_BYE:
		sbuf_add(b, name);
		break;
	case PAIRING_VOID:
	case PAIRING_END_COUNT:
		sbuf_addc(b, '-');
		break;
	}
}

/* ---- the tree ---- */

static unsigned draw_node(struct drawing *d, uint32_t p);

/* Returns the number of a pairing's round on the page, from 1. */
static unsigned
level_of(const struct drawing *d, uint32_t p)
{
	return d->all[p].round - d->first_round + 1;
}

/* Returns whether the seat is filled by the winner of a pairing of this page. */
static bool
is_on_page(const struct drawing *d, pairing_seat from)
{
	return from != PAIRING_NOWHERE && from % 2 == 0 &&
	       d->all[from / 2].section == d->section &&
	       d->all[from / 2].round >= d->first_round && d->section != SECTION_FINAL;
}

/* Draws a seat and returns its row. */
static unsigned
draw_seat(struct drawing *d, uint32_t p, unsigned side)
{
	pairing_seat from = d->sources[p * 2 + side];
	char text[96];
	struct sbuf b;
	unsigned row;

	if (is_on_page(d, from))
		return draw_node(d, from / 2);
	SBUF_INIT(&b, text);
	seat_text(d, p, side, &b);
	row = new_row(d);
	put(d, row, ROUND_COLUMN[level_of(d, p) - 1], text);
	return row;
}

/* Draws a line from the end of a row's text to a column, and the corner there. */
static void
draw_corner(struct drawing *d, unsigned row, unsigned column, char corner)
{
	unsigned end = column;

	while (end > 0 && d->grid[row][end - 1] == ' ')
		end--;
	for (unsigned i = end; i < TABLE_LINE_COLUMNS; i++)
		if (d->grid[row][i] != ' ')
			return; /* the text extends beyond the column */
	for (unsigned i = end + 1; i < column; i++)
		d->grid[row][i] = '-';
	if (end < column)
		d->grid[row][column] = corner;
}

static unsigned
draw_node(struct drawing *d, uint32_t p)
{
	unsigned level = level_of(d, p), column = ROUND_COLUMN[level];
	unsigned up = draw_seat(d, p, 0), row = new_row(d), down = draw_seat(d, p, 1);
	char text[96];
	struct sbuf b;

	SBUF_INIT(&b, text);
	node_text(d, p, &b);
	put(d, row, column, text);
	if (level == 1)
		return row;
	for (unsigned i = up + 1; i < down; i++)
		if (i != row)
			d->grid[i][column] = '|';
	draw_corner(d, up, column, '.');
	draw_corner(d, down, column, '\'');
	return row;
}

static void
print_grid(struct drawing *d)
{
	for (unsigned row = 0; row < d->rows; row++) {
		unsigned n = TABLE_LINE_COLUMNS;

		while (n > 0 && d->grid[row][n - 1] == ' ')
			n--;
		d->grid[row][n] = '\0';
		out_text(d->v->out, d->grid[row]);
		out_text(d->v->out, "\n");
	}
}

static void
print_legend(const struct drawing *d)
{
	if (d->has_open)
		msg_tview_explain_open(d->v->out);
	if (d->has_forfeits)
		msg_tview_explain_forfeit(d->v->out);
	if (d->has_set_results)
		msg_tview_explain_set(d->v->out);
}

static void
draw_tree(struct drawing *d, uint32_t top)
{
	pairing_seat *from = calloc(d->pairing_count, 2 * sizeof(*from));

	CHECK(from != NULL);
	bracket_seat_sources(d->all, d->pairing_count, from);
	d->sources = from;
	(void)draw_node(d, top);
	print_grid(d);
	print_legend(d);
	free(from);
}

/* Prints the heading: "Main bracket, rounds 1 to 3, part 1 of 2". */
static void
print_heading(const struct drawing *d, unsigned last, unsigned part, size_t parts)
{
	struct out *out = d->v->out;
	const char *section = words_section(out, d->v->t, d->section);
	unsigned points = d->all[0].length;
	uint32_t p;

	if (bracket_find_round(d->all, d->pairing_count, d->section, last, &p) > 0)
		points = d->all[p].length;
	if (d->first_round == last)
		msg_tview_bracket_round(out, section, last, points);
	else
		msg_tview_bracket_rounds(out, section, d->first_round, last);
	if (parts > 1)
		msg_tview_bracket_part(out, part + 1, (unsigned)parts);
	msg_newline(out);
}

unsigned
view_bracket(const struct view *v, enum section section, unsigned first, unsigned part)
{
	const struct tourney *t = v->t;
	struct drawing d = { .v = v, .section = section, .first_round = first };
	unsigned rounds = view_rounds(v, section), last;
	uint32_t top;
	size_t parts;

	if (first == 0 || first > rounds || section == SECTION_ROUNDS ||
	    section == SECTION_GROUP)
		return 0;
	d.all = t->pairings + t->bracket_base;
	d.pairing_count = t->pairings_n - t->bracket_base;
	last = first + VIEW_PAGE_ROUNDS - 1;
	if (last > rounds)
		last = rounds;
	if (section == SECTION_FINAL)
		last = first;
	parts = bracket_find_round(d.all, d.pairing_count, section, last, &top);
	if (part >= parts)
		return 0;
	print_heading(&d, last, part, parts);
	draw_tree(&d, top + part);
	return (unsigned)parts;
}
