/* SPDX-License-Identifier: MIT */
/* TEST: timeout=600 */
/* Nobody waits for ever: the real net and the real world in one process, and a kernel that
 * takes one byte, a part, all or nothing of what it is offered, while a turn may send to very
 * few.  Long answers and news without number have to come to their end whichever goes first,
 * the turn that finds a session full or the send that empties it. */
/* LINK: -Wl,--wrap=send -Wl,--wrap=sendmsg */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "domain.h"
#include "base/rng.h"
#include "people/feed.h"
#include "net/conn.h"
#include "tests/support/fixture.h"
#include "turn.h"

ssize_t __real_send(int fd, const void *bytes, size_t n, int flags);
ssize_t __wrap_send(int fd, const void *bytes, size_t n, int flags);
ssize_t __wrap_sendmsg(int fd, const struct msghdr *m, int flags);

#define PEOPLE_MAX (FEED_AT_ONCE + 40u)
#define IDLE_PASSES 60u /* in which nobody gets a byte: it hangs */
#define LINE_MAX 512u

struct person {
	int fd;
	bool tiny;
	unsigned asked, answered;   /* marks behind what was asked */
	unsigned said;              /* shouts */
	unsigned heard[PEOPLE_MAX]; /* of each: in order */
	char line[LINE_MAX];
	size_t len;
};

struct place {
	struct store *store;
	struct world *world;
	struct net *net;
	struct turn turn;
	struct rng r;
	struct work_result results[PEOPLE_MAX];
	unsigned results_n;
	struct person *person;
	unsigned people;
	int64_t now_ms;
	size_t bytes; /* that came in this pass */
};

static struct place P;

/* ---- the kernel ---- */

/* How much of n bytes it takes. */
static size_t
taken(size_t n)
{
	switch (rng_below(&P.r, 4)) {
	case 0:
		return 0;
	case 1:
		return rng_below(&P.r, 8) == 0 ? 1 : n;
	case 2:
		return 1 + (size_t)rng_below(&P.r, n < 4096 ? (uint32_t)n : 4096);
	default:
		return n;
	}
}

ssize_t
__wrap_send(int fd, const void *bytes, size_t n, int flags)
{
	n = taken(n);
	if (n > 0)
		return __real_send(fd, bytes, n, flags);
	errno = EAGAIN;
	return -1;
}

/* As if only the first part had been offered. */
ssize_t
__wrap_sendmsg(int fd, const struct msghdr *m, int flags)
{
	return __wrap_send(fd, m->msg_iov[0].iov_base, m->msg_iov[0].iov_len, flags);
}

/* ---- the edges ---- */

static bool
post(void *ctx, const struct work_job *job)
{
	(void)ctx;
	assert_true(P.results_n < PEOPLE_MAX);
	P.results[P.results_n++] =
	    (struct work_result){ .kind = job->kind, .ticket = job->ticket, .ok = true };
	return true;
}

static void
unpost(void *ctx, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket)
{
	(void)ctx;
	(void)from;
	(void)ticket;
}

static void
each(void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
{
	(void)ctx;
	(void)fn;
	(void)fn_ctx;
}

static bool
next_result(void *ctx, struct work_result *out)
{
	(void)ctx;
	if (P.results_n == 0)
		return false;
	*out = P.results[--P.results_n];
	return true;
}

static int64_t
clock_ms(void *ctx)
{
	(void)ctx;
	return P.now_ms;
}

static void
luck(void *ctx, void *buf, size_t n)
{
	rng_bytes(ctx, buf, n);
}

static void
flush(void *ctx)
{
	net_flush(ctx);
}

static void
full(void *ctx)
{
	net_full(ctx);
}

/* ---- the place ---- */

static void
make_accounts(unsigned people)
{
	struct fixture_options o;
	struct fixture *h;
	char name[FIXTURE_CROWD_NAME];

	fixture_options_default(&o);
	assert_int_equal(
	    store_open(NULL, STORE_DURABLE_NORMAL, NULL, &P.store, NULL), STORE_OK);
	o.store = P.store;
	h = fixture_new(&o);
	for (unsigned i = 0; i < people; i++) {
		fixture_crowd_name(i, name);
		(void)fixture_user(h, name, 1500, 0);
	}
	fixture_free(&h);
}

static void
open_world(size_t soft)
{
	const struct work_port work = { NULL, post, unpost, each };
	const struct random_port random = { &P.r, luck };
	const struct net_events events = turn_events(&P.turn);
	struct fixture_options o;
	struct net_config c;
	struct net_port port;

	net_config_default(&c);
	c.output_soft = (unsigned)soft;
	c.output_hard = 64u << 20;
	c.sent_us = c.served_us = 0;
	c.slots = PEOPLE_MAX;
	P.net = net_new(&c, &events, &random);
	assert_non_null(P.net);
	port = net_port(P.net);
	fixture_options_default(&o);
	o.world.sessions_max = PEOPLE_MAX;
	o.world.output_soft = soft;
	P.world = domain_new(&o.world, P.store, &port, &work, &random);
	assert_non_null(P.world);
	P.turn = (struct turn){ .world = P.world,
		.store = P.store,
		.mono_ms = clock_ms,
		.wall_ms = clock_ms,
		.net_ctx = P.net,
		.flush = flush,
		.full = full,
		.work_next = next_result };
	turn_init(&P.turn);
}

static void
say(struct person *p, const char *text)
{
	assert_int_equal(write(p->fd, text, strlen(text)), strlen(text));
}

static void
enter(unsigned i)
{
	struct person *p = &P.person[i];
	char name[FIXTURE_CROWD_NAME], line[128];
	int fd[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd), 0);
	assert_true(conn_open(P.net, fd[0], "127.0.0.1", true, NULL));
	fixture_crowd_name(i, name);
	p->fd = fd[1];
	p->tiny = i % 4 == 3;
	(void)snprintf(
	    line, sizeof(line), "%s %s x\r\n", p->tiny ? "connect" : "login test 1008", name);
	say(p, line);
}

static void
open_place(unsigned people, size_t soft, uint64_t seed)
{
	memset(&P, 0, sizeof(P));
	rng_seed(&P.r, seed);
	P.now_ms = (int64_t)FIXTURE_WALL_S * 1000;
	P.people = people;
	P.person = calloc(people, sizeof(*P.person));
	assert_non_null(P.person);
	make_accounts(people);
	open_world(soft);
}

static void
close_place(void)
{
	for (unsigned i = 0; i < P.people; i++)
		if (P.person[i].fd > 0)
			(void)close(P.person[i].fd);
	net_free(&P.net);
	domain_free(&P.world);
	store_close(&P.store);
	free(P.person);
}

/* ---- what people read ---- */

static unsigned
person_named(const char *name)
{
	char text[FIXTURE_CROWD_NAME];

	for (unsigned i = 0; i < P.people; i++) {
		fixture_crowd_name(i, text);
		if (strcmp(text, name) == 0)
			return i;
	}
	fail_msg("nobody is called %s", name);
	return 0;
}

/* Shouts are numbered, and each hears all of them in their order. */
static void
hear(struct person *p)
{
	char name[8];
	unsigned n;

	if (sscanf(p->line, p->tiny ? "%6s shouts: no %u" : "13 %6s no %u", name, &n) == 2) {
		unsigned from = person_named(name);

		assert_int_equal(n, ++p->heard[from]);
	} else if (sscanf(p->line, "** Unknown command: 'x%u'", &n) == 1) {
		assert_int_equal(n, ++p->answered);
	}
	assert_null(strstr(p->line, "left out"));
}

static void
read_some(struct person *p)
{
	char block[4096];
	ssize_t n;

	while ((n = read(p->fd, block, sizeof(block))) > 0) {
		P.bytes += (size_t)n;
		for (ssize_t i = 0; i < n; i++) {
			if (block[i] != '\n') {
				assert_true(p->len < LINE_MAX - 1);
				p->line[p->len++] = block[i];
				continue;
			}
			p->line[p->len] = '\0';
			hear(p);
			p->len = 0;
		}
	}
	assert_true(n < 0 && errno == EAGAIN); /* nobody is thrown out */
}

static void
pass(unsigned sends)
{
	P.now_ms += 10;
	P.bytes = 0;
	P.net->config.sent_per_turn = sends;
	net_wait(P.net, 0);
	assert_int_equal(turn_end(&P.turn), 0);
	for (unsigned i = 0; i < P.people; i++)
		if (P.person[i].fd > 0)
			read_some(&P.person[i]);
}

static bool
all_heard(const struct person *p)
{
	for (unsigned i = 0; i < P.people; i++)
		if (&P.person[i] != p && p->heard[i] != P.person[i].said)
			return false;
	return true;
}

static unsigned
who_waits(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < P.people; i++) {
		const struct person *p = &P.person[i];

		n += p->answered != p->asked || !all_heard(p);
	}
	return n;
}

static void
settle(unsigned sends)
{
	for (unsigned idle = 0; idle < IDLE_PASSES; idle++) {
		pass(1 + rng_below(&P.r, sends));
		if (P.bytes > 0)
			idle = 0;
	}
	assert_int_equal(who_waits(), 0);
}

/* A long answer, and after it a line whose answer comes last. */
static void
ask(struct person *p)
{
	static const char *const long_answers[] = { "rawwho", "who", "help commands",
		"show games" };
	char line[128];

	(void)snprintf(
	    line, sizeof(line), "%s\r\nx%u\r\n", long_answers[rng_below(&P.r, 4)], ++p->asked);
	say(p, line);
}

static void
shout(struct person *p)
{
	char line[32];

	(void)snprintf(line, sizeof(line), "shout no %u\r\n", ++p->said);
	say(p, line);
}

/* A crowd comes all at once, asks and shouts, and each answer ends. */
static void
crowd(unsigned people, size_t soft, unsigned acts, unsigned sends, uint64_t seed)
{
	open_place(people, soft, seed);
	for (unsigned i = 0; i < people; i++)
		enter(i);
	settle(sends);
	for (unsigned i = 0; i < acts; i++) {
		struct person *p = &P.person[rng_below(&P.r, people)];

		if (rng_below(&P.r, 4) == 0)
			shout(p);
		else
			ask(p);
		if (rng_below(&P.r, 3) == 0)
			pass(1 + rng_below(&P.r, sends));
	}
	settle(sends);
	close_place();
}

static void
each_answer_ends(void **unused)
{
	(void)unused;
	for (uint64_t seed = 1; seed <= 20; seed++)
		crowd(30, 1024, 200, 3, seed);
}

/* More than are told at once: they are told by the ends of turns. */
static void
a_crowd_is_told_of_everything(void **unused)
{
	struct rlimit files;

	(void)unused;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &files), 0);
	files.rlim_cur = files.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &files), 0);
	crowd(PEOPLE_MAX, 4096, 400, 64, 7);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_answer_ends),
		cmocka_unit_test(a_crowd_is_told_of_everything),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
