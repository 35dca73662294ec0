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

#define MATCHES bench_scaled(10000, 10000, 100)

struct resume_state {
	bool invited, loaded;
};

static void
on_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	struct resume_state *r = crowd->ctx;

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

	SBUF_INIT(&b, text);
	sbuf_addf(&b, "%s %s\r\n", verb, bench_user_name(whom));
	crowd_send(&crowd->clients[who], text, b.len);
	crowd_settle(crowd, 200);
}

static void
resume_a_match(const struct process *p)
{
	struct crowd crowd;
	struct resume_state r = { 0 };

	crowd_init(&crowd, p->port, 2, on_line, &r);
	crowd_log_in(&crowd, 2, CROWD_CLIP_LOGIN, CROWD_CLIP_LOGIN_DONE);
	say(&crowd, 0, "invite", 1);
	say(&crowd, 1, "join", 0);
	if (!r.invited || !r.loaded)
		bench_die("the unfinished match of the first two cannot be gone on with");
	crowd_close(&crowd);
}

/* Records the time of the first line of the greeting. */
static void
on_first_line(struct crowd *crowd, struct client *c, char *line, size_t n, int64_t now_ns)
{
	if (*(int64_t *)crowd->ctx == 0)
		*(int64_t *)crowd->ctx = now_ns;
}

static double
measure_start(struct process *p)
{
	struct crowd crowd;
	int64_t greeted = 0;
	int64_t before = bench_now_ns();

	process_start_server(p, false);
	crowd_init(&crowd, p->port, 1, on_first_line, &greeted);
	crowd_connect(&crowd, 1);
	while (greeted == 0 && bench_now_ns() < before + 20000000000)
		crowd_poll(&crowd, 10);
	crowd_close(&crowd);
	if (greeted == 0)
		bench_die("no greeting");
	return (double)(greeted - before) / 1e9;
}

static void
kill_server(struct process *p)
{
	(void)kill(p->pid, SIGKILL);
	(void)waitpid(p->pid, NULL, 0);
	p->pid = 0;
}

int
main(int argc, char **argv)
{
	static struct process p;
	struct row row = { .operation = "restart after a kill, to the first greeting",
		.unit = "s",
		.n = MATCHES,
		.what_is_real = "unfinished matches of 40 actions each in the database",
		.target = VALUE_AT_MOST,
		.target_value = 2 };

	(void)bench_init(argv[0]);
	process_seed_users(&p, 2 * MATCHES, "playing");
	for (unsigned i = 0; bench_next_run(i); i++) {
		row.own[i] = measure_start(&p);
		bench_print_note(
		    "%u unfinished matches: greeting after %.3f s", MATCHES, row.own[i]);
		resume_a_match(&p);
		kill_server(&p);
	}
	bench_report("restart", &row, 1);
	process_stop(&p);
	return 0;
}
