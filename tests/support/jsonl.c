/* SPDX-License-Identifier: MIT */
/* See jsonl.h.  A cursor over the line; every function returns false at the first byte that
 * does not fit and never reads past the end. */
#include "jsonl.h"

#include <string.h>

#define NESTING_MAX 8u
#define DIGIT_MAX 35u /* one base-36 digit */

struct reader {
	const char *at;
	const char *end;
};

static void
blanks(struct reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\r'))
		r->at++;
}

/* Blanks, then c. */
static bool
eat(struct reader *r, char c)
{
	blanks(r);
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

static bool
eat_word(struct reader *r, const char *word)
{
	size_t n = strlen(word);

	blanks(r);
	if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
		return false;
	r->at += n;
	return true;
}

/* A string; its bytes as they stand in the line, escapes not resolved. */
static bool
read_string(struct reader *r, const char **text_out, size_t *n_out)
{
	const char *start;

	if (!eat(r, '"'))
		return false;
	start = r->at;
	for (; r->at < r->end; r->at++) {
		if ((unsigned char)*r->at < 0x20)
			return false;
		if (*r->at == '"') {
			*text_out = start;
			*n_out = (size_t)(r->at++ - start);
			return true;
		}
		if (*r->at == '\\' && ++r->at == r->end)
			return false;
	}
	return false;
}

/* A string without escapes that fits, NUL-terminated. */
static bool
read_name(struct reader *r, char *out, size_t size)
{
	const char *text;
	size_t n;

	if (!read_string(r, &text, &n) || n == 0 || n >= size || memchr(text, '\\', n) != NULL)
		return false;
	memcpy(out, text, n);
	out[n] = '\0';
	return true;
}

/* A whole number 0..max. */
static bool
read_number(struct reader *r, unsigned max, unsigned *value_out)
{
	const char *start;
	unsigned value = 0;

	blanks(r);
	start = r->at;
	for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
		value = value * 10u + (unsigned)(*r->at - '0');
		if (value > max)
			return false;
	}
	if (r->at == start || (*start == '0' && r->at - start > 1))
		return false;
	*value_out = value;
	return true;
}

/* [n, n, ...], at most max numbers; *n_out says how many. */
static bool
read_numbers(
    struct reader *r, unsigned limit, unsigned max, unsigned *values_out, unsigned *n_out)
{
	unsigned n = 0;

	if (!eat(r, '['))
		return false;
	do {
		if (n == max || !read_number(r, limit, &values_out[n]))
			return false;
		n++;
	} while (eat(r, ','));
	*n_out = n;
	return eat(r, ']');
}

static bool
skip_scalar(struct reader *r)
{
	const char *text;
	size_t n;

	blanks(r);
	if (r->at < r->end && *r->at == '"')
		return read_string(r, &text, &n);
	if (eat_word(r, "null") || eat_word(r, "true") || eat_word(r, "false"))
		return true;
	text = r->at;
	while (r->at < r->end && *r->at != '\0' && strchr("+-.0123456789eE", *r->at) != NULL)
		r->at++;
	return r->at > text;
}

/* Any value, nested at most NESTING_MAX deep. */
static bool
skip_value(struct reader *r, unsigned depth)
{
	bool object;
	char close;

	blanks(r);
	if (r->at == r->end || (*r->at != '[' && *r->at != '{'))
		return skip_scalar(r);
	object = *r->at++ == '{';
	close = object ? '}' : ']';
	if (depth == NESTING_MAX)
		return false;
	if (eat(r, close))
		return true;
	do {
		if (object && !(skip_scalar(r) && eat(r, ':')))
			return false;
		if (!skip_value(r, depth + 1u))
			return false;
	} while (eat(r, ','));
	return eat(r, close);
}

/* ---- the members of a record ---- */

enum member {
	M_ID,
	M_VARIANT,
	M_POSITION,
	M_OPPONENT,
	M_DICE,
	M_COUNT,
	M_DICE_USED,
	M_FORCED_DIE,
	M_RESULTS,
	M_PINS,
	M_NUMBER
};

static const struct {
	const char *name;
	const char *wrong;
} MEMBERS[M_NUMBER] = {
	[M_ID] = { "id", "id: a short string without escapes is wanted" },
	[M_VARIANT] = { "variant", "variant: a short string without escapes is wanted" },
	[M_POSITION] = { "position", "position: 26 or 27 counts of 0..35 are wanted" },
	[M_OPPONENT] = { "opponent",
	    "opponent: as many counts of 0..35 as in position are wanted" },
	[M_DICE] = { "dice", "dice: two numbers 1..6 are wanted" },
	[M_COUNT] = { "count", "count: a number is wanted" },
	[M_DICE_USED] = { "dice_used", "dice_used: a number 0..4 is wanted" },
	[M_FORCED_DIE] = { "forced_die", "forced_die: null or a number 1..6 is wanted" },
	[M_RESULTS] = { "legal_final_positions", "legal_final_positions: a list is wanted" },
	[M_PINS] = { "pins", "pins: 24 of the letters -, m and o are wanted" },
};

#define NEEDED 5u /* the members up to M_DICE */

static bool
read_counts(struct reader *r, struct record *rec, enum seat seat)
{
	unsigned values[PT_COUNT];
	unsigned n;

	if (!read_numbers(r, DIGIT_MAX, PT_COUNT, values, &n) || n < PT_COUNT - 1u)
		return false;
	if (rec->counts != 0 && rec->counts != n)
		return false;
	rec->counts = n;
	for (unsigned p = 0; p < n; p++)
		rec->board.at[seat][p] = (uint8_t)values[p];
	return true;
}

/* Only games in which both move against each other have pins. */
static bool
read_pins(struct reader *r, struct record *rec)
{
	char text[25];

	if (!read_name(r, text, sizeof(text)) || strlen(text) != 24)
		return false;
	for (unsigned p = 1; p <= 24; p++) {
		if (strchr("-mo", text[p - 1]) == NULL)
			return false;
		if (text[p - 1] == 'm')
			board_set_pinned(&rec->board, SEAT_0, p, true);
		if (text[p - 1] == 'o')
			board_set_pinned(&rec->board, SEAT_1, 25u - p, true);
	}
	rec->pins = true;
	return true;
}

static bool
read_dice(struct reader *r, struct record *rec)
{
	unsigned n;

	return read_numbers(r, 6, 2, rec->dice, &n) && n == 2 && rec->dice[0] >= 1 &&
	       rec->dice[1] >= 1;
}

static bool
read_results(struct reader *r, struct record *rec)
{
	const char *start;

	blanks(r);
	start = r->at;
	if (start == r->end || *start != '[' || !skip_value(r, 0))
		return false;
	rec->results = start + 1;
	return true;
}

static bool
read_member(struct reader *r, struct record *rec, enum member m)
{
	switch (m) {
	case M_ID:
		return read_name(r, rec->id, sizeof(rec->id));
	case M_VARIANT:
		return read_name(r, rec->variant, sizeof(rec->variant));
	case M_POSITION:
		return read_counts(r, rec, SEAT_0);
	case M_OPPONENT:
		return read_counts(r, rec, SEAT_1);
	case M_DICE:
		return read_dice(r, rec);
	case M_COUNT:
		return read_number(r, 100000u, &rec->count);
	case M_DICE_USED:
		return read_number(r, 4, &rec->dice_used);
	case M_FORCED_DIE:
		return eat_word(r, "null") ||
		       (read_number(r, 6, &rec->forced_die) && rec->forced_die > 0);
	case M_RESULTS:
		return read_results(r, rec);
	case M_PINS:
		return read_pins(r, rec);
	case M_NUMBER:
		break;
	}
	return skip_value(r, 0);
}

static enum member
member_of(const char *name, size_t n)
{
	unsigned m = 0;

	while (m < M_NUMBER &&
	       (strlen(MEMBERS[m].name) != n || memcmp(MEMBERS[m].name, name, n) != 0))
		m++;
	return (enum member)m;
}

static const char *
missing(unsigned seen)
{
	static const char *const WORDS[NEEDED] = { "id is missing", "variant is missing",
		"position is missing", "opponent is missing", "dice is missing" };

	for (unsigned m = 0; m < NEEDED; m++)
		if ((seen & (1u << m)) == 0)
			return WORDS[m];
	return NULL;
}

static const char *
read_object(struct reader *r, struct record *rec)
{
	static const unsigned answers =
	    1u << M_COUNT | 1u << M_DICE_USED | 1u << M_FORCED_DIE | 1u << M_RESULTS;
	unsigned seen = 0;

	if (!eat(r, '{'))
		return "not a JSON object";
	do {
		const char *name;
		size_t n;
		enum member m;

		if (!read_string(r, &name, &n) || !eat(r, ':'))
			return "a member name and ':' are wanted";
		m = member_of(name, n);
		if (m != M_NUMBER && (seen & (1u << m)) != 0)
			return "a member stands twice";
		seen |= m == M_NUMBER ? 0 : 1u << m;
		if (!read_member(r, rec, m))
			return m == M_NUMBER ? "a value is malformed" : MEMBERS[m].wrong;
	} while (eat(r, ','));
	if (!eat(r, '}'))
		return "'}' is wanted";
	rec->has_results = (seen & answers) == answers;
	return missing(seen);
}

const char *
record_read(const char *line, size_t n, struct record *r_out)
{
	struct reader r = { line, line + n };
	struct record rec = { .counts = 0 };
	const char *wrong = read_object(&r, &rec);

	if (wrong != NULL)
		return wrong;
	blanks(&r);
	if (r.at != r.end)
		return "something follows the object";
	*r_out = rec;
	return NULL;
}

bool
record_next_result(struct record *r, char text_out[RECORD_TEXT_MAX])
{
	const char *p = r->results + strspn(r->results, " ,");
	size_t n = 0;

	if (*p != '"')
		return false;
	for (p++; p[n] != '"'; n++)
		if (n + 1u == RECORD_TEXT_MAX)
			return false;
	memcpy(text_out, p, n);
	text_out[n] = '\0';
	r->results = p + n + 1;
	return true;
}

void
record_text(const struct board *b, enum seat mover, unsigned counts, bool pins,
    char text_out[RECORD_TEXT_MAX])
{
	static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
	enum seat other = seat_other(mover);
	const uint8_t *side[2] = { b->at[mover], b->at[other] };
	char *out = text_out;

	for (unsigned s = 0; s < 2; s++)
		for (unsigned p = 0; p < counts; p++)
			*out++ = digits[side[s][p] % 36u];
	for (unsigned p = 1; pins && p <= 24; p++)
		*out++ = board_pinned(b, mover, p)         ? 'm'
			 : board_pinned(b, other, 25u - p) ? 'o'
							   : '-';
	*out = '\0';
}
