/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The subcommands of `tournament`: their table and abbreviations, that every subcommand and
 * setting is in the help pages, and that nothing is done while it cannot be saved. */
#include "base/sbuf.h"
#include "cmd/tournament/tournament_command.h"
#include "people/people.h"
#include "output/output.h"
#include "config/shipped_texts.h"
#include "proto/words.h"
#include "tests/support/fulldisk.h"
#include "tests/support/fixture.h"
#include "tests/unit/test.h"

/* ---- the table ---- */

TEST(subcommands_are_sorted_and_have_handlers)
{
	assert_non_null(SUBCOMMANDS[0].name);
	for (const struct subcommand *s = SUBCOMMANDS; s->name != NULL; s++) {
		assert_non_null(s->run);
		assert_ptr_equal(sub_find_row(s->name), s);
		if (s[1].name != NULL)
			assert_true(strcmp(s[0].name, s[1].name) < 0);
		/* subcommands that take a tournament have it as their first argument */
		assert_int_equal(s->tournament_arg != SUB_TOURNAMENT_NONE,
		    s->usage_args[0] == 'N' &&
			(s->usage_args[1] == ' ' || s->usage_args[1] == '\0'));
		if (s->who == SUB_FOR_DIRECTOR)
			assert_true(s->changes);
	}
}

TEST(subcommands_may_be_abbreviated)
{
	static const struct {
		const char *word, *means; /* NULL: ambiguous or unknown */
	} CASES[] = {
		{ "a", NULL },
		{ "add", "add" },
		{ "addt", "addtime" },
		{ "an", "announce" },
		{ "b", "bracket" },
		{ "ca", "cancel" },
		{ "c", NULL },
		{ "ch", "checkin" },
		{ "cl", "close" },
		{ "cr", "create" },
		{ "de", "deadline" },
		{ "di", "director" },
		{ "en", "enter" },
		{ "ex", "export" },
		{ "fol", "follow" },
		{ "for", "forfeit" },
		{ "h", "hold" },
		{ "i", "info" },
		{ "l", "list" },
		{ "m", "my" },
		{ "op", "open" },
		{ "or", "order" },
		{ "pai", NULL },
		{ "pau", "pause" },
		{ "pl", "play" },
		{ "reg", "register" },
		{ "rel", "release" },
		{ "rem", "remove" },
		{ "ren", "rename" },
		{ "rep", "replace" },
		{ "resu", NULL },
		{ "resul", "results" },
		{ "resum", "resume" },
		{ "se", NULL },
		{ "set", "set" },
		{ "setr", "setresult" },
		{ "stan", "standings" },
		{ "star", "start" },
		{ "t", "time" },
		{ "u", NULL },
		{ "unf", "unfollow" },
		{ "unp", "unpair" },
		{ "pair", "pair" },
		{ "pairi", "pairings" },
		{ "W", "withdraw" },
		{ "", NULL },
		{ "lists", NULL },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		const struct subcommand *s = sub_find_row(CASES[i].word);
		const char *found = s != NULL ? s->name : "(none)";

		if (strcmp(found, CASES[i].means != NULL ? CASES[i].means : "(none)") != 0)
			fail_msg("%s: %s", CASES[i].word, found);
	}
}

/* ---- refusals ---- */

TEST(every_error_has_a_distinct_message)
{
	for (int self = 0; self < 2; self++)
		for (unsigned e = TOURNEY_OK + 1; e < TOURNEY_ERR_COUNT; e++) {
			const char *text = msg_english_format(
			    sub_refusal_text((enum tourney_err)e, self != 0));

			assert_memory_equal(text, "** ", 3);
			for (unsigned o = e + 1; o < TOURNEY_ERR_COUNT; o++)
				assert_string_not_equal(text,
				    msg_english_format(
					sub_refusal_text((enum tourney_err)o, self != 0)));
		}
}

/* ---- help pages ---- */

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
}

/* Returns whether a page contains `word` directly after `before` (or anywhere, if `before` is
 * ""), not as part of a longer word. */
static bool
page_names(const char *page, const char *before, const char *word)
{
	char text[64];
	size_t n;

	(void)snprintf(text, sizeof(text), "%s%s", before, word);
	n = strlen(text);
	for (const char *p = strstr(page, text); p != NULL; p = strstr(p + 1, text))
		if (!is_letter(p[n]) && (before[0] != '\0' || p == page || !is_letter(p[-1])))
			return true;
	return false;
}

TEST(the_page_lists_every_subcommand)
{
	for (unsigned l = 0; l < LANG_COUNT; l++)
		for (const struct subcommand *s = SUBCOMMANDS; s->name != NULL; s++) {
			const char *page = shipped_help("tournament", (enum language)l);

			assert_non_null(page);
			/* enter is a synonym of register */
			if (!page_names(page, "tournament ", s->name) &&
			    !page_names(page, ": ", s->name))
				fail_msg("%s: no '%s'", CATALOGUES[l].code, s->name);
		}
}

/* Each setting has its own line, which ends with the default in brackets. */
TEST(the_page_lists_every_setting)
{
	for (unsigned l = 0; l < LANG_COUNT; l++)
		for (unsigned i = 0; i < TSET_COUNT; i++) {
			const char *page =
			    shipped_help("tournament_settings", (enum language)l);
			const struct tourney_setting_row *row = &TOURNEY_SETTINGS[i];
			char head[40];
			const char *at, *first;
			size_t n;

			assert_non_null(page);
			(void)snprintf(head, sizeof(head), "\n    %-13s", row->name);
			at = strstr(page, head);
			if (at == NULL)
				fail_msg("%s: no %s", CATALOGUES[l].code, row->name);
			first = strchr(at, '[');
			assert_non_null(first);
			n = strcspn(row->default_text, " ");
			if (row->kind == TSET_TIME)
				assert_memory_equal(first + 1, "none", 4);
			else if (strncmp(first + 1, row->default_text, n) != 0 ||
				 is_letter(first[1 + n]))
				fail_msg("%s: %s is %s", CATALOGUES[l].code, row->name,
				    row->default_text);
		}
}

TEST(the_pages_list_every_value_of_a_setting)
{
	char word[32];
	struct sbuf b;

	for (unsigned l = 0; l < LANG_COUNT; l++) {
		const char *settings = shipped_help("tournament_settings", (enum language)l);
		const char *formats = shipped_help("tournament_formats", (enum language)l);

		for (unsigned i = 0; i < TSET_COUNT; i++) {
			if (TOURNEY_SETTINGS[i].kind != TSET_WORD)
				continue;
			for (unsigned w = 0;; w++) {
				SBUF_INIT(&b, word);
				tourney_setting_word((enum tourney_setting)i, w, &b);
				if (b.len == 0)
					break;
				if (!page_names(settings, "", word))
					fail_msg("%s: %s: no %s", CATALOGUES[l].code,
					    TOURNEY_SETTINGS[i].name, word);
			}
		}
		for (unsigned t = 0; t < TIEBREAK_COUNT; t++)
			assert_true(page_names(formats, "\n    ", TIEBREAK_NAMES[t]));
	}
}

/* One sentence of the help page lists exactly the settings that can be changed later. */
TEST(settings_that_can_be_changed_later_are_listed)
{
	for (unsigned l = 0; l < LANG_COUNT; l++) {
		const char *page = shipped_help("tournament_settings", (enum language)l);
		const char *at = strstr(page, "\n    length, final, ");
		char words[200] = "";

		assert_non_null(at);
		(void)snprintf(words, sizeof(words), "%.*s", (int)strcspn(at + 1, "."), at + 1);
		for (unsigned i = 0; i < TSET_COUNT; i++)
			assert_int_equal(page_names(words, "", TOURNEY_SETTINGS[i].name),
			    (TOURNEY_SETTINGS[i].flags & SET_WHILE_RUNNING) != 0);
	}
}

/* ---- full disk ---- */

#define SORRY "** Sorry, the server has no room to save anything just now."

static void
is_untouched(struct fixture *h)
{
	const struct tourney *t = tourney_next(fixture_world(h), NULL);

	assert_non_null(t);
	assert_null(tourney_next(fixture_world(h), t));
	assert_string_equal(t->name, "First");
	assert_int_equal(t->phase, TOURNEY_PLANNED);
	assert_int_equal(t->entries_n, 0);
	assert_int_equal(t->director[1], 0);
	assert_int_equal(t->set.list[TSET_length][0], 5);
}

/* A command whose turn cannot be saved changes nothing, not even in memory; the next command is
 * refused at once. */
TEST(nothing_is_done_on_a_full_disk)
{
	static const char *const LINES[] = { "tournament create Second", "tournament open",
		"tournament add alice", "tournament set length 7", "tournament rename 1 Other",
		"tournament director add alice", "tournament announce 1 hello",
		"tournament cancel 1 so yes" };
	struct fulldisk d;
	unsigned dora, alice;

	fulldisk_open(&d, NULL);
	dora = fixture_clip(d.h, "dora");
	alice = fixture_clip(d.h, "alice");
	fixture_type(d.h, dora, "tournament create First");
	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++) {
		fixture_discard(d.h);
		fulldisk_fill(&d);
		fixture_type(d.h, dora, LINES[i]);
		assert_string_equal(
		    fixture_read(d.h, dora), SORRY " Please try again in a minute.\r\n");
		is_untouched(d.h);
		assert_string_equal(fixture_read(d.h, alice), "");
		fulldisk_clear_and_resume(&d);
	}
	fixture_type(d.h, dora, "tournament set length 7");
	assert_string_equal(fixture_read(d.h, dora), "** length is now 7.\r\n");
	fulldisk_close(&d);
}
