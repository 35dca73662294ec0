/* SPDX-License-Identifier: MIT */
/* The arguments of the tools. */
#include "tests/support/options.h"
#include "tests/unit/test.h"

#define OPTIONS_ERROR(least, most, ...)                                                        \
	options_error((int)ARRAY_LEN(((const char *[]){ __VA_ARGS__ })),                       \
	    (const char *[]){ __VA_ARGS__ }, least, most, "seed# seeds# out=")

TEST(known_options_are_accepted)
{
	assert_null(OPTIONS_ERROR(1, 1, "file", "seed=1e3", "out=x=y", "seeds=2"));
	assert_null(OPTIONS_ERROR(1, 2, "file", "seed=-1", "another"));
	assert_null(OPTIONS_ERROR(0, 0, "out="));
}

TEST(unknown_options_are_wrong)
{
	assert_string_equal(OPTIONS_ERROR(1, 1, "file", "sed=1"), "sed=1");
	assert_string_equal(OPTIONS_ERROR(1, 1, "file", "see=1"), "see=1");
	assert_string_equal(OPTIONS_ERROR(1, 1, "file", "=1"), "=1");
	assert_string_equal(OPTIONS_ERROR(0, 0, "seed=1", "seed=2"), "seed=2");
}

TEST(options_that_are_not_numbers_are_wrong)
{
	assert_string_equal(OPTIONS_ERROR(0, 0, "seed=two"), "seed=two");
	assert_string_equal(OPTIONS_ERROR(0, 0, "seed=2x"), "seed=2x");
	assert_string_equal(OPTIONS_ERROR(0, 0, "seed="), "seed=");
}

TEST(missing_or_excess_arguments_are_wrong)
{
	assert_string_equal(OPTIONS_ERROR(2, 2, "file"), "");
	assert_string_equal(OPTIONS_ERROR(2, 2, "file", "seed=1"), "seed=1");
	assert_string_equal(OPTIONS_ERROR(0, 1, "file", "another"), "another");
}
