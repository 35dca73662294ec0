/* SPDX-License-Identifier: MIT */
/* See imported.h. */
#include "form/imported.h"

#include <string.h>

#include "proto/username.h"

/* Returns noon of a day in UTC, in milliseconds since 1970; Fliegel and Van Flandern (1968). */
static int64_t
noon_ms(int year, int month, int day)
{
	int64_t y = year, m = month, d = day, a = (m - 14) / 12;
	int64_t julian = 1461 * (y + 4800 + a) / 4 + 367 * (m - 2 - 12 * a) / 12 -
			 3 * ((y + 4900 + a) / 100) / 4 + d - 32075;

	return (julian - 2440588) * 86400000 + 43200000;
}

int64_t
imported_played_ms(const struct matchread *m, int64_t now_ms)
{
	int64_t ms = m->year != 0 ? noon_ms(m->year, m->month, m->day) : now_ms;

	return ms > now_ms ? now_ms : ms > 0 ? ms : 1;
}

struct action_record
imported_action_record(const struct action *action, struct sbuf *b)
{
	action_write(b, action);
	CHECK(sbuf_ok(b));
	return (struct action_record){ .seat = (int)action->seat,
		.kind = action_kind_name(action->kind),
		.text = b->text };
}

/* Copies a text of the file without its unprintable characters.  "" if it is not UTF-8. */
static void
copy_clean_text(char out[MATCHREAD_TEXT_MAX + 1], const char *text)
{
	CHECK(sbuf_copy(out, MATCHREAD_TEXT_MAX + 1, text));
	if (!text_make_safe(out))
		out[0] = '\0';
}

/* Appends a line such as ; [Event "Sunday Cup"], unless there is no value.  Quotes become
 * apostrophes. */
static void
header_add(struct sbuf *b, const char *name, const char *value)
{
	char text[MATCHREAD_TEXT_MAX + 1];

	copy_clean_text(text, value);
	if (text[0] == '\0')
		return;
	sbuf_addf(b, "; [%s \"", name);
	for (size_t i = 0; text[i] != '\0'; i++)
		sbuf_addc(b, text[i] == '"' ? '\'' : text[i]);
	sbuf_add(b, "\"]\n");
}

void
imported_header(struct sbuf *b, const struct matchread *m, const char *const name[2])
{
	static const char *const PLAYER[] = { "Player 1", "Player 2" };

	for (unsigned i = 0; i < INFO_COUNT; i++)
		if (i != INFO_DATE || m->year == 0)
			header_add(b, matchread_info_name((enum matchread_info)i), m->info[i]);
	for (unsigned i = 0; i < 2; i++)
		if (strcmp(m->name[i], name[i]) != 0)
			header_add(b, PLAYER[i], m->name[i]);
	CHECK(sbuf_ok(b));
}

void
imported_name(char out[STORE_NAME_MAX + 1], const char *name, unsigned seat)
{
	char text[MATCHREAD_TEXT_MAX + 1];
	size_t n;

	copy_clean_text(text, name);
	n = strlen(text);
	for (size_t i = 0; i < n; i++)
		if (text[i] == ' ' || text[i] == ':')
			text[i] = '_';
	while (n > STORE_NAME_MAX) /* cut only between characters */
		do
			n--;
		while (((unsigned char)text[n] & 0xc0) == 0x80);
	text[n] = '\0';
	if (n == 0)
		CHECK(sbuf_copy(text, sizeof(text), seat == 0 ? "Player_1" : "Player_2"));
	CHECK(sbuf_copy(out, STORE_NAME_MAX + 1, text));
}
