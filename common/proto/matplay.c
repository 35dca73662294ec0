/* SPDX-License-Identifier: MIT */
/* See matplay.h. */
#include "proto/matplay.h"

#include <string.h>

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool
matplay_skip_word(const char **at, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i < n; i++)
		if ((*at)[i] == '\0' || ((*at)[i] | 0x20) != word[i])
			return false;
	*at += n;
	return true;
}

/* Returns whether a play begins with a step: "8/5" or "bar/20". */
bool
matplay_begins_step(const char *at)
{
	const char *point = at;

	if (!matplay_skip_word(&point, "bar") && !matplay_skip_word(&point, "b"))
		point += strspn(point, "0123456789");
	return point > at && point <= at + 3 && (*point == '/' || *point == '-');
}

/* Parses a roll such as "31:", "3-1:" or, if a play follows, "31".  Returns its length, or
 * 0. */
size_t
matplay_parse_roll(const char *word, unsigned d[2])
{
	size_t dash = word[0] != '\0' && (word[1] == '-' || word[1] == ',');
	size_t n = 2 + dash, blanks;

	if (word[0] < '1' || word[0] > '6' || word[1 + dash] < '1' || word[1 + dash] > '6')
		return 0;
	blanks = strspn(word + n, " ");
	if (word[n + blanks] != ':' &&
	    (dash > 0 || blanks == 0 || !matplay_begins_step(word + n + blanks)))
		return 0;
	d[0] = (unsigned)(word[0] - '0');
	d[1] = (unsigned)(word[1 + dash] - '0');
	return n + blanks + (word[n + blanks] == ':');
}

/* Parses a point: a number up to 25, or a word for the bar or the tray. */
static bool
parse_point(const char **at, bool from, uint8_t *out)
{
	static const struct {
		const char *word;
		uint8_t point;
	} WORDS[] = { { "bar", PT_BAR }, { "off", PT_OFF }, { "home", PT_OFF }, { "b", PT_BAR },
		{ "o", PT_OFF }, { "h", PT_OFF } };
	unsigned value = 0, digits = 0;

	for (size_t i = 0; i < ARRAY_LEN(WORDS); i++)
		if (matplay_skip_word(at, WORDS[i].word)) {
			*out = WORDS[i].point;
			return from == (*out == PT_BAR);
		}
	for (; is_digit(**at) && digits < 2; digits++)
		value = value * 10 + (unsigned)(*(*at)++ - '0');
	*out = (uint8_t)value;
	return digits > 0 && !is_digit(**at) && value <= PT_BAR && (!from || value > 0);
}

static bool
add_step(struct described_play *d, uint8_t from, uint8_t to)
{
	if (d->n == DESCRIBED_STEPS_MAX || to >= from)
		return false;
	d->step[d->n++] = (struct step){ from, to };
	return true;
}

/* Parses "13/8", "24/18*\/13" or "8/5(2)". */
static bool
parse_step_chain(const char **at, struct described_play *d)
{
	unsigned first = d->n, end;
	uint8_t from, to;

	if (!parse_point(at, true, &from))
		return false;
	do {
		/* a hit on this point was counted with the step that ended there */
		*at += **at == '*';
		if ((**at != '/' && **at != '-') || (++*at, !parse_point(at, false, &to)) ||
		    !add_step(d, from, to))
			return false;
		d->hit_marks += **at == '*';
		from = to;
	} while ((*at)[**at == '*'] == '/');
	*at += **at == '*';
	end = d->n;
	if (**at == ' ' && (*at)[1] == '(' && is_digit((*at)[2]))
		++*at;
	if (**at == '(' && (*at)[1] >= '1' && (*at)[1] <= '4' && (*at)[2] == ')') {
		for (int i = (*at)[1] - '1'; i > 0; i--)
			for (unsigned k = first; k < end; k++)
				if (!add_step(d, d->step[k].from, d->step[k].to))
					return false;
		*at += 3;
	}
	*at += **at == '*';
	return true;
}

/* Reads the 26 numbers of a Snowie position: checkers on the bar of the player on roll, on
 * points 1 to 24, and on the other bar.  The opponent's checkers are negative.  own: the mover
 * is the player on roll. */
static bool
parse_snowie_board(const char *at, bool own, enum seat mover, struct board *out)
{
	enum seat seat = own ? mover : seat_other(mover);

	*out = (struct board){ 0 };
	for (unsigned i = 0; i < 12; i++) {
		at = strchr(at, ';');
		if (at == NULL)
			return false;
		at++;
	}
	for (unsigned i = 0; i < 26; i++) {
		bool negative = *at == '-';
		unsigned n = 0, p = i == 0 ? PT_BAR : i;

		at += negative;
		if (!is_digit(*at))
			return false;
		for (; is_digit(*at) && n <= 15; at++)
			n = n * 10 + (unsigned)(*at - '0');
		if (n > 15 || *at++ != ';')
			return false;
		if (negative || i == 25)
			out->at[seat_other(seat)][i == 25 ? PT_BAR : PT_BAR - i] = (uint8_t)n;
		else
			out->at[seat][p] = (uint8_t)n;
	}
	for (unsigned s = 0; s < 2; s++) {
		unsigned all = 0;

		for (unsigned p = 1; p < PT_COUNT; p++)
			all += out->at[s][p];
		if (all > 15)
			return false;
		out->at[s][PT_OFF] = (uint8_t)(15 - all);
	}
	return true;
}

/* Returns whether the text says that there is no legal play. */
bool
matplay_says_no_play(const char *at)
{
	static const char *const WORDS[] = { "cannot", "can", "no ", "none", "danc", "fan",
		"pass", "--" };

	for (size_t i = 0; i < ARRAY_LEN(WORDS); i++)
		if (matplay_skip_word(&(const char *){ at }, WORDS[i]))
			return true;
	return false;
}

/* Parses the part of a cell after the roll.  Remarks after the play are ignored.  Returns false
 * if it is not a play. */
bool
matplay_parse(
    const struct match_builder *b, enum seat seat, const char *at, struct described_play *d)
{
	const struct board *now = &b->out->state.board;

	*d = (struct described_play){ 0 };
	for (;;) {
		at += strspn(at, " ,*");
		if (*at == '\0' || strcmp(at, "-") == 0)
			return true;
		if (strncmp(at, "???", 3) == 0) {
			d->not_recorded = true;
			return true;
		}
		if (strspn(at, "?!") > 0) { /* a mark of the previous play */
			at += strspn(at, "?!");
		} else if (matplay_skip_word(&at, "illegal")) {
			const char *open = strchr(at, '(');

			d->marked_illegal = true;
			if (open != NULL && strchr(open, ';') != NULL) {
				/* The file does not say from whose side the position is seen.
				 * Chooses the side from which the other player's checkers have
				 * not moved. */
				d->has_position =
				    parse_snowie_board(open, true, seat, &d->position);
				if (!d->has_position ||
				    memcmp(d->position.at[seat_other(seat)] + 1,
					now->at[seat_other(seat)] + 1, 24) != 0)
					d->has_position =
					    parse_snowie_board(open, false, seat, &d->position);
				return d->has_position;
			}
			(void)matplay_skip_word(&at, " play");
			(void)matplay_skip_word(&at, " move");
			at += strspn(at, " :)(");
		} else if (*at == '(' || *at == ')') {
			at++;
		} else if (matplay_begins_step(at)) {
			if (!parse_step_chain(&at, d))
				return false;
		} else {
			d->no_legal_play = d->n == 0 && matplay_says_no_play(at);
			d->marked_illegal = d->marked_illegal || strstr(at, "illegal") != NULL;
			return d->no_legal_play || d->n > 0;
		}
	}
}
