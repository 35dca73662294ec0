/* SPDX-License-Identifier: MIT */
/* TEST: valgrind */
/* The client's input line and its stored data: completion, highlights, history, passwords. */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/sbuf.h"
#include "client-cli/model/receive.h"
#include "client-cli/ui/complete.h"
#include "client-cli/ui/history.h"
#include "client-cli/files/secret.h"
#include "tests/unit/test.h"

static struct fixture {
	struct model m;
	struct edit e;
	struct completion c;
	char folder[64];
} f;

BEFORE_EACH
{
	assert_true(model_open(&f.m));
	(void)strcpy(f.folder, "/tmp/gammon-test-XXXXXX");
	assert_non_null(mkdtemp(f.folder));
}

AFTER_EACH
{
	char command[128];

	(void)snprintf(command, sizeof(command), "rm -rf %s", f.folder);
	assert_int_equal(system(command), 0);
	model_close(&f.m);
	edit_close(&f.e);
	memset(&f, 0, sizeof(f));
}

static void
in_folder(const char *name, char out[128])
{
	(void)snprintf(out, 128, "%s/%s", f.folder, name);
}

/* ---- completion ---- */

static void
log_in(void)
{
	static const char *const LINES[] = {
		"1 anna 1041253132 host",
		"5 anna - - 1 0 1517.30 7 0 1041272421 host gammon -",
		"5 bert - - 1 0 1418.61 23 1914 1041272421 host MacFIBS -",
		"5 Beatrix - - 1 0 1418.61 23 1914 1041272421 host MacFIBS -",
		"5 cora - - 1 0 1418.61 23 1914 1041272421 host MacFIBS -",
		"12 cora hello",
	};

	for (unsigned i = 0; i < ARRAY_LEN(LINES); i++)
		receive_line(&f.m, LINES[i], 0);
}

static const char *
tab(void)
{
	static struct note note = { .name = "frobnicate", .text = "wave" };
	const struct notes aliases = { .note = &note, .n = 1 };

	(void)complete_word(&f.c, &f.e, &f.m, &aliases);
	return f.e.text;
}

static const char *
complete_typed(const char *text)
{
	f.c.on = false;
	edit_set(&f.e, text);
	return tab();
}

TEST(words_are_completed_by_position)
{
	static const struct {
		const char *typed, *becomes;
	} CASES[] = {
		{ "inv", "invite " },
		{ "INV", "invite " },
		{ "tell b", "tell Beatrix" },
		{ "tell be", "tell Beatrix" },
		{ "tell ber", "tell bert " },
		{ "invite bert 3 pla", "invite bert 3 plakoto " },
		{ "toggle rea", "toggle ready " },
		{ "toggle ready sil", "toggle ready silent " },
		{ "set bo", "set boardstyle " },
		{ "set variant nac", "set variant nackgammon " },
		{ "show sav", "show saved" },
		{ "help inv", "help invite " },
		{ "help plak", "help plakoto " },
		{ "play pra", "play practice " },
		{ "play practice 3 gul", "play practice 3 gulbara " },
		{ "play 3 pra", "play 3 pra" }, /* "practice" can only be the first argument */
		{ "/q", "/quit " },
		{ "frob", "frobnicate " }, /* the user's alias */
		{ "tell frob", "tell frob" },
		{ "xyzzy", "xyzzy" },
		{ "tell nobody", "tell nobody" },
	};

	log_in();
	for (unsigned i = 0; i < ARRAY_LEN(CASES); i++)
		assert_string_equal(complete_typed(CASES[i].typed), CASES[i].becomes);
}

TEST(tab_cycles_through_the_completions)
{
	log_in();
	assert_string_equal(
	    complete_typed("tell "), "tell cora"); /* the user who has sent a message */
	assert_string_equal(tab(), "tell Beatrix");
	assert_string_equal(tab(), "tell bert");
	assert_string_equal(tab(), "tell "); /* back to the text as typed */
	assert_string_equal(tab(), "tell cora");
	f.c.on = false; /* next: completion with the cursor inside the line */
	edit_set(&f.e, "tell be hello");
	f.e.at = 7;
	assert_string_equal(tab(), "tell Beatrix hello");
	assert_int_equal(f.e.at, 12);
	assert_string_equal(tab(), "tell bert hello");
}

TEST(a_full_line_takes_no_more)
{
	char text[EDIT_MAX + 1];

	log_in();
	memset(text, 'x', EDIT_MAX);
	text[EDIT_MAX] = '\0';
	(void)complete_typed(text);
	assert_int_equal(f.e.len, EDIT_MAX);
	memcpy(text, "tell b", 6);
	memset(text + 6, ' ', EDIT_MAX - 6);
	f.c.on = false;
	edit_set(&f.e, text);
	f.e.at = 6;
	(void)tab();
	assert_true(f.e.len <= EDIT_MAX && strlen(f.e.text) == f.e.len);
}

TEST(highlighted_words_are_marked)
{
	f.m.highlight_words = "anna, spring cup";
	model_log(&f.m, LOG_PUBLIC, "bert shouts: who has seen ANNA?");
	model_log(&f.m, LOG_PUBLIC, "bert shouts: nobody");
	model_log(&f.m, LOG_SERVER, "** Spring Cup: round 2 begins");
	model_log(&f.m, LOG_TYPED, "tell anna hello");
	assert_true(model_log_at(&f.m, 0)->highlighted);
	assert_false(model_log_at(&f.m, 1)->highlighted);
	assert_true(model_log_at(&f.m, 2)->highlighted);
	assert_false(model_log_at(&f.m, 3)->highlighted);
}

/* ---- files and programs ---- */

TEST(history_is_kept_between_runs)
{
	struct edit later = { .len = 0 };
	char path[128];
	struct stat st;

	in_folder("state/gammon/history", path);
	history_load(&later, path); /* the file does not exist yet */
	assert_int_equal(later.n_history, 0);
	edit_add_to_history(&f.e, "invite bert 3");
	edit_add_to_history(&f.e, "tell bert grüß dich");
	history_save(&f.e, path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	history_load(&later, path);
	assert_int_equal(later.n_history, 2);
	assert_string_equal(later.history[1], "tell bert grüß dich");
	history_save(&later, path); /* a second save overwrites the file */
	in_folder("state/gammon/history.new", path);
	assert_int_not_equal(stat(path, &st), 0);
	in_folder("state/gammon", path);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	edit_close(&later);
}

TEST(passwords_are_read_from_a_command_or_a_private_file)
{
	char path[128], out[32] = "";
	FILE *file;

	assert_false(secret_fetch("", "", out, sizeof(out)));
	assert_true(secret_fetch("printf geheim\\nmore", "", out, sizeof(out)));
	assert_string_equal(out, "geheim");
	/* no shell is involved, so its special characters are literal */
	assert_true(secret_fetch("echo $HOME;id", "", out, sizeof(out)));
	assert_string_equal(out, "$HOME;id");
	assert_false(secret_fetch("/nonexistent/program", "", out, sizeof(out)));
	/* the output of a command that fails is not a password; long output is cut */
	assert_false(secret_fetch("grep -c word /dev/null", "", out, sizeof(out)));
	assert_string_equal(out, "");
	assert_true(secret_fetch("seq 7 100000", "", out, sizeof(out)));
	assert_string_equal(out, "7");
	in_folder("pipe", path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(secret_fetch("", path, out, sizeof(out)));
	in_folder("password", path);
	file = fopen(path, "w");
	assert_non_null(file);
	assert_true(fputs("secret_7\r\nsecond line\n", file) >= 0);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, 0644), 0);
	assert_false(
	    secret_fetch("", path, out, sizeof(out))); /* other users could read the file */
	assert_int_equal(chmod(path, 0600), 0);
	assert_true(secret_fetch("", path, out, sizeof(out)));
	assert_string_equal(out, "secret_7");
}

/* Waits for the child without reaping it, which the client does. */
static void
await_child(void)
{
	siginfo_t info;

	assert_int_equal(waitid(P_ALL, 0, &info, WEXITED | WNOWAIT), 0);
}

/* The client does not wait for the program, so the test does. */
TEST(the_notify_program_gets_the_event)
{
	char path[128], command[160], text[64] = "";

	in_folder("heard", path);
	(void)snprintf(command, sizeof(command), "tee %s", path);
	command_start(command, "Your turn.\n");
	for (unsigned i = 0; i < 5000 && text[0] == '\0'; i++) {
		FILE *file = fopen(path, "r");

		if (file != NULL) {
			if (fgets(text, sizeof(text), file) == NULL)
				text[0] = '\0';
			(void)fclose(file);
		}
		(void)nanosleep(&(struct timespec){ 0, 1000000 }, NULL);
	}
	assert_string_equal(text, "Your turn.\n");
	/* commands run one at a time */
	in_folder("again", path);
	(void)snprintf(command, sizeof(command), "tee %s", path);
	await_child();
	command_start("sleep 1", "");
	command_start(command, "Your turn.\n");
	await_child();
	assert_int_not_equal(access(path, F_OK), 0);
	command_start(command, "Your turn.\n");
	await_child();
	assert_int_equal(access(path, F_OK), 0);
}
