/* SPDX-License-Identifier: MIT */
/* A whole tournament as text and as JSON, from its stored acts: for the command line, and page
 * by page for connected users.
 *
 * The file consists of records: one for the tournament, then one for each entry, pairing and
 * act.  common/proto/TOURNAMENT.md describes their fields. */
#ifndef TOURNAMENT_FILE_H
#define TOURNAMENT_FILE_H

#include "tournament_view/view.h"
#include "proto/json.h"
#include "store/store.h"

struct tourney_export {
	const struct tourney *t;
	struct store *store;
	const struct view *view; /* how times and names are written; view->out is not used */
	bool current_names; /* JSON has the current names of accounts, not the names in the acts
			     */
	/* computed when first needed */
	struct bracket_place *places;
	struct standing_row *standings; /* indexed by entry */
	int16_t *group_of;              /* indexed by entry; -1: not in a table */
};

/* Rebuilds a tournament from its stored acts; free it with tourney_rebuild_free.  Returns NULL
 * if there is none, or, with *damaged_out set, if its acts do not replay.  All players count as
 * offline and no match as being played. */
struct tourney *tourney_rebuild(struct store *s, int64_t id, bool *damaged_out);
void tourney_rebuild_free(struct tourney **t);

/* Prepares to write t; all arguments must remain valid until tourney_export_end, which frees
 * the computed values. */
void tourney_export_begin(struct tourney_export *f, const struct tourney *t,
    struct store *store, const struct view *view);
void tourney_export_end(struct tourney_export *f);

/* Returns the word for the tournament's phase. */
const char *tourney_export_phase_word(const struct tourney *t);

/* Returns the number of records. */
uint32_t tourney_export_record_count(const struct tourney_export *f);

/* Writes records from..to-1 as text, with headings.  Stops early once more than `most` bytes
 * are written, but writes at least one record.  Returns the number of the next record. */
uint32_t tourney_export_text(
    struct tourney_export *f, uint32_t from, uint32_t to, size_t most, struct out *out);

/* Like tourney_export_text, but writes JSON, one object per line. */
uint32_t tourney_export_json_lines(
    struct tourney_export *f, uint32_t from, uint32_t to, size_t most, struct out *out);

/* Adds record k, which is not an act, as an object.  lines: adds its kind, as
 * tourney_export_json_lines does.
 */
void tourney_export_record(struct tourney_export *f, uint32_t k, bool lines, struct json *j);

/* Writes everything as one JSON object. */
void tourney_export_json(struct tourney_export *f, struct out *out);

#endif
