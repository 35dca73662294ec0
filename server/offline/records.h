/* SPDX-License-Identifier: MIT */
/* Reads the records of a database as the server would, and reports those that are damaged. */
#ifndef RECORDS_H
#define RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "store/store.h"

enum records_kind {
	RECORDS_UNFINISHED, /* whether unfinished matches replay */
	RECORDS_TOURNEYS,   /* whether tournaments replay */
	RECORDS_FINISHED,   /* whether finished matches have their checksum */
	RECORDS_RATINGS,    /* whether the rating changes of finished matches have their
			     * checksum */
	RECORDS_KIND_COUNT
};

struct records {
	struct store *store; /* opened for reading or writing */
	/* Called with a sentence, without an end of line, for each damaged record. */
	void (*report)(void *ctx, const char *text);
	void *ctx;
	unsigned good[RECORDS_KIND_COUNT], bad[RECORDS_KIND_COUNT];
	unsigned without_checksum; /* finished matches without a checksum */
};

/* Check all records of a kind, each as of one moment.  With PostgreSQL, a tournament that ends
 * during the check may be counted twice.  A failure to read is returned by the next
 * store_commit. */
void records_check_unfinished(struct records *r);
void records_check_tourneys(struct records *r);

/* Checks at most `most` finished matches with an id greater than *after, lowest id first, and
 * sets *after to the id of the last one checked.  Returns false when no more matches are
 * left. */
bool records_check_finished_sums(struct records *r, int64_t *after, unsigned most);

/* Checks everything.  If reading fails, returns false with a message in `error`. */
MUST_USE bool records_check_all(struct records *r, struct sbuf *error);

/* Returns true if no damage was found. */
bool records_sound(const struct records *r);

/* Prints the counts on standard output, one line for each kind. */
void records_print(const struct records *r);

/* Returns a sentence, without an end of line, that says what an operator should do about the
 * damage found in records of a kind; NULL if none was found. */
const char *records_advice(const struct records *r, enum records_kind kind);

#endif
