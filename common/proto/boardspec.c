/* SPDX-License-Identifier: MIT */
/* Reads the positions of help pages: see boardspec.h.  Linear in the text. */
#include "proto/boardspec.h"

#include <string.h>

#include "proto/words.h"

#define SPEC_MAX 256u
#define SHOWN_LENGTH 5u /* points of the match that pictures are of */

/* One number within a range. */
static bool
read_number(const char *word, long low, long high, uint8_t *value_out)
{
	long value;

	if (word == NULL || !word_number(word, &value) || value < low || value > high)
		return false;
	*value_out = (uint8_t)value;
	return true;
}

/* "13*5", "bar" */
static bool
read_point(char *word, enum seat seat, struct match_state *m)
{
	char *star = strchr(word, '*');
	uint8_t n = 1, point = PT_BAR;

	if (star != NULL) {
		*star = '\0';
		if (!read_number(star + 1, 1, m->variant->checkers, &n))
			return false;
	}
	if (!word_is(word, "bar")) {
		if (!read_number(word, 1, 24, &point))
			return false;
		if (seat != m->o)
			point = (uint8_t)variant_opposite(m->variant, point);
	}
	if (m->board.at[seat][point] != 0)
		return false;
	m->board.at[seat][point] = n;
	return true;
}

static bool
read_side(char *rest, enum seat seat, struct match_state *m)
{
	unsigned n = 0;
	char *word;

	memset(m->board.at[seat], 0, sizeof(m->board.at[seat]));
	while ((word = word_next(&rest)) != NULL)
		if (!read_point(word, seat, m))
			return false;
	for (unsigned p = 0; p < PT_COUNT; p++)
		n += m->board.at[seat][p];
	if (n > m->variant->checkers)
		return false;
	m->board.at[seat][PT_OFF] = (uint8_t)(m->variant->checkers - n);
	return true;
}

static bool
read_dice(char *rest, enum seat seat, struct match_state *m)
{
	if (!read_number(word_next(&rest), 1, 6, &m->dice.d[0]) ||
	    !read_number(word_next(&rest), 1, 6, &m->dice.d[1]) || word_next(&rest) != NULL)
		return false;
	m->turn = seat;
	m->phase = PH_MOVE;
	m->pieces = m->dice.d[0] == m->dice.d[1] ? 4 : 2;
	return true;
}

static bool
read_cube(char *rest, struct match_state *m)
{
	uint8_t value;
	const char *owner;

	if (!read_number(word_next(&rest), 1, 64, &value))
		return false;
	m->cube = value;
	owner = word_next(&rest);
	if (owner != NULL && word_is(owner, "O"))
		m->cube_owner = m->o;
	else if (owner != NULL && word_is(owner, "X"))
		m->cube_owner = seat_other(m->o);
	else
		return owner == NULL;
	return word_next(&rest) == NULL;
}

static bool
read_part(char *part, struct match_state *m)
{
	const char *word = word_next(&part);

	if (word == NULL)
		return false;
	if (word_is(word, "O"))
		return read_side(part, SEAT_0, m);
	if (word_is(word, "X"))
		return read_side(part, SEAT_1, m);
	if (word_is(word, "dice"))
		return read_dice(part, SEAT_0, m);
	if (word_is(word, "xdice"))
		return read_dice(part, SEAT_1, m);
	return word_is(word, "cube") && read_cube(part, m);
}

bool
boardspec_read(const char *text, struct match_state *m_out)
{
	char spec[SPEC_MAX];
	char *rest = spec;
	size_t n = strlen(text);
	struct match_state m;

	if (n >= sizeof(spec))
		return false;
	memcpy(spec, text, n + 1);
	match_init(&m, variant_find("backgammon"), SHOWN_LENGTH); /* the board as it starts */
	m.o = SEAT_0;
	m.turn = SEAT_0;
	m.phase = PH_ROLL;
	while (rest != NULL) {
		char *part = rest;

		rest = strchr(part, '|');
		if (rest != NULL)
			*rest++ = '\0';
		if (!read_part(part, &m))
			return false;
	}
	if (!board_check(&m.board, m.variant))
		return false;
	*m_out = m;
	return true;
}
