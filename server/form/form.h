/* SPDX-License-Identifier: MIT */
/* The forms in which a stored match can be written as text (PROTOCOL.md 12). */
#ifndef MATCH_FORM_H
#define MATCH_FORM_H

#include <sodium.h>

#include "form/matfile.h"
#include "output/output.h"

#define FORM_MARKS_MAX 100u /* of a match; what is more is left out */

struct form_text;

/* An error that an analysis has found. */
struct form_mark {
	struct review_mark is;
	char text[4]; /* how bad it is: "??" */
};

struct form {
	const char *name; /* "mat"; also the end of a file's name */
	bool backgammon;  /* knows no other game */
	void (*begin)(struct form_text *f);
	void (*action)(struct form_text *f, const struct action_record *a); /* NULL */
	/* after the state before it; NULL: nothing is played again */
	void (*event)(struct form_text *f, const struct match_events *ev, unsigned i,
	    const struct match_state *after);
	void (*end)(struct form_text *f);
};

/* By its name; NULL none.  All of them end with a row whose name is NULL. */
extern const struct form FORMS[];
const struct form *form_named(const char *name);

/* What is remembered while the actions come in; nothing in it is the caller's concern.  Some
 * hundred kilobytes: not for the stack. */
struct form_text {
	const struct form *form;
	const struct match_record *r;
	struct out *out;
	enum matfile_err err;
	uint32_t actions;
	struct match_state state;
	unsigned line;                         /* of the game */
	unsigned listed;                       /* moves so far, as `replay` counts them */
	struct form_mark mark[FORM_MARKS_MAX]; /* by their moves */
	unsigned marks;
	char note[256];          /* on the move that is being written; "" nothing */
	bool open;               /* a game is not written to its end */
	struct pager_text moves; /* of that game, where what stands before them comes later */
	size_t back[2];          /* how long it was before the last play that a seat chose */
	struct out whole;        /* writes to it */
	crypto_hash_sha256_state sum;
	struct matfile mat;
};

/* Begins the text of match r; both must live until form_end. */
void form_begin(struct form_text *f, const struct form *form, const struct match_record *r,
    struct out *out);

/* An error of the match, and how it is marked; all of them between form_begin and the first
 * action. */
void form_mark(struct form_text *f, const struct review_mark *m, const char *text);

/* The next action; f is the struct form_text, so that this fits store_actions_each.  False when
 * there is no use in going on. */
bool form_action(void *f, const struct action_record *a);

/* The end of the text; an unfinished game ends in the middle. */
MUST_USE enum matfile_err form_end(struct form_text *f);

/* Frees what it holds: also done by form_end. */
void form_free(struct form_text *f);

/* Whether the game of a match has this form; else form_begin fails with MATFILE_VARIANT. */
bool form_fits(const struct form *form, const struct match_record *r);

#endif
