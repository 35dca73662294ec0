/* SPDX-License-Identifier: MIT */
/* The time from the start of the server's process to the greeting that a client reads, with
 * 10,000 unfinished matches in the database.  One of them is resumed to prove that the data is
 * complete.
 *
 * Real: everything; each match has 40 actions of random play with the dice of its seed.  The
 * server is killed before each start, so that there is a journal to recover. */
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "base/sbuf.h"
#include "crowd.h"

#define MATCHES bench_number(10000, 10000, 100)

struct resume {
	bool invited, loaded;
};

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct resume *r = crowd->ctx;

	if (c->index == 1 && strstr(line, "wants to resume a saved match") != NULL)
		r->invited = true;
	if (strstr(line, "Your running match was loaded") != NULL)
		r->loaded = true;
}

static void
say(struct crowd *crowd, unsigned who, const char *verb, unsigned whom)
{
	char text[32];
	struct sbuf b;

	SBUF_ON(&b, text);
	sbuf_addf(&b, "%s %s\r\n", verb, bench_user(whom));
	crowd_send(&crowd->clients[who], text, b.len);
	crowd_settle(crowd, 200);
}

static void
go_on(const struct process *p)
{
	struct crowd crowd;
	struct resume r = { 0 };

	crowd_init(&crowd, p->port, 2, on_line, &r);
	crowd_grow(&crowd, 2, CROWD_CLIP, CROWD_CLIP_DONE);
	say(&crowd, 0, "invite", 1);
	say(&crowd, 1, "join", 0);
	if (!r.invited || !r.loaded)
		bench_die("the unfinished match of the first two cannot be gone on with");
	crowd_close(&crowd);
}

/* Records the time of the first line of the greeting. */
static void
count(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	if (*(int64_t *)crowd->ctx == 0)
		*(int64_t *)crowd->ctx = now_ns;
}

static double
start(struct process *p)
{
	struct crowd crowd;
	int64_t greeted = 0;
	int64_t before = bench_ns();

	process_server(p, false);
	crowd_init(&crowd, p->port, 1, count, &greeted);
	crowd_connect(&crowd, 1);
	while (greeted == 0 && bench_ns() < before + 20000000000)
		crowd_poll(&crowd, 10);
	crowd_close(&crowd);
	if (greeted == 0)
		bench_die("no greeting");
	return (double)(greeted - before) / 1e9;
}

static void
kill_it(struct process *p)
{
	(void)kill(p->pid, SIGKILL);
	(void)waitpid(p->pid, NULL, 0);
	p->pid = 0;
}

int
main(int argc, char **argv)
{
	static struct process p;
	struct row row = { .what = "restart after a kill, to the first greeting",
		.unit = "s",
		.n = MATCHES,
		.simulated = "unfinished matches of 40 actions each in the database",
		.target = VALUE_AT_MOST,
		.limit = 2 };

	(void)bench_init(argv[0]);
	process_seed(&p, 2 * MATCHES, "playing");
	for (unsigned i = 0; bench_again(i); i++) {
		row.own[i] = start(&p);
		bench_say("%u unfinished matches: greeting after %.3f s", MATCHES, row.own[i]);
		go_on(&p);
		kill_it(&p);
	}
	bench_report("restart", &row, 1);
	process_stop(&p);
	return 0;
}
