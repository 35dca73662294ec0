/* SPDX-License-Identifier: MIT */
/* A whole tournament as text and as JSON, from its stored acts: for the command line, and page
 * by page for those who are connected.
 *
 * It consists of records: what it is; each entry; each pairing; each act.  What the records
 * hold: common/proto/TOURNAMENT.md. */
#ifndef TOURNAMENT_FILE_H
#define TOURNAMENT_FILE_H

#include "tournament_view/view.h"
#include "store/store.h"

struct tourney_file {
	const struct tourney *t;
	struct store *store;
	const struct view *view; /* for the text: its listener gets it */
	/* made when asked for */
	struct bracket_place *places;
	struct standing_row *standings; /* by entry */
	int16_t *group_of;              /* by entry; -1: not in a table */
};

/* The tournament as its stored acts make it; NULL when there is none, *damaged_out when they do
 * not replay.  Nobody is here, nothing is being played. */
struct tourney *file_read(struct store *s, int64_t id, bool *damaged_out);
void file_free(struct tourney **t);

void file_begin(struct tourney_file *f, const struct tourney *t, struct store *store,
    const struct view *view);
void file_end(struct tourney_file *f);

/* How many records there are. */
uint32_t file_records(const struct tourney_file *f);

/* Text of records from (0 is the first) to before `to`, headings between them; less when it
 * becomes more than `most` bytes, but one in any case.  Returns the record that comes next. */
uint32_t file_text(
    struct tourney_file *f, uint32_t from, uint32_t to, size_t most, struct out *out);

/* The same as JSON, an object on a line for each record. */
uint32_t file_lines(
    struct tourney_file *f, uint32_t from, uint32_t to, size_t most, struct out *out);

/* All of it as one JSON object. */
void file_json(struct tourney_file *f, struct out *out);

#endif
