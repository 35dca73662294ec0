/* SPDX-License-Identifier: MIT */
/* Reads a match from a file of this server or of another program: .mat text in its dialects
 * (Jellyfish, Snowie, GridGammon, Galaxy, XG, gnubg, ...) and SGF as written by gnubg.
 *
 * A play is accepted if a legal play leads to the position that the text describes, in whatever
 * order its steps are written.  A play that breaks the rules is kept if the checkers can be
 * moved as written.  A game that contains another error is kept up to the error and ends with
 * the result that the file gives; the other games are not affected.  All of this is reported as
 * notes.  The score in the header of a game takes precedence over the score that results from
 * the earlier games.  A result in the wrong player's column is corrected if the plays, or the
 * score of the next game, show who won.
 *
 * A game in which a player doubles is not the Crawford game.  The points of a money game show
 * whether the Jacoby rule applies.  Instant redoubles are assumed to be allowed.  A game that
 * ends early counts as resigned. */
#ifndef PROTO_MATCHREAD_H
#define PROTO_MATCHREAD_H

#include "base/check.h"
#include "rules/match.h"

#define MATCHREAD_BYTES_MAX 8388608u /* analysed SGF files are large */
#define MATCHREAD_ACTIONS_MAX 20000u
#define MATCHREAD_TEXT_MAX 120u /* bytes of a name; longer names are cut */
#define MATCHREAD_NOTES_MAX 20u /* later notes are dropped */

/* Items of the header of a match file. */
enum matchread_info {
	INFO_EVENT,
	INFO_ROUND,
	INFO_SITE,
	INFO_PLACE,
	INFO_DATE, /* as the file writes it */
	INFO_ELO_0,
	INFO_ELO_1,
	INFO_COUNT,
};

struct matchread_note {
	unsigned line;
	char why[96]; /* the reason, as one clause */
};

struct matchread {
	/* names of the left and the right column, or of White and Black; UTF-8, and not
	 * necessarily valid user names */
	char name[2][MATCHREAD_TEXT_MAX + 1];
	char info[INFO_COUNT][MATCHREAD_TEXT_MAX + 1]; /* UTF-8; "" if not given */
	int year, month, day;                          /* date of the event; 0 if none */
	struct match_state state;                      /* state at the end */
	unsigned games;                                /* games begun */
	unsigned n;
	struct action *action; /* array of MATCHREAD_ACTIONS_MAX, provided by the caller */
	/* called between plays, for a thread that yields to others; NULL: none.  Set by the
	 * caller. */
	void (*pause)(void);
	bool unfinished; /* the end of the match is missing */
	unsigned notes_len;
	struct matchread_note note[MATCHREAD_NOTES_MAX];
};

/* Returns the length of the first match in a text that may contain several, one after the
 * other; a text is never split within a match.  pause: see struct matchread. */
size_t matchread_first_length(const char *text, size_t n, void (*pause)(void));

/* Returns the name under which an item is written in the header of a .mat file, such as
 * "Event". */
const char *matchread_info_name(enum matchread_info i);

/* Reads a match from a text of n bytes, followed by a NUL.  Returns true if m->state and the
 * m->n actions contain at least one game; the notes then list what is missing.  Otherwise
 * note[0] says why the file cannot be read.  space is scratch. */
MUST_USE bool matchread(
    struct matchread *m, const char *text, size_t n, struct move_space *space);

#endif
