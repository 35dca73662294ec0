/* SPDX-License-Identifier: MIT */
/* Parses the positions of help pages: see boardspec.h.  Linear in the text. */
#include "proto/boardspec.h"

#include <string.h>

#include "proto/words.h"

#define SPEC_MAX 256u
#define HELP_MATCH_LENGTH 5u /* match length of the positions in help pages */

/* Parses a number within a range. */
static bool
read_number(const char *word, long low, long high, uint8_t *value_out)
{
	long value;

	if (word == NULL || !word_number(word, &value) || value < low || value > high)
		return false;
	*value_out = (uint8_t)value;
	return true;
}

/* Parses the number of checkers in "13*5", "24p" or "bar" and cuts it off, leaving the
 * point. */
static bool
cut_checker_count(char *word, const struct variant *v, uint8_t *n_out, bool *pinned_out)
{
	char *star = strchr(word, '*');
	size_t n = strlen(word);

	*n_out = 1;
	*pinned_out = star == NULL && n > 1 && word[n - 1] == 'p';
	if (*pinned_out)
		word[n - 1] = '\0';
	if (star == NULL)
		return true;
	*star = '\0';
	return read_number(
	    star + 1, 1, v->clone != CLONE_NONE ? UINT8_MAX : v->checkers, n_out);
}

/* Converts a board point, the bar or the reserve to the seat's own number. */
static bool
read_place(const char *word, enum seat seat, const struct match_state *m, uint8_t *place_out)
{
	*place_out = word_is(word, "res") ? PT_RESERVE : PT_BAR;
	if (word_is(word, "res") || word_is(word, "bar"))
		return true;
	if (!read_number(word, 1, 24, place_out))
		return false;
	if (seat != m->o)
		*place_out = (uint8_t)variant_opposite(m->variant, *place_out);
	return true;
}

static bool
read_placed_checkers(char *word, enum seat seat, struct match_state *m)
{
	uint8_t n, place;
	bool pinned;

	if (!cut_checker_count(word, m->variant, &n, &pinned) ||
	    !read_place(word, seat, m, &place))
		return false;
	if (m->board.at[seat][place] != 0 || (pinned && place > 24))
		return false;
	m->board.at[seat][place] = n;
	if (pinned)
		board_set_pinned(&m->board, seat, place, true);
	return true;
}

static bool
read_side(char *rest, enum seat seat, struct match_state *m)
{
	unsigned n = 0;
	char *word;

	memset(m->board.at[seat], 0, sizeof(m->board.at[seat]));
	memset(m->board.pins[seat], 0, sizeof(m->board.pins[seat]));
	while ((word = word_next(&rest)) != NULL)
		if (!read_placed_checkers(word, seat, m))
			return false;
	for (unsigned p = 0; p < PT_COUNT; p++)
		n += m->board.at[seat][p];
	if (n > m->variant->checkers)
		return m->variant->clone != CLONE_NONE;
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
	m->dice_to_play = m->dice.d[0] == m->dice.d[1] ? 4 : 2;
	return true;
}

static bool
read_cube(char *rest, struct match_state *m)
{
	uint8_t value;
	const char *owner;

	if (!read_number(word_next(&rest), 1, 64, &value) || value > m->variant->cube_limit)
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
read_spec_part(char *part, struct match_state *m)
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
	if (word_is(word, "game")) { /* read_game has parsed the first "game NAME"; any other
					must name the same game */
		word = word_next(&part);
		return word != NULL && word_is(word, m->variant->name);
	}
	return word_is(word, "cube") && read_cube(part, m);
}

/* Returns the game named in a part "game NAME" anywhere in the text, or backgammon if there is
 * none.  Returns NULL if the name is unknown or names a cycle of games. */
static const struct variant *
read_game(const char *text)
{
	const char *part = strstr(text, "| game ");
	char name[SPEC_MAX];
	char *rest = name;
	const char *word;
	const struct variant *v;
	size_t n;

	if (part == NULL)
		return VARIANT_FIBS;
	part += strlen("| game ");
	n = strcspn(part, "|");
	memcpy(name, part, n);
	name[n] = '\0';
	word = word_next(&rest);
	if (word == NULL || word_next(&rest) != NULL)
		return NULL;
	v = variant_find(word);
	return v != NULL && v->cycle == NULL ? v : NULL;
}

bool
boardspec_read(const char *text, struct match_state *m_out)
{
	char spec[SPEC_MAX];
	char *rest = spec;
	size_t n = strlen(text);
	const struct variant *v;
	struct match_state m;

	if (n >= sizeof(spec))
		return false;
	memcpy(spec, text, n + 1);
	v = read_game(text);
	if (v == NULL)
		return false;
	match_init(&m, v, HELP_MATCH_LENGTH); /* the starting position */
	m.o = SEAT_0;
	m.turn = SEAT_0;
	m.phase = PH_ROLL;
	while (rest != NULL) {
		char *part = rest;

		rest = strchr(part, '|');
		if (rest != NULL)
			*rest++ = '\0';
		if (!read_spec_part(part, &m))
			return false;
	}
	if (!variant_check_board(&m.board, m.variant))
		return false;
	*m_out = m;
	return true;
}
