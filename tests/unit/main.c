/* SPDX-License-Identifier: MIT */
/* See test.h. */
#include "tests/unit/test.h"

#define TESTS_MAX 200u

struct test_around test_around;

static struct CMUnitTest test_list[TESTS_MAX];
static unsigned test_lines[TESTS_MAX];
static unsigned test_count;

#define CALL_AROUND(when)                                                                      \
	static int when(void **state)                                                          \
	{                                                                                      \
		if (test_around.when != NULL)                                                  \
			test_around.when(state);                                               \
		return 0;                                                                      \
	}
CALL_AROUND(before_each)
CALL_AROUND(after_each)
CALL_AROUND(before_all)
CALL_AROUND(after_all)

/* Keeps tests in line order; constructors may run in any order. */
void
test_add(unsigned line, const char *name, void (*run)(void **state))
{
	unsigned at = test_count++;

	CHECK(at < TESTS_MAX);
	for (; at > 0 && test_lines[at - 1] > line; at--) {
		test_list[at] = test_list[at - 1];
		test_lines[at] = test_lines[at - 1];
	}
	test_list[at] = (struct CMUnitTest){ name, run, before_each, after_each, NULL };
	test_lines[at] = line;
}

/* Array elements after the last test have no name; cmocka skips them. */
int
main(int argc, char **argv)
{
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(test_list, before_all, after_all);
}
