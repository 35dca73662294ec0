/* SPDX-License-Identifier: MIT */
/* A stored match as text in the .mat format (of Jellyfish; imported by gnubg, XG and
 * others). */
#ifndef MATCH_MATFILE_H
#define MATCH_MATFILE_H

#include "base/check.h"
#include "output/output.h"
#include "output/pager.h"
#include "proto/msg.h"
#include "rules/match.h"
#include "store/store.h"

enum matfile_write_err {
	MATFILE_OK,
	MATFILE_NOT_BACKGAMMON, /* the format supports only backgammon; nothing was written */
	MATFILE_HAS_POSITION,   /* a game begins at a given position, which .mat cannot
				 * express; the text contains the games before it */
	MATFILE_CORRUPT,        /* the actions do not replay; the text contains those before the
				 * damage */
};

/* The event that a match counts for, in English.  Quotes are written as apostrophes. */
struct matfile_event {
	char name[STORE_TOURNEY_NAME_MAX];
	char round[80]; /* "2", "final", "losers' round 2" */
	/* header of an imported match, written in place of the event; "" if it is not
	 * imported */
	char import_header[STORE_HEADER_MAX];
};

/* State of the text before a play that may be taken back. */
struct matfile_undo {
	size_t len, line_len;
	unsigned line_no;
	bool header_written;
};

/* State of the writer; private.  About 2 MB, most of it scratch space: do not put it on the
 * stack. */
struct matfile {
	const struct match_record *r;
	struct out *out;
	enum matfile_write_err err;
	uint32_t actions;
	struct match_state state;
	unsigned line_no;        /* numbered lines in the game */
	size_t line_len;         /* bytes on the unfinished line; 0: none */
	bool header_written;     /* the header of the game has been written */
	enum seat offering_seat; /* seat whose double is not written yet; SEAT_NONE: none */
	uint32_t offered_value;  /* value of the double that is not written yet */
	bool beaver;             /* the double that is not written yet is a beaver */
	struct move_space space;
	/* Text that *out writes to, set after matfile_begin for a practice match; plays that
	 * are taken back are removed from it.  NULL otherwise. */
	struct pager_text *practice_text;
	struct matfile_undo undo[2]; /* state before the last play that each seat chose */
};

/* Begins the text of match r; r and out must remain valid until matfile_end.  event may be
 * NULL.  Seat 0 has the left column. */
void matfile_begin(struct matfile *f, const struct match_record *r,
    const struct matfile_event *event, struct out *out);

/* Writes the next action.  f is the struct matfile, so this fits store_actions_each.  Returns
 * false if no more actions are needed. */
bool matfile_action(void *f, const struct action_record *a);

/* Ends the text; an unfinished game is left incomplete.  Returns MATFILE_OK if all actions were
 * written. */
MUST_USE enum matfile_write_err matfile_end(struct matfile *f);

#endif
