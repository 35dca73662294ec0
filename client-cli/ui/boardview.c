/* SPDX-License-Identifier: MIT */
/* Draws the board in cells: see boardview.h.  Takes a few microseconds. */
#include "boardview.h"

#include <stdio.h>
#include <string.h>

#include "client-cli/model/text.h"

#define CHECKER_ROWS 5u /* rows of checkers in each half; a count shows any more */

/* Characters of the drawing, for each set. */
static const struct glyph_set {
	const char *corners[4]; /* upper left, upper right, lower left, lower right */
	const char *horizontal, *vertical, *join_up, *join_down;
	const char *empty_point[2];      /* empty points alternate between the two */
	const char *checker[2];          /* a checker of the user, and one of the opponent */
	const char *large_checker[2][2]; /* three columns by two rows */
	const char *target_mark;
} SETS[] = {
	[GLYPHS_ASCII] = { { "+", "+", "+", "+" }, "-", "|", "+", "+", { ".", ":" },
	    { "O", "X" }, { { "/O\\", "\\O/" }, { "[X]", "[X]" } }, "*" },
	[GLYPHS_UNICODE] = { { "┌", "┐", "└", "┘" }, "─", "│", "┬", "┴", { "·", ":" },
	    { "●", "○" }, { { "▟█▙", "▜█▛" }, { "┌─┐", "└─┘" } }, "◇" },
};

struct drawing {
	struct canvas *c;
	const struct board_box *box;
	const struct glyph_set *set;
	const struct variant *v;
	const struct board *b;
	const struct draft *draft;
	unsigned cursor_place; /* place of the cursor in the user's own numbers; NO_PLACE if
			    there is no cursor */
};

struct board_box
board_box(unsigned x, unsigned y, bool large)
{
	struct board_box box = {
		.x = x, .y = y, .column_width = large ? 5 : 3, .checker_height = large ? 2 : 1
	};

	box.w = BOARD_MARGIN_WIDTH + 13 * box.column_width + 4 + BOARD_TRAY_WIDTH;
	box.h = 2 * CHECKER_ROWS * box.checker_height + 5;
	return box;
}

unsigned
board_place_of(struct board_cursor at)
{
	unsigned column = at.column > CURSOR_BAR_COLUMN ? at.column - 1 : at.column;

	if (at.column == CURSOR_BAR_COLUMN)
		return PT_BAR;
	if (at.column == CURSOR_TRAY_COLUMN)
		return at.row == 0 ? PT_RESERVE : PT_OFF;
	return at.row == 0 ? 13 + column : 12 - column;
}

struct board_cursor
board_cursor_of(unsigned place)
{
	struct board_cursor at = { CURSOR_TRAY_COLUMN, place == PT_RESERVE ? 0 : 1 };

	if (place == PT_BAR)
		at.column = CURSOR_BAR_COLUMN;
	else if (place >= 1 && place <= 24) {
		at.row = place > 12 ? 0 : 1;
		at.column = place > 12 ? place - 13 : 12 - place;
		at.column += at.column >= CURSOR_BAR_COLUMN;
	}
	return at;
}

/* Returns the left edge of a cursor column. */
static unsigned
column_x(const struct board_box *box, unsigned column)
{
	unsigned x = box->x + BOARD_MARGIN_WIDTH + 1 + column * box->column_width;

	x += column >= CURSOR_BAR_COLUMN;
	x += column > CURSOR_BAR_COLUMN;
	return x + (column == CURSOR_TRAY_COLUMN);
}

/* Returns the screen row of checker i of a half, counted from the frame. */
static unsigned
checker_y(const struct board_box *box, unsigned half, unsigned i)
{
	return half == 0 ? box->y + 2 + i * box->checker_height
			 : box->y + box->h - 3 - (i + 1) * box->checker_height + 1;
}

unsigned
board_place_at(const struct board_box *box, unsigned x, unsigned y)
{
	struct board_cursor at = { .row = y > box->y + box->h / 2 ? 1 : 0 };

	if (y < box->y || y >= box->y + box->h || x < column_x(box, 0) ||
	    x >= box->x + box->w || y == box->y + box->h / 2)
		return NO_PLACE;
	while (at.column < CURSOR_TRAY_COLUMN && x >= column_x(box, at.column + 1))
		at.column++;
	return board_place_of(at);
}

static void
draw_text(const struct drawing *d, unsigned x, unsigned y, enum style style, const char *what)
{
	(void)canvas_text(d->c, x, y, style, what, d->box->x + d->box->w - x);
}

/* ---- checkers ---- */

/* Draws one cell of a half: a checker, a number, a mark, or nothing. */
static void
draw_cell(const struct drawing *d, unsigned x, unsigned y, enum style style, const char *upper,
    const char *lower)
{
	unsigned width = text_columns(upper);
	unsigned left = (d->box->column_width -
			    (width < d->box->column_width ? width : d->box->column_width)) /
			2;

	canvas_fill(d->c, x, y, d->box->column_width, d->box->checker_height, style);
	draw_text(d, x + left, y, style, upper);
	if (d->box->checker_height == 2)
		draw_text(d, x + left, y + 1, style, lower);
}

static void
draw_checker(const struct drawing *d, unsigned x, unsigned y, unsigned seat, bool picked)
{
	enum style style = picked      ? STYLE_CURSOR
			   : seat == 0 ? STYLE_OWN_CHECKER
				       : STYLE_OTHER_CHECKER;

	if (d->box->checker_height == 2)
		draw_cell(d, x, y, style, d->set->large_checker[seat][0],
		    d->set->large_checker[seat][1]);
	else
		draw_cell(d, x, y, style, d->set->checker[seat], "");
}

static bool
is_target(const struct draft *t, unsigned place)
{
	for (unsigned i = 0; t != NULL && i < t->targets_len; i++)
		if (t->target[i].to == place)
			return true;
	return false;
}

/* The checkers on a point: `n` checkers of `seat`.  If `pins_checker` is set, the lowest of
 * these is a pinned checker of the opponent. */
struct checker_stack {
	unsigned n, seat;
	bool pins_checker;
};

static struct checker_stack
stack_at(const struct drawing *d, unsigned place)
{
	struct checker_stack s = { 0 };
	unsigned other = place >= 1 && place <= 24 ? variant_opposite(d->v, place) : 0;
	unsigned mine = d->b->at[0][place], theirs = other > 0 ? d->b->at[1][other] : 0;

	if (mine > 0 && theirs > 0) {
		s.pins_checker = true;
		s.seat = board_pinned(d->b, SEAT_0, place) ? 1 : 0;
		s.n = (s.seat == 0 ? mine : theirs) + 1;
	} else {
		s.seat = mine > 0 ? 0 : 1;
		s.n = mine + theirs;
	}
	return s;
}

/* Draws a column of checkers from the frame inwards. */
static void
draw_stack(const struct drawing *d, unsigned column, unsigned half, struct checker_stack s,
    enum style empty, const char *blank, unsigned place)
{
	unsigned x = column_x(d->box, column);
	bool target = place != NO_PLACE && is_target(d->draft, place);
	bool picked = d->draft != NULL && place != NO_PLACE && d->draft->picked_point == place;

	for (unsigned i = 0; i < CHECKER_ROWS; i++) {
		unsigned y = checker_y(d->box, half, i);
		char count[12];

		if (i + 1 == CHECKER_ROWS && s.n > CHECKER_ROWS) {
			(void)snprintf(count, sizeof(count), "%u", s.n);
			draw_cell(d, x, y,
			    s.seat == 0 ? STYLE_OWN_CHECKER : STYLE_OTHER_CHECKER, count, "");
		} else if (i < s.n) {
			draw_checker(d, x, y, s.pins_checker && i == 0 ? 1 - s.seat : s.seat,
			    picked && i + 1 == (s.n > CHECKER_ROWS ? CHECKER_ROWS - 1 : s.n));
		} else if (target && i == s.n) {
			draw_cell(d, x, y, STYLE_TARGET, d->set->target_mark, "");
		} else {
			draw_cell(d, x, y, empty, blank, "");
		}
	}
}

/* Draws half of the bar; the user's is labelled while it holds a checker or the cursor. */
static void
draw_bar(const struct drawing *d, unsigned half)
{
	struct checker_stack s = { .n = d->b->at[1 - half][PT_BAR], .seat = 1 - half };
	bool picked = d->draft != NULL && d->draft->picked_point == PT_BAR;

	draw_stack(
	    d, CURSOR_BAR_COLUMN, half, s, STYLE_PLAIN, "", half == 1 ? PT_BAR : NO_PLACE);
	if (half == 0 || (s.n == 0 && d->cursor_place != PT_BAR))
		return;
	draw_text(d, column_x(d->box, CURSOR_BAR_COLUMN) + (d->box->column_width - 3) / 2,
	    d->box->y + d->box->h - 1,
	    picked || d->cursor_place == PT_BAR ? STYLE_CURSOR : STYLE_SOURCE, "bar");
}

static void
draw_points(const struct drawing *d, bool own_turn)
{
	for (unsigned half = 0; half < 2; half++) {
		for (unsigned column = 0; column < CURSOR_TRAY_COLUMN; column++) {
			unsigned place = board_place_of((struct board_cursor){ column, half });
			unsigned y = half == 0 ? d->box->y : d->box->y + d->box->h - 1;
			unsigned odd = (place + half) % 2;
			enum style style = STYLE_POINT_NUMBER;
			char number[12] = "";

			if (column == CURSOR_BAR_COLUMN) {
				draw_bar(d, half);
				continue;
			}
			draw_stack(d, column, half, stack_at(d, place),
			    odd ? STYLE_POINT_ODD : STYLE_POINT, d->set->empty_point[odd],
			    place);
			(void)snprintf(number, sizeof(number), "%2u", place);
			if (place == d->cursor_place)
				style = STYLE_CURSOR;
			else if (is_target(d->draft, place))
				style = STYLE_TARGET;
			else if (own_turn && d->draft->picked_point == NO_PLACE &&
				 draft_may_pick(d->draft, place))
				style = STYLE_SOURCE;
			draw_text(d, column_x(d->box, column) + (d->box->column_width - 3) / 2,
			    y, style, number);
		}
	}
}

/* ---- frame, dice, cube, trays ---- */

static void
draw_frame(const struct drawing *d)
{
	unsigned left = d->box->x + BOARD_MARGIN_WIDTH,
		 right = column_x(d->box, CURSOR_TRAY_COLUMN) - 1;
	unsigned bar[2] = { column_x(d->box, CURSOR_BAR_COLUMN) - 1,
		column_x(d->box, CURSOR_BAR_COLUMN + 1) - 1 };
	unsigned top = d->box->y + 1, bottom = d->box->y + d->box->h - 2;

	for (unsigned x = left; x <= right; x++) {
		bool joins = x == bar[0] || x == bar[1];

		draw_text(d, x, top, STYLE_FRAME, joins ? d->set->join_up : d->set->horizontal);
		draw_text(
		    d, x, bottom, STYLE_FRAME, joins ? d->set->join_down : d->set->horizontal);
	}
	draw_text(d, left, top, STYLE_FRAME, d->set->corners[0]);
	draw_text(d, right, top, STYLE_FRAME, d->set->corners[1]);
	draw_text(d, left, bottom, STYLE_FRAME, d->set->corners[2]);
	draw_text(d, right, bottom, STYLE_FRAME, d->set->corners[3]);
	for (unsigned y = top + 1; y < bottom; y++) {
		draw_text(d, left, y, STYLE_FRAME, d->set->vertical);
		draw_text(d, right, y, STYLE_FRAME, d->set->vertical);
		draw_text(d, bar[0], y, STYLE_FRAME, d->set->vertical);
		draw_text(d, bar[1], y, STYLE_FRAME, d->set->vertical);
	}
}

/* Draws the user's dice in the right half, the opponent's in the left; played dice look
 * different. */
static void
draw_dice(const struct drawing *d, const struct match_state *m)
{
	bool own = m->turn == SEAT_0;
	unsigned x, y = d->box->y + d->box->h / 2;
	uint8_t left[PLAY_MAX_STEPS];
	unsigned n =
	    m->dice.d[0] == m->dice.d[1] && m->variant->doubles == DOUBLES_FOUR ? 4 : 2;
	unsigned open = n;

	if (m->phase != PH_MOVE || m->dice.d[0] == 0)
		return;
	x = column_x(d->box, own ? CURSOR_BAR_COLUMN + 1 : 0) +
	    (6 * d->box->column_width + 2 - 4 * n) / 2;
	if (own && d->draft != NULL && d->draft->on)
		open = draft_dice_left(d->draft, left);
	for (unsigned i = 0; i < n; i++) {
		enum style style = i < open ? STYLE_DICE : STYLE_DICE_USED;
		unsigned die = m->dice.d[i % 2];
		char face[8];

		if (n == 2 && own && d->draft != NULL && d->draft->on) {
			style = STYLE_DICE_USED;
			for (unsigned k = 0; k < open; k++)
				if (left[k] == die)
					style = STYLE_DICE;
		}
		(void)snprintf(face, sizeof(face), style == STYLE_DICE ? "[%u]" : " %u ", die);
		draw_text(d, x + 4 * i, y, style, face);
	}
}

/* Draws the cube next to its owner or in the middle.  A cube that is being offered is drawn in
 * the middle, with its new value. */
static void
draw_cube(const struct drawing *d, const struct match_state *m)
{
	bool offered = m->phase == PH_DOUBLED;
	enum seat at = offered ? SEAT_NONE : m->cube_owner;
	unsigned y = d->box->y + d->box->h / 2;
	char face[16];

	if (!m->variant->cube || m->no_cube || m->length == 1 || m->crawford == CRAWFORD_ACTIVE)
		return;
	if (at == SEAT_0)
		y = d->box->y + d->box->h - 3;
	else if (at == SEAT_1)
		y = d->box->y + 2;
	(void)snprintf(face, sizeof(face), "[%2u]%s", offered ? m->offered_cube : m->cube,
	    offered && m->offered_cube < 100 ? "?" : "");
	draw_text(d, d->box->x, y, offered ? STYLE_TARGET : STYLE_CUBE, face);
}

static void
draw_tray(const struct drawing *d)
{
	unsigned x = column_x(d->box, CURSOR_TRAY_COLUMN) + 1;
	bool entry = d->v->reserve != RESERVE_NONE;

	for (unsigned seat = 0; seat < 2; seat++) {
		unsigned y = seat == 1 ? d->box->y + 1 : d->box->y + d->box->h - 2;
		bool aims = seat == 0 && is_target(d->draft, PT_OFF);
		bool at = seat == 0 && d->cursor_place == PT_OFF;
		char count[16];

		(void)snprintf(count, sizeof(count), "%s%2u", aims ? d->set->target_mark : "",
		    d->b->at[seat][PT_OFF]);
		draw_text(d, x, seat == 1 ? y : y - 1, STYLE_DIM, "off");
		draw_text(d, x, seat == 1 ? y + 1 : y,
		    at          ? STYLE_CURSOR
		    : aims      ? STYLE_TARGET
		    : seat == 0 ? STYLE_OWN_CHECKER
				: STYLE_OTHER_CHECKER,
		    count);
	}
	for (unsigned seat = 0; entry && seat < 2; seat++) {
		unsigned y = d->box->y + (seat == 1 ? 4 : 6);
		bool at = seat == 0 && d->cursor_place == PT_RESERVE;
		bool picked =
		    seat == 0 && d->draft != NULL && d->draft->picked_point == PT_RESERVE;
		char count[16];

		(void)snprintf(count, sizeof(count), "in%2u", d->b->at[seat][PT_RESERVE]);
		draw_text(d, x, y,
		    at || picked ? STYLE_CURSOR
		    : seat == 0  ? STYLE_OWN_CHECKER
				 : STYLE_OTHER_CHECKER,
		    count);
	}
}

void
board_draw(struct canvas *c, const struct board_box *box, const struct table *t,
    const struct draft *draft, const struct board_cursor *at, enum glyphs glyphs)
{
	bool own_turn = draft != NULL && draft->on;
	struct drawing d = {
		.c = c,
		.box = box,
		.set = &SETS[glyphs],
		.v = t->pos.m.variant,
		.b = own_turn ? &draft->now : &t->pos.m.board,
		.draft = own_turn ? draft : NULL,
		.cursor_place = at != NULL ? board_place_of(*at) : NO_PLACE,
	};

	draw_frame(&d);
	draw_points(&d, own_turn);
	draw_dice(&d, &t->pos.m);
	draw_cube(&d, &t->pos.m);
	draw_tray(&d);
	if (at == NULL)
		return;
	c->cursor_x = column_x(box, at->column) + box->column_width / 2;
	c->cursor_y = checker_y(box, at->row, 0) + (at->row == 1 ? box->checker_height - 1 : 0);
}
