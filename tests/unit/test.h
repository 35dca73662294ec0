/* SPDX-License-Identifier: MIT */
/* A test program is a list of TESTs, which register themselves; main is in main.c:
 *
 *	TEST(an_empty_list_has_no_members)
 *	{
 *		assert_int_equal(list_count(&list), 0);
 *	}
 *
 * They run in file order.  BEFORE_EACH { ... } and AFTER_EACH run around each test, BEFORE_ALL
 * and AFTER_ALL around the program; all of them share `void **state`.  FIXTURE_TEST(name) gets
 * its own fixture, `struct fixture *h`, with default options.  `build/test/unit/test_NAME
 * 'an_*'` runs only the tests whose name matches. */
#ifndef UNIT_TEST_H
#define UNIT_TEST_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/check.h"

void test_add(unsigned line, const char *name, void (*run)(void **state));

extern struct test_around {
	void (*before_each)(void **state);
	void (*after_each)(void **state);
	void (*before_all)(void **state);
	void (*after_all)(void **state);
} test_around;

#define TEST(name) TEST_FUNCTION(name, test_add(__LINE__, #name, name))
#define FIXTURE_TEST(name)                                                                     \
	static void name##_with(struct fixture *h);                                            \
	TEST(name)                                                                             \
	{                                                                                      \
		struct fixture *h = fixture_new(NULL);                                         \
		name##_with(h);                                                                \
		fixture_free(&h);                                                              \
	}                                                                                      \
	static void name##_with(struct fixture *h)
#define BEFORE_EACH TEST_FUNCTION(before_each, test_around.before_each = before_each)
#define AFTER_EACH TEST_FUNCTION(after_each, test_around.after_each = after_each)
#define BEFORE_ALL TEST_FUNCTION(before_all, test_around.before_all = before_all)
#define AFTER_ALL TEST_FUNCTION(after_all, test_around.after_all = after_all)

/* The head of a function that is registered before main runs. */
#define TEST_FUNCTION(name, add)                                                               \
	static void name(void **state);                                                        \
	__attribute__((constructor)) static void name##_is_known(void)                         \
	{                                                                                      \
		add;                                                                           \
	}                                                                                      \
	static void name(void **state)

#endif
