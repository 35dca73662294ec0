/* SPDX-License-Identifier: MIT */
/* Text formats of a stored match (PROTOCOL.md 12). */
#ifndef MATCH_FORM_H
#define MATCH_FORM_H

#include <sodium.h>

#include "form/matfile.h"
#include "output/output.h"

#define FORM_MARKS_MAX 100u /* limit on marks per match; the rest are dropped */

struct form_text;

/* An error found by analysis. */
struct form_mark {
	struct review_mark is;
	char text[4]; /* the error's mark, such as "??" */
};

struct form {
	const char *name;     /* "mat"; also the file name extension */
	bool backgammon_only; /* supports only backgammon */
	bool writes_event;    /* writes the event and the round */
	void (*begin)(struct form_text *f);
	void (*action)(struct form_text *f, const struct action_record *a); /* may be NULL */
	/* called with the state after the action; f->state is the state before it.  NULL: the
	 * match is not replayed */
	void (*event)(struct form_text *f, const struct match_events *ev, unsigned i,
	    const struct match_state *after);
	void (*end)(struct form_text *f);
};

/* All forms, ended by a row whose name is NULL.  form_named returns NULL if there is none of
 * that name. */
extern const struct form FORMS[];
const struct form *form_named(const char *name);

/* State of the writer; private.  About 2 MB: do not put it on the stack. */
struct form_text {
	const struct form *form;
	const struct match_record *r;
	const struct matfile_event *event; /* valid in form_begin only */
	struct out *out;
	enum matfile_write_err err;
	uint32_t actions;
	struct match_state state;
	unsigned line_no;                      /* line number in the game */
	unsigned move_no;                      /* moves so far, as counted by `replay` */
	struct form_mark mark[FORM_MARKS_MAX]; /* sorted by move */
	unsigned marks_n;
	char move_note[512]; /* note on the move being written; "": none */
	bool game_open;      /* the game being written is not complete */
	/* moves of the game being written, held back because the result precedes them (sgf) or
	 * because they may be taken back (mat) */
	struct pager_text held_moves;
	size_t undo_len[2]; /* length of `held_moves` before the last play of each seat */
	struct out held_moves_out; /* writes to `held_moves` */
	crypto_hash_sha256_state sum;
	struct matfile mat;
};

/* Begins the text of match r; r and out must remain valid until form_end.  event may be NULL;
 * only a form with `writes_event` set writes it. */
void form_begin(struct form_text *f, const struct form *form, const struct match_record *r,
    const struct matfile_event *event, struct out *out);

/* Adds an error that analysis found in the match, and its mark.  Call between form_begin and
 * the first action. */
void form_add_mark(struct form_text *f, const struct review_mark *m, const char *text);

/* Writes the next action.  f is the struct form_text, so this fits store_actions_each.  Returns
 * false if no more actions are needed. */
bool form_action(void *f, const struct action_record *a);

/* Ends the text; an unfinished game is left incomplete.  Returns MATFILE_OK if all actions were
 * written. */
MUST_USE enum matfile_write_err form_end(struct form_text *f);

/* Frees what f owns; form_end does this too. */
void form_free(struct form_text *f);

/* Returns whether the game of a match can be written in this form.  If not, form_begin fails
 * with MATFILE_NOT_BACKGAMMON. */
bool form_fits(const struct form *form, const struct match_record *r);

#endif
