/* SPDX-License-Identifier: MIT */
/* Parses positions from the wire: see position.h.  Linear in the line; owns no memory. */
#include "position.h"

#include <stdlib.h>
#include <string.h>

#include "base/sbuf.h"

#include "text.h"

#define LINE_MAX_BYTES 512u
#define FIELDS 53u
#define WIRE_UNLIMITED 9999

enum { /* fields of the line, PROTOCOL.md 4 */
	F_NAME = 1,
	F_LENGTH = 3,
	F_SCORE = 4,
	F_POINTS = 6,
	F_TURN = 32,
	F_DICE = 33,
	F_CUBE = 37,
	F_ACCESS = 38,
	F_DOUBLED = 40,
	F_COLOUR = 41,
	F_OFF = 45,
	F_PIECES = 49,
	F_REDOUBLES = 52,
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
number(const char *text, long low, long high, long *out)
{
	char *end;

	*out = strtol(text, &end, 10);
	while (*end == ' ' || *end == '\r')
		end++;
	return end != text && *end == '\0' && *out >= low && *out <= high;
}

/* Returns the seat's own number of a board point. */
static unsigned
own_point(const struct position *p, enum seat seat, unsigned point)
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
		enum seat s = p->point[i] > 0 ? o : seat_other(o);

		if (p->point[i] != 0)
			b->at[s][own_point(p, s, i)] = (uint8_t)abs(p->point[i]);
	}
	b->at[o][PT_BAR] = (uint8_t)abs(p->point[25]);
	b->at[seat_other(o)][PT_BAR] = (uint8_t)abs(p->point[0]);
}

/* Sets whose turn it is and the phase. */
static void
set_turn(struct position *p, const long *f)
{
	struct match_state *m = &p->m;
	const long *dice;

	m->phase = PH_BETWEEN;
	m->turn = SEAT_NONE;
	if (f[F_TURN] == 0)
		return;
	m->turn = f[F_TURN] == f[F_COLOUR] ? SEAT_0 : SEAT_1;
	m->phase = PH_ROLL;
	if (f[F_DOUBLED] == 1) { /* F_TURN may then name either player */
		m->phase = PH_DOUBLED;
		m->turn = SEAT_1;
		m->offer_by = SEAT_1;
		m->offer = 2 * m->cube;
		return;
	}
	dice = &f[m->turn == SEAT_0 ? F_DICE : F_DICE + 2];
	if (dice[0] == 0 || dice[1] == 0)
		return;
	m->phase = PH_MOVE;
	m->dice = (struct dice_pair){ { (uint8_t)dice[0], (uint8_t)dice[1] } };
	m->pieces = f[F_PIECES] > 0 ? (uint8_t)f[F_PIECES] : dice[0] == dice[1] ? 4 : 2;
}

static void
set_cube(struct position *p, const long *f, const struct position *before)
{
	struct match_state *m = &p->m;

	m->cube = (uint32_t)f[F_CUBE];
	m->cube_owner = SEAT_NONE;
	for (unsigned i = 0; i < 2; i++)
		p->access[i] = f[F_ACCESS + i] == 1;
	if (p->access[0] != p->access[1])
		m->cube_owner = p->access[0] ? SEAT_0 : SEAT_1;
	else if (!p->access[0] && before != NULL && before->m.cube == m->cube)
		m->cube_owner = before->m.cube_owner;
}

static bool
read_numbers(const char **field, long *f)
{
	static const struct {
		unsigned from, to;
		long low, high;
	} RANGE[] = {
		{ F_LENGTH, F_LENGTH, 0, WIRE_UNLIMITED },
		{ F_SCORE, F_SCORE + 1, 0, 1000000 },
		{ F_POINTS, F_POINTS + 25, -255, 255 },
		{ F_TURN, F_TURN, -1, 1 },
		{ F_DICE, F_DICE + 3, 0, 6 },
		{ F_CUBE, F_CUBE, 1, 1 << 20 },
		{ F_ACCESS, F_DOUBLED, -1000, 1000 },
		{ F_COLOUR, F_COLOUR, -1, 1 },
		{ F_COLOUR + 1, F_OFF - 1, -1000, 1000 },
		{ F_OFF, F_OFF + 3, 0, 255 },
		{ F_PIECES, F_PIECES, -1000, 1000 },
		{ F_PIECES + 1, F_REDOUBLES, -1000000, 1000000 },
	};

	for (unsigned r = 0; r < ARRAY_LEN(RANGE); r++)
		for (unsigned i = RANGE[r].from; i <= RANGE[r].to; i++)
			if (!number(field[i], RANGE[r].low, RANGE[r].high, &f[i]))
				return false;
	return f[F_COLOUR] != 0;
}

bool
position_read(const char *line, const struct variant *v, const struct position *before,
    struct position *out)
{
	char text[LINE_MAX_BYTES];
	const char *field[FIELDS];
	long f[FIELDS] = { 0 };
	struct position p = { .known = true };

	if (strncmp(line, "board:", 6) != 0 || !sbuf_copy(text, sizeof(text), line) ||
	    cut(text, field, FIELDS) != FIELDS || !read_numbers(field, f))
		return false;
	match_init(&p.m, v != NULL ? v : VARIANT_FIBS,
	    f[F_LENGTH] > (long)MATCH_LENGTH_MAX ? 0 : (unsigned)f[F_LENGTH]);
	p.you = strcmp(field[F_NAME], "You") == 0;
	for (unsigned i = 0; i < 2; i++) {
		(void)text_copy(p.name[i], sizeof(p.name[i]), field[F_NAME + i]);
		p.m.score[i] = (uint32_t)f[F_SCORE + i];
		p.m.board.at[i][PT_OFF] = (uint8_t)f[F_OFF + i];
		p.m.board.at[i][PT_RESERVE] = 0;
	}
	for (unsigned i = 0; i < 26; i++)
		p.point[i] = (int16_t)f[F_POINTS + i];
	p.m.o = f[F_COLOUR] == 1 ? SEAT_0 : SEAT_1;
	p.m.redoubles = f[F_REDOUBLES] >= WIRE_UNLIMITED ? REDOUBLES_UNLIMITED
			: f[F_REDOUBLES] > 0             ? (uint8_t)f[F_REDOUBLES]
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
		own = own_point(p, seat, (unsigned)point);
		p->m.board.at[seat][own] = 1;
		board_set_pinned(&p->m.board, seat, own, true);
	}
}

bool
position_read_extra(const char *line, struct position *p)
{
	enum {
		WORD,
		GAME,
		RESERVE,
		PINS = 4,
		WAYS = 6,
		STREAK = 8,
		DOING = 10,
		COUNT
	};
	char text[LINE_MAX_BYTES];
	const char *field[COUNT];
	struct match_state *m = &p->m;
	const struct variant *v;
	long n[COUNT] = { 0 };

	if (strncmp(line, "board+:", 7) != 0 || !sbuf_copy(text, sizeof(text), line) ||
	    cut(text, field, COUNT) != COUNT)
		return false;
	for (unsigned i = 0; i < 2; i++)
		if (!number(field[RESERVE + i], 0, 255, &n[RESERVE + i]) ||
		    !number(field[STREAK + i], 0, 255, &n[STREAK + i]))
			return false;
	v = variant_find(field[GAME]);
	p->known = v != NULL && v->cycle == NULL;
	if (p->known)
		m->variant = m->played = v;
	place_checkers(p);
	for (unsigned i = 0; i < 2; i++) {
		m->board.at[i][PT_RESERVE] = (uint8_t)n[RESERVE + i];
		m->streak[i] = (uint8_t)n[STREAK + i];
		read_pins(p, i == 0 ? SEAT_0 : SEAT_1, field[PINS + i]);
	}
	if (m->phase == PH_ROLL && m->variant->no_dice) {
		m->phase = PH_MOVE;
		m->pieces = 1;
	}
	if (m->phase == PH_MOVE && !m->variant->no_dice &&
	    (m->dice.d[0] == 0 || m->dice.d[1] == 0)) /* dice belonging to another game */
		m->phase = PH_ROLL;
	if (m->turn <= SEAT_1 && strncmp(field[DOING], "name", 4) == 0) {
		m->phase = PH_NAME;
	} else if (strncmp(field[DOING], "double", 6) == 0) {
		m->stage = 1;
	}
	return true;
}
