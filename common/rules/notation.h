/* SPDX-License-Identifier: MIT */
/* Text of plays.  Pure.
 *
 * Users see and type board numbers, as on FIBS, not own numbers.  The side with O moves 24 to 1
 * (board number = own number), X moves 1 to 24 (board number = 25 - own number).  In games
 * where both move in the same direction, X also moves downwards, starting from its own corner:
 * 24 follows 1.  See rules/RULES.md 1.2, 1.3. */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include "base/sbuf.h"
#include "rules/move.h"

/* Maps own numbers to board numbers. */
enum numbering {
	NUMBERS_SAME,    /* O, and X if both start on the same point */
	NUMBERS_TURNED,  /* 25 - p: X if the sides move in opposite directions */
	NUMBERS_SHIFTED, /* p shifted by 12: X if it starts in the opposite corner */
};

/* Returns the numbering of the side with O (is_o) or X in a game of variant v. */
static inline enum numbering
notation_numbering(const struct variant *v, bool is_o)
{
	if (is_o)
		return NUMBERS_SAME;
	if (v->movement == MOVE_CONTRARY)
		return NUMBERS_TURNED;
	return v->offset == 0 ? NUMBERS_SAME : NUMBERS_SHIFTED;
}

/* Why a typed move cannot be parsed.  move_check checks whether it is legal. */
enum notation_err {
	NOTATION_OK,
	NOTATION_BAD_WORD, /* "legal words are 'bar', 'home', ...": in step *steps_out, counted
			      from 0 */
	NOTATION_INCOMPLETE, /* the last step lacks its second half, or the text is empty */
	NOTATION_TOO_MANY,   /* more than PLAY_MAX_STEPS steps; *play_out holds the first steps,
				and *steps_out is the number of all steps, including an incomplete
				one */
};

/* A word as typed, to be quoted in errors; points into the text. */
struct typed_word {
	const char *at;
	size_t n;
};

struct typed_play {
	struct play play;
	struct typed_word word[PLAY_MAX_STEPS][2]; /* the two words of each step: from, to */
	unsigned hits; /* number of '*' after steps; "(2)" does not repeat them */
};

/* Forms accepted in addition to FIBS notation. */
enum notation_forms {
	/* forms used in books: see below */
	NOTATION_BOOK = 1,
	/* "0" and "enter" mean the place where checkers enter.  They are stored as PT_BAR;
	 * move_expand uses the reserve instead if the bar is empty. */
	NOTATION_RESERVE = 2,
};

/* Parses "8-5 6-5", "13 7", "bar-22", "b 22", "6-off 5 o", "bar - 5 bar -5", "res-20".  Words
 * are separated by blanks, tabs or '-'.  A word is a number, "bar" or "b", "home", "h", "off"
 * or "o", or "res", in any case.  Numbers are board numbers of the side.  A number that is not
 * a point (0, 25, 77) becomes own number 255, which move_check refuses with MOVE_NO_CHECKER.
 *
 * NOTATION_BOOK also accepts "24/18, 13/9", "bar/20/14*" (a chain: each '/' after a step
 * continues from its end), "8/5(2)" and "24/20/18(2)" (repeats the step or chain), and '*'
 * after a step for a hit.
 *
 * *steps_out is always set to the number of complete steps: on NOTATION_BAD_WORD those before
 * the word, on NOTATION_TOO_MANY plus one for an incomplete last step. *play_out is written on
 * NOTATION_OK and NOTATION_TOO_MANY only. */
MUST_USE enum notation_err notation_parse_typed(const char *text, unsigned forms,
    enum numbering numbering, struct typed_play *play_out, unsigned *steps_out);

/* Like notation_parse_typed, for the forms of FIBS only. */
MUST_USE enum notation_err notation_parse(
    const char *text, enum numbering numbering, struct play *play_out, unsigned *steps_out);

/* Appends "8-5 6-5", "bar-21 6-off" (with the side's board numbers, and with "bar", "off" and
 * "res" as words).  p must contain only 0..PT_RESERVE. */
void notation_write_fibs(struct sbuf *out, const struct play *p, enum numbering numbering);

/* Like notation_write_fibs, in the form used in books: "8/5 6/5", "bar/21 6/off". */
void notation_write_book(struct sbuf *out, const struct play *p, enum numbering numbering);

/* Converts a side's own point number (1..24) to a board number, or back: the mapping is its own
 * inverse. */
static inline unsigned
notation_renumber(unsigned p, enum numbering numbering)
{
	if (numbering == NUMBERS_SHIFTED)
		return (p + 11u) % 24u + 1u;
	return numbering == NUMBERS_TURNED ? 25u - p : p;
}

/* Append and parse the stored form in the mover's own numbering: "8/5 6/5", "bar/21", "6/off",
 * "res/20"; "" for no steps.  notation_read is strict (one blank between steps, no leading
 * zeros).  It returns false, leaving *play_out unchanged, if the text does not have this form.
 * It does not check whether the play is legal. */
void notation_write(struct sbuf *out, const struct play *p);
MUST_USE bool notation_read(const char *text, struct play *play_out);

/* Like notation_write, with '*' after step i if bit i of hits is set. */
void notation_write_hits(struct sbuf *out, const struct play *p, unsigned hits);

/* Moves *at past `word` if the text starts with it.  Returns whether it does. */
bool notation_skip_word(const char **at, const char *word);

#endif
