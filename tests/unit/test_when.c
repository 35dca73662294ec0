/* SPDX-License-Identifier: MIT */
/* Times as typed by users, in their time zones; days on which daylight saving time changes. */
/* LINK: -Wl,--wrap=tzset -Wl,--wrap=regular_open */
#define _GNU_SOURCE /* for environ, tm_zone */

#include <time.h>
#include <unistd.h>

#include "base/sbuf.h"
#include "cmd/when.h"
#include "file/regular.h"
#include "tests/support/fixture.h"
#include "os/zone.h"
#include "tests/unit/test.h"

#define UTC_S(day, hour, minute) (((int64_t)(day)*24 + (hour)) * 3600 + (minute)*60)
/* days since 1970 */
#define JAN_1_2026 20454
#define MAR_29_2026 20541 /* Rome: 02:00 becomes 03:00 */
#define OCT_25_2026 20751 /* Rome: 03:00 becomes 02:00 */

static struct fixture_options test_options;

BEFORE_EACH
{
	fixture_options_default(&test_options);
}

static enum when_err
read_at(const char *zone, int64_t now_s, const char *text, int64_t *at_s)
{
	char line[80];
	char *rest = line;

	assert_true(sbuf_copy(line, sizeof(line), text));
	*at_s = 0;
	return when_parse(&test_options.world, zone, now_s, &rest, at_s);
}

/* ---- zone_local_to_utc ---- */

TEST(local_times_are_converted)
{
	static const struct {
		const char *zone;
		int y, m, d, minute;
		int64_t at_s; /* 0: no such time */
	} CASES[] = {
		{ "UTC", 2026, 1, 1, 720, UTC_S(JAN_1_2026, 12, 0) },
		{ "Europe/Rome", 2026, 1, 1, 720, UTC_S(JAN_1_2026, 11, 0) },
		{ "Europe/Rome", 2026, 7, 1, 720, UTC_S(JAN_1_2026 + 181, 10, 0) },
		{ "Asia/Kolkata", 2026, 1, 1, 0, UTC_S(JAN_1_2026 - 1, 18, 30) },
		{ "Pacific/Auckland", 2026, 1, 1, 720, UTC_S(JAN_1_2026 - 1, 23, 0) },
		{ "No/Where", 2026, 1, 1, 720, UTC_S(JAN_1_2026, 12, 0) },
		/* clocks go forward */
		{ "Europe/Rome", 2026, 3, 29, 119, UTC_S(MAR_29_2026, 0, 59) },
		{ "Europe/Rome", 2026, 3, 29, 120, 0 },
		{ "Europe/Rome", 2026, 3, 29, 150, 0 },
		{ "Europe/Rome", 2026, 3, 29, 179, 0 },
		{ "Europe/Rome", 2026, 3, 29, 180, UTC_S(MAR_29_2026, 1, 0) },
		{ "UTC", 2026, 3, 29, 150, UTC_S(MAR_29_2026, 2, 30) },
		/* clocks go back: the first of two equal times */
		{ "Europe/Rome", 2026, 10, 25, 119, UTC_S(OCT_25_2026 - 1, 23, 59) },
		{ "Europe/Rome", 2026, 10, 25, 120, UTC_S(OCT_25_2026, 0, 0) },
		{ "Europe/Rome", 2026, 10, 25, 179, UTC_S(OCT_25_2026, 0, 59) },
		{ "Europe/Rome", 2026, 10, 25, 180, UTC_S(OCT_25_2026, 2, 0) },
		{ "Australia/Lord_Howe", 2026, 4, 5, 105, UTC_S(MAR_29_2026 + 6, 14, 45) },
		/* no such day or time */
		{ "UTC", 2026, 2, 29, 0, 0 },
		{ "UTC", 2028, 2, 29, 0, UTC_S(21243, 0, 0) },
		{ "UTC", 2026, 4, 31, 0, 0 },
		{ "UTC", 2026, 13, 1, 0, 0 },
		{ "UTC", 2026, 0, 1, 0, 0 },
		{ "UTC", 2026, 1, 0, 0, 0 },
		{ "UTC", 2026, 1, 1, 1440, 0 },
		{ "UTC", 2026, 1, 1, -1, 0 },
		{ "UTC", 1969, 1, 1, 0, 0 },
		{ "UTC", 10000, 1, 1, 0, 0 },
		{ "UTC", 9999, 12, 31, 1439, 253402300740 },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		int64_t at_s = 0;
		bool is = zone_local_to_utc(
		    CASES[i].zone, CASES[i].y, CASES[i].m, CASES[i].d, CASES[i].minute, &at_s);

		if (is != (CASES[i].at_s != 0) || at_s != CASES[i].at_s)
			fail_msg("case %u: %lld", i, (long long)at_s);
	}
}

/* For every hour of two years, the local time converts back, except for the second of two equal
 * times. */
TEST(local_times_convert_back)
{
	static const struct {
		const char *name;
		unsigned changes; /* times that clocks go back in two years */
	} zones[] = {
		{ "UTC", 0 },
		{ "Europe/Rome", 2 },
		{ "America/New_York", 2 },
		{ "America/Sao_Paulo", 0 },
		{ "Australia/Lord_Howe", 2 },
		{ "Asia/Kathmandu", 0 },
	};

	for (unsigned z = 0; z < ARRAY_LEN(zones); z++) {
		unsigned twice = 0;

		for (unsigned hour = 0; hour < 2 * 365 * 24; hour++) {
			int64_t at_s = UTC_S(JAN_1_2026, hour, 15), back_s;
			char text[24];
			int f[5];

			zone_text(zones[z].name, at_s, "%Y %m %d %H %M", text, sizeof(text));
			assert_int_equal(
			    sscanf(text, "%d %d %d %d %d", &f[0], &f[1], &f[2], &f[3], &f[4]),
			    5);
			assert_true(zone_local_to_utc(
			    zones[z].name, f[0], f[1], f[2], f[3] * 60 + f[4], &back_s));
			if (back_s == at_s)
				continue;
			assert_in_range(at_s - back_s, 1800, 3600);
			twice++;
		}
		assert_int_equal(twice, zones[z].changes);
	}
}

/* ---- the zones of the C library ---- */

void __real_tzset(void);
void __wrap_tzset(void);
int __real_regular_open(const char *path, struct sbuf *error);
int __wrap_regular_open(const char *path, struct sbuf *error);

static unsigned zones_opened; /* zone files opened */

void
__wrap_tzset(void)
{
	zones_opened++;
	__real_tzset();
}

int
__wrap_regular_open(const char *path, struct sbuf *error)
{
	zones_opened++;
	return __real_regular_open(path, error);
}

static void
use_times(const char *zone)
{
	char text[24];
	int64_t at_s;

	for (unsigned day = 0; day < 60; day++) {
		zone_text(zone, UTC_S(JAN_1_2026 + day, 12, 0), "%Z", text, sizeof(text));
		assert_string_not_equal(text, "");
		assert_true(zone_local_to_utc(zone, 2026, 2, 28, (int)day, &at_s));
	}
}

TEST(a_zone_file_is_read_once_for_times_of_a_year)
{
	zone_clear_cache();
	zones_opened = 0;
	for (unsigned i = 0; i < 20; i++) {
		use_times("Europe/Rome");
		use_times("America/New_York");
		use_times("No/Where");
	}
	assert_in_range(
	    zones_opened, 3, 6); /* once to see that it is a zone, once by the library */
	zone_clear_cache();
	zones_opened = 0;
	use_times("Europe/Rome");
	assert_int_equal(zones_opened, 2);
}

TEST(changing_the_zone_does_not_reallocate_the_environment)
{
	char **before, *value, text[24];

	zone_clear_cache();
	before = environ;
	value = getenv("TZ");
	for (unsigned i = 0; i < 10; i++) {
		zone_text(
		    "Europe/Rome", UTC_S(JAN_1_2026 + 365 * i, 0, 0), "%Z", text, sizeof(text));
		assert_string_equal(text, "CET");
		zone_text(
		    "Asia/Tokyo", UTC_S(JAN_1_2026 + 365 * i, 0, 0), "%Z", text, sizeof(text));
		assert_string_equal(text, "JST");
	}
	assert_ptr_equal(environ, before);
	assert_ptr_equal(getenv("TZ"), value);
}

/* Compares texts with the library's, for times ten days apart over 130 years: more years than
 * are kept in memory. */
static void
compare_with_library(const char *zone)
{
	static char expected[4800][32];
	const int64_t step_s = 863971;
	char text[32];
	struct tm tm;

	assert_int_equal(setenv("TZ", zone, 1), 0);
	__real_tzset();
	for (unsigned i = 0; i < ARRAY_LEN(expected); i++) {
		time_t at = (time_t)(i * step_s);

		assert_non_null(localtime_r(&at, &tm));
		assert_true(strftime(expected[i], sizeof(expected[i]), "%F %T %z %Z", &tm) > 0);
	}
	for (unsigned i = 0; i < ARRAY_LEN(expected); i++) {
		zone_text(zone, i * step_s, "%F %T %z %Z", text, sizeof(text));
		if (strcmp(text, expected[i]) != 0)
			fail_msg("%s: %s, the library says %s", zone, text, expected[i]);
	}
}

TEST(local_times_are_those_of_the_library)
{
	char zones[] = "Africa/Casablanca, Africa/El_Aaiun, Antarctica/Troll, Asia/Gaza, "
		       "Australia/Lord_Howe, Pacific/Apia";
	char all[2048], *rest = all, *zone;
	struct sbuf b;

	SBUF_INIT(&b, all);
	sbuf_addf(&b, "%s, %s", ZONE_LIST, zones);
	assert_true(sbuf_ok(&b));
	while ((zone = strtok_r(rest, ", \n", &rest)) != NULL)
		compare_with_library(zone);
}

/* ---- when_parse ---- */

TEST(times_are_read_in_every_form)
{
	/* the current time is 12:00:00 UTC, 13:00 in Rome, 07:00 in New York */
	static const struct {
		const char *zone, *text;
		enum when_err err;
		int64_t at_s;
	} CASES[] = {
		{ "UTC", "2026-11-25 20:00", WHEN_OK, UTC_S(JAN_1_2026 + 328, 20, 0) },
		{ "Europe/Rome", "2026-11-25 20:00", WHEN_OK, UTC_S(JAN_1_2026 + 328, 19, 0) },
		{ "UTC", "2026-01-01 12:01", WHEN_OK, UTC_S(JAN_1_2026, 12, 1) },
		{ "UTC", "2026-01-01 12:00", WHEN_PAST, 0 },
		{ "UTC", "2025-12-31 23:00", WHEN_PAST, 0 },
		{ "UTC", "1970-01-01 00:00", WHEN_PAST, 0 },
		{ "UTC", "12:01", WHEN_OK, UTC_S(JAN_1_2026, 12, 1) },
		{ "UTC", "12:00", WHEN_OK, UTC_S(JAN_1_2026 + 1, 12, 0) },
		{ "UTC", "8:30", WHEN_OK, UTC_S(JAN_1_2026 + 1, 8, 30) },
		{ "UTC", "00:00", WHEN_OK, UTC_S(JAN_1_2026 + 1, 0, 0) },
		{ "UTC", "23:59", WHEN_OK, UTC_S(JAN_1_2026, 23, 59) },
		{ "Europe/Rome", "13:30", WHEN_OK, UTC_S(JAN_1_2026, 12, 30) },
		{ "Europe/Rome", "12:30", WHEN_OK, UTC_S(JAN_1_2026 + 1, 11, 30) },
		{ "America/New_York", "08:00", WHEN_OK, UTC_S(JAN_1_2026, 13, 0) },
		{ "Pacific/Auckland", "01:30", WHEN_OK, UTC_S(JAN_1_2026, 12, 30) },
		{ "Pacific/Auckland", "00:30", WHEN_OK, UTC_S(JAN_1_2026 + 1, 11, 30) },
		{ "UTC", "+30m", WHEN_OK, UTC_S(JAN_1_2026, 12, 30) },
		{ "UTC", "+2h", WHEN_OK, UTC_S(JAN_1_2026, 14, 0) },
		{ "UTC", "+1w", WHEN_OK, UTC_S(JAN_1_2026 + 7, 12, 0) },
		{ "UTC", "", WHEN_MISSING, 0 },
		{ "UTC", "+", WHEN_INVALID, 0 },
		{ "UTC", "+0m", WHEN_INVALID, 0 },
		{ "UTC", "+30", WHEN_INVALID, 0 },
		{ "UTC", "+999999999999999999999w", WHEN_INVALID, 0 },
		{ "UTC", "soon", WHEN_INVALID, 0 },
		{ "UTC", "24:00", WHEN_INVALID, 0 },
		{ "UTC", "12:60", WHEN_INVALID, 0 },
		{ "UTC", "12:5", WHEN_INVALID, 0 },
		{ "UTC", "123:00", WHEN_INVALID, 0 },
		{ "UTC", "12:00x", WHEN_INVALID, 0 },
		{ "UTC", ":30", WHEN_INVALID, 0 },
		{ "UTC", "20", WHEN_INVALID, 0 },
		{ "UTC", "2026-11-25", WHEN_INVALID, 0 },
		{ "UTC", "2026-11-25 noon", WHEN_INVALID, 0 },
		{ "UTC", "2026-11-25x 20:00", WHEN_INVALID, 0 },
		{ "UTC", "2026-1-25 20:00", WHEN_INVALID, 0 },
		{ "UTC", "2026/11/25 20:00", WHEN_INVALID, 0 },
		{ "UTC", "26-11-25 20:00", WHEN_INVALID, 0 },
		{ "UTC", "2026-02-30 20:00", WHEN_NO_SUCH_DAY, 0 },
		{ "UTC", "2026-13-01 20:00", WHEN_NO_SUCH_DAY, 0 },
		{ "Europe/Rome", "2026-02-30 02:30", WHEN_NO_SUCH_DAY, 0 },
		{ "Europe/Rome", "2026-03-29 02:30", WHEN_SKIPPED_BY_CLOCK, 0 },
		{ "Europe/Rome", "2026-03-29 03:00", WHEN_OK, UTC_S(MAR_29_2026, 1, 0) },
		{ "Europe/Rome", "2026-10-25 02:30", WHEN_OK, UTC_S(OCT_25_2026, 0, 30) },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		int64_t at_s;
		enum when_err e = read_at(CASES[i].zone, FIXTURE_WALL_S, CASES[i].text, &at_s);

		if (e != CASES[i].err || (e == WHEN_OK && at_s != CASES[i].at_s))
			fail_msg("%s: %d, %lld", CASES[i].text, (int)e, (long long)at_s);
	}
}

TEST(the_next_time_is_found_on_days_of_23_and_25_hours)
{
	static const struct {
		int64_t now_s;
		const char *text;
		enum when_err err;
		int64_t at_s;
	} CASES[] = {
		/* the evening before clocks go forward: tomorrow this time does not exist */
		{ UTC_S(MAR_29_2026 - 1, 20, 0), "02:30", WHEN_SKIPPED_BY_CLOCK, 0 },
		{ UTC_S(MAR_29_2026 - 1, 20, 0), "20:00", WHEN_OK, UTC_S(MAR_29_2026, 18, 0) },
		{ UTC_S(MAR_29_2026 - 1, 22, 59), "23:30", WHEN_OK,
		    UTC_S(MAR_29_2026, 21, 30) },
		{ UTC_S(MAR_29_2026, 21, 59), "23:30", WHEN_OK,
		    UTC_S(MAR_29_2026 + 1, 21, 30) },
		/* 23:59 and midnight of the day with 25 hours */
		{ UTC_S(OCT_25_2026, 22, 58), "23:59", WHEN_OK, UTC_S(OCT_25_2026, 22, 59) },
		{ UTC_S(OCT_25_2026 - 1, 22, 1), "00:00", WHEN_OK, UTC_S(OCT_25_2026, 23, 0) },
		/* between the two times 02:30: the first has passed, so the text means
		 * tomorrow */
		{ UTC_S(OCT_25_2026, 0, 45), "02:30", WHEN_OK, UTC_S(OCT_25_2026 + 1, 1, 30) },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		int64_t at_s;
		enum when_err e = read_at("Europe/Rome", CASES[i].now_s, CASES[i].text, &at_s);

		if (e != CASES[i].err || (e == WHEN_OK && at_s != CASES[i].at_s))
			fail_msg("case %u: %d, %lld", i, (int)e, (long long)at_s);
	}
}

TEST(the_rest_of_the_line_is_kept)
{
	char line[] = "2026-11-25 20:00 he is on his way";
	char relative[] = "+2h";
	char *rest = line;
	int64_t at_s;

	assert_int_equal(
	    when_parse(&test_options.world, "UTC", FIXTURE_WALL_S, &rest, &at_s), WHEN_OK);
	assert_string_equal(rest, "he is on his way");
	rest = relative;
	assert_int_equal(
	    when_parse(&test_options.world, "UTC", FIXTURE_WALL_S, &rest, &at_s), WHEN_OK);
	assert_string_equal(rest, "");
}
