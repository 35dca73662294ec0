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
write_when(const struct view *v, int64_t at_ms, char text[VIEW_TIME_MAX])
{
	int64_t away = at_ms > v->now_ms ? at_ms - v->now_ms : v->now_ms - at_ms;
	enum msg_id form = away > DAY_MS / 24 * 20 ? MSG_strftime_date : MSG_strftime_clock;

	v->time(v->ctx, at_ms, msg_text(v->out, form), text, VIEW_TIME_MAX);
}

/* Returns an output for messages in the reader's language that are part of a line. */
static struct out
part_of(const struct view *v, struct sbuf *b)
{
	struct out o = out_to(b);

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
	return bracket_rounds(TOURNEY_BRACKET(t), section);
}

unsigned
view_rounds_in_all(const struct view *v, enum section section)
{
	return section == SECTION_ROUNDS ? v->t->rounds : view_rounds(v, section);
}

static const char *tiebreak_word(const struct view *v, unsigned i);

/* ---- rows of places ---- */

struct place_row {
	entry_no entry;
	uint16_t from, to; /* the entry shares the places from..to; 0: no place yet */
	uint16_t won, lost;
	uint32_t order; /* order of entries with the same place */
};

static int
by_place(const void *a, const void *b)
{
	const struct place_row *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->order != y->order)
		return x->order < y->order ? -1 : 1;
	return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static void *
array(size_t n, size_t size)
{
	void *p = calloc(n + 1, size);

	CHECK(p != NULL); /* running out of memory ends the server; a restart loses nothing */
	return p;
}

/* Returns the places by entry; the caller frees them. */
static struct bracket_place *
places_of(const struct tourney *t)
{
	struct bracket_place *places = array(t->entries_n, sizeof(*places));
	void *scratch = array(tourney_scratch(t), 1);

	tourney_places(t, scratch, places);
	free(scratch);
	return places;
}

/* Returns the only entry with the first place, or ENTRY_UNKNOWN if several share it. */
static entry_no
only_first(const struct tourney *t)
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
		return section == SECTION_MAIN && t->phase == TOURNEY_FINISHED ? only_first(t)
									       : ENTRY_UNKNOWN;
	e = section == SECTION_MAIN ? bracket_champion(TOURNEY_BRACKET(t))
				    : bracket_winner(TOURNEY_BRACKET(t), section);
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
	struct place_row *rows = array(t->entries_n, sizeof(*rows));
	struct bracket_place *places = places_of(t);
	unsigned n = 0;

	count_results(t, rows);
	for (unsigned e = 0; e < t->entries_n; e++) {
		struct place_row r = rows[e];
		const struct tourney_entry *x = &t->entries[e];

		r.entry = (entry_no)e;
		r.from = places[e].from;
		r.to = places[e].to;
		r.order =
		    (uint32_t)x->losses << 16 | (x->seed != 0 ? x->seed : TOURNEY_ENTRIES_MAX);
		/* the entry has withdrawn, or the tournament has ended, without a place */
		if (r.from == 0 && (x->withdrawn || t->phase == TOURNEY_FINISHED))
			r.from = UINT16_MAX;
		if (tourney_has_started(x))
			rows[n++] = r;
	}
	qsort(rows, n, sizeof(*rows), by_place);
	free(places);
	*n_out = n;
	return rows;
}

static void
place_text(const struct place_row *r, struct sbuf *b)
{
	if (r->from == 0 || r->from == UINT16_MAX)
		sbuf_addc(b, '-');
	else if (r->from == r->to)
		sbuf_addi(b, r->from);
	else
		sbuf_addf(b, "%u-%u", (unsigned)r->from, (unsigned)r->to);
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
	columns_number(c, 7, s->points);
	columns_gap(c, 2);
	SBUF_ON(&b, text);
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		sbuf_addf(&b, "%s%ld", i > 0 ? "/" : "",
		    (long)s->tiebreak[v->t->set.list[TSET_tiebreaks][i]]);
	columns_left(c, (unsigned)b.len, text);
}

static void
standing_heads(struct columns *c, const struct view *v)
{
	char text[96] = "";
	struct sbuf b;

	columns_right(c, 7, msg_text(v->out, MSG_tview_points));
	columns_gap(c, 2);
	SBUF_ON(&b, text);
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		sbuf_addf(&b, "%s%s", i > 0 ? "/" : "", tiebreak_word(v, i));
	columns_left(c, (unsigned)b.len, text);
}

static void
place_line(const struct view *v, const struct place_row *r)
{
	const struct tourney_entry *e = &v->t->entries[r->entry];
	const char *note = "";
	char text[24];
	struct columns c;
	struct sbuf b;

	SBUF_ON(&b, text);
	place_text(r, &b);
	columns_begin(&c, v->out);
	columns_right(&c, 9, text);
	columns_gap(&c, 2);
	columns_left(&c, NAME_COLUMNS, e->name);
	if (e->seed != 0)
		columns_number(&c, 6, e->seed);
	else
		columns_right(&c, 6, "-");
	columns_number(&c, 6, r->won);
	columns_number(&c, 6, r->lost);
	if (v->standings != NULL)
		standing_cells(&c, v, r->entry);
	columns_gap(&c, 2);
	if (e->withdrawn)
		note = msg_text(v->out, MSG_tview_withdrew);
	else if (r->from == 0 && v->t->phase == TOURNEY_RUNNING)
		note = msg_text(v->out, MSG_tview_still_in);
	if (c.columns + utf8_width(note, strlen(note)) <= CELLS_COLUMNS)
		columns_left(&c, 24, note);
	columns_end(&c);
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
	columns_right(&c, 9, msg_text(v->out, MSG_tview_place));
	columns_gap(&c, 2);
	columns_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_name));
	columns_right(&c, 6, msg_text(v->out, MSG_tview_seed));
	columns_right(&c, 6, msg_text(v->out, MSG_tview_won));
	columns_right(&c, 6, msg_text(v->out, MSG_tview_lost));
	if (v->standings != NULL)
		standing_heads(&c, v);
	columns_end(&c);
	for (unsigned i = 1; i <= n; i++) {
		bool mine = rows[i - 1].entry == v->me;

		if (row_begin(v, i, from, to, mine))
			place_line(v, &rows[i - 1]);
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
standing_list(const struct tourney *t, unsigned group)
{
	struct standing_list r = { array(t->entries_n, sizeof(*r.rows)), 0 };
	void *scratch = array(tourney_scratch(t), 1);

	r.n = tourney_table(t, group, scratch, r.rows);
	free(scratch);
	return r;
}

static const char *
tiebreak_word(const struct view *v, unsigned i)
{
	static const enum msg_id words[TIEBREAK_COUNT] = {
		[TIEBREAK_DIRECT] = MSG_tview_direct,
		[TIEBREAK_BUCHHOLZ_CUT] = MSG_tview_buchholz_cut,
		[TIEBREAK_BUCHHOLZ] = MSG_tview_buchholz,
		[TIEBREAK_MEDIAN] = MSG_tview_median,
		[TIEBREAK_SONNEBORN] = MSG_tview_sonneborn,
		[TIEBREAK_PROGRESSIVE] = MSG_tview_progressive,
		[TIEBREAK_DIFFERENCE] = MSG_tview_difference,
		[TIEBREAK_WINS] = MSG_tview_wins,
	};

	return msg_text(v->out, words[v->t->set.list[TSET_tiebreaks][i]]);
}

/* Returns whether the table shows matches won and lost; seven or more tie-breaks leave no room
 * for them. */
static bool
shows_matches(const struct view *v)
{
	return v->t->set.value[TSET_tiebreaks] <= 6;
}

static void
table_head(const struct view *v)
{
	struct columns c;

	columns_begin(&c, v->out);
	columns_right(&c, 4, msg_text(v->out, MSG_tview_no));
	columns_gap(&c, 2);
	columns_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_name));
	columns_right(&c, 5, msg_text(v->out, MSG_tview_points));
	if (shows_matches(v))
		columns_right(&c, 8, msg_text(v->out, MSG_tview_won_lost));
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		columns_right(&c, 6, tiebreak_word(v, i));
	columns_end(&c);
}

static void
rank_cells(struct columns *c, const struct view *v, const struct standing_row *s)
{
	columns_number(c, 4, s->from);
	columns_left(c, 2, s->from != s->to ? "=" : "");
	columns_left(c, NAME_COLUMNS, v->t->entries[s->entry].name);
}

static void
table_line(const struct view *v, const struct standing_row *s)
{
	char text[24];
	struct columns c;
	struct sbuf b;

	columns_begin(&c, v->out);
	rank_cells(&c, v, s);
	columns_number(&c, 5, s->points);
	SBUF_ON(&b, text);
	sbuf_addf(&b, "%u-%u", (unsigned)s->won, (unsigned)s->lost);
	if (shows_matches(v))
		columns_right(&c, 8, text);
	for (unsigned i = 0; i < v->t->set.value[TSET_tiebreaks]; i++)
		columns_number(&c, 6, s->tiebreak[v->t->set.list[TSET_tiebreaks][i]]);
	columns_end(&c);
}

unsigned
view_table(const struct view *v, unsigned group, unsigned from, unsigned to)
{
	struct standing_list r = standing_list(v->t, group);

	table_head(v);
	for (unsigned i = 1; i <= r.n; i++) {
		bool mine = r.rows[i - 1].entry == v->me;

		if (row_begin(v, i, from, to, mine))
			table_line(v, &r.rows[i - 1]);
		row_end(v, i, from, mine);
	}
	free(r.rows);
	return r.n;
}

/* ---- the crosstable ---- */

#define CROSS_PLAYERS 16u /* maximum columns of opponents, each 3 wide */
#define CROSS_ROUNDS 10u  /* maximum columns of rounds, each 5 wide */

struct cross {
	const struct view *v;
	struct standing_list r;
	uint16_t *row_of;  /* row of each entry, from 1; 0: not in the table */
	char (*cells)[6];  /* texts of the rows printed */
	unsigned from, to; /* rows printed, from 1 */
	/* number of columns: rounds from `first`, or opponents if first is 0 */
	unsigned first, columns;
};

/* Returns the mark for a match won, lost, won by forfeit or lost by forfeit. */
static char
cross_mark(const struct cross *x, const struct pairing *p, unsigned side)
{
	const char *marks = x->first == 0 ? "10+-" : "+-><";

	switch ((enum pairing_end)p->end) {
	case PAIRING_PLAYED:
	case PAIRING_SET:
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
cross_cell(struct cross *x, const struct pairing *p, unsigned side)
{
	unsigned row = x->row_of[p->side[side]], column;
	bool bye = !entry_is_player(p->side[1 - side]);
	unsigned other = bye ? 0 : x->row_of[p->side[1 - side]];
	struct sbuf b;

	if (row == 0 || row < x->from || row > x->to)
		return;
	if (x->first == 0)
		column = other - 1u;
	else
		column = (unsigned)p->round - x->first;
	if (column >= x->columns)
		return;
	SBUF_ON(&b, x->cells[(row - x->from) * x->columns + column]);
	if (x->first != 0 && bye) {
		sbuf_add(&b, msg_text(x->v->out, MSG_tview_cross_bye));
		return;
	}
	if (x->first != 0)
		sbuf_addi(&b, (long)other);
	sbuf_addc(&b, cross_mark(x, p, side));
}

static void
cross_fill(struct cross *x, unsigned group)
{
	const struct tourney *t = x->v->t;

	for (uint32_t i = 0; i < t->pairings_n; i++) {
		const struct pairing *p = &t->pairings[i];

		if (p->section != SECTION_ROUNDS &&
		    (p->section != SECTION_GROUP || p->group != group))
			continue;
		for (unsigned s = 0; s < 2; s++)
			if (entry_is_player(p->side[s]))
				cross_cell(x, p, s);
	}
}

static void
cross_head(const struct cross *x)
{
	const struct view *v = x->v;
	unsigned width = x->first == 0 ? 3 : 5;
	struct columns c;

	columns_begin(&c, v->out);
	columns_right(&c, 4, msg_text(v->out, MSG_tview_no));
	columns_gap(&c, 2);
	columns_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_name));
	for (unsigned i = 0; i < x->columns; i++)
		columns_number(&c, width, x->first == 0 ? i + 1 : x->first + i);
	if (x->first == 0)
		columns_right(&c, 5, msg_text(v->out, MSG_tview_points));
	columns_end(&c);
}

static void
cross_line(const struct cross *x, unsigned row)
{
	const struct standing_row *s = &x->r.rows[row - 1];
	unsigned width = x->first == 0 ? 3 : 5;
	struct columns c;

	columns_begin(&c, x->v->out);
	columns_number(&c, 4, row);
	columns_gap(&c, 2);
	columns_left(&c, NAME_COLUMNS, x->v->t->entries[s->entry].name);
	for (unsigned i = 0; i < x->columns; i++)
		columns_right(&c, width,
		    x->first == 0 && i + 1 == row ? "*"
						  : x->cells[(row - x->from) * x->columns + i]);
	if (x->first == 0)
		columns_number(&c, 5, s->points);
	columns_end(&c);
}

/* Chooses the columns: opponents if every player meets every other and there are at most
 * CROSS_PLAYERS; else the last rounds. */
static void
cross_columns(struct cross *x, unsigned last)
{
	const struct tourney *t = x->v->t;

	if (t->groups > 0 && x->r.n <= CROSS_PLAYERS) {
		x->columns = x->r.n;
		return;
	}
	if (last == 0 || last > t->round)
		last = t->round;
	x->columns = last < CROSS_ROUNDS ? last : CROSS_ROUNDS;
	x->first = last - x->columns + 1;
}

unsigned
view_cross(const struct view *v, unsigned group, unsigned from, unsigned to, unsigned last)
{
	struct cross x = { .v = v, .r = standing_list(v->t, group), .from = from };

	x.to = to < x.r.n ? to : x.r.n;
	cross_columns(&x, last);
	if (from <= x.to && from > 0) {
		x.row_of = array(v->t->entries_n, sizeof(*x.row_of));
		x.cells = array((x.to - from + 1) * (size_t)(x.columns + 1), sizeof(*x.cells));
		for (unsigned i = 0; i < x.r.n; i++)
			x.row_of[x.r.rows[i].entry] = (uint16_t)(i + 1);
		cross_fill(&x, group);
		cross_head(&x);
		for (unsigned row = from; row <= x.to; row++)
			cross_line(&x, row);
		(x.first == 0 ? msg_tview_explain_marks : msg_tview_explain_cross)(v->out);
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
	struct out o = part_of(v, b);

	switch ((enum pairing_end)p->end) {
	case PAIRING_PLAYED:
		sbuf_addf(b, "%u-%u", (unsigned)p->score[0], (unsigned)p->score[1]);
		break;
	case PAIRING_SET:
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
waiting_text(const struct view *v, uint32_t pairing, struct sbuf *b)
{
	const struct tourney_bout *bout = &v->t->bouts[pairing];
	const struct pairing *p = &v->t->pairings[pairing];
	bool here[2] = { v->t->entries[p->side[0]].here, v->t->entries[p->side[1]].here };
	char when[VIEW_TIME_MAX];
	struct out o = part_of(v, b);

	if (v->now_ms < bout->due_ms || v->t->paused) {
		write_when(v, bout->due_ms, when);
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
	bool known = v->score != NULL && v->score(v->ctx, pairing, score, &playing);
	struct out o = part_of(v, b);

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
	struct out o = part_of(v, b);

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
		waiting_text(v, pairing, b);
}

static void
side_cells(struct columns *c, const struct view *v, const struct pairing *p, unsigned side)
{
	bool won = p->end != PAIRING_OPEN && p->winner == side;

	columns_left(c, 2, won ? " *" : "");
	columns_left(c, NAME_COLUMNS, view_name(v, p->side[side]));
}

void
view_pairing(const struct view *v, uint32_t pairing)
{
	const struct pairing *p = &v->t->pairings[pairing];
	char text[96];
	struct columns c;
	struct sbuf b;

	SBUF_ON(&b, text);
	view_pairing_state(v, pairing, &b);
	columns_begin(&c, v->out);
	columns_number(&c, 5, (long)view_number(pairing));
	side_cells(&c, v, p, 0);
	side_cells(&c, v, p, 1);
	columns_number(&c, 3, p->length);
	columns_gap(&c, 1);
	columns_left(&c, CELLS_COLUMNS, text);
	columns_end(&c);
}

void
view_pairings_head(const struct view *v, unsigned width, enum msg_id first)
{
	struct columns c;

	columns_begin(&c, v->out);
	columns_right(&c, 5, msg_text(v->out, MSG_tview_no));
	columns_gap(&c, 2);
	columns_left(&c, width, msg_text(v->out, first));
	columns_gap(&c, 2);
	columns_left(&c, NAME_COLUMNS, msg_text(v->out, MSG_tview_opponent));
	columns_right(&c, 3, msg_text(v->out, MSG_tview_length));
	columns_gap(&c, 1);
	columns_left(&c, CELLS_COLUMNS, msg_text(v->out, MSG_tview_state));
	columns_end(&c);
}

/* Prints row i of a list of pairings. */
static void
list_pairing(const struct view *v, uint32_t p, unsigned i, unsigned from, unsigned to)
{
	const struct pairing *x = &v->t->pairings[p];
	bool mine = entry_is_player(v->me) && (x->side[0] == v->me || x->side[1] == v->me);

	if (row_begin(v, i, from, to, mine))
		view_pairing(v, p);
	row_end(v, i, from, mine);
}

unsigned
view_open(const struct view *v, unsigned from, unsigned to)
{
	unsigned i = 0;

	view_pairings_head(v, NAME_COLUMNS, MSG_tview_player);
	for (uint32_t p = v->t->open; p != TOURNEY_NO_PAIRING; p = v->t->bouts[p].open_next)
		list_pairing(v, p, ++i, from, to);
	return i;
}

unsigned
view_round(const struct view *v, enum section section, int group, unsigned round, unsigned from,
    unsigned to)
{
	bool rounds = section == SECTION_ROUNDS || section == SECTION_GROUP;
	unsigned i = 0;

	view_pairings_head(v, NAME_COLUMNS, MSG_tview_player);
	for (uint32_t p = rounds ? 0 : v->t->base; p < v->t->pairings_n; p++) {
		const struct pairing *x = &v->t->pairings[p];

		if (x->section == section && x->round == round &&
		    (group < 0 || x->group == group))
			list_pairing(v, p, ++i, from, to);
	}
	return i;
}
