/* SPDX-License-Identifier: MIT */
/* How a tournament is shown: tables and drawings of 79 columns, in the language of the
 * listener. Nothing here knows sessions: the tournament and what is asked about it come in,
 * lines go out.
 *
 * Pairings are called by number, from 1 in the order in which they were made. */
#ifndef TOURNAMENT_VIEW_VIEW_H
#define TOURNAMENT_VIEW_VIEW_H

#include "tell/columns.h"
#include "tourney/tournament.h"

/* Rows shown in one answer at most: 79 columns of them are below 32 KB. */
#define VIEW_ROWS_MAX 400u
#define VIEW_ROWS_USUAL 50u

struct view {
	struct out *out;
	const struct tourney *t;
	entry_no me; /* the reader's entry, ENTRY_UNKNOWN none: its row is shown in any case */
	int64_t now_ms;
	/* A time of the tournament in the reader's zone, in a format of strftime. */
	void (*time)(void *ctx, int64_t at_ms, const char *format, char *text, size_t size);
	/* The score of a pairing's match that has begun, and whether it is being played just
	 * now; false: not known.  May be NULL: nothing is. */
	bool (*score)(void *ctx, uint32_t pairing, unsigned score_out[2], bool *playing_out);
	/* By entry: points and tie-breaks that view_places shows, too; `from` is 0 for those in
	 * no table.  NULL: none. */
	const struct standing_row *standings;
	void *ctx;
};

#define VIEW_TIME_MAX 64u
#define NAME_COLUMNS 20u

/* The number of a pairing as people know it, and back. */
static inline unsigned
view_number(uint32_t pairing)
{
	return pairing + 1;
}

/* ---- tables ---- */

/* Rows from..to (from 1) of the places: those who are still in it first; all formats.  Returns
 * how many rows there are. */
unsigned view_places(const struct view *v, unsigned from, unsigned to);

/* Rows of the table of points (Swiss, everybody against everybody; of a group when there are
 * groups, from 0), with the tie-breaks in their order. */
unsigned view_table(const struct view *v, unsigned group, unsigned from, unsigned to);

/* Who did what against whom, in the order of the table: against each of at most 16, or round
 * by round, at most 10 of them, the last one `last` (0: the last one played). */
unsigned view_cross(
    const struct view *v, unsigned group, unsigned from, unsigned to, unsigned last);

/* ---- pairings ---- */

/* The pairings of a round, rows from..to; returns how many the round has.  group: of a round of
 * groups, -1 all of them. */
unsigned view_round(const struct view *v, enum section section, int group, unsigned round,
    unsigned from, unsigned to);

/* Those that are not over and can be played, rows from..to in the order in which they became
 * so; returns how many. */
unsigned view_open(const struct view *v, unsigned from, unsigned to);

/* The row of one pairing. */
void view_pairing(const struct view *v, uint32_t pairing);

/* All pairings of an entry, in their order, and whom they meet next after a win.  Returns how
 * many there are. */
unsigned view_path(const struct view *v, entry_no e);

/* How it stands with a pairing: "7-3", "due 14:03", "playing 3-2". */
void view_state(const struct view *v, uint32_t pairing, struct sbuf *b);

/* How many rounds a section will have; 0 not known. */
unsigned view_rounds_in_all(const struct view *v, enum section section);

/* How many rounds a section has (SECTION_MAIN: of a play-off too); 0: there is no such section.
 */
unsigned view_rounds(const struct view *v, enum section section);

/* ---- the bracket (draw.c) ---- */

#define VIEW_PAGE_ROUNDS 4u /* of a drawing: 16 places */

/* Draws rounds `first` to at most first + 3 of a section of the knock-out, of those pairings
 * that lead to pairing number `part` (from 0) of the last of them.  Returns how many parts
 * there are, 0 (nothing drawn): no such section, round or part. */
unsigned view_bracket(
    const struct view *v, enum section section, unsigned first, unsigned part);

/* ---- small things ---- */

/* Name of an entry; of ENTRY_NOBODY the word for a bye; of ENTRY_UNKNOWN "". */
const char *view_name(const struct view *v, entry_no e);

/* Who won; ENTRY_UNKNOWN nobody, or it is not over.  SECTION_MAIN: the tournament. */
entry_no view_winner(const struct tourney *t, enum section section);

#endif
