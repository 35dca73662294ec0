/* SPDX-License-Identifier: MIT */
/* A stored match as a text in the .mat form (Jellyfish's; gnubg, XG and others import it). */
#ifndef MATCH_MATFILE_H
#define MATCH_MATFILE_H

#include "base/check.h"
#include "output/output.h"
#include "output/pager.h"
#include "proto/msg.h"
#include "rules/match.h"
#include "store/store.h"

enum matfile_err {
	MATFILE_OK,
	MATFILE_VARIANT, /* the form knows backgammon only; nothing was written */
	MATFILE_CORRUPT, /* the actions do not replay; what came before is written */
};

/* How the text stood before a play that may be taken back. */
struct matfile_back {
	size_t len, width;
	unsigned line;
	bool headed;
};

/* What is remembered while the actions come in; nothing in it is the caller's concern.  Some
 * hundred kilobytes: not for the stack. */
struct matfile {
	const struct match_record *r;
	struct out *out;
	enum matfile_err err;
	uint32_t actions;
	struct match_state state;
	unsigned line;    /* numbered lines begun in the game */
	size_t width;     /* bytes on the unfinished line; 0: none is begun */
	bool headed;      /* the heading of the game is written */
	enum seat offers; /* whose double is not written yet; SEAT_NONE */
	uint32_t offer;   /* its value */
	bool beaver;      /* it answers another */
	struct move_space space;
	/* NULL, or what *out writes to, set behind matfile_begin: in a practice match plays are
	 * taken back out of it */
	struct pager_text *text;
	struct matfile_back back[2]; /* the last play of each seat that it chose */
};

/* Begins the text of match r; both must live until matfile_end.  Seat 0 has the left column. */
void matfile_begin(struct matfile *f, const struct match_record *r, struct out *out);

/* The next action; f is the struct matfile, so that this fits store_actions_each.  False when
 * there is no use in going on. */
bool matfile_action(void *f, const struct action_record *a);

/* The end of the text; an unfinished game ends in the middle. */
MUST_USE enum matfile_err matfile_end(struct matfile *f);

#endif
