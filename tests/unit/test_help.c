/* SPDX-License-Identifier: MIT */
/* Every topic that `help` without arguments lists exists, and the tournament help page
 * describes each format. */
#include "base/sbuf.h"
#include "base/utf8.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define TOPICS_COLUMN 18u /* columns before the topics */

/* Counts the topics of one group.  Each must have a page that begins with head. */
static unsigned
count_topics(
    struct fixture *h, unsigned conn, const char *at, const char *end, const char *head)
{
	unsigned n = 0;

	while (at < end) {
		size_t len = strcspn(at, " \r");
		char line[64];
		struct sbuf b;

		SBUF_INIT(&b, line);
		sbuf_addf(&b, "help %.*s", (int)len, at);
		assert_true(sbuf_ok(&b) && len > 0);
		fixture_type(h, conn, line);
		assert_memory_equal(fixture_read(h, conn), head, strlen(head));
		at += len + (at[len] == ' ');
		n++;
	}
	return n;
}

static void
set_language(struct fixture *h, unsigned conn, unsigned language)
{
	static const char *const lines[] = { "set language en", "set language it",
		"set language pt" };

	fixture_type(h, conn, lines[language]);
	fixture_discard(h);
}

FIXTURE_TEST(listed_topics_have_pages)
{
	unsigned conn;

	conn = fixture_telnet(h, "ann");
	fixture_set_role(h, "ann", "operator");
	for (unsigned l = 0; l < 3; l++) {
		char page[2048];
		unsigned groups = 0, topics = 0;

		set_language(h, conn, l);
		fixture_type(h, conn, "help");
		assert_true(sbuf_copy(page, sizeof(page), fixture_read(h, conn)));
		for (const char *at = page; (at = strstr(at, "\r\n  ")) != NULL; groups++) {
			const char *end = strstr(at + 2, "\r\n"), *title = at + 4;

			at += 2;
			for (unsigned w = 2; w < TOPICS_COLUMN; title++)
				w += ((unsigned char)title[1] & 0xc0u) != 0x80u;
			assert_true(title[-1] == ' ' && title[0] != ' ');
			assert_true(utf8_width(at, (size_t)(end - at)) <= 80);
			topics +=
			    count_topics(h, conn, title, end, l == 0 ? "NAME\r\n" : "NOME\r\n");
			at = end;
		}
		assert_int_equal(groups, 9 + 2); /* two groups need a second line */
		assert_true(topics > 40);
	}
}

FIXTURE_TEST(each_tournament_format_has_a_paragraph)
{
	static const char *const names[] = {
#define FORMAT(name, ...) "\r\n\r\n    " #name " ",
#include "tourney/formats.def"
#undef FORMAT
	};
	unsigned conn = fixture_telnet(h, "ann");

	for (unsigned l = 0; l < 3; l++) {
		const char *page;

		set_language(h, conn, l);
		fixture_type(h, conn, "help tournament_formats");
		page = fixture_read(h, conn);
		for (size_t i = 0; i < ARRAY_LEN(names); i++)
			assert_non_null(strstr(page, names[i]));
		for (size_t n; *page != '\0'; page += n + strspn(page + n, "\r\n")) {
			n = strcspn(page, "\r\n");
			assert_true(utf8_width(page, n) <= 79);
		}
	}
}
