/* SPDX-License-Identifier: MIT */
/* Text of plays.  Pure.
 *
 * Board numbers: what players see and type on FIBS are the points of the board, not own
 * numbers: the side with O moves 24 to 1 (board number = own number), X moves 1 to 24 (board
 * number = 25 - own number).  In games where both move the same way X goes down too, from their
 * own corner: past 1 comes 24.  See rules/RULES.md 1.2, 1.3. */
#ifndef RULES_NOTATION_H
#define RULES_NOTATION_H

#include "base/sbuf.h"
#include "rules/move.h"

/* How own numbers stand on the board.  False and true of a "moves up" are the first two. */
enum numbering {
	NUMBERS_SAME,    /* O, and X where both start on the same point */
	NUMBERS_TURNED,  /* 25 - p: X where they come the other way */
	NUMBERS_SHIFTED, /* 12 further: X where they start in the corner opposite */
};

/* Of the side with O (is_o), or of X, in a game of the row. */
static inline enum numbering
notation_numbering(const struct variant *v, bool is_o)
{
	if (is_o)
		return NUMBERS_SAME;
	if (v->movement == MOVE_CONTRARY)
		return NUMBERS_TURNED;
	return v->offset == 0 ? NUMBERS_SAME : NUMBERS_SHIFTED;
}

/* Why a typed move has no meaning at all.  What is legal is move_check's question. */
enum notation_err {
	NOTATION_OK,
	NOTATION_BAD_WORD, /* "legal words are 'bar', 'home', ...": in step number *steps_out,
			      from 0 */
	NOTATION_ODD,      /* the last step lacks its second half, or there is nothing at all */
	NOTATION_TOO_MANY, /* more than PLAY_MAX_STEPS steps; *play_out holds the first ones and
			    * *steps_out their number, a half one counted */
};

/* A word as it was typed, for repeating it; points into the text. */
struct typed_word {
	const char *at;
	size_t n;
};

struct typed_play {
	struct play play;
	struct typed_word word[PLAY_MAX_STEPS][2]; /* of each step: from, to */
	unsigned hits;                             /* '*' after steps, not repeated by "(2)" */
};

/* Which ways of writing are taken beside FIBS's own. */
enum notation_forms {
	/* those of books: see below */
	NOTATION_FREE = 1,
	/* "0" and "enter" for the place where checkers come in: PT_BAR, which expand.h takes
	 * for the reserve when nobody is on the bar */
	NOTATION_RESERVE = 2,
};

/* Parses "8-5 6-5", "13 7", "bar-22", "b 22", "6-off 5 o", "bar - 5 bar -5", "res-20": words
 * separated by blanks, tabs or '-'; bar b, home h off o, res (any case).  Numbers are board
 * numbers of the side.  A number that is no point (0, 25, 77) is kept as own number 255:
 * "You can't move from".  With NOTATION_FREE (0: without) also "24/18, 13/9", "bar/20/14*" (a
 * chain: each '/' behind a step goes on from its end), "8/5(2)" and "24/20/18(2)" (the step or
 * the chain so often), and '*' after a step, for a hit.  *steps_out is always set: on
 * NOTATION_OK and NOTATION_ODD to the number of whole steps.  *play_out is written on
 * NOTATION_OK and NOTATION_TOO_MANY only. */
MUST_USE enum notation_err notation_parse_typed(const char *text, unsigned forms,
    enum numbering numbering, struct typed_play *play_out, unsigned *steps_out);

/* The same of FIBS's forms, the play alone. */
MUST_USE enum notation_err notation_parse(
    const char *text, enum numbering numbering, struct play *play_out, unsigned *steps_out);

/* Appends "8-5 6-5", "bar-21 6-off" (board numbers of the side; "bar", "off" and "res" in
 * words).  p must be a play of the board: numbers 0..PT_RESERVE. */
void notation_play(struct sbuf *out, const struct play *p, enum numbering numbering);

/* The same as books write it: "8/5 6/5", "bar/21 6/off". */
void notation_book(struct sbuf *out, const struct play *p, enum numbering numbering);

/* Own number to board number and back: the same function. 1..24 only. */
static inline unsigned
notation_flip(unsigned p, enum numbering numbering)
{
	if (numbering == NUMBERS_SHIFTED)
		return (p + 11u) % 24u + 1u;
	return numbering == NUMBERS_TURNED ? 25u - p : p;
}

/* Appends and parses the stored form, own numbering: "8/5 6/5", "bar/21", "6/off", "res/20"; ""
 * for no steps.  notation_read is strict (one blank between steps, no leading zeros) and
 * returns false, *play_out untouched, when the text is not of this form; whether the play is
 * legal it does not ask. */
void notation_write(struct sbuf *out, const struct play *p);
MUST_USE bool notation_read(const char *text, struct play *play_out);

#endif
