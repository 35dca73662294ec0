/* SPDX-License-Identifier: MIT */
/* Boards as text (see boardtext.h).  Owns no memory: reads a match_state and appends to an
 * sbuf, which takes a few microseconds.  The code does not test which game is played: it uses
 * variant_opposite() and single fields of the variant.  PROTOCOL.md 4 describes the raw line;
 * drawn boards follow FIBS, with additions for other games.
 *
 * The 26 fields of the raw line use board numbers, which are O's own numbers.  Drawn boards
 * number the points as one side does: O, or the player in view. */
#include "proto/boardtext.h"

#include <string.h>

#include "base/utf8.h"

#define NAME_BYTES_SHOWN 15 /* bytes of a name in a score line */
/* rows of checkers in each half; more checkers are shown as a count */
#define CHECKER_ROWS 5u
#define RAW_UNLIMITED 9999u /* for an unlimited match length or number of redoubles */
#define O_BAR 25u
#define X_BAR 0u
/* the point on which each player starts, in that player's numbering */
#define START_POINT 24u
#define WALL_CHECKERS 2u /* checkers that form a wall in the game without dice */

/* Values used by raw and drawn boards.  Index 0 is the player in view, 1 the opponent. */
struct board_picture {
	const struct match_state *m;
	const struct board_view *view;
	struct out *to;     /* for translated texts */
	bool numbers_apart; /* point numbers are in separate lines; otherwise in the frame */
	enum seat seat[2];
	enum seat numbered_side; /* the side whose own point numbers are shown */
	char letter[2];          /* 'O' or 'X' */
	unsigned o[26], x[26];   /* checkers on points 1..24; O's bar is 25, X's is 0 */
	char pinned_letter[26];  /* 'O' or 'X': whose checker is pinned on the point; else 0 */
	enum seat to_act; /* the seat whose turn it is; during a double, the seat that must
			   * answer */
};

static void
picture_fill(struct board_picture *p, const struct board_view *view)
{
	const struct match_state *m = view->match;
	enum seat o = m->o;
	enum seat x = seat_other(o);

	memset(p, 0, sizeof(*p));
	p->m = m;
	p->view = view;
	p->seat[0] = view->seat;
	p->seat[1] = seat_other(view->seat);
	p->numbered_side = view->own_numbering ? view->seat : o;
	for (unsigned i = 0; i < 2; i++)
		p->letter[i] = p->seat[i] == o ? 'O' : 'X';
	for (unsigned own = 1; own <= 24; own++) {
		unsigned other = variant_opposite(m->variant, own);
		unsigned of_o = p->numbered_side == o ? own : other;
		unsigned of_x = p->numbered_side == o ? other : own;

		p->o[of_o] = m->board.at[o][own];
		p->x[of_x] = m->board.at[x][own];
		if (m->variant->contact != CONTACT_PIN)
			continue;
		if (board_pinned(&m->board, o, own))
			p->pinned_letter[of_o] = 'O';
		if (board_pinned(&m->board, x, own))
			p->pinned_letter[of_x] = 'X';
	}
	p->o[O_BAR] = m->board.at[o][PT_BAR];
	p->x[X_BAR] = m->board.at[x][PT_BAR];
	p->to_act = m->phase == PH_DOUBLED ? seat_other(m->doubler) : m->turn;
}

/* ---- the raw line ---- */

/* This line is sent more often than any other, so its numbers are formatted without a call for
 * each character. */
#define RAW_NUMBER_MAX 21u /* characters of one number, with the colon */
#define RAW_NUMBERS 50u    /* 3 score, 26 points, 5 turn and dice, 4 cube, 12 others */

static char *
put_digits(char *at, unsigned long value)
{
	if (value >= 10)
		at = put_digits(at, value / 10);
	*at++ = (char)('0' + value % 10);
	return at;
}

/* Numbers of one digit, which are the most frequent, are handled inline. */
static inline char *
put_number(char *at, long value)
{
	unsigned long n = value < 0 ? 0ul - (unsigned long)value : (unsigned long)value;

	*at++ = ':';
	if (value < 0)
		*at++ = '-';
	if (n >= 10)
		return put_digits(at, n);
	*at++ = (char)('0' + n);
	return at;
}

static void
add_number(struct sbuf *out, long value)
{
	char text[RAW_NUMBER_MAX];

	sbuf_addn(out, text, (size_t)(put_number(text, value) - text));
}

static char *
put_score(char *at, const struct board_picture *p)
{
	const struct match_state *m = p->m;

	at = put_number(at, m->length > 0 ? m->length : RAW_UNLIMITED);
	at = put_number(at, m->score[p->seat[0]]);
	return put_number(at, m->score[p->seat[1]]);
}

/* Appends the points.  On a point with a pinned checker, counts only the side on top. */
static char *
put_points(char *at, const struct board_picture *p)
{
	for (unsigned i = 0; i < ARRAY_LEN(p->o); i++)
		at = put_number(at, (p->pinned_letter[i] == 'O' ? 0 : (long)p->o[i]) -
					(p->pinned_letter[i] == 'X' ? 0 : (long)p->x[i]));
	return at;
}

static char *
put_turn_and_dice(char *at, const struct board_picture *p)
{
	const struct match_state *m = p->m;

	at = put_number(at, p->to_act == SEAT_NONE ? 0 : p->to_act == m->o ? 1 : -1);
	for (unsigned i = 0; i < 2; i++) {
		bool rolled = m->phase == PH_MOVE && m->turn == p->seat[i];

		at = put_number(at, rolled ? m->dice.d[0] : 0);
		at = put_number(at, rolled ? m->dice.d[1] : 0);
	}
	return at;
}

/* The Crawford game and 1-point matches are not marked here: FIBS shows 1:1 in them, and bots
 * infer them from length and score. */
static char *
put_cube(char *at, const struct board_picture *p)
{
	const struct match_state *m = p->m;

	at = put_number(at, m->cube);
	for (unsigned i = 0; i < 2; i++) {
		bool has_access = m->cube_owner == SEAT_NONE || m->cube_owner == p->seat[i];

		at = put_number(
		    at, m->variant->cube && m->phase != PH_DOUBLED && has_access ? 1 : 0);
	}
	return put_number(at, m->phase == PH_DOUBLED && m->doubler == p->seat[1] ? 1 : 0);
}

static char *
put_remaining_fields(char *at, const struct board_picture *p)
{
	const struct match_state *m = p->m;
	const struct board *b = &m->board;
	const int way = p->letter[0] == 'O' ? 1 : -1;

	at = put_number(at, way);
	at = put_number(at, -way);
	at = put_number(at, way > 0 ? X_BAR : O_BAR);
	at = put_number(at, way > 0 ? O_BAR : X_BAR);
	at = put_number(at, b->at[p->seat[0]][PT_OFF]);
	at = put_number(at, b->at[p->seat[1]][PT_OFF]);
	at = put_number(at, b->at[p->seat[0]][PT_BAR]);
	at = put_number(at, b->at[p->seat[1]][PT_BAR]);
	at = put_number(at, m->phase == PH_MOVE ? m->dice_to_play : 0);
	at = put_number(at, 0); /* "forced move" and "did Crawford" are always 0 */
	at = put_number(at, 0);
	return put_number(at, m->length > 0                         ? 0
			      : m->redoubles == REDOUBLES_UNLIMITED ? RAW_UNLIMITED
								    : m->redoubles);
}

static void
draw_raw(struct sbuf *out, const struct board_picture *p)
{
	char text[RAW_NUMBERS * RAW_NUMBER_MAX + 1], *at = text;

	sbuf_add(out, "board:");
	sbuf_add(out, p->view->is_you ? "You" : p->view->name[p->seat[0]]);
	sbuf_addc(out, ':');
	sbuf_add(out, p->view->name[p->seat[1]]);
	at = put_score(at, p);
	at = put_points(at, p);
	at = put_turn_and_dice(at, p);
	at = put_cube(at, p);
	at = put_remaining_fields(at, p);
	*at++ = '\n';
	CHECK((size_t)(at - text) <= sizeof(text));
	sbuf_addn(out, text, (size_t)(at - text));
}

/* ---- the line `board+:` ---- */

static bool
sides_move_same_way(const struct board_picture *p)
{
	return p->m->variant->movement == MOVE_PARALLEL;
}

/* Returns the board point on which a player starts. */
static unsigned
start_point(const struct board_picture *p, enum seat seat)
{
	return seat == p->numbered_side ? START_POINT
					: variant_opposite(p->m->variant, START_POINT);
}

/* Appends the board points on which a side's checkers are pinned: ":1,24", or ":-". */
static void
add_pinned_points(struct sbuf *out, const struct board_picture *p, char letter)
{
	const char *between = ":";

	for (unsigned point = 1; point <= 24; point++) {
		if (p->pinned_letter[point] != letter)
			continue;
		sbuf_addf(out, "%s%u", between, point);
		between = ",";
	}
	if (*between == ':')
		sbuf_add(out, ":-");
}

/* Appends the player's first point, negative if the numbers decrease from there. */
static void
add_direction(struct sbuf *out, const struct board_picture *p, enum seat seat)
{
	long first = (long)start_point(p, seat);

	add_number(out, seat == p->numbered_side || sides_move_same_way(p) ? -first : first);
}

bool
boardtext_needs_extra_line(const struct variant *v)
{
	return v->reserve != RESERVE_NONE || v->contact == CONTACT_PIN ||
	       v->movement == MOVE_PARALLEL || v->no_dice || v->follow_up != NULL;
}

void
boardtext_add_extra_line(struct sbuf *out, const struct board_view *view)
{
	const struct match_state *m = view->match;
	struct board_picture p;

	CHECK(view->seat <= SEAT_1);
	if (!boardtext_needs_extra_line(m->variant))
		return;
	picture_fill(&p, view);
	sbuf_addf(out, "board+:%s", m->variant->name);
	for (unsigned i = 0; i < 2; i++)
		add_number(out, m->board.at[p.seat[i]][PT_RESERVE]);
	for (unsigned i = 0; i < 2; i++)
		add_pinned_points(out, &p, p.letter[i]);
	for (unsigned i = 0; i < 2; i++)
		add_direction(out, &p, p.seat[i]);
	for (unsigned i = 0; i < 2; i++)
		add_number(out, m->score_streak[p.seat[i]]);
	sbuf_add(out, m->phase == PH_NAME_DOUBLE                 ? ":name"
		      : m->phase == PH_MOVE && m->play_stage > 0 ? ":double"
								 : ":-");
	sbuf_addc(out, '\n');
}

/* ---- drawn boards ---- */

/* True if the player at the bottom sees its own numbers: 13..24 above 12..1.  Otherwise 1..12
 * are above 24..13.  Also true if both sides start on the same point. */
static bool
shows_own_numbers(const struct board_picture *p)
{
	return start_point(p, p->seat[0]) == START_POINT;
}

/* Returns the board point of a column, 0..11 from the left. */
static unsigned
column_point(const struct board_picture *p, bool upper, unsigned column)
{
	if (shows_own_numbers(p))
		return upper ? 13 + column : 12 - column;
	return upper ? 1 + column : 24 - column;
}

/* Appends one cell.  Row 1 is next to the frame; the innermost row has the number of checkers
 * if they do not all fit. */
static void
add_cell(struct sbuf *out, char letter, unsigned n, unsigned row)
{
	if (row == CHECKER_ROWS && n > CHECKER_ROWS)
		sbuf_addf(out, n < 100 ? "%2u " : "%3u", n);
	else
		sbuf_addf(out, " %c ", n >= row ? letter : ' ');
}

/* Like add_cell, but for a point with a pinned checker: that checker is shown next to the
 * frame, under the checkers that pin it.  The number counts the pinning checkers. */
static void
add_pinned_cell(struct sbuf *out, char letter, char pinned, unsigned n, unsigned row)
{
	if (row == 1)
		sbuf_addf(out, " %c ", pinned);
	else if (row == CHECKER_ROWS && n > CHECKER_ROWS - 1)
		sbuf_addf(out, "%2u ", n);
	else
		sbuf_addf(out, " %c ", n + 1 >= row ? letter : ' ');
}

static void
add_point(struct sbuf *out, const struct board_picture *p, unsigned point, unsigned row)
{
	bool is_o =
	    p->pinned_letter[point] != 0 ? p->pinned_letter[point] == 'X' : p->o[point] > 0;
	unsigned n = is_o ? p->o[point] : p->x[point];
	char letter = is_o ? 'O' : 'X';

	if (p->pinned_letter[point] != 0)
		add_pinned_cell(out, letter, p->pinned_letter[point], n, row);
	else if (p->m->variant->no_dice && n == WALL_CHECKERS && row <= WALL_CHECKERS)
		sbuf_addf(out, "[%c]", letter);
	else
		add_cell(out, letter, n, row);
}

static void
add_row(struct sbuf *out, const struct board_picture *p, bool upper, unsigned row)
{
	enum seat barred = p->seat[upper ? 1 : 0];

	sbuf_add(out, "   |");
	for (unsigned column = 0; column < 12; column++) {
		unsigned point = column_point(p, upper, column);

		if (column == 6) {
			sbuf_addc(out, '|');
			add_cell(
			    out, p->letter[upper ? 1 : 0], p->m->board.at[barred][PT_BAR], row);
			sbuf_add(out, "| ");
		}
		add_point(out, p, point, row);
	}
	sbuf_addc(out, '|');
}

/* Style 1: the numbers are in the frame, single digits followed by '-'. */
static void
add_numbered_frame(struct sbuf *out, const struct board_picture *p, bool upper)
{
	sbuf_add(out, "   +");
	for (unsigned column = 0; column < 12; column++) {
		unsigned point = column_point(p, upper, column);

		if (column == 6)
			sbuf_add(out, "------");
		sbuf_addf(out, "%s%u-", point < 10 ? "-" : "", point);
	}
	sbuf_addc(out, '+');
}

/* Style 2: the numbers are in a separate line. */
static void
add_number_line(struct sbuf *out, const struct board_picture *p, bool upper)
{
	sbuf_add(out, "   ");
	for (unsigned column = 0; column < 12; column++)
		sbuf_addf(out, "%s%2u", column == 6 ? "       " : " ",
		    column_point(p, upper, column));
	sbuf_addc(out, '\n');
}

static void
add_frame(struct sbuf *out, const struct board_picture *p, bool upper)
{
	unsigned who = upper ? 1 : 0;
	const char *name = p->view->name[p->seat[who]];

	if (p->numbers_apart && upper)
		add_number_line(out, p, upper);
	if (p->numbers_apart)
		sbuf_add(out, "   +------------------------------------------+");
	else
		add_numbered_frame(out, p, upper);
	sbuf_addf(out, " %c: %.*s", p->letter[who], (int)utf8_fit_bytes(name, NAME_BYTES_SHOWN),
	    name);
	msg_board_score(p->to, p->m->score[p->seat[who]]);
	if (p->numbers_apart && !upper)
		add_number_line(out, p, upper);
}

/* An arrow in a margin shows where the player at the bottom moves into the lower half.  If both
 * sides move in the same direction, a second arrow shows where the opponent crosses: down next
 * to the first arrow, or up in the other margin. */
static const char *
left_arrow(const struct board_picture *p)
{
	if (!shows_own_numbers(p))
		return sides_move_same_way(p) ? " v" : "  ";
	return sides_move_same_way(p) && start_point(p, p->seat[1]) == START_POINT ? "vv"
										   : " v";
}

static const char *
right_arrow(const struct board_picture *p)
{
	if (!sides_move_same_way(p))
		return shows_own_numbers(p) ? "" : "v";
	return start_point(p, p->seat[1]) == start_point(p, p->seat[0]) ? "" : "^";
}

static void
add_middle_line(struct sbuf *out, const struct board_picture *p)
{
	sbuf_addf(out, " %s|                  |BAR|                   |%s    ", left_arrow(p),
	    right_arrow(p));
	if (p->m->length > 0)
		msg_board_length(p->to, p->m->length);
	else
		msg_board_unlimited(p->to);
}

/* In an unlimited match, appends the number of redoubles to the row below the middle line. */
static void
add_redoubles(struct sbuf *out, const struct board_picture *p)
{
	const char *blanks = right_arrow(p)[0] == '\0' ? "    " : "     ";

	if (p->m->length > 0)
		return;
	sbuf_add(out, blanks);
	if (p->m->redoubles == 0)
		msg_board_no_redoubles(p->to);
	else if (p->m->redoubles == REDOUBLES_UNLIMITED)
		msg_board_all_redoubles(p->to);
	else
		msg_board_redoubles(p->to, p->m->redoubles);
}

static bool
is_receiver(const struct board_picture *p, enum seat seat)
{
	return p->view->is_you && seat == p->seat[0];
}

/* Shows the dice, with "plays" instead of "rolled" if the double was named or follows from the
 * rules. */
static void
add_dice(const struct board_picture *p)
{
	const struct match_state *m = p->m;
	unsigned a = m->dice.d[0], b = m->dice.d[1];

	if (is_receiver(p, m->turn))
		(m->play_stage == 0 ? msg_board_you_rolled : msg_board_you_play)(p->to, a, b);
	else
		(m->play_stage == 0 ? msg_board_rolled : msg_board_plays)(
		    p->to, p->view->name[m->turn], a, b);
}

/* Shows what the players are doing; shows nothing between games. */
static void
add_status(const struct board_picture *p)
{
	const struct match_state *m = p->m;
	const char *const *name = p->view->name;

	if (!match_game_on(m))
		return;
	if (m->resign_by != SEAT_NONE)
		msg_board_resigns(p->to, name[m->resign_by]);
	else if (m->phase == PH_DOUBLED)
		msg_board_doubled(p->to, name[m->doubler]);
	else if (m->phase == PH_NAME_DOUBLE && is_receiver(p, m->turn))
		msg_board_you_name(p->to);
	else if (m->phase == PH_NAME_DOUBLE)
		msg_board_names(p->to, name[m->turn]);
	else if (m->phase == PH_MOVE && !m->variant->no_dice)
		add_dice(p);
	else
		msg_board_turn(p->to, name[m->turn]);
}

/* If both sides move in the same direction, says so in words below the board. */
static void
add_directions(const struct board_picture *p)
{
	unsigned with = p->seat[0] == p->numbered_side ? 0 : 1; /* index of the numbered side */
	unsigned other = start_point(p, p->seat[1 - with]);

	if (!sides_move_same_way(p))
		return;
	if (other == START_POINT)
		msg_board_one_way(p->to, START_POINT);
	else
		msg_board_ways(
		    p->to, p->letter[with], START_POINT, p->letter[1 - with], other, other + 1);
}

/* Shows the reserve and the walls in a row, in games that have them. */
static void
add_reserve(const struct board_picture *p)
{
	const struct match_state *m = p->m;
	enum seat o = m->o;
	enum seat x = seat_other(o);

	if (m->variant->reserve != RESERVE_NONE)
		msg_board_reserve(
		    p->to, m->board.at[o][PT_RESERVE], m->board.at[x][PT_RESERVE]);
	if (m->score_streak[o] > 0 || m->score_streak[x] > 0)
		msg_board_in_a_row(p->to, m->score_streak[o], m->score_streak[x]);
}

static void
add_summary(struct sbuf *out, const struct board_picture *p)
{
	const struct match_state *m = p->m;
	const uint8_t *o = m->board.at[m->o];
	const uint8_t *x = m->board.at[seat_other(m->o)];

	sbuf_addc(out, '\n');
	add_directions(p);
	msg_board_bar(p->to, o[PT_BAR], x[PT_BAR], o[PT_OFF], x[PT_OFF]);
	add_reserve(p);
	if (m->variant->cube && !m->no_cube)
		msg_board_cube(p->to, m->cube);
	if (m->cube_owner != SEAT_NONE)
		msg_board_owned(p->to, p->view->name[m->cube_owner]);
	add_status(p);
	sbuf_addc(out, '\n');
}

static void
draw_lines(struct sbuf *out, const struct board_picture *p)
{
	add_frame(out, p, true);
	for (unsigned row = 1; row <= CHECKER_ROWS; row++) {
		add_row(out, p, true, row);
		sbuf_addc(out, '\n');
	}
	add_middle_line(out, p);
	for (unsigned row = CHECKER_ROWS; row >= 1; row--) {
		add_row(out, p, false, row);
		if (row == CHECKER_ROWS)
			add_redoubles(out, p);
		sbuf_addc(out, '\n');
	}
	add_frame(out, p, false);
	add_summary(out, p);
}

/* ---- board styles, numbered from 1; test_patterns checks that each is tested ---- */

static const struct {
	void (*draw)(struct sbuf *out, const struct board_picture *p);
	bool is_drawn; /* drawn for interactive users, in their language and from their side */
	bool numbers_apart;
} STYLES[] = {
	{ .draw = draw_lines, .is_drawn = true },
	{ .draw = draw_lines, .is_drawn = true, .numbers_apart = true },
	{ .draw = draw_raw },
};

const unsigned BOARDSTYLES = ARRAY_LEN(STYLES);

bool
boardtext_is_drawn(unsigned style)
{
	CHECK(style >= 1 && style <= BOARDSTYLES);
	return STYLES[style - 1].is_drawn;
}

void
boardtext_draw(struct sbuf *out, const struct board_view *view, unsigned style)
{
	struct out to = out_to_sbuf(out);
	struct board_picture p;

	CHECK(boardtext_is_drawn(style) || !view->own_numbering);
	CHECK(view->seat <= SEAT_1);
	picture_fill(&p, view);
	to.catalogue = view->catalogue;
	p.to = &to;
	p.numbers_apart = STYLES[style - 1].numbers_apart;
	STYLES[style - 1].draw(out, &p);
}
