/* SPDX-License-Identifier: MIT */
/* Text of others on its way to the terminal. */
#include <locale.h>
#include <unistd.h>

#include "client-cli/canvas.h"
#include "client-cli/history.h"
#include "client-cli/notes.h"
#include "client-cli/text.h"
#include "tests/unit/test.h"

#define E "\303\251"           /* é */
#define UNKNOWN "\357\277\275" /* U+FFFD */
#define HAN "\346\274\242"     /* two columns */
#define MARK "\314\201"        /* a combining acute accent */

/* ---- cleaning ---- */

static const struct {
	const char *sent, *left;
} CLEANED[] = {
	{ "plain text\n", "plain text\n" },
	{ "a\177b\001c\td\a\r\n", "abc\td\a\n" },
	{ "gr\303\274n \302\240\342\202\254 \360\237\216\262", "gr\303\274n "
							       "\302\240\342\202\254 "
							       "\360\237\216\262" },
	/* escape sequences go as a whole */
	{ "a\033[2Jb\033[1;31mc\033[0m", "abc" },
	{ "a\033]0;title\ab", "ab" },
	{ "a\033]0;title\033\\b", "ab" },
	{ "a\033]0;title\302\234b", "ab" },
	{ "a\033Pdata\033[31mb", "ab" },
	{ "a\033(Bb\033=c\033 Fd", "abcd" },
	{ "a\302\2332Jb", "ab" },          /* CSI in one character */
	{ "a\033]never ends\nb", "a\nb" }, /* and never further than the line */
	{ "a\033[\nb", "a\nb" },
	{ "a\033\nb", "a\nb" },
	{ "a\033" E, "a" E },
	/* bytes that are no text */
	{ "\351t\351\n", UNKNOWN "t" UNKNOWN "\n" },
	{ "\303\303\251\n", UNKNOWN E "\n" },
	{ "\342\202\n", UNKNOWN UNKNOWN "\n" },
	{ "\355\240\200\n", UNKNOWN UNKNOWN UNKNOWN "\n" }, /* a surrogate */
	{ "\300\200\370\n", UNKNOWN UNKNOWN UNKNOWN "\n" },
	{ "\2332J\n", UNKNOWN "2J\n" },
	/* characters that turn or hide the others */
	{ "a\342\200\256b\342\201\246c\342\200\213d\342\200\250e", "abcde" },
	{ "e" MARK MARK MARK MARK MARK MARK "f" MARK, "e" MARK MARK MARK MARK "f" MARK },
};

TEST(what_controls_a_terminal_is_removed)
{
	char out[TEXT_ROOM(100)];

	for (unsigned i = 0; i < ARRAY_LEN(CLEANED); i++) {
		struct text_stream t = { .held_len = 0 };
		size_t n = text_stream(&t, CLEANED[i].sent, strlen(CLEANED[i].sent), out);

		out[n] = '\0';
		assert_string_equal(out, CLEANED[i].left);
	}
}

TEST(text_in_pieces_is_the_same_text)
{
	char out[TEXT_ROOM(100)];

	for (unsigned i = 0; i < ARRAY_LEN(CLEANED); i++) {
		struct text_stream t = { .held_len = 0 };
		size_t n = 0;

		for (const char *at = CLEANED[i].sent; *at != '\0'; at++)
			n += text_stream(&t, at, 1, out + n);
		out[n] = '\0';
		assert_string_equal(out, CLEANED[i].left);
	}
}

TEST(a_character_is_held_until_it_is_whole)
{
	struct text_stream t = { .held_len = 0 };
	char out[TEXT_ROOM(8)];

	assert_int_equal(text_stream(&t, "abc\303", 4, out), 3);
	assert_int_equal(text_stream(&t, "\251", 1, out), 2);
	assert_memory_equal(out, E, 2);
}

TEST(a_line_is_cut_between_characters)
{
	char out[9];

	assert_int_equal(text_copy(out, sizeof(out), E E E E E), 8);
	assert_string_equal(out, E E E E);
	assert_int_equal(text_copy(out, 8, E E E E E), 6);
	assert_string_equal(out, E E E);
	assert_int_equal(text_copy(out, 1, E), 0);
	assert_string_equal(out, "");
	assert_int_equal(text_copy(out, sizeof(out), "a\tb\n\ac\303"), 7);
	assert_string_equal(out, "a bc" UNKNOWN);
	assert_int_equal(text_copy_part(out, sizeof(out), "ab" E, 3), 5);
	assert_string_equal(out, "ab" UNKNOWN);
}

TEST(width_is_in_columns)
{
	struct canvas c = { 0 };

	assert_int_equal(text_columns("abc"), 3);
	assert_int_equal(text_columns(E E), 2);
	assert_int_equal(text_columns(HAN HAN), 4);
	assert_int_equal(text_columns("e" MARK), 1);
	assert_int_equal(text_columns("\303"), 1); /* shown as U+FFFD */
	assert_int_equal(text_break("ab cd ef", 5), 3);
	assert_int_equal(text_break(HAN HAN HAN, 5), 6);
	assert_int_equal(text_break(HAN, 1), 3); /* a row holds one at least */
	assert_true(canvas_resize(&c, 5, 1));
	assert_int_equal(canvas_text(&c, 0, 0, STYLE_PLAIN, HAN HAN HAN, 5), 4);
	canvas_free(&c);
}

TEST(a_prompt_is_in_the_encoding_of_the_locale)
{
	const char *text = "na" E "ve " HAN "\360\237\216\262 e" MARK;
	wchar_t wide[32];
	char out[64];

	assert_non_null(setlocale(LC_CTYPE, "C"));
	(void)text_to_locale(out, sizeof(out), text, strlen(text));
	assert_string_equal(out, "na?ve ?? e");
	assert_int_not_equal(mbstowcs(wide, out, ARRAY_LEN(wide)), (size_t)-1);
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	assert_int_equal(text_to_locale(out, 5, text, strlen(text)), 4);
	assert_string_equal(out, "na" E);
	(void)text_to_locale(out, sizeof(out), text, strlen(text));
	assert_string_equal(out, "na" E "ve " HAN "\360\237\216\262 e");
	assert_int_not_equal(mbstowcs(wide, out, ARRAY_LEN(wide)), (size_t)-1);
	assert_non_null(setlocale(LC_CTYPE, "C"));
}

/* ---- files ---- */

static void
write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

TEST(notes_and_old_lines_are_cleaned_when_they_are_read)
{
	struct notes notes;
	struct edit e = { .len = 0 };
	char path[64];

	(void)snprintf(path, sizeof(path), "/tmp/gammon-text.%ld", (long)getpid());
	write_file(path, "bert \033[31mslow\033[0m" E "\ncarl\033[2J red\n");
	notes_load(&notes, path);
	assert_int_equal(notes.n, 1);
	assert_string_equal(notes_find(&notes, "bert"), "slow" E);
	notes_free(&notes);
	write_file(path, "tell bert \033]0;owned\ahello\n");
	history_load(&e, path);
	assert_int_equal(e.count, 1);
	assert_string_equal(e.history[0], "tell bert hello");
	edit_close(&e);
	assert_int_equal(remove(path), 0);
}
