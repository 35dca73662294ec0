/* SPDX-License-Identifier: MIT */
/* Reads SGF files of backgammon (FF[4] GM[6]), as gnubg and this server write them.  See
 * matchread.h.
 *
 * There is a tree per game.  Only its main line is read: the first of several variations.  W
 * and B are the players of the left and the right column.  If a roll was not played, or the
 * play broke the rules, a set-up of the resulting position follows in its place. */
#include <string.h>

#include "proto/matchbuild.h"

#define VALUE_MAX 200u /* longer values, which are comments and analyses, are cut */

struct sgf {
	struct match_builder *b;
	const char *at;
	char prop[4]; /* name and value of the property read last */
	char value[VALUE_MAX + 1];
	bool at_root;    /* the next node is the first of a game */
	bool other_game; /* the game is not backgammon */
	uint32_t score[2];
	bool has_result;
	enum seat winner;
	uint32_t points;
	bool position_set; /* the node sets the position up */
	struct board board;
	enum seat roller; /* PL: the player who rolls */
};

/* ---- text ---- */

static void
skip_blanks(struct sgf *s)
{
	for (; *s->at != '\0' && (unsigned char)*s->at <= ' '; s->at++)
		s->b->line += *s->at == '\n';
}

/* Reads a value in brackets.  Returns false if there is none. */
static bool
value_read(struct sgf *s)
{
	size_t n = 0;

	skip_blanks(s);
	if (*s->at != '[')
		return false;
	for (s->at++; *s->at != '\0' && *s->at != ']'; s->at++) {
		s->at += *s->at == '\\' && s->at[1] != '\0';
		s->b->line += *s->at == '\n';
		if (n < VALUE_MAX)
			s->value[n++] = *s->at;
	}
	s->value[n] = '\0';
	s->at += *s->at == ']';
	return true;
}

/* Reads the name of a property.  Old files also have lower-case letters in names; they are
 * ignored. */
static bool
prop_read(struct sgf *s)
{
	size_t n = 0;

	skip_blanks(s);
	for (; (*s->at >= 'A' && *s->at <= 'Z') || (*s->at >= 'a' && *s->at <= 'z'); s->at++)
		if (*s->at <= 'Z' && n < sizeof(s->prop) - 1)
			s->prop[n++] = *s->at;
	s->prop[n] = '\0';
	return n > 0;
}

static bool
property_is(const struct sgf *s, const char *prop)
{
	return strcmp(s->prop, prop) == 0;
}

/* Skips a tree that begins at '('. */
static void
skip_tree(struct sgf *s)
{
	unsigned depth = 0;

	do {
		skip_blanks(s);
		if (*s->at == '[') {
			(void)value_read(s);
			continue;
		}
		depth += *s->at == '(';
		depth -= *s->at == ')';
		s->at += *s->at != '\0';
	} while (depth > 0 && *s->at != '\0');
}

static uint32_t
parse_number(const char *text)
{
	uint32_t n = 0;

	for (; *text >= '0' && *text <= '9' && n < 100000; text++)
		n = n * 10 + (uint32_t)(*text - '0');
	return n;
}

/* ---- points ---- */

/* Converts a letter to the seat's own number of the point, the bar or off; PT_COUNT if it is
 * another letter. */
static unsigned
point_of(char c, enum seat seat)
{
	if (c == 'y')
		return PT_BAR;
	if (c == 'z')
		return PT_OFF;
	if (c < 'a' || c > 'x')
		return PT_COUNT;
	return seat == SEAT_0 ? (unsigned)(c - 'a') + 1 : (unsigned)('x' - c) + 1;
}

/* Handles AE, AW or AB: [f] adds a checker, [a:y] is a range, which only AE uses. */
static void
set_up_checkers(struct sgf *s)
{
	enum seat seat = property_is(s, "AW") ? SEAT_0 : SEAT_1;
	unsigned p = point_of(s->value[0], seat);

	if (!s->position_set) {
		s->board = s->b->out->state.board;
		s->position_set = true;
	}
	if (property_is(s, "AE")) {
		if (strcmp(s->value, "a:y") == 0)
			s->board = (struct board){ 0 };
		else
			s->board.at[0][0] = s->board.at[1][0] = 99; /* unsupported range */
		return;
	}
	if (p < PT_COUNT && s->board.at[seat][p] < 99)
		s->board.at[seat][p]++;
}

/* ---- moves ---- */

static void
play_read(struct sgf *s, enum seat seat)
{
	struct described_play d = { .n = 0 };
	const char *v = s->value;

	if (v[0] < '1' || v[0] > '6' || v[1] < '1' || v[1] > '6') {
		(void)build_ignore_rest(s->b, "that is no move");
		return;
	}
	build_roll(s->b, seat, (unsigned)(v[0] - '0'), (unsigned)(v[1] - '0'));
	for (v += 2; v[0] != '\0' && v[1] != '\0' && d.n < DESCRIBED_STEPS_MAX; v += 2) {
		unsigned from = point_of(v[0], seat), to = point_of(v[1], seat);

		if (from > PT_BAR || to >= from)
			(void)build_ignore_rest(s->b, "that is no play");
		else
			d.step[d.n++] = (struct step){ (uint8_t)from, (uint8_t)to };
	}
	d.no_legal_play = d.n == 0;
	build_play(s->b, seat, &d);
}

static void
move_read(struct sgf *s)
{
	enum seat seat = property_is(s, "W") ? SEAT_0 : SEAT_1;

	if (strcmp(s->value, "double") == 0)
		build_double(s->b, seat, 0);
	else if (strcmp(s->value, "take") == 0)
		build_answer(s->b, seat, ACT_TAKE);
	else if (strcmp(s->value, "drop") == 0)
		build_answer(s->b, seat, ACT_DROP);
	else
		play_read(s, seat);
}

/* ---- the header of a game ---- */

/* Parses "W+2R" or "B+1". */
static void
result_read(struct sgf *s)
{
	if ((s->value[0] != 'W' && s->value[0] != 'B') || s->value[1] != '+')
		return;
	s->has_result = true;
	s->winner = s->value[0] == 'W' ? SEAT_0 : SEAT_1;
	s->points = parse_number(s->value + 2);
}

static void
info_read(struct sgf *s)
{
	static const struct {
		const char *prop;
		enum matchread_info is;
	} INFO[] = { { "EV", INFO_EVENT }, { "RO", INFO_ROUND }, { "PC", INFO_PLACE },
		{ "DT", INFO_DATE }, { "WR", INFO_ELO_0 }, { "BR", INFO_ELO_1 } };

	for (size_t i = 0; i < ARRAY_LEN(INFO); i++)
		if (property_is(s, INFO[i].prop))
			build_header_item(s->b, matchread_info_name(INFO[i].is), s->value);
}

/* Parses a rule of RU, such as "Crawford:CrawfordGame". */
static void
rules_read(struct sgf *s, enum crawford_game *game)
{
	if (strstr(s->value, "Crawford") != NULL)
		*game = strstr(s->value, "CrawfordGame") != NULL ? CRAWFORD_YES : CRAWFORD_NO;
	if (strstr(s->value, "Jacoby") != NULL)
		s->b->jacoby = true;
	if (strstr(s->value, "Nackgammon") != NULL || strstr(s->value, "Hypergammon") != NULL)
		s->other_game = true;
}

/* Reads the first node of a game and begins the game. */
static void
root_read(struct sgf *s)
{
	enum crawford_game crawford = CRAWFORD_BY_SCORE;
	struct match_builder *b = s->b;
	uint32_t length = 0, cube = 1;
	char name[2][MATCHREAD_TEXT_MAX + 1] = { "", "" };
	bool jacoby = b->jacoby;

	s->has_result = s->position_set = s->other_game = false;
	s->score[0] = s->score[1] = 0;
	b->jacoby = false;
	while (prop_read(s))
		while (value_read(s)) {
			if (property_is(s, "GM") && strcmp(s->value, "6") != 0)
				s->other_game = true;
			else if (property_is(s, "MI") && strncmp(s->value, "length:", 7) == 0)
				length = parse_number(s->value + 7);
			else if (property_is(s, "MI") && strncmp(s->value, "ws:", 3) == 0)
				s->score[0] = parse_number(s->value + 3);
			else if (property_is(s, "MI") && strncmp(s->value, "bs:", 3) == 0)
				s->score[1] = parse_number(s->value + 3);
			else if (property_is(s, "PW") || property_is(s, "PB"))
				build_copy_name(name[property_is(s, "PB")], s->value);
			else if (property_is(s, "RE"))
				result_read(s);
			else if (property_is(s, "RU"))
				rules_read(s, &crawford);
			else if (property_is(s, "CV"))
				cube = parse_number(s->value);
			else if (property_is(s, "AE") || property_is(s, "AW") ||
				 property_is(s, "AB"))
				set_up_checkers(s);
			else if (!b->names_known)
				info_read(s);
		}
	b->jacoby = b->jacoby || jacoby;
	if (!b->length_known && length <= MATCH_LENGTH_MAX)
		build_set_length(b, length);
	if (!b->names_known)
		memcpy(b->out->name, name, sizeof(name));
	b->names_known = true;
	if (!b->length_known)
		return;
	build_begin_game(b, s->score);
	b->crawford_game = crawford;
	for (; cube > 1 && length == 0; cube /= 2)
		b->autodoubles++;
	if (s->other_game)
		(void)build_ignore_rest(b, "only backgammon can be read");
	else if (s->position_set)
		(void)build_ignore_rest(b, "this game does not begin with the usual position");
}

/* ---- games ---- */

static void
node_read(struct sgf *s)
{
	struct described_play d = { .has_position = true, .marked_illegal = true };

	s->position_set = false;
	while (prop_read(s))
		while (value_read(s)) {
			if (property_is(s, "W") || property_is(s, "B"))
				move_read(s);
			else if (property_is(s, "PL"))
				s->roller = s->value[0] == 'W' ? SEAT_0 : SEAT_1;
			else if (property_is(s, "DI") && strlen(s->value) == 2)
				build_roll(s->b, s->roller, (unsigned)(s->value[0] - '0'),
				    (unsigned)(s->value[1] - '0'));
			else if (property_is(s, "AE") || property_is(s, "AW") ||
				 property_is(s, "AB"))
				set_up_checkers(s);
			else if (property_is(s, "RE") && !s->has_result)
				result_read(s);
		}
	if (!s->position_set)
		return;
	for (unsigned i = 0; i < 2; i++) {
		unsigned all = 0;

		for (unsigned p = 1; p < PT_COUNT; p++)
			all += s->board.at[i][p];
		s->board.at[i][PT_OFF] = (uint8_t)(all <= 15 ? 15 - all : 99);
	}
	d.position = s->board;
	/* PL is now the player who rolls next, so the play belongs to the player on roll. */
	build_play(s->b, s->b->out->state.turn, &d);
}

/* Reads a game after its '('.  Of each group of variations only the first is read. */
static void
game_read(struct sgf *s)
{
	unsigned depth = 1;
	bool ended = false; /* a variation was read to its end; others are skipped */

	s->at_root = true;
	while (depth > 0) {
		skip_blanks(s);
		switch (*s->at) {
		case '\0':
			depth = 0;
			break;
		case ';':
			s->at++;
			if (s->at_root)
				root_read(s);
			else
				node_read(s);
			s->at_root = false;
			break;
		case '(':
			if (ended) {
				skip_tree(s);
			} else {
				depth++;
				s->at++;
			}
			break;
		case ')':
			ended = true;
			depth--;
			s->at++;
			break;
		default:
			(void)build_ignore_rest(s->b, "this is not SGF");
			s->at++;
			break;
		}
	}
	if (s->has_result)
		build_result(s->b, s->winner, s->points);
}

void
sgftext_read(struct match_builder *b, const char *text)
{
	struct sgf s = { .b = b, .at = text };

	b->line = 1;
	for (;;) {
		skip_blanks(&s);
		if (*s.at == '\0')
			break;
		if (*s.at++ == '(')
			game_read(&s);
	}
	build_end_match(b);
}

/* Returns whether the text at `node`, which follows a ';', is the root of a match's first game.
 */
static bool
is_first_root(const char *node)
{
	for (; *node != '\0' && *node != ';' && *node != ')'; node++)
		if (strncmp(node, "[game:0]", 8) == 0)
			return true;
	return false;
}

/* Every tree is a game. */
size_t
sgftext_first_length(const char *text, void (*pause)(void))
{
	struct match_builder b = { .line = 1 };
	struct sgf s = { .b = &b, .at = text };

	do {
		skip_tree(&s);
		skip_blanks(&s);
		if (pause != NULL)
			pause();
	} while (*s.at == '(' && (s.at[1] != ';' || !is_first_root(s.at + 2)));
	return (size_t)(s.at - text);
}
