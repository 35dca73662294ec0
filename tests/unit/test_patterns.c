/* SPDX-License-Identifier: MIT */
/* Tests the pattern checker of the tests with a small table, lines that match it and lines that
 * violate it in every way.  Also tests that patterns.def rejects bad lines and covers all board
 * styles. */
#include <glob.h>
#include <unistd.h>

#include "proto/boardtext.h"
#include "rules/match.h"
#include "tests/support/patterns.h"
#include "tests/unit/test.h"

static const char SMALL_TABLE[] = "# a comment\n"
				  "\n"
				  "fcm login  Welcome   /^1 %P /\n"
				  "fcm clip   WhoEnd    /^6$/\n"
				  "fcm alpha  Good      /^board:[0-9]+$/\n"
				  "fcm alpha  Bad       /^board:/ never: a board that is not\n"
				  "bcm alpha  Tail      /was saved\\.$/\n"
				  "gib clip   Unheard   /^20 /\n"
				  "text login Warning   /^\\*\\* Warning$/\n"
				  "text clip  Clip1     /^1 %P %N$/ always\n"
				  "text clip  Clip3     /^3$/\n"
				  "text motd  Clip4     /^4$/\n"
				  "text clip  Clip6     /^6$/ always\n"
				  "text alpha Board     /^board:.*$/\n"
				  "text alpha Saved     /^The game with %P was saved\\.$/\n"
				  "text alpha Header    /^Away:$/\n"
				  "text alpha Row       /^%P: .+$/ after=Header\n"
				  "text alpha Bell      /^Ring\\x07$/\n"
				  "text star  Kept      /^\\*\\* User %P$/\n"
				  "text telnet Says     /^%P says: .+$/\n"
				  "text prompt Prompt   /^> $/\n"
				  "ours run   goodbye\n"
				  "ours post  goodbye_rest\n";

struct reported_faults {
	unsigned n;
	char last[80];
	char all[512]; /* all faults in sequence */
};

static void
tell(void *ctx, unsigned conn, const char *fault, const char *line)
{
	struct reported_faults *t = ctx;
	size_t used;

	t->n++;
	(void)snprintf(t->last, sizeof(t->last), "%s", fault);
	used = strlen(t->all);
	(void)snprintf(t->all + used, sizeof(t->all) - used, "%s\n", fault);
}

static struct patterns *
small_table(struct reported_faults *t)
{
	char path[] = "/tmp/patterns-XXXXXX";
	int fd = mkstemp(path);
	struct patterns *p;

	*t = (struct reported_faults){ 0 };
	assert_true(fd >= 0);
	assert_int_equal(write(fd, SMALL_TABLE, strlen(SMALL_TABLE)), strlen(SMALL_TABLE));
	(void)close(fd);
	p = patterns_new(path, "Test", tell, t);
	(void)unlink(path);
	return p;
}

static void
say(struct patterns *p, const char *bytes)
{
	patterns_listen(p, 0, bytes, strlen(bytes));
}

/* Logs a client program in. */
static void
log_in_clip(struct patterns *p)
{
	patterns_listen(p, 0, NULL, 0);
	say(p, "\r\n** Warning\r\n1 alice 17\r\n3\r\n");
	say(p,
	    "|  Type 'play' to start a match. New here? 'help beginner', 'help'.  |\r\n4\r\n");
}

TEST(a_session_is_tracked)
{
	struct reported_faults t;
	struct patterns *p = small_table(&t);

	log_in_clip(p);
	say(p, "6\r\nboard:1\r\nThe game with bob was saved.\r\nRing\a\r\n\r\n");
	say(p, "Away:\r\nbob: lunch\r\nYou: tea\r\n");
	say(p, "                             Goodbye.\r\n");
	say(p, "                  Thank you for playing on Test.\r\n");
	assert_int_equal(t.n, 0);
	assert_int_equal(patterns_faults(p), 0);
	assert_int_equal(patterns_rows(p), 21);
	assert_int_equal(patterns_lines(p), 16);
	/* Unheard, Kept, Says, Prompt; rows marked "never" and the server's own rows are
	 * excluded */
	assert_int_equal(patterns_missing(p), 4);
	patterns_free(&p);
	assert_null(p);
}

TEST(interactive_users_have_prompts)
{
	struct reported_faults t;
	struct patterns *p = small_table(&t);

	patterns_listen(p, 5, NULL, 0);
	patterns_listen(p, 5, "\xff\xfb\x01", 3);
	patterns_listen(p, 5, "** User alice\r\n> ", 17);
	patterns_listen(p, 5, "> bob says: hello\r\n> ", 21);
	assert_int_equal(t.n, 0);
	patterns_listen(p, 5, "bob says", 8);
	assert_int_equal(t.n, 1);
	assert_string_equal(t.last, "has no end and is no prompt");
	patterns_free(&p);
}

/* Lines may be wrapped, but only where they have to be. */
TEST(lines_of_interactive_users_may_be_wrapped)
{
	struct reported_faults t;
	struct patterns *p = small_table(&t);
	unsigned long lines;
	unsigned faults;

	patterns_listen(p, 0, NULL, 0);
	say(p, "** User alice\r\n> ");
	lines = patterns_lines(p);
	say(p, "bob says: "
	       "01234567890123456789012345678901234567890123456789012345678901234\r\n   hello "
	       "01234567890123456789012345678901234567890123456789012345678901234567\r\n   "
	       "again\r\n> ");
	assert_int_equal(t.n, 0);
	assert_int_equal(patterns_lines(p), lines + 1);
	say(p,
	    "bob says: "
	    "01234567890123456789012345678901234567890123456789012345678901234\r\n   hey\r\n");
	assert_int_equal(patterns_lines(p), lines + 3);
	lines = patterns_lines(p);
	faults = t.n;
	/* a line of nearly the full width, and another one that is wrapped */
	say(p, "Você tem 10 partidas em aberto: 'show saved' mostra quais são e quem está "
	       "aqui.\r\n"
	       "** pek pediu para retomar a partida salva com você (01/01/2026 12:37 UTC).\r\n"
	       "   Responda com 'invite pek', mesmo que não esteja aqui.\r\n");
	assert_int_equal(patterns_lines(p), lines + 2);
	assert_int_equal(t.n, faults);
	log_in_clip(p);
	lines = patterns_lines(p);
	say(p, "20 bob "
	       "01234567890123456789012345678901234567890123456789012345678901234567\r\n   "
	       "hello\r\n");
	assert_int_equal(patterns_lines(p), lines + 2);
	patterns_free(&p);
}

TEST(each_fault_is_reported)
{
	static const struct {
		const char *bytes, *fault;
	} WRONG[] = {
		{ "nothing of that kind\r\n", "unknown" },
		{ "bob: lunch\r\n", "unknown" },      /* without its heading */
		{ "bob says: hello\r\n", "unknown" }, /* not valid for a client program */
		{ "20 bob hello\r\n",
		    "unknown" }, /* known to a client, but not a whole-line row */
		{ "60\r\n", "begins like row text Clip6 of line 13 and does not fit it" },
		{ "board:x\r\n", "is never to be sent, row fcm Bad of line 6" },
		{ "board:1 \r\n", "ends in a blank" },
		{ "6\n\r\n", "has a line end that is not CR LF" },
		{ "\r\r\n", "has a line end that is not CR LF" },
		{ "> ", "has no end and is no prompt" },
		{ "6\r\n6", "has no end and is no prompt" },
	};
	struct reported_faults t;
	struct patterns *p = small_table(&t);

	for (size_t i = 0; i < ARRAY_LEN(WRONG); i++) {
		log_in_clip(p);
		/* sent twice: the second time the cached verdict is used */
		for (unsigned k = 0; k < 2; k++) {
			t = (struct reported_faults){ 0 };
			say(p, WRONG[i].bytes);
			if (strstr(t.all, WRONG[i].fault) == NULL)
				fail_msg("%zu: %s", i, t.all);
		}
	}
	log_in_clip(p);
	t.n = 0;
	patterns_listen(p, 0, "6\0\r\n", 4);
	assert_true(t.n > 0);
	patterns_free(&p);
}

TEST(connections_are_tracked_separately)
{
	struct reported_faults t;
	struct patterns *p = small_table(&t);

	log_in_clip(p);
	patterns_listen(p, 1, NULL, 0);
	patterns_listen(p, 1, "6\r\n", 3);
	assert_int_equal(t.n, 1); /* the line is not valid before login */
	say(p, "6\r\n");
	assert_int_equal(t.n, 1);
	patterns_listen(p, 0, NULL, 0); /* a new connection in its slot */
	say(p, "6\r\n");
	assert_int_equal(t.n, 2);
	patterns_free(&p);
}

/* Lines that differ from good ones by one character, in a session of a client program. */
TEST(the_real_table_is_strict)
{
	static const char *const GOOD[] = {
		"board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:"
		"0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
		"5 someplayer mgnu_advanced - 0 0 1418.61 23 1914 1041272421 192.168.40.3 "
		"MacFIBS "
		"someplayer@somewhere.com",
		"8 bob bob drops connection.",
		"6",
		"alice moves bar-21 6-off .",
		"alice wins a 5 point match against bob  5-2 .",
		"**inim                    1                0 -  0",
		"   BAR: O-1 X-0   OFF: O-0 X-12   Cube: 2 (owned by bob)  turn: alice",
		"X: (5 4) bar-5 19-off",
	};
	static const char *const BAD[] = {
		"board:You:someplayer:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:"
		"0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0",
		"board:You:player2:3:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:"
		"0:2:0:1:6:2:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0",
		"5 someplayer bob carol 0 0 1418.61 23 1914 1041272421 192.168.40.3 - -",
		"5 someplayer - - 0 0 1418.6 23 1914 1041272421 192.168.40.3 - -",
		"8 bob bob drops connection",
		"60",
		"3 blind mice",
		"alice moves bar-21 6-off.",
		"alice wins a 5 point match against bob 5-2 .",
		"Please move 2 pieces",
		"You accept the double. The cube shows 2.board:",
		"** There is nobody called bob.",
		"bob: hello",
		"bob shouts: hello",
	};
	struct reported_faults t = { 0 };
	struct patterns *p = patterns_new(PATTERNS_FILE, "Test", tell, &t);

	patterns_listen(p, 0, NULL, 0);
	say(p, "\r\n1 alice 1041253132 localhost\r\n");
	say(p,
	    "2 alice 1 1 0 0 0 0 1 1 2396 0 1 0 1 3457.85 0 0 0 0 0 Australia/Melbourne\r\n");
	say(p, "3\r\n4\r\n");
	t.n = 0;
	for (size_t i = 0; i < ARRAY_LEN(GOOD); i++) {
		char line[256];

		(void)snprintf(line, sizeof(line), "%s\r\n", GOOD[i]);
		say(p, line);
		if (t.n > 0)
			fail_msg("%s: %s", GOOD[i], t.last);
	}
	for (size_t i = 0; i < ARRAY_LEN(BAD); i++) {
		char line[256];

		(void)snprintf(line, sizeof(line), "%s\r\n", BAD[i]);
		t.n = 0;
		say(p, line);
		if (t.n == 0)
			fail_msg("passes: %s", BAD[i]);
	}
	patterns_free(&p);
}

/* ---- board styles ---- */

/* Draws the beginning of a game. */
static void
draw_opening(char text[BOARDTEXT_BYTES_MAX], unsigned style)
{
	static struct move_space space;
	struct action start = { .kind = ACT_START,
		.seat = SEAT_NONE,
		.start = { .o = SEAT_0, .npairs = 1, .pair = { { { 6, 1 } } } } };
	struct match_state m;
	struct match_events events;
	struct board_view view = { .match = &m, .name = { "alice", "bob" }, .is_you = true };
	struct sbuf out;

	match_init(&m, variant_find("backgammon"), 5);
	assert_int_equal(match_apply(&m, &start, &space, &events).err, MATCH_OK);
	sbuf_init(&out, text, BOARDTEXT_BYTES_MAX);
	boardtext_draw(&out, &view, style);
	assert_true(sbuf_ok(&out));
}

/* Returns whether a user in the transcript sets the style and is then shown a line that begins
 * like `board`. */
static bool
transcript_shows(const char *path, unsigned style, const char *board)
{
	char line[4096], set[40], shown[8];
	FILE *f = fopen(path, "r");
	bool is_set = false, found = false;

	assert_non_null(f);
	(void)snprintf(set, sizeof(set), "> set boardstyle %u\n", style);
	(void)snprintf(shown, sizeof(shown), "< %.5s", board);
	while (!found && fgets(line, sizeof(line), f) != NULL) {
		is_set = is_set || strstr(line, set) != NULL;
		found = is_set && strstr(line, shown) != NULL;
	}
	(void)fclose(f);
	return found;
}

TEST(every_board_style_has_rows_in_the_table_and_a_transcript)
{
	struct reported_faults t = { 0 };
	struct patterns *p = patterns_new(PATTERNS_FILE, "Test", tell, &t);
	glob_t paths;

	patterns_listen(p, 0, NULL, 0);
	say(p, "\r\n1 alice 1041253132 localhost\r\n");
	say(p,
	    "2 alice 1 1 0 0 0 0 1 1 2396 0 1 0 1 3457.85 0 0 0 0 0 Australia/Melbourne\r\n");
	say(p, "3\r\n4\r\n");
	assert_int_equal(glob("tests/transcripts/*.t", 0, NULL, &paths), 0);
	for (unsigned style = 1; style <= BOARDSTYLES; style++) {
		char text[BOARDTEXT_BYTES_MAX], line[256];
		bool shown = false;

		draw_opening(text, style);
		t.n = 0;
		for (const char *at = text; *at != '\0'; at = strchr(at, '\n') + 1) {
			(void)snprintf(
			    line, sizeof(line), "%.*s\r\n", (int)strcspn(at, "\n"), at);
			say(p, line);
			if (t.n > 0)
				fail_msg("style %u: %s: %s", style, t.last, line);
		}
		for (size_t i = 0; i < paths.gl_pathc && !shown; i++)
			shown = transcript_shows(paths.gl_pathv[i], style, text);
		if (!shown)
			fail_msg("no transcript sets boardstyle %u and shows a board", style);
	}
	globfree(&paths);
	patterns_free(&p);
}
