/* SPDX-License-Identifier: MIT */
/* Text of plays.  See notation.h.  Pure; one pass over the text, no state.  What a person typed
 * is read generously, what the store wrote is read strictly. */
#include "rules/notation.h"

#include <string.h>

#define NO_POINT 255u /* a number that is none of the board's */

/* ---- what people type ---- */

static const char SEPARATORS[] = " -\t";

static const struct {
	const char *word;
	uint8_t point;
} WORDS[] = {
	{ "bar", PT_BAR },
	{ "b", PT_BAR },
	{ "home", PT_OFF },
	{ "h", PT_OFF },
	{ "off", PT_OFF },
	{ "o", PT_OFF },
	{ "res", PT_RESERVE },
};

/* ASCII only: the rules do not depend on a locale. */
static char
lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
word_is(const char *text, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (lower(text[i]) != word[i])
			return false; /* also at the end of word */
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
	*point_out =
	    (uint8_t)(value >= 1 && value <= 24 ? notation_flip(value, numbering) : NO_POINT);
	return true;
}

static bool
point_read(const char *text, size_t n, enum numbering numbering, uint8_t *point_out)
{
	for (size_t i = 0; i < ARRAY_LEN(WORDS); i++)
		if (word_is(text, n, WORDS[i].word)) {
			*point_out = WORDS[i].point;
			return true;
		}
	return number_read(text, n, numbering, point_out);
}

enum notation_err
notation_parse(
    const char *text, enum numbering numbering, struct play *play_out, unsigned *steps_out)
{
	struct play play = { .n = 0 };
	uint8_t from = 0;
	unsigned words = 0;
	size_t n;

	for (text += strspn(text, SEPARATORS); *text != '\0';
	     text += n + strspn(text + n, SEPARATORS)) {
		uint8_t point;

		n = strcspn(text, SEPARATORS);
		if (!point_read(text, n, numbering, &point)) {
			*steps_out = words / 2;
			return NOTATION_BAD_WORD;
		}
		if (words % 2 == 1 && play.n < PLAY_MAX_STEPS)
			play.step[play.n++] = (struct step){ .from = from, .to = point };
		from = point;
		words++;
	}
	*steps_out = words / 2;
	if (words > 2 * PLAY_MAX_STEPS) {
		*steps_out = (words + 1) / 2;
		*play_out = play;
		return NOTATION_TOO_MANY;
	}
	if (words == 0 || words % 2 == 1)
		return NOTATION_ODD;
	*play_out = play;
	return NOTATION_OK;
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
		sbuf_addf(out, "%u", notation_flip(p, numbering));
		break;
	}
}

static void
play_write(struct sbuf *out, const struct play *p, enum numbering numbering, char between)
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
notation_play(struct sbuf *out, const struct play *p, enum numbering numbering)
{
	play_write(out, p, numbering, '-');
}

void
notation_write(struct sbuf *out, const struct play *p)
{
	play_write(out, p, false, '/');
}

/* ---- the stored form ---- */

/* Moves *at behind word when the text goes on with it. */
static bool
eat(const char **at, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*at, word, n) != 0)
		return false;
	*at += n;
	return true;
}

/* A point 1..24, no leading zero. */
static bool
eat_point(const char **at, uint8_t *point_out)
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
eat_from(const char **at, uint8_t *point_out)
{
	if (eat(at, "bar"))
		*point_out = PT_BAR;
	else if (eat(at, "res"))
		*point_out = PT_RESERVE;
	else
		return eat_point(at, point_out);
	return true;
}

static bool
eat_to(const char **at, uint8_t *point_out)
{
	if (eat(at, "off"))
		*point_out = PT_OFF;
	else
		return eat_point(at, point_out);
	return true;
}

bool
notation_read(const char *text, struct play *play_out)
{
	struct play play = { .n = 0 };

	while (*text != '\0') {
		struct step *s = &play.step[play.n];

		if (play.n == PLAY_MAX_STEPS || (play.n > 0 && !eat(&text, " ")))
			return false;
		if (!eat_from(&text, &s->from) || !eat(&text, "/") || !eat_to(&text, &s->to))
			return false;
		play.n++;
	}
	*play_out = play;
	return true;
}
