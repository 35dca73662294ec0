/* SPDX-License-Identifier: MIT */
/* Records of positions and rolls, one JSON object per line, as in legal-plays.jsonl. */
#ifndef SUPPORT_JSONL_H
#define SUPPORT_JSONL_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "rules/move.h"

#define RECORD_ID_MAX 63u
#define RECORD_TEXT_MAX (2u * PT_COUNT + 25u) /* a final position, with the NUL */

struct record {
	char id[RECORD_ID_MAX + 1u];
	char variant[32];
	struct board board;        /* seat 0 is the mover */
	unsigned numbers_per_side; /* numbers per side: 26, or 27 with a reserve */
	bool has_pins;             /* the game has pins; board holds them */
	unsigned dice[2];
	bool has_results; /* the record has results (legal_final_positions, count, dice_used,
			     forced_die) */
	unsigned results_count;
	unsigned dice_used;
	unsigned forced_die; /* 0 if null */
	json_t *results;     /* legal_final_positions; owned by the record */
	size_t next_result;  /* index of the next result */
};

/* Reads one line of n bytes, without its newline; it need not be NUL-terminated.  id, variant,
 * position, opponent and dice must each occur once; other members may follow in any order.
 * Returns NULL and fills *r_out, or returns an error message.  Does not check whether the
 * position is valid. */
const char *record_read(const char *line, size_t n, struct record *r_out);
void record_free(struct record *r);

/* Reads the next final position from r->results.  Returns false at the end of the list. */
bool record_next_result(struct record *r, char text_out[RECORD_TEXT_MAX]);

/* Writes a position as in legal_final_positions: the mover's counts, then the opponent's, one
 * base-36 digit each; with pins, followed by a letter for each point of the mover.  counts is
 * 26 or 27. */
void record_position_text(const struct board *b, enum seat mover, unsigned counts, bool pins,
    char text_out[RECORD_TEXT_MAX]);

#endif
