/* SPDX-License-Identifier: MIT */
/* Parses positions from the wire: see position.h.  Linear in the line; owns no memory. */
#include "position.h"

#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"

#include "text.h"

#define LINE_MAX_BYTES 512u
#define FIELD_COUNT 53u
#define UNLIMITED_LENGTH 9999

enum { /* fields of the line, PROTOCOL.md 4 */
	FIELD_NAME = 1,
	FIELD_LENGTH = 3,
	FIELD_SCORE = 4,
	FIELD_POINTS = 6,
	FIELD_TURN = 32,
	FIELD_DICE = 33,
	FIELD_CUBE = 37,
	FIELD_CUBE_ACCESS = 38,
	FIELD_DOUBLED = 40,
	FIELD_COLOUR = 41,
	FIELD_BORNE_OFF = 45,
	FIELD_PIECES_TO_MOVE = 49,
	FIELD_REDOUBLES = 52,
};

/* Splits the line at its colons.  Returns the number of fields, or max + 1 if there are
 * more. */
static unsigned
cut(char *text, const char **field, unsigned max)
{
	unsigned n = 0;

	while (n < max && text != NULL) {
		field[n++] = text;
		text = strchr(text, ':');
		if (text != NULL)
			*text++ = '\0';
	}
	return text == NULL ? n : max + 1;
}

static bool
parse_number(const char *text, long low, long high, long *out)
{
	char *end;

	*out = strtol(text, &end, 10);
	while (*end == ' ' || *end == '\r')
		end++;
	return end != text && *end == '\0' && *out >= low && *out <= high;
}

/* Returns the seat's own number of a board point. */
static unsigned
own_point_number(const struct position *p, enum seat seat, unsigned point)
{
	return seat == p->m.o ? point : variant_opposite(p->m.variant, point);
}

/* Places the checkers given by the 26 numbers; the numbers borne off are unchanged.
 */
static void
place_checkers(struct position *p)
{
	struct board *b = &p->m.board;
	enum seat o = p->m.o;

	for (unsigned s = 0; s < 2; s++)
		memset(&b->at[s][1], 0, PT_RESERVE - 1u);
	memset(b->pins, 0, sizeof(b->pins));
	for (unsigned i = 1; i <= 24; i++) {
		enum seat s = p->raw_points[i] > 0 ? o : seat_other(o);

		if (p->raw_points[i] != 0)
			b->at[s][own_point_number(p, s, i)] = (uint8_t)abs(p->raw_points[i]);
	}
	b->at[o][PT_BAR] = (uint8_t)abs(p->raw_points[25]);
	b->at[seat_other(o)][PT_BAR] = (uint8_t)abs(p->raw_points[0]);
}

/* Sets whose turn it is and the phase. */
static void
set_turn(struct position *p, const long *f)
{
	struct match_state *m = &p->m;
	const long *dice;

	m->phase = PH_BETWEEN_GAMES;
	m->turn = SEAT_NONE;
	if (f[FIELD_TURN] == 0)
		return;
	m->turn = f[FIELD_TURN] == f[FIELD_COLOUR] ? SEAT_0 : SEAT_1;
	m->phase = PH_ROLL;
	if (f[FIELD_DOUBLED] == 1) { /* FIELD_TURN may then name either player */
		m->phase = PH_DOUBLED;
		m->turn = SEAT_1;
		m->doubler = SEAT_1;
		m->offered_cube = 2 * m->cube;
		return;
	}
	dice = &f[m->turn == SEAT_0 ? FIELD_DICE : FIELD_DICE + 2];
	if (dice[0] == 0 || dice[1] == 0)
		return;
	m->phase = PH_MOVE;
	m->dice = (struct dice_pair){ { (uint8_t)dice[0], (uint8_t)dice[1] } };
	m->dice_to_play = f[FIELD_PIECES_TO_MOVE] > 0 ? (uint8_t)f[FIELD_PIECES_TO_MOVE]
			  : dice[0] == dice[1]        ? 4
						      : 2;
}

static void
set_cube(struct position *p, const long *f, const struct position *before)
{
	struct match_state *m = &p->m;

	m->cube = (uint32_t)f[FIELD_CUBE];
	m->cube_owner = SEAT_NONE;
	for (unsigned i = 0; i < 2; i++)
		p->cube_access[i] = f[FIELD_CUBE_ACCESS + i] == 1;
	if (p->cube_access[0] != p->cube_access[1])
		m->cube_owner = p->cube_access[0] ? SEAT_0 : SEAT_1;
	else if (!p->cube_access[0] && before != NULL && before->m.cube == m->cube)
		m->cube_owner = before->m.cube_owner;
}

static bool
read_numbers(const char **field, long *f)
{
	static const struct {
		unsigned first_field, last_field;
		long lowest, highest;
	} RANGE[] = {
		{ FIELD_LENGTH, FIELD_LENGTH, 0, UNLIMITED_LENGTH },
		{ FIELD_SCORE, FIELD_SCORE + 1, 0, 1000000 },
		{ FIELD_POINTS, FIELD_POINTS + 25, -255, 255 },
		{ FIELD_TURN, FIELD_TURN, -1, 1 },
		{ FIELD_DICE, FIELD_DICE + 3, 0, 6 },
		{ FIELD_CUBE, FIELD_CUBE, 1, 1 << 20 },
		{ FIELD_CUBE_ACCESS, FIELD_DOUBLED, -1000, 1000 },
		{ FIELD_COLOUR, FIELD_COLOUR, -1, 1 },
		{ FIELD_COLOUR + 1, FIELD_BORNE_OFF - 1, -1000, 1000 },
		{ FIELD_BORNE_OFF, FIELD_BORNE_OFF + 3, 0, 255 },
		{ FIELD_PIECES_TO_MOVE, FIELD_PIECES_TO_MOVE, -1000, 1000 },
		{ FIELD_PIECES_TO_MOVE + 1, FIELD_REDOUBLES, -1000000, 1000000 },
	};

	for (unsigned r = 0; r < ARRAY_LEN(RANGE); r++)
		for (unsigned i = RANGE[r].first_field; i <= RANGE[r].last_field; i++)
			if (!parse_number(field[i], RANGE[r].lowest, RANGE[r].highest, &f[i]))
				return false;
	return f[FIELD_COLOUR] != 0;
}

bool
position_read(const char *line, const struct variant *v, const struct position *before,
    struct position *out)
{
	char text[LINE_MAX_BYTES];
	const char *field[FIELD_COUNT];
	long f[FIELD_COUNT] = { 0 };
	struct position p = { .variant_known = true };

	if (strncmp(line, "board:", 6) != 0 || !sbuf_copy(text, sizeof(text), line) ||
	    cut(text, field, FIELD_COUNT) != FIELD_COUNT || !read_numbers(field, f))
		return false;
	match_init(&p.m, v != NULL ? v : VARIANT_FIBS,
	    f[FIELD_LENGTH] > (long)MATCH_LENGTH_MAX ? 0 : (unsigned)f[FIELD_LENGTH]);
	p.you = strcmp(field[FIELD_NAME], "You") == 0;
	for (unsigned i = 0; i < 2; i++) {
		(void)text_copy(p.name[i], sizeof(p.name[i]), field[FIELD_NAME + i]);
		p.m.score[i] = (uint32_t)f[FIELD_SCORE + i];
		p.m.board.at[i][PT_OFF] = (uint8_t)f[FIELD_BORNE_OFF + i];
		p.m.board.at[i][PT_RESERVE] = 0;
	}
	for (unsigned i = 0; i < 26; i++)
		p.raw_points[i] = (int16_t)f[FIELD_POINTS + i];
	p.m.o = f[FIELD_COLOUR] == 1 ? SEAT_0 : SEAT_1;
	p.m.redoubles = f[FIELD_REDOUBLES] >= UNLIMITED_LENGTH ? REDOUBLES_UNLIMITED
			: f[FIELD_REDOUBLES] > 0               ? (uint8_t)f[FIELD_REDOUBLES]
							       : 0;
	place_checkers(&p);
	set_cube(&p, f, before);
	set_turn(&p, f);
	*out = p;
	return true;
}

/* Parses "1,12" or "-": board points with a pinned checker of seat. */
static void
read_pins(struct position *p, enum seat seat, const char *text)
{
	char *end;

	for (; *text >= '0' && *text <= '9'; text = *end == ',' ? end + 1 : end) {
		unsigned long point = strtoul(text, &end, 10);
		unsigned own;

		if (point < 1 || point > 24)
			return;
		own = own_point_number(p, seat, (unsigned)point);
		p->m.board.at[seat][own] = 1;
		board_set_pinned(&p->m.board, seat, own, true);
	}
}

bool
position_read_extra(const char *line, struct position *p)
{
	enum {
		EXTRA_WORD,
		EXTRA_GAME,
		EXTRA_RESERVE,
		EXTRA_PINS = 4,
		EXTRA_WAYS = 6,
		EXTRA_STREAK = 8,
		EXTRA_EXPECTED_ACTION = 10,
		EXTRA_FIELD_COUNT
	};
	char text[LINE_MAX_BYTES];
	const char *field[EXTRA_FIELD_COUNT];
	struct match_state *m = &p->m;
	const struct variant *v;
	long n[EXTRA_FIELD_COUNT] = { 0 };

	if (strncmp(line, "board+:", 7) != 0 || !sbuf_copy(text, sizeof(text), line) ||
	    cut(text, field, EXTRA_FIELD_COUNT) != EXTRA_FIELD_COUNT)
		return false;
	for (unsigned i = 0; i < 2; i++)
		if (!parse_number(field[EXTRA_RESERVE + i], 0, 255, &n[EXTRA_RESERVE + i]) ||
		    !parse_number(field[EXTRA_STREAK + i], 0, 255, &n[EXTRA_STREAK + i]))
			return false;
	v = variant_find(field[EXTRA_GAME]);
	p->variant_known = v != NULL && v->cycle == NULL;
	if (p->variant_known)
		m->variant = m->match_variant = v;
	place_checkers(p);
	for (unsigned i = 0; i < 2; i++) {
		m->board.at[i][PT_RESERVE] = (uint8_t)n[EXTRA_RESERVE + i];
		m->score_streak[i] = (uint8_t)n[EXTRA_STREAK + i];
		read_pins(p, i == 0 ? SEAT_0 : SEAT_1, field[EXTRA_PINS + i]);
	}
	if (m->phase == PH_ROLL && m->variant->no_dice) {
		m->phase = PH_MOVE;
		m->dice_to_play = 1;
	}
	if (m->phase == PH_MOVE && !m->variant->no_dice &&
	    (m->dice.d[0] == 0 || m->dice.d[1] == 0)) /* dice belonging to another game */
		m->phase = PH_ROLL;
	if (m->turn <= SEAT_1 && strncmp(field[EXTRA_EXPECTED_ACTION], "name", 4) == 0) {
		m->phase = PH_NAME_DOUBLE;
	} else if (strncmp(field[EXTRA_EXPECTED_ACTION], "double", 6) == 0) {
		m->play_stage = 1;
	}
	return true;
}
