/* SPDX-License-Identifier: MIT */
/* Reads the .mat format, as Jellyfish introduced it and many programs write it.  See
 * matchread.h.
 *
 * A header ends with the length of the match.  Each game has a line with its number, a line
 * with names and score, and numbered lines with a cell for each player.  A cell is a roll with
 * its play, or begins with a word such as "Doubles".  The column determines the player. */
#include <string.h>

#include "proto/matchbuild.h"
#include "proto/words.h"

#define LINE_MAX_BYTES 1000u /* longer lines are cut */
#define RIGHT_AT 16u         /* first column of a line without a number in the right cell */
#define NUMBERED_GAP 9u      /* blanks after "12)" that mean that the left cell is empty */

struct mat {
	struct builder *b;
	char last[MATCHREAD_TEXT_MAX + 1]; /* last line before the length of the match */
	bool names; /* the number of a game was read, but not the line with names */
	enum seat seat;
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Parses a roll such as "31:" or "3-1:" at the start of a word.  Returns its length, or 0. */
static size_t
roll_at(const char *word, unsigned d[2])
{
	size_t dash = word[0] != '\0' && (word[1] == '-' || word[1] == ',');

	if (word[0] < '1' || word[0] > '6' || word[1 + dash] < '1' || word[1 + dash] > '6' ||
	    word[2 + dash] != ':')
		return 0;
	d[0] = (unsigned)(word[0] - '0');
	d[1] = (unsigned)(word[1 + dash] - '0');
	return 3 + dash;
}

/* ---- plays ---- */

static bool
skip_word(const char **at, const char *word)
{
	size_t n = strlen(word);

	for (size_t i = 0; i < n; i++)
		if ((*at)[i] == '\0' || ((*at)[i] | 0x20) != word[i])
			return false;
	*at += n;
	return true;
}

/* Parses a point: a number to 25, or a word for the bar or the tray. */
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
		if (skip_word(at, WORDS[i].word)) {
			*out = WORDS[i].point;
			return from == (*out == PT_BAR);
		}
	for (; is_digit(**at) && digits < 2; digits++)
		value = value * 10 + (unsigned)(*(*at)++ - '0');
	*out = (uint8_t)value;
	return digits > 0 && !is_digit(**at) && value <= PT_BAR && (!from || value > 0);
}

static bool
add_step(struct described *d, uint8_t from, uint8_t to)
{
	if (d->n == DESCRIBED_STEPS_MAX || to >= from)
		return false;
	d->step[d->n++] = (struct step){ from, to };
	return true;
}

/* Parses "13/8", "24/18*\/13" or "8/5(2)". */
static bool
parse_chain(const char **at, struct described *d)
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
		d->stars += **at == '*';
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
snowie_board(const char *at, bool own, enum seat mover, struct board *out)
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

/* Parses the part of a cell after the roll.  Returns false if it is not a play. */
static bool
play_read(struct mat *r, const char *at, struct described *d)
{
	const struct board *now = &r->b->out->state.board;

	*d = (struct described){ 0 };
	for (;;) {
		at += strspn(at, " ,");
		if (*at == '\0')
			return true;
		if (strncmp(at, "???", 3) == 0) {
			d->unknown = true;
			return true;
		}
		if (strspn(at, "?!") > 0) { /* a mark of the previous play */
			at += strspn(at, "?!");
		} else if (skip_word(&at, "illegal")) {
			const char *open = strchr(at, '(');

			d->illegal = true;
			if (open != NULL && strchr(open, ';') != NULL) {
				/* It is not known whose side the position is seen from: the
				 * other player's checkers must not have moved. */
				d->placed = snowie_board(open, true, r->seat, &d->after);
				if (!d->placed ||
				    memcmp(d->after.at[seat_other(r->seat)] + 1,
					now->at[seat_other(r->seat)] + 1, 24) != 0)
					d->placed =
					    snowie_board(open, false, r->seat, &d->after);
				return d->placed;
			}
			(void)skip_word(&at, " play");
			(void)skip_word(&at, " move");
			at += strspn(at, " :)(");
		} else if (*at == '(' || *at == ')') {
			at++;
		} else if (is_digit(*at) || *at == 'b' || *at == 'B') {
			if (!parse_chain(&at, d))
				return false;
		} else if (skip_word(&at, "cannot") || skip_word(&at, "can't") ||
			   skip_word(&at, "no ") || skip_word(&at, "danc") ||
			   skip_word(&at, "fan") || skip_word(&at, "--")) {
			d->impossible = true;
			d->illegal = d->illegal || strstr(at, "(illegal") != NULL;
			return true;
		} else {
			return false;
		}
	}
}

/* ---- cells ---- */

enum cell_kind {
	CELL_DOUBLES,
	CELL_TAKES,
	CELL_DROPS,
	CELL_WINS,
	CELL_CONCEDES,
	CELL_NONE
};

static enum cell_kind
cell_named(const char *word)
{
	static const struct {
		const char *begins;
		enum cell_kind kind;
	} CELLS[] = { { "double", CELL_DOUBLES }, { "redouble", CELL_DOUBLES },
		{ "beaver", CELL_DOUBLES }, { "raccoon", CELL_DOUBLES }, { "take", CELL_TAKES },
		{ "accept", CELL_TAKES }, { "drop", CELL_DROPS }, { "pass", CELL_DROPS },
		{ "reject", CELL_DROPS }, { "win", CELL_WINS }, { "concede", CELL_CONCEDES },
		{ "resign", CELL_CONCEDES } };

	for (size_t i = 0; i < ARRAY_LEN(CELLS); i++)
		if (skip_word(&(const char *){ word }, CELLS[i].begins))
			return CELLS[i].kind;
	return CELL_NONE;
}

/* Returns the first number in the text, 0 if there is none. */
static unsigned
number_in(const char *text)
{
	unsigned n = 0;

	text += strcspn(text, "0123456789");
	for (; is_digit(*text) && n < 100000; text++)
		n = n * 10 + (unsigned)(*text - '0');
	return n;
}

static void
cell(struct mat *r, const char *text)
{
	struct builder *b = r->b;
	unsigned d[2];
	size_t roll = roll_at(text, d);
	struct described play;

	if (roll > 0) {
		build_roll(b, r->seat, d[0], d[1]);
		if (play_read(r, text + roll, &play))
			build_play(b, r->seat, &play);
		else if (b->open)
			(void)build_bad(b, "that is no play");
		return;
	}
	switch (cell_named(text)) {
	case CELL_DOUBLES:
		build_double(b, r->seat, number_in(text));
		break;
	case CELL_TAKES:
		build_answer(b, r->seat, ACT_TAKE);
		break;
	case CELL_DROPS:
		build_answer(b, r->seat, ACT_DROP);
		break;
	case CELL_WINS:
		if (number_in(text) == 0)
			build_note(b, "a win lacks its points");
		build_wins(b, r->seat, number_in(text));
		break;
	case CELL_CONCEDES:
		build_wins(b, seat_other(r->seat), number_in(text));
		break;
	case CELL_NONE:
		if (b->open)
			(void)build_bad(b, "that is no move");
		break;
	}
}

/* Returns the length of the word at `at`; text in parentheses is part of the word, with its
 * blanks. */
static size_t
word_length(const char *at)
{
	size_t n = 0;

	for (unsigned depth = 0; at[n] != '\0' && (at[n] != ' ' || depth > 0); n++) {
		depth += at[n] == '(';
		depth -= at[n] == ')' && depth > 0;
	}
	return n;
}

/* Parses a line number such as "12)" or "12.".  Returns its length, or 0. */
static size_t
line_number_length(const char *at)
{
	size_t n = strspn(at, "0123456789");

	return n > 0 && n <= 4 && (at[n] == ')' || at[n] == '.') ? n + 1 : 0;
}

static void
moves_line(struct mat *r, char *line)
{
	size_t at = 0, begin = 0, number_end = 0;
	bool number = false, first = true;

	while (line[at] != '\0') {
		size_t blanks = strspn(line + at, " "), n;
		unsigned d[2];
		char kept;

		at += blanks;
		if (line[at] == '\0')
			break;
		n = line_number_length(line + at);
		if (n > 0) {
			number = first = true;
			at += n;
			number_end = at;
			continue;
		}
		/* A cell ends before the next roll, line number, or word such as "Doubles". */
		begin = at;
		do {
			at += word_length(line + at);
			n = strspn(line + at, " ");
		} while (line[at + n] != '\0' && roll_at(line + at + n, d) == 0 &&
			 cell_named(line + at + n) == CELL_NONE &&
			 line_number_length(line + at + n) == 0 && (at += n, true));
		if (first)
			r->seat =
			    (number ? begin - number_end >= NUMBERED_GAP : begin >= RIGHT_AT)
				? SEAT_1
				: SEAT_0;
		else
			r->seat = SEAT_1;
		first = false;
		kept = line[at];
		line[at] = '\0';
		cell(r, line + begin);
		line[at] = kept;
	}
}

/* ---- the header and the names ---- */

static char *
trim(char *from, char *end)
{
	while (end > from && end[-1] == ' ')
		end--;
	*end = '\0';
	return from + strspn(from, " ");
}

/* Finds the colon of a score such as " : 12", which must be followed by a blank or the end of
 * the line. */
static char *
score_at(char *text, uint32_t *score, char **end)
{
	for (char *colon = strchr(text, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
		char *p = colon + 1 + strspn(colon + 1, " ");
		size_t n = strspn(p, "0123456789");

		if (n == 0 || n > 5 || (p[n] != ' ' && p[n] != '\0'))
			continue;
		*score = number_in(p);
		*end = p + n;
		return colon;
	}
	return NULL;
}

static void
store_names(struct mat *r, const char *left, const char *right)
{
	struct builder *b = r->b;
	char name[2][MATCHREAD_TEXT_MAX + 1];

	build_text(name[0], left);
	build_text(name[1], right);
	if (b->named &&
	    (strcmp(b->out->name[0], name[0]) != 0 || strcmp(b->out->name[1], name[1]) != 0))
		build_note(b, "the names are not those of the first game");
	if (!b->named)
		memcpy(b->out->name, name, sizeof(name));
	b->named = true;
}

/* Parses " ann : 0    bob : 0", or " ann    bob" as Jellyfish writes it above a single game. */
static void
names_line(struct mat *r, char *line)
{
	uint32_t score[2];
	char *end[2], *first = score_at(line, &score[0], &end[0]);
	char *second = first != NULL ? score_at(end[0], &score[1], &end[1]) : NULL;
	char *left = line + strspn(line, " "), *right = strstr(left, "  ");

	if (second != NULL) {
		left = trim(line, first);
		right = trim(end[0], second);
		if (*left == '\0' || *right == '\0')
			build_note(r->b, "a name is missing");
		store_names(r, left, right);
		build_game(r->b, score);
	} else if (first == NULL && right != NULL && strchr(line, ':') == NULL) {
		store_names(r, trim(left, right), trim(right, right + strlen(right)));
		build_game(r->b, NULL);
	} else {
		build_note(r->b, "the names and the score are expected here");
		return;
	}
	r->names = false;
}

/* Parses the tags of a line such as ; [Event "Cup"] or ; [Player 1 Elo "1600/12"]. */
static void
tags(struct mat *r, char *line)
{
	for (char *at = strchr(line, '['); at != NULL; at = strchr(at, '[')) {
		char *name = at + 1, *value = strchr(name, '"'), *end;

		if (value == NULL)
			return;
		end = strchr(value + 1, '"');
		if (end == NULL)
			return;
		*end = '\0';
		name = trim(name, value);
		build_info(r->b, name, value + 1);
		at = end + 1;
	}
}

/* Returns whether the line gives the length of the match: "7 point match", "Match to 7 points",
 * "Money session". */
static bool
length_of(char *line, unsigned *length)
{
	char *at = line + strspn(line, " ");
	size_t n = strspn(at, "0123456789");
	const char *rest = at + n + strspn(at + n, " -"), *start = at;

	*length = number_in(at);
	if (n > 0 && n <= 5 && skip_word(&rest, "point"))
		return true;
	if (skip_word(&start, "match to ") || skip_word(&start, "match length"))
		return *length > 0;
	*length = 0;
	return skip_word(&start, "money") || skip_word(&start, "unlimited");
}

/* Returns whether the line is numbered and has a roll: "  1) 31: 8/5 6/5". */
static bool
is_first_move(const char *line)
{
	size_t n;
	unsigned d[2];

	line += strspn(line, " ");
	n = line_number_length(line);
	line += n;
	return n > 0 && roll_at(line + strspn(line, " "), d) > 0;
}

/* Handles a line before the length of the match.  Returns false if it ends the text. */
static bool
header_line(struct mat *r, char *line)
{
	char *colon = strchr(line, ':');
	unsigned length;

	if (is_first_move(line)) { /* a single game has a line of names and no length */
		build_length(r->b, 0);
		names_line(r, r->last);
		moves_line(r, line);
		return true;
	}
	(void)sbuf_copy(r->last, sizeof(r->last), line);
	if (length_of(line, &length)) {
		if (length > MATCH_LENGTH_MAX) {
			build_note(r->b, "the match is too long: at most 99 points");
			return false;
		}
		build_length(r->b, length);
	} else if (colon != NULL) {
		char *value = colon + 1;

		build_info(r->b, trim(line, colon), trim(value, value + strlen(value)));
	}
	return true;
}

/* Returns whether the line is "Game 3". */
static bool
is_game(const char *line)
{
	line += strspn(line, " ");
	if (!skip_word(&line, "game "))
		return false;
	line += strspn(line, " ");
	line += strspn(line, "0123456789");
	return line[strspn(line, " :.")] == '\0';
}

static bool
line_read(struct mat *r, char *line)
{
	char *at = line + strspn(line, " ");

	if (*at == '\0')
		return true;
	if (*at == ';' || *at == '#' || *at == '[') {
		tags(r, at);
		return true;
	}
	if (is_game(line)) {
		if (!r->b->ready) /* a single game has no length */
			build_length(r->b, 0);
		r->names = true;
		return true;
	}
	if (!r->b->ready)
		return header_line(r, line);
	if (r->names)
		names_line(r, line);
	else
		moves_line(r, line);
	return true;
}

/* Copies a line with tabs expanded. */
static void
copy_line(char out[LINE_MAX_BYTES + 1], const char *text, size_t n)
{
	size_t k = 0;

	for (size_t i = 0; i < n && k < LINE_MAX_BYTES; i++) {
		if (text[i] != '\t') {
			out[k++] = text[i];
			continue;
		}
		do
			out[k++] = ' ';
		while (k % 8 != 0 && k < LINE_MAX_BYTES);
	}
	out[k] = '\0';
}

void
mattext_read(struct builder *b, const char *text)
{
	struct mat r = { .b = b };
	char line[LINE_MAX_BYTES + 1];

	b->line = 0;
	while (*text != '\0') {
		size_t n = strcspn(text, "\r\n");

		b->line++;
		copy_line(line, text, n);
		if (!line_read(&r, line))
			return;
		text += n;
		text += strncmp(text, "\r\n", 2) == 0 ? 2 : *text != '\0';
	}
	build_end(b);
}

/* Returns whether the line gives the length of a further match.  A line with the names of the
 * players has two colons, or none and a gap between the names. */
static bool
is_length(char *line)
{
	const char *at = trim(line, line + strlen(line)), *colon = strchr(at, ':');
	unsigned length;

	if (!length_of(line, &length))
		return false;
	return colon != NULL ? strchr(colon + 1, ':') == NULL
			     : is_digit(*at) || strstr(at, "  ") == NULL;
}

/* A further match begins with the comments and empty lines before its length. */
size_t
mattext_first(const char *text)
{
	const char *at = text, *head = NULL;
	bool begun = false;
	char line[LINE_MAX_BYTES + 1];

	while (*at != '\0') {
		size_t n = strcspn(at, "\r\n"), blanks;

		copy_line(line, at, n);
		blanks = strspn(line, " ");
		if (begun && is_length(line))
			return (size_t)((head != NULL ? head : at) - text);
		begun = begun || is_game(line);
		if (line[blanks] != '\0' && strchr(";#[", line[blanks]) == NULL)
			head = NULL;
		else if (head == NULL)
			head = at;
		at += n;
		at += strncmp(at, "\r\n", 2) == 0 ? 2 : *at != '\0';
	}
	return (size_t)(at - text);
}
