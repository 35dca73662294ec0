/* SPDX-License-Identifier: MIT */
#include "moderation/period.h"

#include <stdlib.h>
#include <string.h>

bool
period_read(const char *word, int64_t *seconds_out)
{
	static const struct {
		char unit;
		int64_t seconds;
	} UNITS[] = { { 'm', 60 }, { 'h', 3600 }, { 'd', 86400 }, { 'w', 7 * 86400 } };
	int64_t n = 0;

	for (; *word >= '0' && *word <= '9'; word++) {
		n = n * 10 + (*word - '0');
		if (n > PERIOD_MAX_S)
			return false;
	}
	for (unsigned i = 0; i < ARRAY_LEN(UNITS); i++) {
		if (word[0] != UNITS[i].unit || word[1] != '\0')
			continue;
		if (n == 0 || n * UNITS[i].seconds > PERIOD_MAX_S)
			return false;
		*seconds_out = n * UNITS[i].seconds;
		return true;
	}
	return false;
}

void
period_text(const struct out *to, const struct world *w, const char *zone, int64_t until_s,
    char text[PERIOD_TEXT_MAX])
{
	char when[64];
	struct sbuf b;
	struct out out = out_to_sbuf(&b);

	sbuf_init(&b, text, PERIOD_TEXT_MAX);
	out.catalogue = to->catalogue;
	if (until_s == 0) {
		msg_for_good(&out);
		return;
	}
	w->config.zone_format_time(zone, until_s, "%Y-%m-%d %H:%M %Z", when, sizeof(when));
	msg_until(&out, when);
}
