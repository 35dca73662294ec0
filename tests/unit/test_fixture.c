/* SPDX-License-Identifier: MIT */
/* LINK: -Wl,--wrap=fair_dice_roll */
/* The invariants of the command table and of the options, and the fixture itself.  Run from the
 * top of the tree, where the transcripts are. */
#include <unistd.h>

#include "cmd/cmd.h"
#include "people/people.h"
#include "output/output.h"
#include "config/shipped_texts.h"
#include "proto/words.h"
#include "tests/support/fixture.h"
#include "tests/support/script_dice.h"
#include "tests/support/transcript.h"
#include "tests/unit/test.h"

/* ---- the table ---- */

TEST(commands_are_sorted_by_name)
{
	assert_non_null(COMMANDS[0].name);
	for (const struct command *c = COMMANDS; c[1].name != NULL; c++)
		assert_true(strcmp(c[0].name, c[1].name) < 0);
}

TEST(short_forms_are_prefixes_and_distinct)
{
	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		if (c->short_form[0] == '\0')
			continue;
		assert_true(word_is_prefix(c->short_form, c->name));
		assert_ptr_equal(cmd_find(c->short_form), c);
		for (const struct command *o = c + 1; o->name != NULL; o++)
			assert_string_not_equal(c->short_form, o->short_form);
	}
}

TEST(every_command_has_a_handler_and_a_cost)
{
	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		assert_non_null(c->run);
		assert_in_range(c->cost, 1, 100);
		assert_ptr_equal(cmd_find(c->name), c);
	}
}

/* Returns how many lines are executed before the connection must wait. */
static unsigned
lines_at_once(const char *line)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned conn, n = 0;

	fixture_options_default(&o);
	o.flood_limits = true;
	h = fixture_new(&o);
	conn = fixture_telnet(h, "ann");
	for (; !fixture_is_paused(h, conn) && n < 1000; n++)
		fixture_type(h, conn, line);
	fixture_free(&h);
	return n;
}

TEST(lines_without_a_command_have_a_cost_too)
{
	assert_in_range(lines_at_once(""), 100, 250);
	assert_in_range(lines_at_once("  \t "), 100, 250);
	assert_in_range(lines_at_once("caf\xe9"), 10, 25);
	assert_in_range(lines_at_once("xyzzy"), 10, 25);
}

TEST(every_command_has_a_help_page)
{
	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		const char *page = shipped_help(c->help_topic, LANG_EN);

		if (page == NULL)
			print_error("no page %s for %s\n", c->help_topic, c->name);
		assert_non_null(page);
		assert_memory_equal(
		    page, "NAME\n", 5); /* client programs recognise a help page by this line */
	}
}

TEST(every_toggle_has_a_help_page)
{
	char topic[64];

	for (unsigned t = 0; t < TOGGLE_COUNT; t++) {
		(void)snprintf(topic, sizeof(topic), "toggle-%s", TOGGLES[t].name);
		if (shipped_help(topic, LANG_EN) == NULL)
			print_error("no page %s\n", topic);
		assert_non_null(shipped_help(topic, LANG_EN));
	}
}

TEST(every_command_has_a_transcript)
{
	char path[128];

	for (const struct command *c = COMMANDS; c->name != NULL; c++) {
		(void)snprintf(path, sizeof(path), "tests/transcripts/%s.t", c->name);
		if (access(path, R_OK) != 0)
			print_error("no %s\n", path);
		assert_int_equal(access(path, R_OK), 0);
	}
}

/* ---- abbreviations of commands; FIBS help "commands" ---- */

TEST(abbreviations_are_compatible_with_fibs)
{
	static const struct {
		const char *word, *means; /* NULL: ambiguous or unknown */
	} CASES[] = {
		{ "b", "board" },
		{ "k", "kibitz" },
		{ "m", "move" },
		{ "r", "roll" },
		{ "s", "say" },
		{ "t", "tell" },
		{ "w", "who" },
		{ "wh", "whisper" },
		{ "to", "toggle" },
		{ "tog", "toggle" },
		{ "wi", NULL },
		{ "wa", NULL },
		{ "wai", "waitfor" },
		{ "wat", "watch" },
		{ "wav", "wave" },
		{ "whe", "where" },
		{ "who", "who" },
		{ "whoi", "whois" },
		{ "whi", "whisper" },
		{ "re", NULL },
		{ "res", "resign" },
		{ "rej", "reject" },
		{ "red", "redouble" },
		{ "ro", "roll" },
		{ "ra", NULL },
		{ "raw", "rawwho" },
		{ "rac", "raccoon" },
		{ "sh", NULL },
		{ "sho", NULL },
		{ "shou", "shout" },
		{ "show", "show" },
		{ "shu", "shutdown" },
		{ "se", "set" },
		{ "sa", NULL },
		{ "st", "stat" },
		{ "sav", "save" },
		{ "say", "say" },
		{ "l", NULL },
		{ "la", "last" },
		{ "lea", "leave" },
		{ "loo", "look" },
		{ "log", "logout" },
		{ "a", NULL },
		{ "ab", "about" },
		{ "ac", "accept" },
		{ "ad", NULL },
		{ "add", "address" },
		{ "adi", "adios" },
		{ "al", "alert" },
		{ "av", "average" },
		{ "aw", "away" },
		{ "d", NULL },
		{ "da", "date" },
		{ "di", "dicetest" },
		{ "do", "double" },
		{ "j", "join" },
		{ "i", "invite" },
		{ "h", "help" },
		{ "o", NULL },
		{ "of", "off" },
		{ "old", NULL },
		{ "oldb", "oldboard" },
		{ "oldm", "oldmoves" },
		{ "ot", "otter" },
		{ "p", NULL },
		{ "pa", NULL },
		{ "pan", "panic" },
		{ "pas", "password" },
		{ "pi", "pip" },
		{ "po", "port" },
		{ "ba", "back" },
		{ "be", "beaver" },
		{ "bl", "blind" },
		{ "by", "bye" },
		{ "bo", "board" },
		{ "e", NULL },
		{ "en", "end" },
		{ "er", "erase" },
		{ "ex", "exit" },
		{ "ma", "man" },
		{ "me", "message" },
		{ "mo", NULL },
		{ "mov", "move" },
		{ "mot", "motd" },
		{ "te", "tell" },
		{ "tel", "tell" },
		{ "tellx", "tellx" },
		{ "ti", "time" },
		{ "ts", "tschoe" },
		{ "u", "unwatch" },
		{ "v", "version" },
		{ "ki", "kibitz" },
		{ "n", NULL },
		{ "na", "name" },
		{ "ne", "ne" },
		{ "q", "quit" },
		{ "c", NULL },
		{ "ci", "ciao" },
		{ "cl", NULL },
		{ "cle", "clear" },
		{ "cls", "cls" },
		{ "co", "co" },
		{ "g", "gag" },
		{ "y", "ye" },
		{ "ROLL", "roll" },
		{ "Join", "join" },
		/* abbreviations of commands that FIBS does not have */
		{ "ban", "ban" },
		{ "br", "broadcast" },
		{ "gr", "grant" },
		{ "kic", "kick" },
		{ "mu", "mute" },
		{ "op", "operlog" },
		{ "reg", "registration" },
		{ "un", "unwatch" },
		{ "tou", "tournament" },
		{ "tour", "tournament" },
		{ "tourn", "tournament" },
		{ "tourne", "tourney" },
		{ "tourney", "tourney" },
		{ "tourneys", NULL },
		{ "tournaments", NULL },
		{ "unb", "unban" },
		{ "unm", "unmute" },
		{ "vi", "view" },
		{ "", NULL },
		{ "rolls", NULL },
		{ "oldrolls", NULL },
		{ "login", NULL },
		{ "info", NULL },
	};

	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++) {
		const struct command *c = cmd_find(CASES[i].word);
		const char *found = c != NULL ? c->name : "(none)";
		const char *want = CASES[i].means != NULL ? CASES[i].means : "(none)";

		if (strcmp(found, want) != 0)
			print_error("%s: %s, not %s\n", CASES[i].word, found, want);
		assert_string_equal(found, want);
	}
}

/* ---- the fixture ---- */

FIXTURE_TEST(a_match_can_be_played)
{
	unsigned alice = fixture_clip(h, "alice");
	unsigned bob = fixture_clip(h, "bob");

	fixture_type(h, bob, "toggle ready");
	fixture_type(h, alice, "invite bob 1");
	fixture_discard(h);
	script_dice_add(3, 1);
	fixture_type(h, bob, "join alice");
	assert_non_null(strstr(fixture_read(h, alice), "You rolled 3, bob rolled 1\r\n"));
	fixture_type(h, alice, "resign n");
	fixture_type(h, bob, "accept");
	assert_non_null(strstr(fixture_read(h, bob), "You win the 1 point match 1-0 .\r\n"));
}

FIXTURE_TEST(a_paused_connection_keeps_its_lines)
{
	unsigned c;

	(void)fixture_user(h, "alice", 1500, 0);
	c = fixture_connect(h, "192.0.2.1");
	fixture_discard(h);
	fixture_hold_work(h, true, 8);
	fixture_queue(h, c, "login test 1008 alice secret");
	fixture_queue(h, c, "nonsense");
	fixture_settle(h);
	assert_true(fixture_is_paused(h, c));
	assert_int_equal(fixture_lines_waiting(h, c), 1);
	assert_string_equal(fixture_read(h, c), "");
	fixture_hold_work(h, false, 8);
	assert_false(fixture_is_paused(h, c));
	assert_true(fixture_is_authenticated(h, c));
	assert_int_equal(fixture_lines_waiting(h, c), 0);
	assert_non_null(strstr(fixture_read(h, c), "** Unknown command: 'nonsense'\r\n"));
}

FIXTURE_TEST(a_restart_forgets_the_world_and_keeps_the_store)
{
	unsigned c = fixture_clip(h, "alice");

	fixture_type(h, c, "set boardstyle 2");
	fixture_restart(h);
	assert_false(fixture_is_open(h, c));
	assert_int_equal(fixture_world(h)->online_count, 0);
	c = fixture_clip(h, "alice");
	assert_int_equal(fixture_session(h, c)->player->boardstyle, 2);
}

FIXTURE_TEST(a_line_longer_than_2048_bytes_is_refused_completely)
{
	static char line[2048 + 2];
	unsigned c = fixture_clip(h, "alice");
	size_t n;

	memset(line, 'x', sizeof(line) - 1);
	line[2048] = '\0';
	fixture_type(h, c, line);
	(void)fixture_read_n(h, c, &n);
	assert_int_equal(n, strlen("** Unknown command: ''\r\n") + 2048);
	line[2048] = 'x';
	line[2049] = '\0';
	fixture_type(h, c, line);
	assert_string_equal(fixture_read(h, c),
	    "** That line is too long: at most 2048 characters are read.\r\n");
}

TEST(a_full_server_closes_new_connections)
{
	struct fixture_options o;
	struct fixture *h;
	unsigned a, b;

	fixture_options_default(&o);
	o.world.sessions_max = 1;
	h = fixture_new(&o);
	a = fixture_clip(h, "alice");
	b = fixture_connect(h, "192.0.2.1");
	assert_false(fixture_is_open(h, b));
	assert_true(fixture_is_open(h, a));
	fixture_free(&h);
}

/* ---- transcripts ---- */

static unsigned
script_errors(const char *script)
{
	char path[] = "/tmp/transcript-XXXXXX";
	int fd = mkstemp(path);
	ssize_t n;
	unsigned errors;

	assert_true(fd >= 0);
	n = write(fd, script, strlen(script));
	assert_int_equal(n, strlen(script));
	(void)close(fd);
	errors = transcript_run(path, NULL, NULL);
	(void)unlink(path);
	return errors;
}

#define CAROL_SCRIPT "tiny carol\ncarol> pip\n"

TEST(a_wrong_transcript_fails)
{
	static const char *const WRONG[] = {
		"",
		"nonsense\n",
		CAROL_SCRIPT,
		CAROL_SCRIPT "carol< ** You're not playing or watching\n",
		CAROL_SCRIPT "carol< ** You're not playing or watching.\ncarol< > \\\n",
		CAROL_SCRIPT "carol< ~^nobody\n",
		CAROL_SCRIPT "carol< ** You're not playing or watching.\ncarol closed\n",
		"tiny carol\ncarol> bye\ncarol< ...\n",
		"tiny carol\ncarol> bye\ncarol< ...\ncarol closed\ncarol> pip\n",
		CAROL_SCRIPT "carol< ...\ncarol< ...\n",
		"tiny carol\ndice 31\n",
		"tiny carol\ntelnet bob\nbob> tell carol hi\nbob< ...\n",
	};

	assert_int_equal(
	    script_errors(CAROL_SCRIPT "carol< ** You're not playing or watching.\n"), 0);
	assert_int_equal(script_errors(CAROL_SCRIPT "carol< ~^.. You.re not playing or\n"), 0);
	assert_int_equal(script_errors(CAROL_SCRIPT "carol< ...\n"), 0);
	for (unsigned i = 0; i < ARRAY_LEN(WRONG); i++)
		assert_int_not_equal(script_errors(WRONG[i]), 0);
}

#define BOB "telnet bob\nbob> pip\nbob< ** You're not playing or watching.\n"
#define PASSWORD_SCRIPT "telnet bob\nbob> password\n"
#define NOTICE_SCRIPT "clip carol\ntelnet bob\ncarol> tell bob hi\ncarol< ...\n"
/* `toggle telnet` off leaves out the empty line before a notice */
#define JOINED_SCRIPT                                                                          \
	"clip carol\ntiny dave\ndave: toggle telnet\ncarol> tell dave hi\ncarol< ...\n"
#define BOARD "dice 31\ntelnet bob carol\nmatch bob carol 1\nbob> board\n"

TEST(a_transcript_says_where_a_prompt_or_an_empty_line_is_missing)
{
	static const char *const WRONG[] = {
		BOB "bob< > \\\n",
		BOB "bob< [no prompt]\n",
		PASSWORD_SCRIPT "bob< ...\n",
		NOTICE_SCRIPT "bob<\nbob< carol says: hi\n",
		NOTICE_SCRIPT "bob< carol says: hi\nbob< [no empty line]\n",
		NOTICE_SCRIPT "bob< carol says: hi\nbob< > \\\n",
		NOTICE_SCRIPT "bob< carol says: hi\nbob< [no empty line]\n...\n",
		NOTICE_SCRIPT "bob< carol says: hi\nbob< ...\nbob< [no empty line]\n",
		JOINED_SCRIPT "dave< carol says: hi\n",
		JOINED_SCRIPT "dave< carol says: hi\n...\n",
		JOINED_SCRIPT "dave< carol says: hi\ndave< ...\n",
	};

	assert_int_equal(script_errors(BOB), 0);
	assert_int_equal(script_errors(NOTICE_SCRIPT "bob< carol says: hi\n"), 0);
	assert_int_equal(script_errors(NOTICE_SCRIPT "bob< carol says: hi\n...\n"), 0);
	assert_int_equal(script_errors(NOTICE_SCRIPT "bob< ...\n"), 0);
	assert_int_equal(
	    script_errors(JOINED_SCRIPT "dave< carol says: hi\ndave< [no empty line]\n"), 0);
	assert_int_equal(
	    script_errors(JOINED_SCRIPT "dave< carol says: hi\ndave< [no empty line]\n...\n"),
	    0);
	assert_int_equal(script_errors(JOINED_SCRIPT "dave< ...\n"), 0);
	assert_int_equal(script_errors(JOINED_SCRIPT "...\n"), 0);
	assert_int_equal(script_errors(PASSWORD_SCRIPT "bob< ...\nbob< [no prompt]\n"), 0);
	assert_int_equal(script_errors("telnet bob\nbob: pip\n"), 0);
	for (unsigned i = 0; i < ARRAY_LEN(WRONG); i++)
		assert_int_not_equal(script_errors(WRONG[i]), 0);
}

TEST(a_transcript_leaves_out_whole_boards_and_nothing_else)
{
	assert_int_equal(script_errors(BOARD "bob< [board]\nbob< ...\n"), 0);
	assert_int_not_equal(script_errors(BOARD "bob< [board]\n"), 0);
	assert_int_not_equal(script_errors(BOARD "bob< [motd]\nbob< ...\n"), 0);
	assert_int_not_equal(script_errors(BOARD "bob< [board]\nbob< [board]\nbob< ...\n"), 0);
	assert_int_not_equal(script_errors(BOB "bob< [board]\n"), 0);
}

/* When a prefix matches very many users, some are listed, each with the full name. */
FIXTURE_TEST(a_long_list_of_names_is_cut_between_names)
{
	unsigned ann = fixture_clip(h, "ann");
	char name[] = "somebody_of_family_a";
	const char *text, *end;

	for (unsigned i = 0; i < 20; i++) {
		name[19] = (char)('a' + i);
		(void)fixture_clip(h, name);
	}
	fixture_discard(h);
	fixture_type(h, ann, "tell some hi");
	text = fixture_read(h, ann);
	assert_memory_equal(text,
	    "Ambiguous name: Try one of: somebody_of_family_a, somebody_of_family_b, ", 72);
	end = strstr(text, ", ...\r\n** There is no one called some\r\n");
	assert_non_null(end);
	assert_memory_equal(end - 20, "somebody_of_family_", 19);
}
