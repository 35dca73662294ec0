/* SPDX-License-Identifier: MIT */
/* Languages: every translated text takes the same arguments as its English row, every help page
 * exists in every language, and every diagram in a page can be drawn. */
#include "base/sbuf.h"
#include "base/utf8.h"
#include "config/shipped_texts.h"
#include "proto/boardspec.h"
#include "proto/msg.h"
#include "tests/unit/test.h"

static const char *const NAMES[MSG_COUNT] = {
#define MSG0(id, text) [MSG_##id] = #id,
#define MSG(id, fmt, params, args) [MSG_##id] = #id,
#include "proto/msg.def"
#undef MSG0
#undef MSG
};

/* ---- conversions ---- */

#define ARGS_MAX 16u

struct conversions {
	unsigned n;
	char text[ARGS_MAX][12]; /* "u", "02u", "s" for argument i */
};

/* Finds the arguments that a format takes; "%.0s" counts as "%s", because both take a string.
 * Returns false if the format is malformed: positional and other conversions mixed, a gap, or
 * an argument used twice. */
static bool
list_conversions(const char *format, struct conversions *c)
{
	bool seen[ARGS_MAX] = { false };
	unsigned plain = 0, positional = 0;

	memset(c, 0, sizeof(*c));
	for (const char *p = strchr(format, '%'); p != NULL; p = strchr(p, '%')) {
		size_t digits = strspn(++p, "0123456789");
		size_t body, at;

		if (*p == '%') {
			p++;
			continue;
		}
		if (digits > 0 && p[digits] == '$') {
			at = (size_t)(p[0] - '1');
			p += digits + 1;
			positional++;
		} else {
			at = plain++;
		}
		body = strcspn(p, "sudfcx");
		if (at >= ARGS_MAX || seen[at] || body > 8 || p[body] == '\0')
			return false;
		seen[at] = true;
		if (p[body] != 's')
			memcpy(c->text[at], p, body + 1);
		else
			c->text[at][0] = 's';
		c->n++;
		p += body + 1;
	}
	for (unsigned i = 0; i < c->n; i++)
		if (!seen[i])
			return false;
	return plain == 0 || positional == 0;
}

static unsigned
count_newlines(const char *text)
{
	unsigned n = 0;

	for (; *text != '\0'; text++)
		n += *text == '\n';
	return n;
}

static bool
translation_fits(const char *english, const char *text)
{
	struct conversions a, b;
	size_t n = strlen(english), m = strlen(text);

	if (!list_conversions(english, &a) || !list_conversions(text, &b))
		return false;
	if (a.n != b.n || memcmp(a.text, b.text, sizeof(a.text)) != 0)
		return false;
	if (count_newlines(english) != count_newlines(text) || m == 0)
		return false;
	return n == 0 || (english[n - 1] == '\n') == (text[m - 1] == '\n');
}

TEST(the_check_detects_mismatches)
{
	assert_true(translation_fits("%s has %u game%s.\n", "%s ha %u partit%s.\n"));
	assert_true(
	    translation_fits("%s has %u game%s.\n", "A %2$u%3$.0s partite gioca %1$s.\n"));
	assert_false(translation_fits("%s has %u\n", "%u di %s\n"));
	assert_false(translation_fits("%s has %u\n", "%2$u di %s\n"));
	assert_false(translation_fits("%s has %u\n", "%2$u di %2$u\n"));
	assert_false(translation_fits("%s has %u\n", "%s ha %u"));
	assert_false(translation_fits("%s\n", "ha\n"));
	assert_false(translation_fits("%s\n", "%s\nha\n"));
	assert_false(translation_fits("%u:%02u\n", "%u:%u\n"));
}

static unsigned
count_unfit(const struct catalogue *c, const char *const *formats)
{
	unsigned wrong = 0;

	for (unsigned id = 0; formats != NULL && id < MSG_COUNT; id++) {
		const char *text = formats[id];

		/* date formats are for strftime, not printf */
		if (text == NULL || strncmp(NAMES[id], "strftime_", 9) == 0 ||
		    translation_fits(msg_english_format((enum msg_id)id), text))
			continue;
		print_error("%s: %s: %s", c->code, NAMES[id], text);
		wrong++;
	}
	return wrong;
}

TEST(every_translation_takes_the_arguments_of_its_row)
{
	unsigned wrong = 0;

	for (unsigned l = 0; l < LANG_COUNT; l++) {
		wrong += count_unfit(&CATALOGUES[l], CATALOGUES[l].formats);
		wrong += count_unfit(&CATALOGUES[l], CATALOGUES[l].singular_formats);
	}
	assert_int_equal(wrong, 0);
}

/* Returns whether a line of the text begins like a numbered line for client programs: with a
 * number up to 19 and a blank. */
static bool
seems_numbered(const char *text)
{
	for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
		size_t digits = strspn(line += *line == '\n', "0123456789");

		if (digits > 0 && digits <= 2 && line[digits] == ' ' && atoi(line) <= 19)
			return true;
	}
	return false;
}

TEST(no_text_is_taken_for_a_numbered_line_by_client_programs)
{
	assert_true(seems_numbered("Table:\n1 won\n") && !seems_numbered("A 1 won\n 1 lost\n"));
	for (unsigned id = 0; id < MSG_COUNT; id++)
		for (unsigned l = 0; l < LANG_COUNT; l++) {
			const char *const *f = CATALOGUES[l].formats;
			const char *text = l == 0      ? msg_english_format((enum msg_id)id)
					   : f != NULL ? f[id]
						       : NULL;

			if (text != NULL && NAMES[id][0] != '\0' && seems_numbered(text) &&
			    strncmp(NAMES[id], "clip_", 5) != 0)
				fail_msg("%s: %s", NAMES[id], text);
		}
}

/* Returns whether the text needs no translation, because it is sent before the language is
 * known or read by programs. */
static bool
needs_no_translation(const char *name)
{
	static const char *const NAMES_OF[] = { "prompt_login", "prompt_password", "newline",
		"prompt", "authenticated", "last_login", "timed_out", "already_logged_in",
		"permisson_denied", "clear_screen", "login_busy", "server_full",
		"client_refused", "login_guesses", "login_tries", "goodbye", "prompt_return",
		"news", "version", "taken_over", "goodbye_rest", "welcome", "token",
		"login_wait" };

	for (unsigned i = 0; i < ARRAY_LEN(NAMES_OF); i++)
		if (strcmp(name, NAMES_OF[i]) == 0)
			return true;
	return false;
}

TEST(every_row_is_translated)
{
	unsigned missing = 0;

	for (unsigned l = 0; l < LANG_COUNT; l++) {
		for (unsigned id = 0; id < MSG_COUNT; id++) {
			if (CATALOGUES[l].formats == NULL || needs_no_translation(NAMES[id]) ||
			    CATALOGUES[l].formats[id] != NULL)
				continue;
			print_error("%s lacks %s\n", CATALOGUES[l].code, NAMES[id]);
			missing++;
		}
	}
	assert_int_equal(missing, 0);
}

/* Texts must not call this server FIBS.  The exceptions are texts that client programs
 * recognise in English. */
TEST(texts_do_not_name_another_server)
{
	for (unsigned l = 0; l < LANG_COUNT; l++) {
		for (unsigned id = 0; id < MSG_COUNT; id++) {
			struct out out = { .catalogue = &CATALOGUES[l] };
			bool known = l == LANG_EN &&
				     (id == MSG_will_shut_down || id == MSG_will_restart ||
					 id == MSG_shutdown_cause);

			if (strstr(msg_text(&out, (enum msg_id)id), "FIBS") != NULL && !known)
				fail_msg("%s: %s", CATALOGUES[l].code, NAMES[id]);
		}
	}
}

/* Column headers are aligned with the right edge of the numbers below. */
TEST(headers_are_as_wide_as_their_rows)
{
	for (unsigned l = 0; l < LANG_COUNT; l++) {
		char row[200];
		struct sbuf b;
		struct out out = out_to_sbuf(&b);
		const char *line;

		out.catalogue = &CATALOGUES[l];
		SBUF_INIT(&b, row);
		msg_stats_row(&out, "1", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.0);
		line = msg_text(&out, MSG_stats_header);
		for (size_t n; *line != '\0'; line += n + 1) {
			n = strcspn(line, "\n");
			if (utf8_width(line, n) != b.len - 1)
				fail_msg("%s: '%.*s'", CATALOGUES[l].code, (int)n, line);
		}
	}
}

TEST(plurals_are_formed)
{
	char text[100];
	struct sbuf b;
	struct out out = out_to_sbuf(&b);

	SBUF_INIT(&b, text);
	msg_users_heard(&out, 1);
	assert_string_equal(text, "** 1 user heard you.\n");
	SBUF_INIT(&b, text);
	msg_users_heard(&out, 2);
	assert_string_equal(text, "** 2 users heard you.\n");
	out.catalogue = &CATALOGUES[LANG_IT];
	assert_string_equal(msg_plural_ending(&out, 1), "o");
	assert_string_equal(msg_plural_ending(&out, 0), "i");
	out.catalogue = &CATALOGUES[LANG_PT];
	assert_string_equal(msg_plural_ending(&out, 1), "");
	assert_string_equal(msg_plural_ending(&out, 5), "s");
}

TEST(the_number_one_has_separate_forms)
{
	char text[100];
	struct sbuf b;
	struct out out = out_to_sbuf(&b);

	out.catalogue = &CATALOGUES[LANG_IT];
	SBUF_INIT(&b, text);
	msg_invited(&out, "vera", 3);
	assert_string_equal(text, "** Hai invitato vera a un incontro ai 3 punti.\n");
	SBUF_INIT(&b, text);
	msg_invited(&out, "vera", 1);
	assert_string_equal(text, "** Hai invitato vera a un incontro a 1 punto.\n");
	SBUF_INIT(&b, text);
	msg_please_move(&out, 1);
	assert_string_equal(text, "Muovi 1 pedina.\n");
	SBUF_INIT(&b, text);
	msg_score(&out, 1, "anna", 1, "bert", 0);
	assert_string_equal(text, "punteggio dell'incontro a 1 punto: anna-1 bert-0\n");
	out.catalogue = &CATALOGUES[LANG_EN];
	SBUF_INIT(&b, text);
	msg_please_move(&out, 1);
	assert_string_equal(text, "Please move 1 piece.\n");
}

TEST(languages_are_found_by_name)
{
	assert_int_equal(language_find("en"), LANG_EN);
	assert_int_equal(language_find("IT"), LANG_IT);
	assert_int_equal(language_find("Italiano"), LANG_IT);
	assert_int_equal(language_find("português"), LANG_PT);
	assert_int_equal(language_find("i"), -1);
	assert_int_equal(language_find(""), -1);
}

/* ---- pages ---- */

TEST(every_page_exists_in_every_language)
{
	char topic[64];
	struct sbuf b;
	unsigned missing = 0;

	for (unsigned i = 0;; i++) {
		SBUF_INIT(&b, topic);
		if (!shipped_topic_name(i, &b))
			break;
		for (unsigned l = 1; l < LANG_COUNT; l++) {
			const char *page = shipped_help(topic, (enum language)l);

			assert_memory_equal(page, "NOME\n", 5);
			if (page != shipped_help(topic, LANG_EN))
				continue;
			print_error("no page %s in %s\n", topic, CATALOGUES[l].code);
			missing++;
		}
	}
	assert_int_equal(missing, 0);
}

/* Checks that a page has at most 79 columns, no tabs, and diagrams that can be drawn.  Returns
 * the number of diagrams, which must be the same in each language. */
static unsigned
count_pictures(const char *page, const char *topic)
{
	unsigned pictures = 0;

	while (*page != '\0') {
		char line[300];
		struct match_state m;
		size_t n = strcspn(page, "\n");

		assert_true(n < sizeof(line) && page[n] == '\n');
		memcpy(line, page, n);
		line[n] = '\0';
		if (strncmp(line, "@board ", 7) == 0) {
			pictures++;
			if (!boardspec_read(line + 7, &m))
				fail_msg("%s: %s", topic, line);
		} else if (utf8_width(line, n) > 79 || strchr(line, '\t') != NULL ||
			   (n > 0 && line[n - 1] == ' ')) {
			fail_msg("%s: '%s'", topic, line);
		}
		page += n + 1;
	}
	return pictures;
}

TEST(pages_fit_and_their_diagrams_can_be_drawn)
{
	char topic[64];
	struct sbuf b;
	unsigned pictures = 0;

	for (unsigned i = 0;; i++) {
		unsigned of_english;

		SBUF_INIT(&b, topic);
		if (!shipped_topic_name(i, &b))
			break;
		of_english = count_pictures(shipped_help(topic, LANG_EN), topic);
		for (unsigned l = 1; l < LANG_COUNT; l++)
			assert_int_equal(
			    count_pictures(shipped_help(topic, (enum language)l), topic),
			    of_english);
		pictures += of_english;
	}
	assert_true(pictures > 9);
}

/* Sets there[n] for every number n from 0 to 9999 in the text of a page. */
static void
collect_numbers(const char *page, bool there[10000])
{
	memset(there, 0, 10000 * sizeof(*there));
	for (size_t n; *page != '\0'; page += n + (page[n] != '\0')) {
		n = strcspn(page, "\n");
		for (size_t i = 0; page[0] != '@' && i < n; i++) {
			unsigned value = 0;

			if (page[i] < '0' || page[i] > '9')
				continue;
			for (; i < n && page[i] >= '0' && page[i] <= '9'; i++)
				value = (value * 10 + (unsigned)(page[i] - '0')) % 10000;
			there[value] = true;
		}
	}
}

/* Appends the lower-case words under SYNOPSIS that are typed literally (commands and options),
 * then the topics under SEE ALSO. */
static void
collect_words(const char *page, struct sbuf *out)
{
	const char *at = strstr(page, "\n\n"), *end = strstr(at + 2, "\n\n");

	for (unsigned part = 0; part < 2; part++) {
		at = strchr(at + 2, '\n');
		while (at < end) {
			size_t n = strcspn(at, " \n[]|,");

			if (at[0] == '<')
				n = strcspn(at, ">");
			else if (n > 0 &&
				 strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789_-") == n)
				sbuf_addf(out, "%.*s ", (int)n, at);
			at += n + (n == 0 || at[0] == '<');
		}
		for (const char *next; (next = strstr(at, "\n\n")) != NULL;)
			at = next + 1;
		at--;
		end = at + strlen(at);
	}
}

/* The wording itself is not compared. */
TEST(pages_have_the_same_numbers_commands_and_options)
{
	static bool a[10000], b[10000];
	char topic[64], english[2000], other[2000];
	struct sbuf t, e, o;

	for (unsigned i = 0;; i++) {
		const char *page;

		SBUF_INIT(&t, topic);
		if (!shipped_topic_name(i, &t))
			break;
		page = shipped_help(topic, LANG_EN);
		collect_numbers(page, a);
		SBUF_INIT(&e, english);
		if (strstr(page, "\nSYNOPSIS\n    (") == NULL &&
		    strstr(page, "\nSYNOPSIS\n") != NULL)
			collect_words(page, &e);
		for (unsigned l = 1; l < LANG_COUNT; l++) {
			page = shipped_help(topic, (enum language)l);
			collect_numbers(page, b);
			for (unsigned n = 0; n < 10000; n++)
				if (a[n] != b[n])
					fail_msg("%s: %s: %u", CATALOGUES[l].code, topic, n);
			SBUF_INIT(&o, other);
			if (e.len > 0)
				collect_words(page, &o);
			assert_string_equal(other, english);
		}
	}
}

/* ---- positions in pages ---- */

TEST(positions_are_read)
{
	struct match_state m, start;

	match_init(&start, variant_find("backgammon"), 5);
	variant_start_board(&start.board, start.variant);
	assert_true(boardspec_read("O 24*2 13*5 8*3 6*5 | X 1*2 12*5 17*3 19*5", &m));
	assert_memory_equal(&m.board, &start.board, sizeof(m.board));
	assert_int_equal(m.phase, PH_ROLL);
	assert_true(boardspec_read("O 6*2 bar | X 20 | dice 3 1 | cube 4 X", &m));
	assert_int_equal(m.board.at[SEAT_0][PT_OFF], 12);
	assert_int_equal(m.board.at[SEAT_0][PT_BAR], 1);
	assert_int_equal(m.board.at[SEAT_1][5], 1);
	assert_int_equal(m.dice_to_play, 2);
	assert_int_equal(m.turn, SEAT_0);
	assert_int_equal(m.cube, 4);
	assert_int_equal(m.cube_owner, SEAT_1);
	assert_true(boardspec_read("O 6 | X 20 | xdice 2 2 | cube 2", &m));
	assert_int_equal(m.turn, SEAT_1);
	assert_int_equal(m.dice_to_play, 4);
	assert_int_equal(m.cube_owner, SEAT_NONE);
}

TEST(positions_of_other_games_are_read)
{
	struct match_state m;

	assert_false(boardspec_read("game fevga", &m)); /* `game` cannot be the first part */
	assert_true(boardspec_read("O 24*15 | X 12*15 | game fevga", &m));
	assert_string_equal(m.variant->name, "fevga");
	assert_int_equal(m.board.at[SEAT_1][24], 15);
	assert_true(boardspec_read("O res*14 20 | game race | dice 5 1", &m));
	assert_int_equal(m.board.at[SEAT_0][PT_RESERVE], 14);
	assert_int_equal(m.board.at[SEAT_1][PT_RESERVE], 15); /* as at the start of the game */
	assert_false(boardspec_read("O 24*11 20*2 1*2 | X 24p 2p | game plakoto", &m));
	assert_false(boardspec_read("O 24*11 20*2 1*2 | X 24 | game plakoto", &m));
	assert_false(boardspec_read("O 24*11 20*2 1*2 | X 24p*2 1p*1 | game plakoto", &m));
	assert_true(boardspec_read("O 24*11 20*2 1*2 | X 24p 2*14 | game plakoto", &m));
	assert_true(board_pinned(&m.board, SEAT_1, 1));
	assert_false(board_any_pinned(&m.board, SEAT_0));
	assert_true(boardspec_read("O 6*9 8*40 | game cloning", &m));
	assert_int_equal(m.board.at[SEAT_0][PT_OFF], 0);
}

TEST(impossible_positions_are_refused)
{
	static const char *const WRONG[] = { "", "O", "Z 1", "O 25", "O 0", "O 6*16", "O 6*0",
		"O 6 6", "O 6*8 5*8", "O 6 | X 6", "O x", "dice 7 1", "dice 1", "dice 1 2 3",
		"O res*2", "O 6p", "O 24*2 | X 24p", "O 6 | game", "O 6 | game tavli",
		"O 6 | game chess", "O 24*9 | game fevga | cube 2",
		"O 6 | game race | game hyper", "O barp", "cube 0", "cube 2 Z", "cube 2 O O",
		"cube", "O 6 |", "O 6 || X 20", "O 6*x" };
	struct match_state m;

	for (unsigned i = 1; i < ARRAY_LEN(WRONG); i++)
		if (strcmp(WRONG[i], "O") != 0 && boardspec_read(WRONG[i], &m))
			fail_msg("%s", WRONG[i]);
	assert_false(boardspec_read(WRONG[0], &m));
}
