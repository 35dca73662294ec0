/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* Text from other users on its way to the terminal, messages that only the server can send, and
 * which server lines the client in line mode trusts. */
#include <locale.h>
#include <unistd.h>

#include "client-cli/net/reconnect.h"
#include "client-cli/ui/canvas.h"
#include "client-cli/model/fibsline.h"
#include "client-cli/ui/history.h"
#include "client-cli/files/notes.h"
#include "client-cli/model/sentence.h"
#include "client-cli/model/text.h"
#include "tests/unit/test.h"

#define E "\303\251"                    /* é */
#define REPLACEMENT_CHAR "\357\277\275" /* U+FFFD */
#define HAN "\346\274\242"              /* two columns */
#define MARK "\314\201"                 /* a combining acute accent */

/* ---- cleaning ---- */

static const struct {
	const char *sent, *cleaned;
} CLEANED_TEXTS[] = {
	{ "plain text\n", "plain text\n" },
	{ "a\177b\001c\td\a\r\n", "abc\td\a\n" },
	{ "gr\303\274n \302\240\342\202\254 \360\237\216\262", "gr\303\274n "
							       "\302\240\342\202\254 "
							       "\360\237\216\262" },
	/* escape sequences are removed as a whole */
	{ "a\033[2Jb\033[1;31mc\033[0m", "abc" },
	{ "a\033]0;title\ab", "ab" },
	{ "a\033]0;title\033\\b", "ab" },
	{ "a\033]0;title\302\234b", "ab" },
	{ "a\033Pdata\033[31mb", "ab" },
	{ "a\033(Bb\033=c\033 Fd", "abcd" },
	{ "a\302\2332Jb", "ab" },          /* CSI as a single character */
	{ "a\033]never ends\nb", "a\nb" }, /* a sequence ends at the end of its line */
	{ "a\033[\nb", "a\nb" },
	{ "a\033\nb", "a\nb" },
	{ "a\033" E, "a" E },
	/* bytes that are not valid UTF-8 */
	{ "\351t\351\n", REPLACEMENT_CHAR "t" REPLACEMENT_CHAR "\n" },
	{ "\303\303\251\n", REPLACEMENT_CHAR E "\n" },
	{ "\342\202\n", REPLACEMENT_CHAR REPLACEMENT_CHAR "\n" },
	{ "\355\240\200\n",
	    REPLACEMENT_CHAR REPLACEMENT_CHAR REPLACEMENT_CHAR "\n" }, /* a surrogate */
	{ "\300\200\370\n", REPLACEMENT_CHAR REPLACEMENT_CHAR REPLACEMENT_CHAR "\n" },
	{ "\2332J\n", REPLACEMENT_CHAR "2J\n" },
	/* invisible characters: they reorder text, have no width, or break the line */
	{ "a\342\200\256b\342\201\246c\342\200\213d\342\200\250e", "abcde" },
	{ "e" MARK MARK MARK MARK MARK MARK "f" MARK, "e" MARK MARK MARK MARK "f" MARK },
};

TEST(terminal_controls_are_removed)
{
	char out[TEXT_SANITISED_MAX(100)];

	for (unsigned i = 0; i < ARRAY_LEN(CLEANED_TEXTS); i++) {
		struct text_stream t = { .partial_len = 0 };
		size_t n = text_sanitise(
		    &t, CLEANED_TEXTS[i].sent, strlen(CLEANED_TEXTS[i].sent), out);

		out[n] = '\0';
		assert_string_equal(out, CLEANED_TEXTS[i].cleaned);
	}
}

TEST(text_in_pieces_gives_the_same_result)
{
	char out[TEXT_SANITISED_MAX(100)];

	for (unsigned i = 0; i < ARRAY_LEN(CLEANED_TEXTS); i++) {
		struct text_stream t = { .partial_len = 0 };
		size_t n = 0;

		for (const char *at = CLEANED_TEXTS[i].sent; *at != '\0'; at++)
			n += text_sanitise(&t, at, 1, out + n);
		out[n] = '\0';
		assert_string_equal(out, CLEANED_TEXTS[i].cleaned);
	}
}

TEST(a_character_is_held_until_complete)
{
	struct text_stream t = { .partial_len = 0 };
	char out[TEXT_SANITISED_MAX(8)];

	assert_int_equal(text_sanitise(&t, "abc\303", 4, out), 3);
	assert_int_equal(text_sanitise(&t, "\251", 1, out), 2);
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
	assert_string_equal(out, "a bc" REPLACEMENT_CHAR);
	assert_int_equal(text_copy_part(out, sizeof(out), "ab" E, 3), 5);
	assert_string_equal(out, "ab" REPLACEMENT_CHAR);
}

TEST(width_is_in_columns)
{
	struct canvas c = { 0 };

	assert_int_equal(text_columns("abc"), 3);
	assert_int_equal(text_columns(E E), 2);
	assert_int_equal(text_columns(HAN HAN), 4);
	assert_int_equal(text_columns("e" MARK), 1);
	assert_int_equal(text_columns("\303"), 1); /* shown as U+FFFD */
	assert_int_equal(text_row_length("ab cd ef", 5), 3);
	assert_int_equal(text_row_length(HAN HAN HAN, 5), 6);
	assert_int_equal(text_row_length(HAN, 1), 3); /* a row holds at least one character */
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

TEST(a_character_that_the_locale_lacks_becomes_its_base_letter)
{
	assert_non_null(setlocale(LC_CTYPE, "C"));
	assert_int_equal(text_locale_char('a'), 'a');
	assert_int_equal(text_locale_char(0xea), 'e');
	assert_int_equal(text_locale_char(0x4e2d), '?');
	assert_non_null(setlocale(LC_CTYPE, "C.UTF-8"));
	assert_int_equal(text_locale_char(0xea), 0xea);
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

TEST(notes_and_history_are_sanitised_when_read)
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
	assert_int_equal(e.n_history, 1);
	assert_string_equal(e.history[0], "tell bert hello");
	edit_close(&e);
	assert_int_equal(remove(path), 0);
}

/* ---- sentences ---- */

TEST(a_server_message_is_a_whole_line)
{
	static const struct {
		const char *form, *line;
		bool fits;
	} CASES[] = {
		{ "%n doubles", "bert doubles.", true },
		{ "%n doubles", "bert doubles", true },
		{ "%n doubles", "bert doubles. And more", false },
		{ "%n doubles", "bert and cora doubles.", false },
		{ "%n doubles", "bert: doubles.", false },
		{ "%n doubles", "abcdefghijklmnopqrstu doubles.", false }, /* 21 letters */
		{ "%n moves %p .", "bert moves 8-5 bar-23 6-off .", true },
		{ "%n moves %p .", "bert moves Away from here .", false },
		{ "%n wins %u point%s", "bert wins 1 point.", true },
		{ "%n wins %u point%s", "bert wins 2 points.", true },
		{ "%n wins %u point%s", "bert wins no points.", false },
		{ "%n wins the %u point match %u-%u", "bert wins the 5 point match 5-0 .",
		    true },
		{ "The game is %w", "The game is Acey-Deucey.", true },
		{ "%f. The game was saved", "bert logs out. The game was saved.", true },
		{ "%f. The game was saved",
		    "Connection with bert timed out. The game was saved.", true },
		{ "%f. The game was saved",
		    "ADMIN closes connection with bert, too. The game was saved.", true },
		{ "%f. The game was saved", "bert is away: gg. The game was saved.", false },
		{ "%f. The game was saved", "gg. The game was saved.", false },
	};
	struct sentence s;

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++)
		if (sentence_read(CASES[i].form, CASES[i].line, &s) != CASES[i].fits)
			fail_msg("%s: %s", CASES[i].form, CASES[i].line);
	assert_true(sentence_read("score in %u point match: %n-%u %n-%u",
	    "score in 3 point match: anna-1 bert-99999999999", &s));
	assert_string_equal(s.words[1], "bert");
	assert_int_equal(s.numbers[1], 1);
	assert_true(s.numbers[2] > 0 && s.numbers[2] < 100000000);
}

TEST(lines_that_quote_a_user_are_recognised)
{
	static const char *const QUOTES[] = { "bert is away: gg. The game was saved.",
		"bert says: hello", "  bert is away: lunch", "** You tell bert: x doubles.",
		"bert left a message (today): You roll 3 and 3." };
	static const char *const OTHERS[] = { "bert doubles.",
		"score in 3 point match: a-1 b-0", "** Sunday Cup: entries are open." };
	struct fibs_line l;

	for (unsigned i = 0; i < ARRAY_LEN(QUOTES); i++) {
		fibs_read_line(QUOTES[i], true, &l);
		assert_int_equal(l.kind, FIBS_QUOTED_TEXT);
		assert_string_equal(l.text, QUOTES[i]);
	}
	for (unsigned i = 0; i < ARRAY_LEN(OTHERS); i++) {
		fibs_read_line(OTHERS[i], true, &l);
		assert_int_equal(l.kind, FIBS_TEXT);
	}
	fibs_read_line("12 abcdefghijklmnopqr" E E " hi", true, &l);
	assert_string_equal(l.name, "abcdefghijklmnopqr" E);
}

/* ---- reconnecting ---- */

static struct reconnect reconnect;
static char shown_text[1000];

static enum reconnect_answer
receive(const char *text)
{
	size_t n;
	enum reconnect_answer answer =
	    reconnect_receive(&reconnect, text, strlen(text), shown_text, &n);

	shown_text[n] = '\0';
	return answer;
}

#define OWN "0123456789abcdef0123456789abcdef"
#define FORGED_TOKEN "ffffffffffffffffffffffffffffffff"

static void
logs_in(void)
{
	reconnect = (struct reconnect){ .enabled = true };
	assert_int_equal(receive("** User anna authenticated.\r\n"), RECONNECT_REQUEST_TOKEN);
	assert_int_equal(receive("> token:" OWN ":1700000000\r\n"), RECONNECT_NONE);
	assert_string_equal(reconnect.token, OWN);
}

/* The server wraps long shouts at the edge of the window. */
TEST(a_wrapped_shout_is_neither_a_login_nor_a_token)
{
	logs_in();
	assert_int_equal(
	    receive("> bert shouts: aaaa\r\n** User bert authenticated.\r\n"), RECONNECT_NONE);
	assert_string_equal(reconnect.name, "anna");
	assert_int_equal(
	    receive("bert shouts:\r\ntoken:" FORGED_TOKEN ":1700000000\r\n"), RECONNECT_NONE);
	assert_string_equal(reconnect.token, OWN);
	assert_non_null(strstr(shown_text, FORGED_TOKEN));
	/* a token that the user has requested counts, and so does one after a password
	 * change */
	reconnect_line_typed(&reconnect, "token new", 9);
	(void)receive("token:" FORGED_TOKEN ":1700000000\r\n");
	assert_string_equal(reconnect.token, FORGED_TOKEN);
	reconnect_line_typed(&reconnect, "password a:b:b", 14);
	(void)receive("token:" OWN ":1700000000\r\n");
	assert_string_equal(reconnect.token, OWN);
}

TEST(a_login_by_token_yields_the_next_token)
{
	char login[RECONNECT_LOGIN_MAX];

	logs_in();
	reconnect_begin(&reconnect, login);
	assert_string_equal(login, "login gammon 1008 anna token:" OWN);
	assert_int_equal(receive("** User anna authenticated.\r\n"), RECONNECT_TOKEN_ACCEPTED);
	(void)receive("** Last login: x  from y\r\ntoken:" FORGED_TOKEN ":1700000000\r\n");
	assert_string_equal(reconnect.token, FORGED_TOKEN);
	assert_null(strstr(shown_text, FORGED_TOKEN));
}

TEST(a_farewell_in_any_language_prevents_reconnecting)
{
	static const char *const FAREWELLS[] = { "                             Goodbye.\r\n",
		"                             Arrivederci.\r\n",
		"                             At\303\251 logo.\r\n",
		"Connection timed out.\r\n",
		"** You logged in from somewhere else. This connection is closed.\r\n",
		"** You logged in from somewhere else. This\r\nconnection is closed.\r\n",
		"Connessione chiusa per inattivit\303\240.\r\n",
		"Collegamento chiuso per inattivit\303\240.\r\n",
		"** Hai aperto un altro collegamento. Questo viene chiuso.\r\n",
		("** Voc\303\252 entrou a partir de outro lugar. Esta conex\303\243o foi "
		 "encerrada.\r\n") };
	static const char *const OTHERS[] = { "Goodbye.\r\n", "   Goodbye.\r\n",
		/* lines about tournaments with misleading names */
		"** You logged in from somewhere else.: entries are open.\r\n",
		"** You logged in from somewhere else. goes on.\r\n" };

	for (unsigned i = 0; i < ARRAY_LEN(FAREWELLS); i++) {
		logs_in();
		(void)receive(FAREWELLS[i]);
		assert_false(reconnect_possible(&reconnect));
	}
	for (unsigned i = 0; i < ARRAY_LEN(OTHERS); i++) {
		logs_in();
		(void)receive(OTHERS[i]);
		assert_true(reconnect_possible(&reconnect));
	}
	/* a farewell at the start of a wrapped line counts only until the user types again */
	logs_in();
	(void)receive("bert shouts: aaaa\r\n** You logged in from somewhere else.\r\n> ");
	reconnect_line_typed(&reconnect, "roll", 4);
	assert_true(reconnect_possible(&reconnect));
}
