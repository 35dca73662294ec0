/* SPDX-License-Identifier: MIT */
/* See test.h. */
#include "tests/unit/test.h"

#define TESTS_MAX 200u

struct test_around test_around;

static struct CMUnitTest tests[TESTS_MAX];
static unsigned lines[TESTS_MAX];
static unsigned count;

#define AROUND(when)                                                                           \
	static int when(void **state)                                                          \
	{                                                                                      \
		if (test_around.when != NULL)                                                  \
			test_around.when(state);                                               \
		return 0;                                                                      \
	}
AROUND(before_each)
AROUND(after_each)
AROUND(before_all)
AROUND(after_all)

/* Keeps tests in line order; constructors may run in any order. */
void
test_add(unsigned line, const char *name, void (*run)(void **state))
{
	unsigned at = count++;

	CHECK(at < TESTS_MAX);
	for (; at > 0 && lines[at - 1] > line; at--) {
		tests[at] = tests[at - 1];
		lines[at] = lines[at - 1];
	}
	tests[at] = (struct CMUnitTest){ name, run, before_each, after_each, NULL };
	lines[at] = line;
}

/* Array elements after the last test have no name; cmocka skips them. */
int
main(int argc, char **argv)
{
	if (argc > 1)
		cmocka_set_test_filter(argv[1]);
	return cmocka_run_group_tests(tests, before_all, after_all);
}
