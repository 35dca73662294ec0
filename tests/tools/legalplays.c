/* SPDX-License-Identifier: MIT */
/* legalplays: the rules core as a filter, for tests and auditors.
 *
 * Reads records in the format of legal-plays.jsonl from standard input, one JSON object per
 * line.  For each, in the order read, writes {"id": ..., "legal_final_positions": [...],
 * "count": n}; the positions in a list are sorted.  Without a legal play the list holds the
 * unchanged position.  An invalid line is reported on standard error.  All other lines are
 * still answered, but the exit status is 1. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/move.h"
#include "rules/variant.h"
#include "tests/support/jsonl.h"

#define LINE_MAX_BYTES (1u << 20)

static struct move_space space;
static char result_texts[MOVE_SPACE_MAX][RECORD_TEXT_MAX];
static char line[LINE_MAX_BYTES];

enum line_result {
	INPUT_LINE,
	INPUT_OVERLONG, /* discarded up to its end */
	INPUT_END,
};

/* Reads the next line, without its newline.  It may contain any bytes, including NUL. */
static enum line_result
read_line(size_t *n_out)
{
	size_t n = 0;
	bool overlong = false;
	int c;

	while ((c = getchar()) != EOF && c != '\n') {
		if (n < sizeof(line))
			line[n++] = (char)c;
		else
			overlong = true;
	}
	if (c == EOF && n == 0)
		return INPUT_END;
	*n_out = n;
	return overlong ? INPUT_OVERLONG : INPUT_LINE;
}

static bool
is_blank(size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (line[i] != ' ' && line[i] != '\t' && line[i] != '\r')
			return false;
	return true;
}

static int
compare_texts(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void
print_legal_plays(const struct variant *v, const struct record *r)
{
	unsigned n = move_list(v, &r->board, SEAT_0, r->dice[0], r->dice[1], &space);

	for (unsigned i = 0; i < n; i++)
		record_position_text(&space.result[i].after, SEAT_0, r->numbers_per_side,
		    r->has_pins, result_texts[i]);
	if (n == 0)
		record_position_text(
		    &r->board, SEAT_0, r->numbers_per_side, r->has_pins, result_texts[n++]);
	qsort(result_texts, n, sizeof(result_texts[0]), compare_texts);
	printf("{\"id\": \"%s\", \"legal_final_positions\": [", r->id);
	for (unsigned i = 0; i < n; i++)
		printf("%s\"%s\"", i > 0 ? ", " : "", result_texts[i]);
	printf("], \"count\": %u}\n", n);
}

static const char *
answer_record(const struct record *r)
{
	const struct variant *v = variant_find(r->variant);

	if (v == NULL)
		return "unknown variant";
	if (r->numbers_per_side != (v->reserve == RESERVE_NONE ? PT_COUNT - 1u : PT_COUNT))
		return v->reserve == RESERVE_NONE
			   ? "26 counts are wanted: the variant has no reserve"
			   : "27 counts are wanted: the variant has a reserve";
	if (!variant_check_board(&r->board, v))
		return "position and opponent are no board of this variant";
	print_legal_plays(v, r);
	return NULL;
}

/* Answers the line.  Returns NULL, or an error message. */
static const char *
answer_line(size_t n)
{
	struct record r;
	const char *wrong = record_read(line, n, &r);

	if (wrong == NULL) {
		wrong = answer_record(&r);
		record_free(&r);
	}
	return wrong;
}

int
main(void)
{
	unsigned long number = 0;
	int status = EXIT_SUCCESS;
	enum line_result in;
	size_t n = 0;

	while ((in = read_line(&n)) != INPUT_END) {
		const char *wrong = "too long";

		number++;
		if (in == INPUT_LINE && is_blank(n))
			continue;
		if (in == INPUT_LINE)
			wrong = answer_line(n);
		if (wrong == NULL)
			continue;
		fprintf(stderr, "legalplays: line %lu: %s\n", number, wrong);
		status = EXIT_FAILURE;
	}
	if (ferror(stdin) || fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "legalplays: %s\n", strerror(errno));
		status = EXIT_FAILURE;
	}
	return status;
}
