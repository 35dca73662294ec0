/* SPDX-License-Identifier: MIT */
/* The texts that client programs parse: every row of tests/data/frozen_texts.def is in msg.def
 * with the same English text and the same arguments. */
#include "proto/msg.h"
#include "tests/unit/test.h"

struct row {
	const char *name, *text;
	const char *parameters, *arguments, *number; /* C source; "" if the row has none */
};

static const struct row ROWS[MSG_COUNT] = {
#define MSG0(id, text) { #id, text, "", "", "" },
#define MSG(id, fmt, params, args) { #id, fmt, #params, #args, "" },
#define MSGN(id, fmt, params, args, n) { #id, fmt, #params, #args, #n },
#include "proto/msg.def"
#undef MSG0
#undef MSG
};

static const struct row FROZEN[] = {
#define FROZEN(id, text, params, args, n) { #id, text, params, args, n },
#include "tests/data/frozen_texts.def"
#undef FROZEN
};

static const struct row *
row_named(const struct row *rows, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

TEST(frozen_rows_have_not_changed)
{
	for (size_t i = 0; i < ARRAY_LEN(FROZEN); i++) {
		const struct row *f = &FROZEN[i];
		const struct row *r = row_named(ROWS, ARRAY_LEN(ROWS), f->name);

		if (r == NULL)
			fail_msg("msg.def has no row %s", f->name);
		if (strcmp(r->text, f->text) != 0)
			fail_msg(
			    "%s is frozen as\n%s\nmsg.def has\n%s", f->name, f->text, r->text);
		if (strcmp(r->parameters, f->parameters) != 0 ||
		    strcmp(r->arguments, f->arguments) != 0 ||
		    strcmp(r->number, f->number) != 0)
			fail_msg("%s is frozen with other arguments", f->name);
	}
}

/* MSG_upgrade_back is the first row under "our own". */
TEST(every_row_above_our_own_is_frozen)
{
	for (unsigned i = 0; i < MSG_upgrade_back; i++)
		if (row_named(FROZEN, ARRAY_LEN(FROZEN), ROWS[i].name) == NULL)
			fail_msg("add %s to tests/data/frozen_texts.def", ROWS[i].name);
}
