/* SPDX-License-Identifier: MIT */
/* Commands of the server's command line.  Each reads a few rows and writes one, except
 * import. */
#include "offline/subcommands.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "offline/import.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"

#define LOG_LINES_DEFAULT 20
#define LOG_LINES_MAX 1000000

/* ---- grant NAME ROLE ---- */

static bool
check_grant(char *const *words, unsigned n)
{
	if (n != 3) {
		(void)fputs("usage: gammond [-c FILE] [-d DATADIR] grant NAME ROLE\n", stderr);
		return false;
	}
	if (role_named(words[2]) >= 0)
		return true;
	(void)fprintf(
	    stderr, "gammond: there is no role '%s': user, operator or admin\n", words[2]);
	return false;
}

static enum subcommand_result
run_grant(struct store *s, char *const *words, unsigned n, int64_t at_s)
{
	const char *role = ROLE_NAMES[role_named(words[2])];
	struct user_record u;
	struct operator_record r = {
		.at_s = at_s,
		.actor = "",
		.act = "grant",
		.whom = u.name,
		.detail = role,
		.why = "",
	};

	(void)n;
	if (strlen(words[1]) > STORE_NAME_MAX || !store_user_by_name(s, words[1], &u)) {
		(void)fprintf(stderr, "gammond: there is no user called '%s'\n", words[1]);
		return CONSOLE_REFUSED;
	}
	if (strcmp(u.role, role) == 0) {
		(void)printf("%s already has the role %s\n", u.name, role);
		return CONSOLE_DONE;
	}
	store_user_set_role(s, u.id, role);
	store_operator_act_add(s, &r);
	if (store_save(s, NULL) != STORE_OK) {
		(void)fputs("gammond: it could not be saved\n", stderr);
		return CONSOLE_STORAGE;
	}
	(void)printf("%s now has the role %s\n", u.name, role);
	return CONSOLE_DONE;
}

/* ---- settle MATCH ---- */

static bool
check_settle(char *const *words, unsigned n)
{
	long id;

	if (n == 2 && word_number(words[1], &id) && id > 0)
		return true;
	(void)fputs("usage: gammond [-c FILE] [-d DATADIR] settle MATCH\n", stderr);
	return false;
}

/* Replaces the stored checksums of a finished match if the match no longer agrees with them.
 * Returns false, without a change, if the match agrees with them or has none. */
static bool
update_checksums(struct store *s, int64_t match)
{
	struct checksum_record c;

	if (!store_checksum_next_match(s, match - 1, &c) || c.match != match || c.stored == 0 ||
	    !store_checksum_read_actions(s, &c, UINT_MAX) ||
	    (c.computed == c.stored && c.computed_ratings == c.stored_ratings))
		return false;
	store_checksum_set(s, &c);
	return true;
}

static enum subcommand_result
run_settle(struct store *s, char *const *words, unsigned n, int64_t at_s)
{
	const char *done = "has ended as corrupt";
	char detail[32];
	struct operator_record log = { .at_s = at_s,
		.actor = "",
		.act = "settle",
		.whom = "",
		.detail = detail,
		.why = "" };
	struct match_record r;
	long id = 0;

	(void)n;
	(void)word_number(words[1], &id);
	if (!store_match_by_id(s, id, &r)) {
		(void)fprintf(stderr, "gammond: there is no match %ld\n", id);
		return CONSOLE_REFUSED;
	}
	switch (match_end_stored_if_corrupt(s, &r, at_s * 1000)) {
	case MATCH_ENDED_AS_CORRUPT:
		break;
	case MATCH_WAS_OVER:
		if (update_checksums(s, id)) {
			done = "is kept as it is now";
			break;
		}
		(void)fprintf(stderr, "gammond: match %ld is over already\n", id);
		return CONSOLE_REFUSED;
	case MATCH_IS_SOUND:
		(void)fprintf(
		    stderr, "gammond: match %ld replays: its players can resume it\n", id);
		return CONSOLE_REFUSED;
	}
	(void)snprintf(detail, sizeof(detail), "match %ld", id);
	store_operator_act_add(s, &log);
	if (store_save(s, NULL) != STORE_OK) {
		(void)fputs("gammond: it could not be saved\n", stderr);
		return CONSOLE_STORAGE;
	}
	(void)printf("match %ld of %s and %s %s\n", id, r.name[0], r.name[1], done);
	return CONSOLE_DONE;
}

/* ---- log [N] ---- */

static bool
check_log(char *const *words, unsigned n)
{
	long lines;

	if (n == 1 ||
	    (n == 2 && word_number(words[1], &lines) && lines >= 1 && lines <= LOG_LINES_MAX))
		return true;
	(void)fputs("usage: gammond [-c FILE] [-d DATADIR] log [N]\n", stderr);
	return false;
}

static void
print_log_row(void *ctx, const struct operator_record *r)
{
	time_t at = (time_t)r->at_s;
	char when[40] = "";
	struct tm tm;

	(void)ctx;
	if (gmtime_r(&at, &tm) != NULL)
		(void)strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm);
	(void)printf("%s %s: %s", when, r->actor[0] != '\0' ? r->actor : "(console)", r->act);
	if (r->whom[0] != '\0')
		(void)printf(" %s", r->whom);
	if (r->detail[0] != '\0')
		(void)printf(" %s", r->detail);
	if (r->why[0] != '\0')
		(void)printf(": %s", r->why);
	(void)putchar('\n');
}

static enum subcommand_result
run_log(struct store *s, char *const *words, unsigned n, int64_t at_s)
{
	long lines = LOG_LINES_DEFAULT;

	(void)at_s;
	if (n == 2)
		(void)word_number(words[1], &lines);
	store_operator_acts_each(s, "", (unsigned)lines, print_log_row, NULL);
	return store_save(s, NULL) == STORE_OK ? CONSOLE_DONE : CONSOLE_STORAGE;
}

/* ---- import FILE [NAME NAME] ---- */

static enum subcommand_result
run_import(struct store *s, char *const *words, unsigned n, int64_t at_s)
{
	static const enum subcommand_result RESULT_OF_IMPORT[] = {
		[IMPORT_DONE] = CONSOLE_DONE,
		[IMPORT_REFUSED] = CONSOLE_REFUSED,
		[IMPORT_STORAGE] = CONSOLE_STORAGE,
	};

	return RESULT_OF_IMPORT[import_run(s, words, n, at_s)];
}

/* ---- dispatch ---- */

static const struct {
	const char *word;
	bool (*check)(char *const *words, unsigned n);
	enum subcommand_result (*run)(
	    struct store *s, char *const *words, unsigned n, int64_t at_s);
} COMMANDS[] = {
	{ "grant", check_grant, run_grant },
	{ IMPORT_WORD, import_check_words, run_import },
	{ "log", check_log, run_log },
	{ "settle", check_settle, run_settle },
};

static unsigned
command_index(const char *word)
{
	unsigned i = 0;

	while (i < ARRAY_LEN(COMMANDS) && strcmp(COMMANDS[i].word, word) != 0)
		i++;
	return i;
}

bool
subcommand_check(char *const *words, unsigned n)
{
	unsigned i = command_index(words[0]);

	if (i < ARRAY_LEN(COMMANDS))
		return COMMANDS[i].check(words, n);
	(void)fprintf(stderr, "gammond: unexpected argument '%s'\n", words[0]);
	return false;
}

enum subcommand_result
subcommand_run(struct store *s, char *const *words, unsigned n, int64_t at_s)
{
	return COMMANDS[command_index(words[0])].run(s, words, n, at_s);
}
