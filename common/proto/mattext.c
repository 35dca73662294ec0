/* SPDX-License-Identifier: MIT */
/* Reads the .mat format, as Jellyfish introduced it and many programs write it.  See
 * matchread.h.
 *
 * A header ends with the length of the match.  Each game has a line with its number, a line
 * with names and score, and numbered lines with a cell for each player.  A cell is a roll with
 * its play, or begins with a word such as "Doubles".  The column determines the player. */
#include <string.h>

#include "proto/matchbuild.h"
#include "proto/matplay.h"
#include "proto/words.h"

#define LINE_MAX_BYTES 1000u /* longer lines are cut */
/* Blanks that mean that the left cell is empty: at the start of a line without a number, and
 * after "12)". */
#define RIGHT_CELL_BLANKS 16u
#define NUMBERED_RIGHT_CELL_BLANKS 9u

struct mat {
	struct match_builder *b;
	char last_header_line[LINE_MAX_BYTES + 1]; /* last line of the header */
	/* match length mentioned in the header; used if no line states it */
	unsigned header_length;
	bool first_game_begun;
	bool expects_names; /* the number of a game was read, but not the line with names */
	enum seat seat;
};

/* ---- cells ---- */

enum cell_kind {
	CELL_DOUBLES,
	CELL_TAKES,
	CELL_DROPS,
	CELL_WINS,
	CELL_CONCEDES,
	CELL_OTHER
};

static enum cell_kind
cell_kind_of(const char *word)
{
	static const struct {
		const char *prefix;
		enum cell_kind kind;
	} CELLS[] = { { "double", CELL_DOUBLES }, { "redouble", CELL_DOUBLES },
		{ "beaver", CELL_DOUBLES }, { "raccoon", CELL_DOUBLES }, { "take", CELL_TAKES },
		{ "accept", CELL_TAKES }, { "drop", CELL_DROPS }, { "pass", CELL_DROPS },
		{ "reject", CELL_DROPS }, { "decline", CELL_DROPS }, { "refuse", CELL_DROPS },
		{ "win", CELL_WINS }, { "concede", CELL_CONCEDES },
		{ "resign", CELL_CONCEDES } };

	for (size_t i = 0; i < ARRAY_LEN(CELLS); i++)
		if (matplay_skip_word(&(const char *){ word }, CELLS[i].prefix))
			return CELLS[i].kind;
	return CELL_OTHER;
}

/* Returns the first number in the text, 0 if there is none. */
static unsigned
first_number_in(const char *text)
{
	unsigned n = 0;

	text += strcspn(text, "0123456789");
	for (; *text >= '0' && *text <= '9' && n < 100000; text++)
		n = n * 10 + (unsigned)(*text - '0');
	return n;
}

static void
read_cell(struct mat *r, const char *text)
{
	struct match_builder *b = r->b;
	unsigned d[2];
	size_t roll = matplay_parse_roll(text, d);
	struct described_play play;

	if (roll > 0) {
		build_roll(b, r->seat, d[0], d[1]);
		if (matplay_parse(b, r->seat, text + roll, &play))
			build_play(b, r->seat, &play);
		else if (b->game_open && b->out->state.phase == PH_MOVE)
			(void)build_ignore_rest(b, "that is no play");
		return;
	}
	switch (cell_kind_of(text)) {
	case CELL_DOUBLES:
		build_double(b, r->seat, first_number_in(text));
		break;
	case CELL_TAKES:
		build_answer(b, r->seat, ACT_TAKE);
		break;
	case CELL_DROPS:
		build_answer(b, r->seat, ACT_DROP);
		break;
	case CELL_WINS:
		if (first_number_in(text) == 0)
			build_note(b, "a win lacks its points");
		build_result(b, r->seat, first_number_in(text));
		break;
	case CELL_CONCEDES:
		build_result(b, seat_other(r->seat), first_number_in(text));
		break;
	case CELL_OTHER: /* a turn may lack its roll, and remarks may follow the result */
		if (b->game_open && !b->result_known && !matplay_says_no_play(text) &&
		    (!b->game_begun || match_game_on(&b->out->state)))
			build_note(b, "that is no move");
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

/* Returns the player of the first cell of a line.  `gap`: number of blanks before that cell. An
 * unnumbered line may be the rest of a line that was broken between its cells. */
static enum seat
seat_of_first_cell(const struct mat *r, const char *text, size_t gap, bool numbered)
{
	const struct match_state *m = &r->b->out->state;
	unsigned d[2];

	if (!numbered && r->b->game_begun && m->phase == PH_ROLL &&
	    matplay_parse_roll(text, d) > 0)
		return m->turn;
	return gap >= (numbered ? NUMBERED_RIGHT_CELL_BLANKS : RIGHT_CELL_BLANKS) ? SEAT_1
										  : SEAT_0;
}

/* Handles a line such as "Ann wins 2 points".  Returns false for any other line. */
static bool
read_winner_line(const struct mat *r, const char *line)
{
	line += strspn(line, " ");
	for (unsigned s = 0; s < 2; s++) {
		const char *name = r->b->out->name[s];
		const size_t n = strlen(name);

		if (n == 0 || strncmp(line, name, n) != 0 || line[n] != ' ' ||
		    cell_kind_of(line + n + 1) != CELL_WINS)
			continue;
		build_result(r->b, (enum seat)s, first_number_in(line + n + 1));
		return true;
	}
	return false;
}

static void
read_moves_line(struct mat *r, char *line)
{
	size_t at = 0, begin = 0, number_end = 0;
	bool number = false, first = true;

	while (line[at] != '\0') {
		size_t blanks = strspn(line + at, " "), n, roll;
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
		/* A cell ends before the next roll, line number, or word such as "Doubles".
		 * After a roll, "pass" means that there is no play. */
		begin = at;
		roll = matplay_parse_roll(line + at, d);
		do {
			at += word_length(line + at);
			n = strspn(line + at, " ");
		} while (line[at + n] != '\0' && matplay_parse_roll(line + at + n, d) == 0 &&
			 (cell_kind_of(line + at + n) == CELL_OTHER ||
			     (at == begin + roll && matplay_says_no_play(line + at + n))) &&
			 line_number_length(line + at + n) == 0 && (at += n, true));
		r->seat = first
			      ? seat_of_first_cell(r, line + begin, begin - number_end, number)
			      : SEAT_1;
		first = false;
		kept = line[at];
		line[at] = '\0';
		read_cell(r, line + begin);
		line[at] = kept;
	}
}

/* ---- the header and the names ---- */

static char *
trim_blanks(char *from, char *end)
{
	while (end > from && end[-1] == ' ')
		end--;
	*end = '\0';
	return from + strspn(from, " ");
}

/* Finds the colon of a score such as " : 12", which must be followed by a blank or the end of
 * the line. */
static char *
find_score(char *text, uint32_t *score, char **end)
{
	for (char *colon = strchr(text, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
		char *p = colon + 1 + strspn(colon + 1, " ");
		size_t n = strspn(p, "0123456789");

		if (n == 0 || n > 5 || (p[n] != ' ' && p[n] != '\0'))
			continue;
		*score = first_number_in(p);
		*end = p + n;
		return colon;
	}
	return NULL;
}

static void
store_names(struct mat *r, const char *left, const char *right)
{
	struct match_builder *b = r->b;
	char name[2][MATCHREAD_TEXT_MAX + 1];

	build_copy_name(name[0], left);
	build_copy_name(name[1], right);
	if (b->names_known &&
	    (strcmp(b->out->name[0], name[0]) != 0 || strcmp(b->out->name[1], name[1]) != 0))
		build_note(b, "the names are not those of the first game");
	if (!b->names_known)
		memcpy(b->out->name, name, sizeof(name));
	b->names_known = true;
}

struct names_line {
	char *left, *right;
	bool has_scores;
	uint32_t score[2];
};

/* Parses " ann : 0    bob : 0", or " ann    bob" as Jellyfish writes it above a single game.
 * The names are cut out of the line.  Returns false if it is neither. */
static bool
parse_names_line(char *line, struct names_line *n)
{
	char *end[2], *first = find_score(line, &n->score[0], &end[0]);
	char *second = first != NULL ? find_score(end[0], &n->score[1], &end[1]) : NULL;

	n->left = line + strspn(line, " ");
	n->right = strstr(n->left, "  ");
	n->has_scores = second != NULL;
	if (n->has_scores) {
		n->left = trim_blanks(line, first);
		n->right = trim_blanks(end[0], second);
		return true;
	}
	if (n->right == NULL || strchr(line, ':') != NULL)
		return false;
	n->left = trim_blanks(n->left, n->right);
	n->right = trim_blanks(n->right + 1, n->right + strlen(n->right + 1) + 1);
	return *n->right != '\0';
}

/* Begins a game.  n: NULL if the line with names is missing. */
static void
begin_game(struct mat *r, const struct names_line *n)
{
	struct match_builder *b = r->b;

	if (!b->length_known)
		build_set_length(b, r->header_length);
	if (n != NULL) {
		if (*n->left == '\0' || *n->right == '\0')
			build_note(b, "a name is missing");
		store_names(r, n->left, n->right);
	}
	r->first_game_begun = true;
	r->expects_names = false;
	build_begin_game(b, n != NULL && n->has_scores ? n->score : NULL);
}

/* Returns whether the line begins the next game although it has no number: it contains the
 * names from the first game, and the previous game has ended. */
static bool
begins_next_game(const struct mat *r, const char *line)
{
	const struct match_builder *b = r->b;
	const uint32_t length = b->out->state.length;
	char copy[LINE_MAX_BYTES + 1], name[MATCHREAD_TEXT_MAX + 1];
	struct names_line n;

	if (!b->names_known ||
	    (b->game_open && !b->result_known && match_game_on(&b->out->state)))
		return false;
	CHECK(sbuf_copy(copy, sizeof(copy), line));
	if (!parse_names_line(copy, &n) || !n.has_scores ||
	    (length > 0 && (n.score[0] >= length || n.score[1] >= length)))
		return false; /* a final score */
	build_copy_name(name, n.left);
	if (strcmp(name, b->out->name[0]) != 0)
		return false;
	build_copy_name(name, n.right);
	return strcmp(name, b->out->name[1]) == 0;
}

/* Returns whether a text begins with a number of points: "7 point", "7-points", "7 pt". */
static bool
begins_with_points(const char *at)
{
	size_t n = strspn(at, "0123456789");

	at += n;
	at += strspn(at, " -");
	return n > 0 && n <= 5 &&
	       (matplay_skip_word(&at, "point") || matplay_skip_word(&at, "pt"));
}

/* Returns whether the line begins with the length of the match: "7 point match", "Match to 7
 * points", "Money session". */
static bool
parse_length(const char *line, unsigned *length)
{
	static const char *const WORDS[] = { "match to ", "match up to ", "match length",
		"length" };
	const char *at = line + strspn(line, " (");

	*length = first_number_in(at);
	for (size_t i = 0; i < ARRAY_LEN(WORDS); i++)
		if (matplay_skip_word(&(const char *){ at }, WORDS[i]))
			return *length > 0;
	if (begins_with_points(at))
		return true;
	*length = 0;
	return matplay_skip_word(&at, "money") || matplay_skip_word(&at, "unlimited");
}

/* Returns the match length found anywhere in a line of the header, or 0. */
static unsigned
find_length(const char *line)
{
	for (; *line != '\0'; line += strspn(line, "0123456789")) {
		line += strcspn(line, "0123456789");
		if (begins_with_points(line) && first_number_in(line) <= MATCH_LENGTH_MAX)
			return first_number_in(line);
	}
	return 0;
}

/* Parses the tags of a line such as ; [Event "Cup"] or ; [Player 1 Elo "1600/12"]. */
static void
read_tags(struct mat *r, char *line)
{
	r->header_length = r->header_length > 0 ? r->header_length : find_length(line);
	for (char *at = strchr(line, '['); at != NULL; at = strchr(at, '[')) {
		char *name = at + 1, *value = strchr(name, '"'), *end;

		if (value == NULL)
			return;
		end = strchr(value + 1, '"');
		if (end == NULL)
			return;
		*end = '\0';
		name = trim_blanks(name, value);
		build_header_item(r->b, name, value + 1);
		at = end + 1;
	}
}

/* Returns whether the line is numbered and has a roll: "  1) 31: 8/5 6/5". */
static bool
is_first_move_line(const char *line)
{
	size_t n;
	unsigned d[2];

	line += strspn(line, " ");
	n = line_number_length(line);
	line += n;
	return n > 0 && matplay_parse_roll(line + strspn(line, " "), d) > 0;
}

/* Returns whether the line begins a game: "Game 3", "--- Game #3 (Crawford) ---".
 * *number_out: 0 if there is no number. */
static bool
is_game_line(const char *line, unsigned *number_out)
{
	const char *at = line + strspn(line, " -*=");
	uint32_t score;
	size_t n;

	if (!matplay_skip_word(&at, "game"))
		return false;
	at += strspn(at, " ");
	(void)matplay_skip_word(&at, "no");
	at += strspn(at, " .#");
	n = strspn(at, "0123456789");
	*number_out = n > 0 ? first_number_in(at) : 0;
	at += n;
	if (n == 0)
		return at[strspn(at, " :.")] == '\0';
	return n <= 4 && strchr(" :.,-(", *at) != NULL &&
	       find_score((char *)(uintptr_t)at, &score, &(char *){ NULL }) == NULL;
}

/* Returns whether a line before or between games gives the length of a match.  A line with the
 * names of the players has two colons, or none and a gap between the names. */
static bool
is_length_line(char *line, unsigned *length)
{
	const char *at = trim_blanks(line, line + strlen(line)), *colon = strchr(at, ':');

	if (!parse_length(line, length))
		return false;
	return colon != NULL ? strchr(colon + 1, ':') == NULL
			     : (*at >= '0' && *at <= '9') || strstr(at, "  ") == NULL;
}

/* Handles a line before the first game.  Returns false if it ends the text. */
static bool
read_header_line(struct mat *r, char *line)
{
	char *colon = strchr(line, ':');
	unsigned length;

	(void)sbuf_copy(r->last_header_line, sizeof(r->last_header_line), line);
	if (parse_length(line, &length)) {
		r->last_header_line[0] = '\0';
		if (length > MATCH_LENGTH_MAX) {
			build_note(r->b, "the match is too long: at most 99 points");
			return false;
		}
		if (length > 0 || !r->b->length_known)
			build_set_length(r->b, length);
		return true;
	}
	r->header_length = r->header_length > 0 ? r->header_length : find_length(line);
	if (colon != NULL) {
		char *value = colon + 1;

		build_header_item(
		    r->b, trim_blanks(line, colon), trim_blanks(value, value + strlen(value)));
	}
	return true;
}

static bool
read_line(struct mat *r, char *line)
{
	char *at = line + strspn(line, " ");
	struct names_line n;
	unsigned number;

	if (at[strspn(at, " -=*_")] == '\0')
		return true;
	if (*at == ';' || *at == '#' || *at == '[') {
		read_tags(r, at);
		return true;
	}
	if (is_game_line(line, &number)) {
		r->expects_names = true;
		return true;
	}
	if (is_first_move_line(line) && (r->expects_names || !r->first_game_begun)) {
		begin_game(r,
		    !r->expects_names && parse_names_line(r->last_header_line, &n) ? &n : NULL);
	} else if (!r->first_game_begun &&
		   (!r->expects_names || is_length_line(line, &number))) {
		return read_header_line(r, line);
	} else if (r->expects_names || begins_next_game(r, line)) {
		if (parse_names_line(line, &n))
			begin_game(r, &n);
		else
			build_note(r->b, "the names and the score are expected here");
		return true;
	}
	if (!read_winner_line(r, line))
		read_moves_line(r, line);
	return true;
}

/* Appends a line to the k bytes of out.  Expands tabs, and replaces no-break spaces and control
 * characters by blanks.  Returns the number of bytes. */
static size_t
append_line(char out[LINE_MAX_BYTES + 1], size_t k, const char *text, size_t n)
{
	static const char *const SKIPPED = "\xef\xbb\xbf"; /* byte order mark, also found within
							      texts joined from several files */

	for (size_t i = 0; i < n && k < LINE_MAX_BYTES; i++) {
		if (n - i >= 3 && memcmp(text + i, SKIPPED, 3) == 0) {
			i += 2;
		} else if (text[i] == '\t') {
			do
				out[k++] = ' ';
			while (k % 8 != 0 && k < LINE_MAX_BYTES);
		} else if (n - i >= 2 && memcmp(text + i, "\xc2\xa0", 2) == 0) {
			out[k++] = ' ';
			i++;
		} else {
			out[k++] = text[i] > 0 && text[i] < ' ' ? ' ' : text[i];
		}
	}
	out[k] = '\0';
	return k;
}

/* Returns the beginning of the next line, given the end of a line. */
static const char *
next_line_start(const char *end)
{
	return end + (strncmp(end, "\r\n", 2) == 0 ? 2 : *end != '\0');
}

/* Returns whether the line has plays, so that a line that begins with a step continues it. */
static bool
is_play_line(const char *line)
{
	unsigned d[2];

	line += strspn(line, " ");
	return line_number_length(line) > 0 || matplay_parse_roll(line, d) > 0;
}

/* Returns whether the line begins with a step.  A roll such as "3-1:" looks like a step. */
static bool
begins_with_step(const char *line)
{
	unsigned d[2];

	line += strspn(line, " \t");
	return matplay_begins_step(line) && matplay_parse_roll(line, d) == 0;
}

/* Copies the line at *text and the lines that continue it.  Advances *text.  Returns the number
 * of lines. */
static unsigned
join_next_line(const char **text, char out[LINE_MAX_BYTES + 1])
{
	const char *at = *text;
	unsigned lines = 0;
	size_t k = 0;

	do {
		const size_t n = strcspn(at, "\r\n");

		if (lines > 0 && k < LINE_MAX_BYTES)
			out[k++] = ' ';
		k = append_line(out, k, at, n);
		at = next_line_start(at + n);
		lines++;
	} while (is_play_line(out) && begins_with_step(at));
	*text = at;
	return lines;
}

void
mattext_read(struct match_builder *b, const char *text)
{
	struct mat r = { .b = b };
	char line[LINE_MAX_BYTES + 1];

	b->line = 1;
	while (*text != '\0') {
		unsigned lines = join_next_line(&text, line);

		if (!read_line(&r, line))
			return;
		b->line += lines;
	}
	b->line--;
	build_end_match(b);
}

/* The next match begins with the comments and empty lines before its length.  A length that is
 * repeated before each game does not begin a match. */
size_t
mattext_first_length(const char *text)
{
	const char *at = text, *head = NULL, *cut = NULL;
	unsigned game = 0, number, length;
	bool begun = false;
	char line[LINE_MAX_BYTES + 1];

	while (*at != '\0') {
		size_t n = strcspn(at, "\r\n"), blanks;

		(void)append_line(line, 0, at, n);
		blanks = strspn(line, " ");
		if (is_game_line(line, &number)) {
			if (cut != NULL && (number != game + 1 || number == 1))
				break;
			cut = NULL;
			begun = true;
			game = number;
		} else if (begun && cut == NULL && is_length_line(line, &length)) {
			cut = head != NULL ? head : at;
		}
		if (line[blanks] != '\0' && strchr(";#[", line[blanks]) == NULL)
			head = NULL;
		else if (head == NULL)
			head = at;
		at = next_line_start(at + n);
	}
	return (size_t)((cut != NULL ? cut : at) - text);
}
