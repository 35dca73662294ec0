/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Tests of long answers and long lines that transcripts cannot cover. */
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define ANSWER_MAX 65536u
#define CUT "** The rest of this answer is too long to be kept for you.\r\n> "

/* Produces an answer of that many lines, as a command handler does. */
static void
write_answer(struct fixture *h, unsigned conn, unsigned lines)
{
	struct session *s = fixture_session(h, conn);

	s->screen.at_prompt = false; /* as after a typed line */
	s->screen.column = 0;
	session_mark_answer(s, true);
	for (unsigned i = 1; i <= lines; i++)
		out_addf(&s->out, "%06u %.*s\n", i, 60,
		    "012345678901234567890123456789012345678901234567890123456789");
	session_mark_answer(s, false);
	fixture_turn(h);
}

/* Pages through an answer to its end.  Returns the number of lines, checking their order. */
static unsigned
read_all(struct fixture *h, unsigned conn, const char **last_out)
{
	unsigned seen = 0;

	for (;;) {
		const char *text = fixture_read(h, conn);
		unsigned on_page = 0;

		while (text[0] == '0') {
			unsigned no = 0;

			for (unsigned i = 0; i < 6; i++)
				no = 10 * no + (unsigned)(text[i] - '0');
			assert_int_equal(no, ++seen);
			assert_memory_equal(text + 67, "\r\n", 2);
			text += 69;
			assert_true(++on_page <= 23);
		}
		if (strcmp(text, "[Return]") != 0) {
			*last_out = text;
			return seen;
		}
		assert_int_equal(on_page, 23);
		fixture_type(h, conn, "");
	}
}

FIXTURE_TEST(a_paged_answer_is_complete)
{
	unsigned ann = fixture_telnet(h, "ann");
	const char *last;

	fixture_type(h, ann, "set pagelength 24");
	fixture_discard(h);
	write_answer(h, ann, 1500);
	assert_int_equal(read_all(h, ann, &last), 1500);
	assert_string_equal(last, "> ");
}

/* The first line of an export is neither wrapped nor held back; otherwise the rest would be
 * sent before it. */
FIXTURE_TEST(an_export_is_complete_with_tiny_pages)
{
	unsigned ann = fixture_telnet(h, "ann"), bob = fixture_telnet(h, "bob");

	fixture_type(h, bob, "toggle ready");
	fixture_type(h, ann, "invite bob 1");
	fixture_type(h, bob, "join ann");
	fixture_type(h, ann, "toggle wrap");
	fixture_session(h, ann)->player->linelength = 10;
	fixture_session(h, ann)->player->pagelength = 1;
	fixture_discard(h);
	fixture_type(h, ann, "export 1 mat");
	assert_string_equal(fixture_read(h, ann),
	    "** Match 1 as mat:\r\n; [EventDate \"2026.01.01\"]\r\n"
	    "; [Variation \"Backgammon\"]\r\n\r\n 1 point match\r\n"
	    "** End of match 1.\r\n> ");
}

FIXTURE_TEST(an_answer_cut_short_says_so)
{
	unsigned ann = fixture_telnet(h, "ann");
	unsigned first, second;
	const char *last;

	fixture_type(h, ann, "set pagelength 24");
	fixture_discard(h);
	write_answer(h, ann, 5000);
	first = read_all(h, ann, &last);
	assert_in_range(first, 1500, 4999);
	assert_string_equal(last, CUT);
	/* the next answer is kept up to the same limit */
	write_answer(h, ann, 5000);
	second = read_all(h, ann, &last);
	assert_int_equal(second, first);
	assert_string_equal(last, CUT);
}

/* Collects a whole answer, in however many pages, each with at most `page` lines. */
static void
read_paged_answer(
    struct fixture *h, unsigned conn, const char *command, unsigned page, char *all)
{
	size_t len = 0;

	fixture_discard(h);
	fixture_type(h, conn, command);
	for (;;) {
		const char *text = fixture_read(h, conn);
		const char *last = strrchr(text, '\n');
		bool more = text[0] != '\0' && text[strlen(text) - 1] == ']';
		size_t n = last != NULL ? (size_t)(last + 1 - text) : 0;
		unsigned lines = 0;

		assert_true(len + n < ANSWER_MAX);
		assert_null(strstr(text, " \r\n"));
		for (size_t i = 0; i < n; i++)
			lines += text[i] == '\n';
		assert_true(page == 0 || (more ? lines == page : lines <= page));
		memcpy(all + len, text, n);
		len += n;
		all[len] = '\0';
		if (!more) {
			assert_string_equal(text + n, "> ");
			return;
		}
		fixture_type(h, conn, "");
	}
}

FIXTURE_TEST(the_pages_together_are_the_answer)
{
	static const char *const commands[] = { "help move", "help", "toggle", "who",
		"help rule3", "version", "nonsense" };
	/* the shortest lengths cannot be set, but may be stored, or result from a small
	 * window */
	static const unsigned lengths[] = { 1, 2, 3, 7, 24, 999 };
	static const unsigned widths[] = { 1, 7, 40, 79 };
	static char once[ANSWER_MAX], paged[ANSWER_MAX];
	unsigned ann = fixture_telnet(h, "ann");

	for (unsigned w = 0; w <= ARRAY_LEN(widths); w++) {
		if (w == 0) /* first without wrapping */
			fixture_type(h, ann, "set language it");
		else
			fixture_session(h, ann)->player->linelength = (int16_t)widths[w - 1];
		if (w == 1)
			fixture_type(h, ann, "toggle wrap");
		for (unsigned c = 0; c < ARRAY_LEN(commands); c++) {
			fixture_type(h, ann, "set pagelength 0");
			read_paged_answer(h, ann, commands[c], 0, once);
			for (unsigned l = 0; l < ARRAY_LEN(lengths); l++) {
				fixture_session(h, ann)->player->pagelength =
				    (int16_t)lengths[l];
				read_paged_answer(h, ann, commands[c],
				    lengths[l] > 1 ? lengths[l] - 1 : 1, paged);
				assert_string_equal(paged, once);
			}
		}
	}
}
