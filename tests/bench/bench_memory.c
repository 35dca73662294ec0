/* SPDX-License-Identifier: MIT */
/* User-space memory of a player who is logged in and idle, against an idle libevent bufferevent of ref_echo.
 *
 *	bench_memory [-t] [USERS]      2,000 users by default; -t: as TinyMUD users instead of CLIP users
 *
 * Resident memory is read before and after the users have come and all has become quiet; 100 others are
 * there before, so that code and tables that are needed anyway have been touched.  What the log-ins have
 * left behind in the allocator counts.  A CLIP user hears of every log-in and reads the list of all who are
 * on line, which is work and traffic in the square of the users: large numbers are for -t. */
#include <stdlib.h>
#include <string.h>

#include "crowd.h"

#define BEFORE 100u
#define DEFAULT_USERS 2000u
#define DESCRIPTORS 80u /* that are no users', in either process */

struct figures {
	double rss, anonymous; /* bytes a user */
};

static void
ignore(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	(void)crowd;
	(void)c;
	(void)line;
	(void)n;
	(void)now_ns;
}

static struct figures
measure(const struct process *p, unsigned users, const char *login, const char *done)
{
	double rss[2], anonymous[2];
	struct crowd crowd;

	crowd_init(&crowd, p->port, BEFORE + users, ignore, NULL);
	crowd_grow(&crowd, BEFORE, login, done);
	crowd_settle(&crowd, 300);
	process_memory(p, &rss[0], &anonymous[0]);
	crowd_grow(&crowd, BEFORE + users, login, done);
	crowd_settle(&crowd, 1000);
	process_memory(p, &rss[1], &anonymous[1]);
	crowd_close(&crowd);
	return (struct figures){ (rss[1] - rss[0]) / users, (anonymous[1] - anonymous[0]) / users };
}

static struct figures
reference(unsigned users)
{
	static const char *const no_options[] = { NULL };
	static struct process p;
	struct figures f;

	process_reference(&p, no_options);
	f = measure(&p, users, NULL, "");
	process_stop(&p);
	return f;
}

static struct figures
server(unsigned users, bool tiny)
{
	static struct process p;
	struct figures f;
	int64_t t = bench_ns();

	process_seed(&p, BEFORE + users);
	process_server(&p);
	f = measure(&p, users, tiny ? CROWD_TINY : CROWD_CLIP, tiny ? CROWD_TINY_DONE : CROWD_CLIP_DONE);
	process_stop(&p);
	bench_say("%u users came, were measured and went in %.1f s", BEFORE + users, (double)(bench_ns() - t) / 1e9);
	return f;
}

int
main(int argc, char **argv)
{
	unsigned files = bench_init(argv[0]);
	bool tiny = argc > 1 && strcmp(argv[1], "-t") == 0;
	const char *count = argc > 1 + tiny ? argv[1 + tiny] : NULL;
	unsigned users = count != NULL ? (unsigned)strtoul(count, NULL, 10) : DEFAULT_USERS;
	struct row rows[2] = { 0 };
	struct gaps gaps = { 0 };

	if (users == 0 || files < BEFORE + DESCRIPTORS + 10)
		bench_die("usage: bench_memory [-t] [USERS]");
	if (users > files - DESCRIPTORS - BEFORE) {
		users = files - DESCRIPTORS - BEFORE;
		bench_say("the limit of %u open files leaves room for %u users", files, users);
	}
	for (unsigned i = 0; i < BENCH_RUNS; i++) {
		struct figures ref, own;

		gaps_measure(&gaps, 200);
		ref = reference(users);
		own = server(users, tiny);
		rows[0].ref[i] = ref.rss;
		rows[0].own[i] = own.rss;
		rows[1].ref[i] = ref.anonymous;
		rows[1].own[i] = own.anonymous;
		bench_say("idle: bufferevent %.0f bytes, player %.0f bytes (%.0f not of files)", ref.rss, own.rss,
		    own.anonymous);
	}
	for (unsigned i = 0; i < 2; i++) {
		rows[i].unit = "bytes";
		rows[i].reference = "idle libevent bufferevent with a record of 48 bytes";
		rows[i].simulated = tiny ? "TinyMUD accounts, logged in and idle; TCP on loopback" :
		    "CLIP accounts, logged in and idle; TCP on loopback";
		rows[i].n = users;
		rows[i].runs = BENCH_RUNS;
		rows[i].gaps = gaps;
	}
	rows[0].what = "idle logged-in user: resident memory";
	rows[0].target = VALUE_AT_MOST;
	rows[0].limit = 4096;
	rows[1].what = "idle logged-in user: resident, not of files";
	bench_report("memory", rows, 2);
	return 0;
}
