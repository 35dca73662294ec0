/* SPDX-License-Identifier: MIT */
/* Long answers and long lines, as far as a transcript cannot show them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "game/session.h"
#include "tests/support/house.h"

#define CUT "** The rest of this answer is too long to be kept for you.\r\n> "

/* An answer of so many lines, as a handler would write it. */
static void
answer_of(struct house *h, unsigned conn, unsigned lines)
{
	struct session *s = house_session(h, conn);

	s->at_prompt = false; /* as behind the line that he typed */
	s->column = 0;
	session_answer(s, true);
	for (unsigned i = 1; i <= lines; i++)
		out_addf(&s->out, "%06u %.*s\n", i, 60,
		    "012345678901234567890123456789012345678901234567890123456789");
	session_answer(s, false);
	house_turn(h);
}

/* Turns pages to the end; the number of lines seen, each in its place. */
static unsigned
read_all(struct house *h, unsigned conn, const char **last_out)
{
	unsigned seen = 0;

	for (;;) {
		const char *text = house_read(h, conn);
		unsigned on_page = 0;

		while (text[0] == '0') {
			unsigned no = 0;

			for (unsigned i = 0; i < 6; i++)
				no = 10 * no + (unsigned)(text[i] - '0');
			assert_int_equal(no, ++seen);
			assert_memory_equal(text + 67, "\r\n", 2);
			text += 69;
			assert_true(++on_page <= 23);
		}
		if (strcmp(text, "[Return]") != 0) {
			*last_out = text;
			return seen;
		}
		assert_int_equal(on_page, 23);
		house_type(h, conn, "");
	}
}

static void
an_answer_comes_whole_page_by_page(void **unused)
{
	struct house *h = house_new(NULL);
	unsigned ann = house_telnet(h, "ann");
	const char *last;

	(void)unused;
	house_type(h, ann, "set pagelength 24");
	house_discard(h);
	answer_of(h, ann, 1500);
	assert_int_equal(read_all(h, ann, &last), 1500);
	assert_string_equal(last, "> ");
	house_free(&h);
}

static void
who_cannot_be_given_all_is_told_so(void **unused)
{
	struct house *h = house_new(NULL);
	unsigned ann = house_telnet(h, "ann");
	unsigned first, second;
	const char *last;

	(void)unused;
	house_type(h, ann, "set pagelength 24");
	house_discard(h);
	answer_of(h, ann, 5000);
	first = read_all(h, ann, &last);
	assert_in_range(first, 1500, 4999);
	assert_string_equal(last, CUT);
	/* and the next answer is kept as the first one was */
	answer_of(h, ann, 5000);
	second = read_all(h, ann, &last);
	assert_int_equal(second, first);
	assert_string_equal(last, CUT);
	house_free(&h);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_comes_whole_page_by_page),
		cmocka_unit_test(who_cannot_be_given_all_is_told_so),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
