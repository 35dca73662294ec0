/* SPDX-License-Identifier: MIT */
/* No line about clocks and tournaments that interactive users see is wider than their terminal,
 * whatever the names and reasons are.  Client programs get every line in one piece. */
#include "base/sbuf.h"
#include "base/utf8.h"
#include "proto/msg.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

#define COLUMNS 79u
#define TEXT_MAX 8192u
/* One character longer than a name may be, so that the last character is dropped. */
#define CUP "Coppa Internazionale di Primavera di Roma"

#define DIRECTOR "the_director_himself"
#define LONG_A "abcdefghijklmnopqrst"
#define LONG_B "bcdefghijklmnopqrstu"
#define LONG_C "cdefghijklmnopqrstuv"
#define WHY                                                                                    \
	"because the line broke twice, and neither of the two could say afterwards what "      \
	"stood on the board"
#define WHOIS_A "whois " LONG_A
#define RUN                                                                                    \
	"a_reason_without_any_blanks_which_goes_on_for_so_long_that_there_is_no_place_where_"  \
	"it_could_be_broken_if_words_were_not_cut_at_the_end_of_a_line"

/* Returns the first line that is too long, or NULL. */
static const char *
too_long(const char *text, char line[TEXT_MAX])
{
	for (;;) {
		size_t n = strcspn(text, "\r\n");

		if (utf8_width(text, n) > COLUMNS) {
			memcpy(line, text, n);
			line[n] = '\0';
			return line;
		}
		text += n;
		if (*text == '\0')
			return NULL;
		text++;
	}
}

/* ---- wrapping ---- */

static const char *
fold_text(const char *text, unsigned columns)
{
	static char all[TEXT_MAX];
	struct sbuf b;
	struct out out = out_to_sbuf(&b);

	out.columns = columns;
	SBUF_INIT(&b, all);
	out_write_folded(&out, text);
	assert_true(sbuf_ok(&b));
	return all;
}

TEST(lines_are_wrapped_before_a_word)
{
	assert_string_equal(fold_text("one two three\n", 13), "one two three\n");
	assert_string_equal(fold_text("one two three\n", 12), "one two\n   three\n");
	assert_string_equal(
	    fold_text("one two three four\n", 8), "one two\n   three\n   four\n");
	assert_string_equal(fold_text("one  two\nthree\n", 7), "one\n   two\nthree\n");
	assert_string_equal(fold_text("one two", 6), "one\n   two");
	assert_string_equal(fold_text("", 6), "");
	assert_string_equal(fold_text("\n\n", 6), "\n\n");
	assert_string_equal(fold_text("one two three\n", 0), "one two three\n");
}

TEST(a_word_longer_than_a_line_is_split)
{
	assert_string_equal(fold_text("abcdefghijkl\n", 6), "abcdef\n   ghi\n   jkl\n");
	assert_string_equal(fold_text("a bcdefghij\n", 6), "a bcde\n   fgh\n   ij\n");
	/* counts characters, not bytes, and never splits one */
	assert_string_equal(fold_text("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xb6\n", 7),
	    "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 \xc3\xb6\n");
	assert_string_equal(fold_text("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\n", 4),
	    "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\n   \xc3\xa4\n");
}

/* ---- every row ---- */

static const char *const NAMES[MSG_COUNT] = {
#define MSG0(id, text) [MSG_##id] = #id,
#define MSG(id, fmt, params, args) [MSG_##id] = #id,
#include "proto/msg.def"
#undef MSG0
#undef MSG
};

/* Fills the text with the longest possible values: tournament names, reasons, numbers. */
static void
fill(const char *format, const char *word, struct sbuf *out)
{
	while (*format != '\0') {
		size_t n;

		if (*format != '%') {
			sbuf_addc(out, *format++);
			continue;
		}
		n = strcspn(format, "sudfcx%");
		if (n == 0)
			n = 1 + strcspn(format + 1, "sudfcx%");
		if (format[n] == 's')
			sbuf_add(out, word);
		else if (format[n] == '%')
			sbuf_addc(out, '%');
		else if (format[n] == 'c')
			sbuf_addc(out, 'c');
		else
			sbuf_add(out, "4294967295");
		format += n + 1;
	}
}

static bool
is_tourney_message(const char *name)
{
	static const char *const begins[] = { "tt_", "trn_", "clock_", "tview_", "whois_t",
		"games_tourney", "tourney_", "penalty_points", "time_added", "takes_break" };

	for (size_t i = 0; i < ARRAY_LEN(begins); i++)
		if (strncmp(name, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

TEST(every_message_on_clocks_and_tournaments_fits)
{
	static const char *const words[] = { CUP, "a_name_of_20_letters", WHY " " WHY, RUN };
	char text[TEXT_MAX], line[TEXT_MAX];
	unsigned rows = 0;

	for (unsigned l = 0; l < LANG_COUNT; l++)
		for (unsigned id = 0; id < MSG_COUNT; id++)
			for (size_t k = 0; k < ARRAY_LEN(words); k++) {
				struct out to = { .catalogue = &CATALOGUES[l] };
				const char *format = msg_text(&to, (enum msg_id)id);
				struct sbuf b;

				if (!is_tourney_message(NAMES[id]) ||
				    strchr(format, '\n') == NULL)
					continue;
				rows++;
				SBUF_INIT(&b, text);
				fill(format, words[k], &b);
				assert_true(sbuf_ok(&b));
				if (!msg_folds((enum msg_id)id))
					fail_msg("%s is not broken", NAMES[id]);
				if (too_long(fold_text(text, COLUMNS), line) != NULL)
					fail_msg("%s: %s", NAMES[id], line);
			}
	assert_true(rows > 2000);
}

/* ---- a whole tournament ---- */

struct lines_test {
	struct fixture *h;
	unsigned c[5]; /* the director, three players, and a client program that follows the
			  tournament */
	unsigned lines;
};

/* Checks the output of all interactive users. */
static void
check_line_widths(struct lines_test *x)
{
	char line[TEXT_MAX];

	for (unsigned i = 0; i < 4; i++) {
		const char *text = fixture_read(x->h, x->c[i]);

		if (too_long(text, line) != NULL)
			fail_msg("%u: %s", i, line);
		for (; (text = strchr(text, '\n')) != NULL; text++)
			x->lines++;
	}
}

static void
type_and_check(struct lines_test *x, unsigned i, const char *line)
{
	fixture_type(x->h, x->c[i], line);
	for (unsigned n = 0; n < 20; n++)
		fixture_turn(x->h);
	check_line_widths(x);
}

static void
wait_minutes(struct lines_test *x, unsigned n)
{
	for (; n > 0; n--) {
		fixture_advance(x->h, 60000);
		for (unsigned i = 0; i < 20; i++)
			fixture_turn(x->h);
		check_line_widths(x);
	}
}

static void
tournament(struct lines_test *x, const char *format, const char *language)
{
	static const char *const views[] = { "tournament list", "tournament info 1",
		"tournament pairings 1", "tournament standings 1", "tournament bracket 1",
		"tournament my", "tournament results 1", "tournament export 1 text",
		"tournament set 1", "show games", WHOIS_A, "who", "clock" };
	static const char *const names[] = { DIRECTOR, LONG_A, LONG_B, LONG_C, "program" };
	char text[200];

	x->h = fixture_new(NULL);
	for (unsigned i = 0; i < 5; i++)
		x->c[i] = i < 4 ? fixture_telnet(x->h, names[i]) : fixture_clip(x->h, names[i]);
	for (unsigned i = 0; i < 4; i++) {
		(void)snprintf(text, sizeof(text), "set language %s", language);
		fixture_type(x->h, x->c[i], text);
		fixture_type(x->h, x->c[i], "set boardstyle 1");
		fixture_type(
		    x->h, x->c[i], "toggle report"); /* reports of all matches, as usual */
	}
	fixture_discard(x->h);
	(void)snprintf(
	    text, sizeof(text), "tournament create %.40s format %s clock fast", CUP, format);
	type_and_check(x, 0, text);
	type_and_check(x, 0, "tournament set 1 checkin 0");
	type_and_check(x, 0, "tournament set 1 length 11");
	type_and_check(x, 0, "tournament open 1");
	type_and_check(x, 4, "tournament follow 1");
	for (unsigned i = 1; i < 4; i++)
		type_and_check(x, i, "tournament register 1");
	type_and_check(x, 0, "tournament announce 1 " WHY " " WHY);
	type_and_check(x, 0, "tournament close 1");
	type_and_check(x, 0, "tournament start 1 yes");
	fixture_discard(x->h);
	type_and_check(x, 0, "tournament deadline 1 " LONG_B " +1h " WHY);
	type_and_check(x, 2, "tournament time +20m");
	type_and_check(x, 3, "tournament time +20m");
	type_and_check(x, 2, "tournament play");
	type_and_check(x, 0, "tournament pause 1 " WHY);
	type_and_check(x, 0, "tournament resume 1");
	wait_minutes(x, 21);
	type_and_check(x, 0, "tournament addtime 1 " LONG_B " 5 " WHY);
	type_and_check(x, 0, "tournament hold 1 " LONG_B " " WHY);
	type_and_check(x, 0, "tournament release 1 " LONG_B);
	type_and_check(x, 2, "clock");
	for (size_t v = 0; v < ARRAY_LEN(views); v++)
		for (unsigned i = 0; i < 2; i++)
			type_and_check(x, i, views[v]);
	fixture_drop(x->h, x->c[3], NET_CLOSE_PEER);
	x->c[3] = fixture_telnet(x->h, LONG_C);
	type_and_check(x, 3, "tournament my");
	fixture_discard(x->h);
	type_and_check(x, 0, "tournament setresult 1 " LONG_B " 11-9 " WHY);
	/* in one piece for a client program */
	assert_non_null(strstr(fixture_read(x->h, x->c[4]), ": " WHY "\r\n"));
	wait_minutes(x, 4);
	for (size_t v = 0; v < ARRAY_LEN(views); v++)
		type_and_check(x, 2, views[v]);
	type_and_check(x, 0, "tournament replace 1 " LONG_A " program " WHY " yes");
	type_and_check(x, 1, "tournament withdraw 1");
	type_and_check(x, 0, "tournament rename 1 " DIRECTOR " " DIRECTOR);
	type_and_check(x, 0, "tournament cancel 1 " WHY " yes");
	wait_minutes(x, 2);
	type_and_check(x, 2, "tournament list all");
	fixture_free(&x->h);
}

TEST(interactive_users_get_no_long_line_in_a_tournament)
{
	static const char *const formats[] = { "single", "double", "swiss", "robin" };
	static const char *const languages[] = { "en", "it", "pt" };
	struct lines_test x = { .lines = 0 };

	for (size_t f = 0; f < ARRAY_LEN(formats); f++)
		for (size_t l = 0; l < ARRAY_LEN(languages); l++)
			tournament(&x, formats[f], languages[l]);
	assert_true(x.lines > 3000);
}

/* With `wrap` on, lines are wrapped at the user's line length, and only once. */
FIXTURE_TEST(the_users_own_wrapping_applies_instead)
{
	unsigned ann = fixture_telnet(h, "ann");

	fixture_type(h, ann, "tournament create Cup");
	fixture_type(h, ann, "tournament open 1");
	fixture_type(h, ann, "set linelength 200");
	fixture_type(h, ann, "toggle wrap");
	fixture_discard(h);
	fixture_type(h, ann, "tournament announce 1 " WHY);
	assert_non_null(strstr(fixture_read(h, ann), "** Cup: " WHY "\r\n"));
	fixture_type(h, ann, "toggle wrap");
	fixture_discard(h);
	fixture_type(h, ann, "tournament announce 1 " WHY);
	assert_non_null(strstr(fixture_read(h, ann), "\r\n   "));
	fixture_type(h, ann, "toggle telnet");
	fixture_discard(h);
	fixture_type(h, ann, "tournament announce 1 " WHY);
	assert_non_null(strstr(fixture_read(h, ann), "** Cup: " WHY "\r\n"));
}
