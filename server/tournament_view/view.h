/* SPDX-License-Identifier: MIT */
/* Tables and drawings of a tournament, 79 columns wide, in the reader's language.  Independent
 * of sessions: input is the tournament and a request, output is lines of text.
 *
 * Users number pairings from 1, in the order of their creation. */
#ifndef TOURNAMENT_VIEW_VIEW_H
#define TOURNAMENT_VIEW_VIEW_H

#include "tell/columns.h"
#include "tourney/tournament.h"

/* Maximum number of rows per answer: 400 rows of 79 columns are less than 32 KB. */
#define VIEW_ROWS_MAX 400u
#define VIEW_ROWS_DEFAULT 50u

struct view {
	struct out *out;
	const struct tourney *t;
	entry_no me; /* the reader's entry: its row is always printed; ENTRY_UNKNOWN none */
	int64_t now_ms;
	/* Writes a tournament time in the reader's zone, in a strftime format. */
	void (*write_time)(
	    void *ctx, int64_t at_ms, const char *format, char *text, size_t size);
	/* Gets the score of a pairing's match that has begun, and whether it is being played
	 * now.  Returns false if not known.  NULL: never known. */
	bool (*get_score)(
	    void *ctx, uint32_t pairing, unsigned score_out[2], bool *playing_out);
	/* By entry: points and tie-breaks for view_places; `from` is 0 for entries in no table.
	 * NULL: view_places prints none. */
	const struct standing_row *standings;
	void *ctx;
};

#define VIEW_TIME_MAX 64u
#define NAME_COLUMNS 20u

/* Returns the number of a pairing as users know it. */
static inline unsigned
view_pairing_number(uint32_t pairing)
{
	return pairing + 1;
}

/* ---- tables ---- */

/* Prints rows from..to (counted from 1) of the places, beginning with the entries still
 * playing.  For all formats.  Returns the total number of rows. */
unsigned view_places(const struct view *v, unsigned from, unsigned to);

/* Prints rows of the points table with tie-breaks, for Swiss and round robin.  group: the
 * number of the group, from 0, if there are groups.  Returns the total number of rows. */
unsigned view_table(const struct view *v, unsigned group, unsigned from, unsigned to);

/* Prints the crosstable in the order of the points table.  Its columns are up to 16 opponents,
 * or else up to 10 rounds that end with round `last` (0: the last one played).  Returns the
 * total number of rows. */
unsigned view_crosstable(
    const struct view *v, unsigned group, unsigned from, unsigned to, unsigned last);

/* ---- pairings ---- */

/* Prints rows from..to of the pairings of a round.  group: number of a group; -1: all.  Returns
 * the number of pairings in the round. */
unsigned view_round_pairings(const struct view *v, enum section section, int group,
    unsigned round, unsigned from, unsigned to);

/* Prints rows from..to of the pairings that can be played and are not over, in the order in
 * which they became playable.  Returns their number. */
unsigned view_open_pairings(const struct view *v, unsigned from, unsigned to);

/* Prints the row of one pairing. */
void view_pairing(const struct view *v, uint32_t pairing);

/* Prints the head of a list of pairings.  The first column has this width and title. */
void view_pairings_head(const struct view *v, unsigned width, enum msg_id first);

/* Prints all pairings of an entry, and its next opponent if it wins.  Returns the number of
 * pairings. */
unsigned view_path(const struct view *v, entry_no e);

/* Writes the state of a pairing: "7-3", "due 14:03", "playing 3-2". */
void view_pairing_state(const struct view *v, uint32_t pairing, struct sbuf *b);

/* Returns the number of rounds that a section will have; 0: not known. */
unsigned view_rounds_planned(const struct view *v, enum section section);

/* Returns the number of rounds of a section (SECTION_MAIN: also of a play-off); 0 if there is
 * no such section. */
unsigned view_rounds(const struct view *v, enum section section);

/* ---- the bracket (draw.c) ---- */

#define VIEW_PAGE_ROUNDS 4u /* rounds of a drawing: 16 places */

/* Draws rounds `first` to at most first + 3 of a section of the knock-out: the pairings that
 * lead to pairing `part` (from 0) of the last of these rounds.  Returns the number of parts.
 * Returns 0 and draws nothing if there is no such section, round or part. */
unsigned view_bracket(
    const struct view *v, enum section section, unsigned first, unsigned part);

/* ---- names ---- */

/* Returns the name of an entry, the word for a bye for ENTRY_NOBODY, or "" for
 * ENTRY_UNKNOWN. */
const char *view_name(const struct view *v, entry_no e);

/* Returns the winner of a section (SECTION_MAIN: of the tournament), or ENTRY_UNKNOWN. */
entry_no view_winner(const struct tourney *t, enum section section);

#endif
