/* SPDX-License-Identifier: MIT */
/* Text of plays.  See notation.h.  Pure; one pass over the text, no state.  User input is
 * parsed leniently, stored text strictly. */
#include "rules/notation.h"

#include <string.h>

#define NO_POINT 255u /* a number that is not a point of the board */

/* ---- user input ---- */

static const struct {
	const char *word;
	uint8_t point;
} POINT_WORDS[] = {
	{ "bar", PT_BAR },
	{ "b", PT_BAR },
	{ "home", PT_OFF },
	{ "h", PT_OFF },
	{ "off", PT_OFF },
	{ "o", PT_OFF },
	{ "res", PT_RESERVE },
};

/* ASCII only, so that parsing does not depend on the locale. */
static char
to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
word_is(const char *text, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (to_lower(text[i]) != word[i])
			return false; /* the words differ, or `word` is shorter */
	return word[n] == '\0';
}

static bool
number_read(const char *text, size_t n, enum numbering numbering, uint8_t *point_out)
{
	unsigned value = 0;

	for (size_t i = 0; i < n; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		if (value < NO_POINT)
			value = value * 10u + (unsigned)(text[i] - '0');
	}
	*point_out = (uint8_t)(value >= 1 && value <= 24 ? notation_renumber(value, numbering)
							 : NO_POINT);
	return true;
}

static bool
point_read(const char *text, size_t n, enum numbering numbering, uint8_t *point_out)
{
	for (size_t i = 0; i < ARRAY_LEN(POINT_WORDS); i++)
		if (word_is(text, n, POINT_WORDS[i].word)) {
			*point_out = POINT_WORDS[i].point;
			return true;
		}
	return number_read(text, n, numbering, point_out);
}

#define STEPS_COUNTED_MAX 99u /* upper limit of the step counter */

/* Parser state. */
struct play_reader {
	const char *text; /* rest of the input */
	const char *separators, *word_ends;
	enum numbering numbering;
	bool book_forms, reserve_words;
	struct typed_play play;
	unsigned steps;       /* complete steps, including those for which `play` has no room */
	unsigned group_start; /* number of complete steps before the last step or chain */
	bool half_step;       /* the first word of a step has been read */
	struct typed_word from, to; /* the words of the last step */
	uint8_t from_point, to_point;
};

/* Skips separators.  Returns true if they contain a '/'. */
static bool
skip_separators(struct play_reader *r)
{
	size_t n = strspn(r->text, r->separators);
	bool slash = r->book_forms && memchr(r->text, '/', n) != NULL;

	r->text += n;
	return slash;
}

static void
end_step(struct play_reader *r)
{
	if (r->steps < PLAY_MAX_STEPS) {
		r->play.word[r->steps][0] = r->from;
		r->play.word[r->steps][1] = r->to;
		r->play.play.step[r->steps] =
		    (struct step){ .from = r->from_point, .to = r->to_point };
		r->play.play.n++;
	}
	if (r->steps < STEPS_COUNTED_MAX)
		r->steps++;
}

/* Parses "(2)" after a step or a chain: repeats it that many times. */
static bool
read_repeat(struct play_reader *r)
{
	unsigned first = r->group_start, end = r->steps;

	if (r->half_step || first == end || r->text[1] < '1' || r->text[1] > '9' ||
	    r->text[2] != ')')
		return false;
	for (int i = r->text[1] - '1'; i > 0; i--)
		for (unsigned k = first; k < end; k++) {
			if (k < PLAY_MAX_STEPS) {
				r->from = r->play.word[k][0];
				r->to = r->play.word[k][1];
				r->from_point = r->play.play.step[k].from;
				r->to_point = r->play.play.step[k].to;
			}
			end_step(r);
		}
	r->group_start = r->steps;
	r->text += 3;
	return true;
}

/* Parses a word.  `slash`: a '/' precedes the word, which therefore continues from the previous
 * step. */
static bool
read_word(struct play_reader *r, bool slash)
{
	struct typed_word word = { r->text, strcspn(r->text, r->word_ends) };
	bool begins = !r->half_step && !(slash && r->steps > 0);
	uint8_t point;

	if (word.n == 0)
		return false;
	if (begins && r->reserve_words &&
	    (word_is(word.at, word.n, "0") || word_is(word.at, word.n, "enter")))
		point = PT_BAR;
	else if (!point_read(word.at, word.n, r->numbering, &point))
		return false;
	r->text += word.n;
	if (begins) {
		r->from = word;
		r->from_point = point;
		r->group_start = r->steps;
		r->half_step = true;
		return true;
	}
	if (!r->half_step) {
		r->from = r->to;
		r->from_point = r->to_point;
	}
	r->to = word;
	r->to_point = point;
	r->half_step = false;
	end_step(r);
	if (r->book_forms && *r->text == '*') {
		r->play.hits++;
		r->text++;
	}
	return true;
}

enum notation_err
notation_parse_typed(const char *text, unsigned forms, enum numbering numbering,
    struct typed_play *play_out, unsigned *steps_out)
{
	struct play_reader r = {
		.text = text,
		.separators = forms & NOTATION_BOOK ? " -\t/," : " -\t",
		.word_ends = forms & NOTATION_BOOK ? " -\t/,*(" : " -\t",
		.numbering = numbering,
		.book_forms = (forms & NOTATION_BOOK) != 0,
		.reserve_words = (forms & NOTATION_RESERVE) != 0,
	};

	for (;;) {
		bool slash = skip_separators(&r);

		if (*r.text == '\0')
			break;
		if (r.book_forms && *r.text == '(' ? !read_repeat(&r) : !read_word(&r, slash)) {
			*steps_out = r.steps;
			return NOTATION_BAD_WORD;
		}
	}
	*steps_out = r.steps;
	if (r.steps + r.half_step > PLAY_MAX_STEPS) {
		*steps_out += r.half_step;
		*play_out = r.play;
		return NOTATION_TOO_MANY;
	}
	if (r.steps == 0 || r.half_step)
		return NOTATION_INCOMPLETE;
	*play_out = r.play;
	return NOTATION_OK;
}

enum notation_err
notation_parse(
    const char *text, enum numbering numbering, struct play *play_out, unsigned *steps_out)
{
	struct typed_play typed;
	enum notation_err err = notation_parse_typed(text, 0, numbering, &typed, steps_out);

	if (err == NOTATION_OK || err == NOTATION_TOO_MANY)
		*play_out = typed.play;
	return err;
}

/* ---- writing ---- */

static void
point_write(struct sbuf *out, unsigned p, enum numbering numbering)
{
	CHECK(p <= PT_RESERVE);
	switch (p) {
	case PT_OFF:
		sbuf_add(out, "off");
		break;
	case PT_BAR:
		sbuf_add(out, "bar");
		break;
	case PT_RESERVE:
		sbuf_add(out, "res");
		break;
	default:
		sbuf_addi(out, notation_renumber(p, numbering));
		break;
	}
}

static void
write_steps(struct sbuf *out, const struct play *p, enum numbering numbering, char between)
{
	for (unsigned i = 0; i < p->n; i++) {
		if (i > 0)
			sbuf_addc(out, ' ');
		point_write(out, p->step[i].from, numbering);
		sbuf_addc(out, between);
		point_write(out, p->step[i].to, numbering);
	}
}

void
notation_write_fibs(struct sbuf *out, const struct play *p, enum numbering numbering)
{
	write_steps(out, p, numbering, '-');
}

void
notation_write_book(struct sbuf *out, const struct play *p, enum numbering numbering)
{
	write_steps(out, p, numbering, '/');
}

void
notation_write(struct sbuf *out, const struct play *p)
{
	notation_write_book(out, p, NUMBERS_SAME);
}

void
notation_write_hits(struct sbuf *out, const struct play *p, unsigned hits)
{
	for (unsigned i = 0; i < p->n; i++) {
		const struct play step = { .n = 1, .step = { p->step[i] } };

		if (i > 0)
			sbuf_addc(out, ' ');
		notation_write(out, &step);
		if ((hits & 1u << i) != 0)
			sbuf_addc(out, '*');
	}
}

/* ---- the stored form ---- */

bool
notation_skip_word(const char **at, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*at, word, n) != 0)
		return false;
	*at += n;
	return true;
}

/* Parses a point 1..24 without leading zeros. */
static bool
parse_point(const char **at, uint8_t *point_out)
{
	const char *p = *at;
	unsigned value = 0;

	if (*p == '0')
		return false;
	for (; *p >= '0' && *p <= '9' && value <= 24; p++)
		value = value * 10u + (unsigned)(*p - '0');
	if (value < 1 || value > 24)
		return false;
	*at = p;
	*point_out = (uint8_t)value;
	return true;
}

static bool
parse_from(const char **at, uint8_t *point_out)
{
	if (notation_skip_word(at, "bar"))
		*point_out = PT_BAR;
	else if (notation_skip_word(at, "res"))
		*point_out = PT_RESERVE;
	else
		return parse_point(at, point_out);
	return true;
}

static bool
parse_to(const char **at, uint8_t *point_out)
{
	if (notation_skip_word(at, "off"))
		*point_out = PT_OFF;
	else
		return parse_point(at, point_out);
	return true;
}

bool
notation_read(const char *text, struct play *play_out)
{
	struct play play = { .n = 0 };

	while (*text != '\0') {
		struct step *s = &play.step[play.n];

		if (play.n == PLAY_MAX_STEPS || (play.n > 0 && !notation_skip_word(&text, " ")))
			return false;
		if (!parse_from(&text, &s->from) || !notation_skip_word(&text, "/") ||
		    !parse_to(&text, &s->to))
			return false;
		play.n++;
	}
	*play_out = play;
	return true;
}
