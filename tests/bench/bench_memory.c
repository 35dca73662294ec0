/* SPDX-License-Identifier: MIT */
/* User-space memory of a player who is logged in and idle, against an idle libevent bufferevent
 * of ref_echo.
 *
 *         bench_memory [-t] [USERS]      -t: no CLIP users
 *
 * USERS is the number of users of each kind; the default is 2,000 CLIP users and 19,000 others.
 *
 * Resident memory is read before and after the users have logged in and all output is sent; 100
 * other users log in first, so that shared code and tables are already resident.  Up to 64
 * logins are in progress at once.  Two kinds of users are measured.  CLIP users are sent every
 * login and the list of all users, which leaves traces in the allocator.  TinyMUD users are
 * sent no news, which shows the memory that the user alone needs.  The work and traffic of CLIP
 * users are quadratic in their number, so use -t for large numbers. */
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

#define USERS_BEFORE 100u
#define OTHER_DESCRIPTORS 80u /* descriptors of either process that do not belong to users */

struct memory_per_user {
	double rss, anonymous; /* bytes per user */
};

static void
ignore(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
}

/* ---- one run ---- */

static struct memory_per_user
measure(const struct process *p, unsigned users, const char *login, const char *done)
{
	double rss[2], anonymous[2];
	struct crowd crowd;

	crowd_init(&crowd, p->port, USERS_BEFORE + users, ignore, NULL);
	crowd_log_in(&crowd, USERS_BEFORE, login, done);
	crowd_settle(&crowd, 300);
	process_memory(p, &rss[0], &anonymous[0]);
	crowd_log_in(&crowd, USERS_BEFORE + users, login, done);
	crowd_settle(&crowd, 1000);
	process_memory(p, &rss[1], &anonymous[1]);
	crowd_close(&crowd);
	return (struct memory_per_user){ (rss[1] - rss[0]) / users,
		(anonymous[1] - anonymous[0]) / users };
}

static struct memory_per_user
measure_reference(unsigned users)
{
	static const char *const no_options[] = { NULL };
	static struct process p;
	struct memory_per_user f;

	process_start_reference(&p, no_options);
	f = measure(&p, users, NULL, "");
	process_stop(&p);
	return f;
}

static struct memory_per_user
measure_server(unsigned users, bool tiny)
{
	static struct process p;
	struct memory_per_user f;

	process_seed_users(&p, USERS_BEFORE + users, tiny ? "quiet" : NULL);
	process_start_server(&p, false);
	f = measure(&p, users, tiny ? CROWD_TINY_LOGIN : CROWD_CLIP_LOGIN,
	    tiny ? CROWD_TINY_LOGIN_DONE : CROWD_CLIP_LOGIN_DONE);
	process_stop(&p);
	return f;
}

/* ---- alternating runs ---- */

enum {
	CLIP_RSS,
	CLIP_ANONYMOUS,
	TINY_RSS,
	ROW_COUNT,
};

static const struct row LIKE[ROW_COUNT] = {
	[CLIP_RSS] = { .operation = "idle CLIP user after a rush: resident memory",
	    .target = VALUE_AT_MOST,
	    .target_value = 4096,
	    .what_is_real = "CLIP accounts, 64 log-ins at once, then idle; TCP on loopback" },
	[CLIP_ANONYMOUS] = { .operation = "the same, resident and not of files",
	    .what_is_real = "CLIP accounts, 64 log-ins at once, then idle; TCP on loopback" },
	[TINY_RSS] = { .operation = "idle user without output: resident memory",
	    .target = VALUE_AT_MOST,
	    .target_value = 4096,
	    .what_is_real =
		"TinyMUD accounts without notify and report, 64 log-ins at once, then "
		"idle; TCP on loopback" },
};

static void
run_round(struct row *rows, unsigned i, unsigned clips, unsigned users)
{
	struct memory_per_user ref = measure_reference(users), clip = { 0 }, tiny;

	if (clips > 0)
		clip = measure_server(clips, false);
	tiny = measure_server(users, true);
	for (unsigned k = 0; k < ROW_COUNT; k++)
		rows[k].ref[i] = k == CLIP_ANONYMOUS ? ref.anonymous : ref.rss;
	rows[CLIP_RSS].own[i] = clip.rss;
	rows[CLIP_ANONYMOUS].own[i] = clip.anonymous;
	rows[TINY_RSS].own[i] = tiny.rss;
	if (clips > 0)
		bench_print_note("%u idle CLIP users: %.0f bytes each", clips, clip.rss);
	bench_print_note(
	    "%u idle: bufferevent %.0f bytes, quiet user %.0f bytes", users, ref.rss, tiny.rss);
}

static unsigned
users_within_file_limit(unsigned users, unsigned files)
{
	if (users <= files - OTHER_DESCRIPTORS - USERS_BEFORE)
		return users;
	bench_print_note("the limit of %u open files leaves room for %u users", files,
	    files - OTHER_DESCRIPTORS - USERS_BEFORE);
	return files - OTHER_DESCRIPTORS - USERS_BEFORE;
}

int
main(int argc, char **argv)
{
	unsigned files = bench_init(argv[0]);
	bool only_tiny = argc > 1 && strcmp(argv[1], "-t") == 0;
	const char *count = argc > 1 + only_tiny ? argv[1 + only_tiny] : NULL;
	unsigned given = count != NULL ? (unsigned)strtoul(count, NULL, 10) : 0;
	unsigned clips = given > 0 ? given : bench_scaled(2000, 500, 20);
	unsigned users = given > 0 ? given : bench_scaled(19000, 3800, 50);
	unsigned first = only_tiny ? TINY_RSS : 0;
	struct row rows[ROW_COUNT];

	if ((count != NULL && given == 0) || files < USERS_BEFORE + OTHER_DESCRIPTORS + 10)
		bench_die("usage: bench_memory [-t] [USERS]");
	clips = only_tiny ? 0 : users_within_file_limit(clips, files);
	users = users_within_file_limit(users, files);
	memcpy(rows, LIKE, sizeof(rows));
	for (unsigned i = 0; bench_next_run(i); i++) {
		run_round(rows, i, clips, users);
	}
	for (unsigned k = 0; k < ROW_COUNT; k++) {
		rows[k].unit = "bytes";
		rows[k].reference = "idle libevent bufferevent with a record of 40 bytes";
		rows[k].n = k == TINY_RSS ? users : clips;
	}
	bench_report("memory", rows + first, ROW_COUNT - first);
	return 0;
}
