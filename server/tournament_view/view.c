/* SPDX-License-Identifier: MIT */
/* See view.h.  A table is calculated completely (linear in the pairings, a few milliseconds for
 * 4,096 players), even if only some of its rows are printed.  Lists of pairings cost only the
 * rows printed. */
#include "tournament_view/view.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "tournament_view/words.h"

#define DAY_MS 86400000

const char *
view_name(const struct view *v, entry_no e)
{
	if (e == ENTRY_NOBODY)
		return msg_text(v->out, MSG_tview_bye);
	return entry_is_player(e) ? v->t->entries[e].name : "";
}

/* Writes a time, with the date if it is more than 20 hours from now. */
static void
write_time(const struct view *v, int64_t at_ms, char text[VIEW_TIME_MAX])
{
	int64_t away = at_ms > v->now_ms ? at_ms - v->now_ms : v->now_ms - at_ms;
	enum msg_id form = away > DAY_MS / 24 * 20 ? MSG_strftime_date : MSG_strftime_clock;

	v->write_time(v->ctx, at_ms, msg_text(v->out, form), text, VIEW_TIME_MAX);
}

/* Returns an output for messages in the reader's language that are part of a line. */
static struct out
message_output(const struct view *v, struct sbuf *b)
{
	struct out o = out_to_sbuf(b);

	o.catalogue = v->out->catalogue;
	return o;
}

unsigned
view_rounds(const struct view *v, enum section section)
{
	const struct tourney *t = v->t;

	if (section == SECTION_ROUNDS || section == SECTION_GROUP) {
		const struct format *f = tourney_format(&t->set);

		if (f->section != section || t->pairings_n == 0)
			return 0;
		return f->by_round ? t->round : t->rounds;
	}
	if (t->stage == STAGE_ROUNDS || section == SECTION_PLAYOFF)
		return 0;
	return bracket_rounds(TOURNEY_BRACKET_ARGS(t), section);
}

unsigned
view_rounds_planned(const struct view *v, enum section section)
{
	return section == SECTION_ROUNDS ? v->t->rounds : view_rounds(v, section);
}

static const char *tiebreak_word(const struct view *v, unsigned i);

/* ---- rows of places ---- */

struct place_row {
	entry_no entry;
	uint16_t first_place,
	    last_place; /* the entry shares the places from..to; 0: no place yet */
	uint16_t won, lost;
	uint32_t tie_order; /* order of entries with the same place */
};

static int
compare_places(const void *a, const void *b)
{
	const struct place_row *x = a, *y = b;

	if (x->first_place != y->first_place)
		return x->first_place < y->first_place ? -1 : 1;
	if (x->tie_order != y->tie_order)
		return x->tie_order < y->tie_order ? -1 : 1;
	return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static void *
new_array(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	CHECK(p != NULL); /* running out of memory ends the server; a restart loses nothing */
	return p;
}

/* Returns the places by entry; the caller frees them. */
static struct bracket_place *
places_of(const struct tourney *t)
{
	struct bracket_place *places = new_array(t->entries_n, sizeof(*places));
	void *scratch = new_array(tourney_scratch_size(t), 1);

	tourney_places(t, scratch, places);
	free(scratch);
	return places;
}

/* Returns the only entry with the first place, or ENTRY_UNKNOWN if several share it. */
static entry_no
sole_first_place(const struct tourney *t)
{
	struct bracket_place *places = places_of(t);
	entry_no first = ENTRY_UNKNOWN;

	for (unsigned e = 0; e < t->entries_n && first == ENTRY_UNKNOWN; e++)
		if (places[e].from == 1 && places[e].to == 1)
			first = (entry_no)e;
	free(places);
	return first;
}

entry_no
view_winner(const struct tourney *t, enum section section)
{
	entry_no e;

	if (t->stage == STAGE_ROUNDS)
		return section == SECTION_MAIN && t->phase == TOURNEY_FINISHED
			   ? sole_first_place(t)
			   : ENTRY_UNKNOWN;
	e = section == SECTION_MAIN ? bracket_champion(TOURNEY_BRACKET_ARGS(t))
				    : bracket_winner(TOURNEY_BRACKET_ARGS(t), section);
	return entry_is_player(e) ? e : ENTRY_UNKNOWN;
}

static void
count_results(const struct tourney *t, struct place_row *rows)
{
	for (uint32_t p = 0; p < t->pairings_n; p++) {
		const struct pairing *x = &t->pairings[p];

		if (!pairing_was_played(x) && x->end != PAIRING_FORFEIT &&
		    x->end != PAIRING_DOUBLE_FORFEIT)
			continue;
		for (unsigned s = 0; s < 2; s++) {
			if (!entry_is_player(x->side[s]))
				continue;
			if (x->winner == s)
				rows[x->side[s]].won++;
			else
				rows[x->side[s]].lost++;
		}
	}
}

/* Returns rows for all entries that have started, in the order of places; the caller frees
 * them. */
static struct place_row *
place_rows(const struct tourney *t, unsigned *n_out)
{
	struct place_row *rows = new_array(t->entries_n, sizeof(*rows));
	struct bracket_place *places = places_of(t);
	unsigned n = 0;

	count_results(t, rows);
	for (unsigned e = 0; e < t->entries_n; e++) {
		struct place_row r = rows[e];
		const struct tourney_entry *x = &t->entries[e];

		r.entry = (entry_no)e;
		r.first_place = places[e].from;
		r.last_place = places[e].to;
		r.tie_order =
		    (uint32_t)x->losses << 16 | (x->seed != 0 ? x->seed : TOURNEY_ENTRIES_MAX);
		/* the entry has withdrawn, or the tournament has ended, without a place */
		if (r.first_place == 0 && (x->withdrawn || t->phase == TOURNEY_FINISHED))
			r.first_place = UINT16_MAX;
		if (tourney_entry_has_started(x))
			rows[n++] = r;
	}
	qsort(rows, n, sizeof(*rows), compare_places);
	free(places);
	*n_out = n;
	return rows;
}

static void
place_text(const struct place_row *r, struct sbuf *b)
{
	if (r->first_place == 0 || r->first_place == UINT16_MAX)
		sbuf_addc(b, '-');
	else if (r->first_place == r->last_place)
		sbuf_addi(b, r->first_place);
	else
		sbuf_addf(b, "%u-%u", (unsigned)r->first_place, (unsigned)r->last_place);
}

/* Writes points, and tie-breaks in their order: "  5  1/12/10/33/15". */
static void
standing_cells(struct columns *c, const struct view *v, entry_no e)
{
	const struct standing_row *s = &v->standings[e];
	char text[96] = "";
	struct sbuf b;

	if (s->from == 0)
		return;
	columns_add_number(c, 7, s->points);
	columns_add_gap(c, 2);
	SBUF_INIT(&b, text);
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		sbuf_addf(&b, "%s%ld", i > 0 ? "/" : "",
		    (long)s->tiebreak[v->t->set.list[TSET_tiebreaks][i]]);
	columns_add_left(c, (unsigned)b.len, text);
}

static void
standing_headings(struct columns *c, const struct view *v)
{
	char text[96] = "";
	struct sbuf b;

	columns_add_right(c, 7, msg_text(v->out, MSG_tview_points));
	columns_add_gap(c, 2);
	SBUF_INIT(&b, text);
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		sbuf_addf(&b, "%s%s", i > 0 ? "/" : "", tiebreak_word(v, i));
	columns_add_left(c, (unsigned)b.len, text);
}

static void
print_place_row(const struct view *v, const struct place_row *r)
{
	const struct tourney_entry *e = &v->t->entries[r->entry];
	const char *note = "";
	char text[24];
	struct columns c;
	struct sbuf b;

	SBUF_INIT(&b, text);
	place_text(r, &b);
	columns_begin(&c, v->out);
	columns_add_right(&c, 9, text);
	columns_add_gap(&c, 2);
	columns_add_left(&c, NAME_COLUMNS, e->name);
	if (e->seed != 0)
		columns_add_number(&c, 6, e->seed);
	else
		columns_add_right(&c, 6, "-");
	columns_add_number(&c, 6, r->won);
	columns_add_number(&c, 6, r->lost);
	if (v->standings != NULL)
		standing_cells(&c, v, r->entry);
	columns_add_gap(&c, 2);
	if (e->withdrawn)
		note = msg_text(v->out, MSG_tview_withdrew);
	else if (r->first_place == 0 && v->t->phase == TOURNEY_RUNNING)
		note = msg_text(v->out, MSG_tview_still_in);
	if (c.used_columns + utf8_width(note, strlen(note)) <= TABLE_LINE_COLUMNS)
		columns_add_left(&c, 24, note);
	columns_send(&c);
}

/* Returns whether row i (from 1) is printed: it is in the requested range, or is the reader's
 * own, which "..." separates from the range.  The caller prints the row and calls row_end. */
static bool
row_begin(const struct view *v, unsigned i, unsigned from, unsigned to, bool mine)
{
	if (mine && i > to)
		out_text(v->out, "...\n");
	return mine || (i >= from && i <= to);
}

static void
row_end(const struct view *v, unsigned i, unsigned from, bool mine)
{
	if (mine && i < from)
		out_text(v->out, "...\n");
}

unsigned
view_places(const struct view *v, unsigned from, unsigned to)
{
	struct columns c;
	unsigned n;
	struct place_row *rows = place_rows(v->t, &n);

	columns_begin(&c, v->out);
	columns_add_right(&c, 9, msg_text(v->out, MSG_tview_place));
	columns_add_gap(&c, 2);
	columns_add_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_name));
	columns_add_right(&c, 6, msg_text(v->out, MSG_tview_seed));
	columns_add_right(&c, 6, msg_text(v->out, MSG_tview_won));
	columns_add_right(&c, 6, msg_text(v->out, MSG_tview_lost));
	if (v->standings != NULL)
		standing_headings(&c, v);
	columns_send(&c);
	for (unsigned i = 1; i <= n; i++) {
		bool mine = rows[i - 1].entry == v->me;

		if (row_begin(v, i, from, to, mine))
			print_place_row(v, &rows[i - 1]);
		row_end(v, i, from, mine);
	}
	free(rows);
	return n;
}

/* ---- the table of points ---- */

struct standing_list {
	struct standing_row *rows;
	unsigned n;
};

static struct standing_list
compute_standing_list(const struct tourney *t, unsigned group)
{
	struct standing_list r = { new_array(t->entries_n, sizeof(*r.rows)), 0 };
	void *scratch = new_array(tourney_scratch_size(t), 1);

	r.n = tourney_table(t, group, scratch, r.rows);
	free(scratch);
	return r;
}

static const char *
tiebreak_word(const struct view *v, unsigned i)
{
	static const enum msg_id tiebreak_words[TIEBREAK_COUNT] = {
		[TIEBREAK_DIRECT] = MSG_tview_direct,
		[TIEBREAK_BUCHHOLZ_CUT] = MSG_tview_buchholz_cut,
		[TIEBREAK_BUCHHOLZ] = MSG_tview_buchholz,
		[TIEBREAK_MEDIAN] = MSG_tview_median,
		[TIEBREAK_SONNEBORN] = MSG_tview_sonneborn,
		[TIEBREAK_PROGRESSIVE] = MSG_tview_progressive,
		[TIEBREAK_DIFFERENCE] = MSG_tview_difference,
		[TIEBREAK_WINS] = MSG_tview_wins,
	};

	return msg_text(v->out, tiebreak_words[v->t->set.list[TSET_tiebreaks][i]]);
}

/* Returns whether the table shows matches won and lost; seven or more tie-breaks leave no room
 * for them. */
static bool
shows_won_and_lost(const struct view *v)
{
	return v->t->set.value[TSET_tiebreaks] <= 6;
}

static void
print_table_heading(const struct view *v)
{
	struct columns c;

	columns_begin(&c, v->out);
	columns_add_right(&c, 4, msg_text(v->out, MSG_tview_no));
	columns_add_gap(&c, 2);
	columns_add_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_name));
	columns_add_right(&c, 5, msg_text(v->out, MSG_tview_points));
	if (shows_won_and_lost(v))
		columns_add_right(&c, 8, msg_text(v->out, MSG_tview_won_lost));
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		columns_add_right(&c, 6, tiebreak_word(v, i));
	columns_send(&c);
}

static void
rank_cells(struct columns *c, const struct view *v, const struct standing_row *s)
{
	columns_add_number(c, 4, s->from);
	columns_add_left(c, 2, s->from != s->to ? "=" : "");
	columns_add_left(c, NAME_COLUMNS, v->t->entries[s->entry].name);
}

static void
print_table_row(const struct view *v, const struct standing_row *s)
{
	char text[24];
	struct columns c;
	struct sbuf b;

	columns_begin(&c, v->out);
	rank_cells(&c, v, s);
	columns_add_number(&c, 5, s->points);
	SBUF_INIT(&b, text);
	sbuf_addf(&b, "%u-%u", (unsigned)s->won, (unsigned)s->lost);
	if (shows_won_and_lost(v))
		columns_add_right(&c, 8, text);
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		columns_add_number(&c, 6, s->tiebreak[v->t->set.list[TSET_tiebreaks][i]]);
	columns_send(&c);
}

unsigned
view_table(const struct view *v, unsigned group, unsigned from, unsigned to)
{
	struct standing_list r = compute_standing_list(v->t, group);

	print_table_heading(v);
	for (unsigned i = 1; i <= r.n; i++) {
		bool mine = r.rows[i - 1].entry == v->me;

		if (row_begin(v, i, from, to, mine))
			print_table_row(v, &r.rows[i - 1]);
		row_end(v, i, from, mine);
	}
	free(r.rows);
	return r.n;
}

/* ---- the crosstable ---- */

#define CROSS_PLAYERS_MAX 16u /* maximum columns of opponents, each 3 wide */
#define CROSS_ROUNDS_MAX 10u  /* maximum columns of rounds, each 5 wide */

struct cross {
	const struct view *v;
	struct standing_list r;
	uint16_t *row_of;             /* row of each entry, from 1; 0: not in the table */
	char (*cells)[6];             /* texts of the rows printed */
	unsigned first_row, last_row; /* rows printed, from 1 */
	/* number of columns: rounds from `first`, or opponents if first is 0 */
	unsigned first_round, columns;
};

/* Returns the mark for a match won, lost, won by forfeit or lost by forfeit. */
static char
cross_mark(const struct cross *x, const struct pairing *p, unsigned side)
{
	const char *marks = x->first_round == 0 ? "10+-" : "+-><";

	switch ((enum pairing_end)p->end) {
	case PAIRING_PLAYED:
	case PAIRING_SET_RESULT:
		return marks[p->winner == side ? 0 : 1];
	case PAIRING_FORFEIT:
		return marks[p->winner == side ? 2 : 3];
	case PAIRING_DOUBLE_FORFEIT:
		return marks[3];
	case PAIRING_BYE:
		return marks[2];
	case PAIRING_OPEN:
	case PAIRING_VOID:
	case PAIRING_END_COUNT:
		break;
	}
	return '.';
}

static void
fill_cross_cell(struct cross *x, const struct pairing *p, unsigned side)
{
	unsigned row = x->row_of[p->side[side]], column;
	bool bye = !entry_is_player(p->side[1 - side]);
	unsigned other = bye ? 0 : x->row_of[p->side[1 - side]];
	struct sbuf b;

	if (row == 0 || row < x->first_row || row > x->last_row)
		return;
	if (x->first_round == 0)
		column = other - 1u;
	else
		column = (unsigned)p->round - x->first_round;
	if (column >= x->columns)
		return;
	SBUF_INIT(&b, x->cells[(row - x->first_row) * x->columns + column]);
	if (x->first_round != 0 && bye) {
		sbuf_add(&b, msg_text(x->v->out, MSG_tview_cross_bye));
		return;
	}
	if (x->first_round != 0)
		sbuf_addi(&b, (long)other);
	sbuf_addc(&b, cross_mark(x, p, side));
}

static void
fill_cross_table(struct cross *x, unsigned group)
{
	const struct tourney *t = x->v->t;

	for (uint32_t i = 0; i < t->pairings_n; i++) {
		const struct pairing *p = &t->pairings[i];

		if (p->section != SECTION_ROUNDS &&
		    (p->section != SECTION_GROUP || p->group != group))
			continue;
		for (unsigned s = 0; s < 2; s++)
			if (entry_is_player(p->side[s]))
				fill_cross_cell(x, p, s);
	}
}

static void
print_cross_heading(const struct cross *x)
{
	const struct view *v = x->v;
	unsigned width = x->first_round == 0 ? 3 : 5;
	struct columns c;

	columns_begin(&c, v->out);
	columns_add_right(&c, 4, msg_text(v->out, MSG_tview_no));
	columns_add_gap(&c, 2);
	columns_add_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_name));
	for (unsigned i = 0; i < x->columns; i++)
		columns_add_number(&c, width, x->first_round == 0 ? i + 1 : x->first_round + i);
	if (x->first_round == 0)
		columns_add_right(&c, 5, msg_text(v->out, MSG_tview_points));
	columns_send(&c);
}

static void
print_cross_row(const struct cross *x, unsigned row)
{
	const struct standing_row *s = &x->r.rows[row - 1];
	unsigned width = x->first_round == 0 ? 3 : 5;
	struct columns c;

	columns_begin(&c, x->v->out);
	columns_add_number(&c, 4, row);
	columns_add_gap(&c, 2);
	columns_add_left(&c, NAME_COLUMNS, x->v->t->entries[s->entry].name);
	for (unsigned i = 0; i < x->columns; i++)
		columns_add_right(&c, width,
		    x->first_round == 0 && i + 1 == row
			? "*"
			: x->cells[(row - x->first_row) * x->columns + i]);
	if (x->first_round == 0)
		columns_add_number(&c, 5, s->points);
	columns_send(&c);
}

/* Chooses the columns: opponents if every player meets every other and there are at most
 * CROSS_PLAYERS_MAX; else the last rounds. */
static void
choose_cross_columns(struct cross *x, unsigned last)
{
	const struct tourney *t = x->v->t;

	if (t->groups > 0 && x->r.n <= CROSS_PLAYERS_MAX) {
		x->columns = x->r.n;
		return;
	}
	if (last == 0 || last > t->round)
		last = t->round;
	x->columns = last < CROSS_ROUNDS_MAX ? last : CROSS_ROUNDS_MAX;
	x->first_round = last - x->columns + 1;
}

unsigned
view_crosstable(const struct view *v, unsigned group, unsigned from, unsigned to, unsigned last)
{
	struct cross x = { .v = v, .r = compute_standing_list(v->t, group), .first_row = from };

	x.last_row = to < x.r.n ? to : x.r.n;
	choose_cross_columns(&x, last);
	if (from <= x.last_row && from > 0) {
		x.row_of = new_array(v->t->entries_n, sizeof(*x.row_of));
		x.cells = new_array(
		    (x.last_row - from + 1) * (size_t)(x.columns + 1), sizeof(*x.cells));
		for (unsigned i = 0; i < x.r.n; i++)
			x.row_of[x.r.rows[i].entry] = (uint16_t)(i + 1);
		fill_cross_table(&x, group);
		print_cross_heading(&x);
		for (unsigned row = from; row <= x.last_row; row++)
			print_cross_row(&x, row);
		(x.first_round == 0 ? msg_tview_explain_marks : msg_tview_explain_cross)(
		    v->out);
		free(x.row_of);
		free(x.cells);
	}
	free(x.r.rows);
	return x.r.n;
}

/* ---- pairings ---- */

static void
result_text(const struct view *v, const struct pairing *p, struct sbuf *b)
{
	struct out o = message_output(v, b);

	switch ((enum pairing_end)p->end) {
	case PAIRING_PLAYED:
		sbuf_addf(b, "%u-%u", (unsigned)p->score[0], (unsigned)p->score[1]);
		break;
	case PAIRING_SET_RESULT:
		sbuf_addf(b, "%u-%u ", (unsigned)p->score[0], (unsigned)p->score[1]);
		msg_tview_set(&o);
		break;
	case PAIRING_FORFEIT:
		msg_tview_forfeit(&o);
		break;
	case PAIRING_DOUBLE_FORFEIT:
		msg_tview_double_forfeit(&o);
		break;
	case PAIRING_VOID:
		msg_tview_void(&o);
		break;
	case PAIRING_BYE:
	case PAIRING_OPEN:
	case PAIRING_END_COUNT:
		break;
	}
}

/* Writes the state of a pairing that can be played and has not begun. */
static void
unbegun_text(const struct view *v, uint32_t pairing, struct sbuf *b)
{
	const struct tourney_bout *bout = &v->t->bouts[pairing];
	const struct pairing *p = &v->t->pairings[pairing];
	bool here[2] = { v->t->entries[p->side[0]].online, v->t->entries[p->side[1]].online };
	char when[VIEW_TIME_MAX];
	struct out o = message_output(v, b);

	if (v->now_ms < bout->due_ms || v->t->paused) {
		write_time(v, bout->due_ms, when);
		(v->t->paused ? msg_tview_standing : msg_tview_due)(&o, when);
	} else if (!here[0] && !here[1]) {
		msg_tview_late_both(&o);
	} else if (!here[0] || !here[1]) {
		msg_tview_late(&o, view_name(v, p->side[here[0] ? 1 : 0]));
	} else {
		msg_tview_about_to(&o);
	}
}

static void
begun_text(const struct view *v, uint32_t pairing, struct sbuf *b)
{
	unsigned score[2];
	bool playing = false;
	bool known = v->get_score != NULL && v->get_score(v->ctx, pairing, score, &playing);
	struct out o = message_output(v, b);

	if (v->t->bouts[pairing].held)
		msg_tview_held(&o);
	else if (!playing)
		msg_tview_interrupted(&o);
	else
		msg_tview_playing(&o);
	if (known)
		sbuf_addf(b, " %u-%u", score[0], score[1]);
}

void
view_pairing_state(const struct view *v, uint32_t pairing, struct sbuf *b)
{
	const struct tourney_bout *bout = &v->t->bouts[pairing];
	const struct pairing *p = &v->t->pairings[pairing];
	struct out o = message_output(v, b);

	if (p->end != PAIRING_OPEN)
		result_text(v, p, b);
	else if (!pairing_ready(p) || bout->ready_ms == 0)
		sbuf_add(b, "");
	else if (v->t->phase != TOURNEY_RUNNING)
		msg_tview_void(&o);
	else if (bout->match != 0)
		begun_text(v, pairing, b);
	else if (bout->held)
		msg_tview_held(&o);
	else
		unbegun_text(v, pairing, b);
}

static void
side_cells(struct columns *c, const struct view *v, const struct pairing *p, unsigned side)
{
	bool won = p->end != PAIRING_OPEN && p->winner == side;

	columns_add_left(c, 2, won ? " *" : "");
	columns_add_left(c, NAME_COLUMNS, view_name(v, p->side[side]));
}

void
view_pairing(const struct view *v, uint32_t pairing)
{
	const struct pairing *p = &v->t->pairings[pairing];
	char text[96];
	struct columns c;
	struct sbuf b;

	SBUF_INIT(&b, text);
	view_pairing_state(v, pairing, &b);
	columns_begin(&c, v->out);
	columns_add_number(&c, 5, (long)view_pairing_number(pairing));
	side_cells(&c, v, p, 0);
	side_cells(&c, v, p, 1);
	columns_add_number(&c, 3, p->length);
	columns_add_gap(&c, 1);
	columns_add_left(&c, TABLE_LINE_COLUMNS, text);
	columns_send(&c);
}

void
view_pairings_head(const struct view *v, unsigned width, enum msg_id first)
{
	struct columns c;

	columns_begin(&c, v->out);
	columns_add_right(&c, 5, msg_text(v->out, MSG_tview_no));
	columns_add_gap(&c, 2);
	columns_add_left(&c, width, msg_text(v->out, first));
	columns_add_gap(&c, 2);
	columns_add_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_opponent));
	columns_add_right(&c, 3, msg_text(v->out, MSG_tview_length));
	columns_add_gap(&c, 1);
	columns_add_left(&c, TABLE_LINE_COLUMNS, msg_text(v->out, MSG_tview_state));
	columns_send(&c);
}

/* Prints row i of a list of pairings. */
static void
print_listed_pairing(const struct view *v, uint32_t p, unsigned i, unsigned from, unsigned to)
{
	const struct pairing *x = &v->t->pairings[p];
	bool mine = entry_is_player(v->me) && (x->side[0] == v->me || x->side[1] == v->me);

	if (row_begin(v, i, from, to, mine))
		view_pairing(v, p);
	row_end(v, i, from, mine);
}

unsigned
view_open_pairings(const struct view *v, unsigned from, unsigned to)
{
	unsigned i = 0;

	view_pairings_head(v, NAME_COLUMNS, MSG_tview_player);
	for (uint32_t p = v->t->open_first; p != TOURNEY_NO_PAIRING;
	     p = v->t->bouts[p].open_next)
		print_listed_pairing(v, p, ++i, from, to);
	return i;
}

unsigned
view_round_pairings(const struct view *v, enum section section, int group, unsigned round,
    unsigned from, unsigned to)
{
	bool rounds = section == SECTION_ROUNDS || section == SECTION_GROUP;
	unsigned i = 0;

	view_pairings_head(v, NAME_COLUMNS, MSG_tview_player);
	for (uint32_t p = rounds ? 0 : v->t->bracket_base; p < v->t->pairings_n; p++) {
		const struct pairing *x = &v->t->pairings[p];

		if (x->section == section && x->round == round &&
		    (group < 0 || x->group == group))
			print_listed_pairing(v, p, ++i, from, to);
	}
	return i;
}
