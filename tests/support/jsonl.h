/* SPDX-License-Identifier: MIT */
/* Records of positions and rolls, one JSON object per line: the form of legal-plays.jsonl. */
#ifndef SUPPORT_JSONL_H
#define SUPPORT_JSONL_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "rules/move.h"

#define RECORD_ID_MAX 63u
#define RECORD_TEXT_MAX (2u * PT_COUNT + 25u) /* a final position as text, NUL included */

struct record {
	char id[RECORD_ID_MAX + 1u];
	char variant[32];
	struct board board; /* seat 0 is the mover */
	unsigned counts;    /* numbers of each side: 26, or 27 with a reserve */
	bool pins;          /* the game has pins; they are in board */
	unsigned dice[2];
	bool has_results; /* the answers below are there (legal_final_positions, count,
			     dice_used, forced_die) */
	unsigned count;
	unsigned dice_used;
	unsigned forced_die; /* 0 for null */
	json_t *results;     /* legal_final_positions; the record's own */
	size_t next;         /* index of the result that comes next */
};

/* Reads one line (n bytes, its newline not counted, need not be NUL-terminated).  Needed are
 * id, variant, position, opponent and dice, each once; other members may follow in any order.
 * Returns NULL and fills *r_out, or a message that says what is wrong.  What the position means
 * is not asked. */
const char *record_read(const char *line, size_t n, struct record *r_out);
void record_free(struct record *r);

/* Takes the next final position from r->results.  False at the end of the list. */
bool record_next_result(struct record *r, char text_out[RECORD_TEXT_MAX]);

/* Text of a position as in legal_final_positions: counts of mover, then of the other, one
 * base-36 digit each; pins: then a letter for each point of the mover.  counts: 26 or 27. */
void record_text(const struct board *b, enum seat mover, unsigned counts, bool pins,
    char text_out[RECORD_TEXT_MAX]);

#endif
