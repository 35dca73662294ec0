/* SPDX-License-Identifier: MIT */
/* Parses times as users type them: see when.h.  Has no state of its own; makes a few look-ups
 * in the time zone. */
#include "cmd/when.h"

#include <string.h>

#include "people/people.h"
#include "moderation/period.h"
#include "output/output.h"
#include "proto/words.h"

#define DAY_S 86400

/* Reads a number of exactly n digits and advances *at past it.  Returns -1, without advancing,
 * if there is none. */
static int
parse_digits(const char **at, unsigned n)
{
	int v = 0;

	for (unsigned i = 0; i < n; i++) {
		char c = (*at)[i];

		if (c < '0' || c > '9')
			return -1;
		v = v * 10 + (c - '0');
	}
	*at += n;
	return v;
}

/* Returns the minute of the day that "20:00", "8:00", "3pm" or "3:30pm" means, or -1 if the
 * word is not a time of day. */
static int
parse_clock_minute(const char *word)
{
	size_t n = strspn(word, "0123456789");
	int hour = n == 1 || n == 2 ? parse_digits(&word, (unsigned)n) : -1;
	int minute = 0;
	bool pm;

	if (hour < 0)
		return -1;
	if (word[0] == ':') {
		word++;
		minute = parse_digits(&word, 2);
		if (minute < 0 || minute > 59)
			return -1;
		if (word[0] == '\0')
			return hour <= 23 ? hour * 60 + minute : -1;
	}
	pm = word_is(word, "pm");
	if ((!pm && !word_is(word, "am")) || hour < 1 || hour > 12)
		return -1;
	return (hour % 12 + (pm ? 12 : 0)) * 60 + minute;
}

/* Reads "2026-11-25". */
static bool
parse_date(const char *word, int date[3])
{
	for (unsigned i = 0; i < 3; i++) {
		date[i] = parse_digits(&word, i == 0 ? 4 : 2);
		if (date[i] < 0 || *word != (i < 2 ? '-' : '\0'))
			return false;
		word += i < 2;
	}
	return true;
}

static enum when_err
time_on_date(const struct world_config *config, const char *zone, const int date[3], int minute,
    int64_t *at_s_out)
{
	if (config->zone_local_to_utc(zone, date[0], date[1], date[2], minute, at_s_out))
		return WHEN_OK;
	if (!config->zone_local_to_utc("UTC", date[0], date[1], date[2], 0, at_s_out))
		return WHEN_NO_SUCH_DAY;
	return WHEN_SKIPPED_BY_CLOCK;
}

/* Computes the date in the zone at a time. */
static void
date_at(const struct world_config *config, const char *zone, int64_t at_s, int date[3])
{
	char text[16];

	config->zone_format_time(zone, at_s, "%Y-%m-%d", text, sizeof(text));
	CHECK(parse_date(text, date));
}

static enum when_err
refuse_past_time(enum when_err e, int64_t now_s, const int64_t *at_s)
{
	return e == WHEN_OK && *at_s <= now_s ? WHEN_PAST : e;
}

/* Finds the time that is `minute` minutes into the day `days` days from today. */
static enum when_err
time_in_days(const struct world_config *config, const char *zone, int64_t now_s, unsigned days,
    int minute, int64_t *at_s_out)
{
	int date[3];

	date_at(config, zone, now_s, date);
	if (days > 0) {
		/* Days have 23 to 25 hours, so counting from noon always ends in the intended
		 * day. */
		enum when_err e = time_on_date(config, zone, date, 12 * 60, at_s_out);

		if (e != WHEN_OK)
			return e;
		date_at(config, zone, *at_s_out + (int64_t)days * DAY_S, date);
	}
	return refuse_past_time(
	    time_on_date(config, zone, date, minute, at_s_out), now_s, at_s_out);
}

/* Like time_in_days, but takes the day `again` days later if that time has passed. */
static enum when_err
time_in_days_or_later(const struct world_config *config, const char *zone, int64_t now_s,
    unsigned days, unsigned again, int minute, int64_t *at_s_out)
{
	enum when_err e = time_in_days(config, zone, now_s, days, minute, at_s_out);

	return e == WHEN_PAST
		   ? time_in_days(config, zone, now_s, days + again, minute, at_s_out)
		   : e;
}

/* Names of days.  A weekday means its next occurrence, which may be today. */
static const char *const DAYS[] = { "sunday", "monday", "tuesday", "wednesday", "thursday",
	"friday", "saturday", "today", "tomorrow" };
#define DAYS_PER_WEEK 7u

static const char *
day_name(unsigned i)
{
	return DAYS[i];
}

static enum when_err
time_on_named_day(const struct world_config *config, const char *zone, int64_t now_s,
    unsigned day, int minute, int64_t *at_s_out)
{
	char text[4];
	unsigned today;

	if (day >= DAYS_PER_WEEK)
		return time_in_days(config, zone, now_s, day - DAYS_PER_WEEK, minute, at_s_out);
	config->zone_format_time(zone, now_s, "%w", text, sizeof(text));
	today = (unsigned)(text[0] - '0');
	return time_in_days_or_later(config, zone, now_s,
	    (day + DAYS_PER_WEEK - today) % DAYS_PER_WEEK, DAYS_PER_WEEK, minute, at_s_out);
}

enum when_err
when_parse(const struct world_config *config, const char *zone, int64_t now_s, char **rest,
    int64_t *at_s_out)
{
	const char *word = word_next(rest);
	int64_t seconds;
	int date[3];
	int minute, day;

	if (word == NULL)
		return WHEN_MISSING;
	if (word[0] == '+') {
		if (!period_read(word + 1, &seconds))
			return WHEN_INVALID;
		*at_s_out = now_s + seconds;
		return WHEN_OK;
	}
	minute = parse_clock_minute(word);
	if (minute >= 0)
		return time_in_days_or_later(config, zone, now_s, 0, 1, minute, at_s_out);
	day = strlen(word) >= 3 ? word_match_name(word, day_name, ARRAY_LEN(DAYS)) : -1;
	if (day < 0 && !parse_date(word, date))
		return WHEN_INVALID;
	word = word_next(rest);
	minute = word != NULL ? parse_clock_minute(word) : -1;
	if (minute < 0)
		return WHEN_INVALID;
	if (day >= 0)
		return time_on_named_day(config, zone, now_s, (unsigned)day, minute, at_s_out);
	return refuse_past_time(
	    time_on_date(config, zone, date, minute, at_s_out), now_s, at_s_out);
}
