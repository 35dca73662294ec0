/* SPDX-License-Identifier: MIT */
/* Times as people type them: see when.h.  Owns nothing; a few look-ups in the zone each. */
#include "cmd/when.h"

#include <string.h>

#include "people/people.h"
#include "moderation/period.h"
#include "output/output.h"
#include "proto/words.h"

#define DAY_S 86400

/* A number of exactly so many digits at *at, which moves behind it; -1 none. */
static int
digits(const char **at, unsigned n)
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

/* "20:00" or "8:00": minutes of the day, -1 when it is none. */
static int
clock_minute(const char *word)
{
	int hour = digits(&word, strcspn(word, ":") == 1 ? 1 : 2);
	int minute;

	if (hour < 0 || hour > 23 || *word++ != ':')
		return -1;
	minute = digits(&word, 2);
	return minute < 0 || minute > 59 || *word != '\0' ? -1 : hour * 60 + minute;
}

/* "2026-11-25" */
static bool
calendar_day(const char *word, int date[3])
{
	for (unsigned i = 0; i < 3; i++) {
		date[i] = digits(&word, i == 0 ? 4 : 2);
		if (date[i] < 0 || *word != (i < 2 ? '-' : '\0'))
			return false;
		word += i < 2;
	}
	return true;
}

static enum when_err
at_day(const struct world_config *config, const char *zone, const int date[3], int minute,
    int64_t *at_s_out)
{
	if (config->zone_at(zone, date[0], date[1], date[2], minute, at_s_out))
		return WHEN_OK;
	if (!config->zone_at("UTC", date[0], date[1], date[2], 0, at_s_out))
		return WHEN_NO_DAY;
	return WHEN_GAP;
}

/* The day that clocks show at a time. */
static void
day_of(const struct world_config *config, const char *zone, int64_t at_s, int date[3])
{
	char text[16];

	config->zone_text(zone, at_s, "%Y-%m-%d", text, sizeof(text));
	CHECK(calendar_day(text, date));
}

static enum when_err
after_now(enum when_err e, int64_t now_s, const int64_t *at_s)
{
	return e == WHEN_OK && *at_s <= now_s ? WHEN_PAST : e;
}

/* The next time that clocks show that minute of the day: today, or tomorrow. */
static enum when_err
next_minute(const struct world_config *config, const char *zone, int64_t now_s, int minute,
    int64_t *at_s_out)
{
	enum when_err e;
	int date[3];

	day_of(config, zone, now_s, date);
	e = after_now(at_day(config, zone, date, minute, at_s_out), now_s, at_s_out);
	if (e != WHEN_PAST)
		return e;
	/* Days have 23 to 25 hours: from noon it is noon of the next one, or nearly. */
	e = at_day(config, zone, date, 12 * 60, at_s_out);
	if (e != WHEN_OK)
		return e;
	day_of(config, zone, *at_s_out + DAY_S, date);
	return at_day(config, zone, date, minute, at_s_out);
}

enum when_err
when_read(const struct world_config *config, const char *zone, int64_t now_s, char **rest,
    int64_t *at_s_out)
{
	const char *word = word_next(rest);
	int64_t seconds;
	int date[3];
	int minute;

	if (word == NULL)
		return WHEN_NOTHING;
	if (word[0] == '+') {
		if (!period_read(word + 1, &seconds))
			return WHEN_BAD;
		*at_s_out = now_s + seconds;
		return WHEN_OK;
	}
	minute = clock_minute(word);
	if (minute >= 0)
		return next_minute(config, zone, now_s, minute, at_s_out);
	if (!calendar_day(word, date))
		return WHEN_BAD;
	word = word_next(rest);
	minute = word != NULL ? clock_minute(word) : -1;
	if (minute < 0)
		return WHEN_BAD;
	return after_now(at_day(config, zone, date, minute, at_s_out), now_s, at_s_out);
}
