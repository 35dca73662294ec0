/* SPDX-License-Identifier: MIT */
/* See timetext.h. */
#include "people/timetext.h"

#include <stdio.h>
#include <time.h>

#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* formats are constants of the server */

void
time_text(int64_t at_s, const char *format, char *text, size_t size)
{
	time_t at = (time_t)at_s;
	struct tm tm;

	if (gmtime_r(&at, &tm) == NULL || strftime(text, size, format, &tm) == 0)
		text[0] = '\0';
}

void
duration_text(uint32_t ms, char text[DURATION_TEXT_MAX])
{
	unsigned s = ms / 1000 + (ms % 1000 > 0);

	if (s >= 3600)
		(void)snprintf(
		    text, DURATION_TEXT_MAX, "%u:%02u:%02u", s / 3600, s / 60 % 60, s % 60);
	else
		(void)snprintf(text, DURATION_TEXT_MAX, "%u:%02u", s / 60, s % 60);
}
