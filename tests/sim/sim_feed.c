/* SPDX-License-Identifier: MIT */
/* TEST: timeout=600 */
/* Compares the lines that 2,000 users are sent about each other with a simple model in which
 * every user is notified of everything at once.  In seeded turns of many acts each, users
 * shout, send private messages, log in and out, lose their connections, change their status,
 * stop reading for a while and resume.
 *
 * The model records all acts in order.  A session must be sent a subset of them in the same
 * order: all shouts and private messages addressed to it, and at least the latest of each
 * user's status rows, logins and logouts.  The user list that a client program derives from
 * these lines must equal the actual one.  TinyMUD users are sent shouts, logins and logouts.
 *
 * With GAMMON_COUNTS=tenth there are 400 users.  Prints N passed, N failed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/support/rows.h"

#define PEOPLE_MAX 2000u
#define NOBODY UINT32_MAX
#define CONNS_MAX 4096u

enum what {
	ACT_SHOUT, /* uses number */
	ACT_TELL,  /* uses number and to */
	ACT_ROW,   /* uses ready and away */
	ACT_COMES,
	ACT_GOES,
	ACT_DROPS,
};

struct act {
	enum what what;
	uint32_t who, to;
	unsigned number;
	bool ready, away;
};

struct person {
	unsigned conn;
	bool missed; /* has been notified of missed shouts */
	bool on, clip, stalled, ready, away;
	size_t told; /* position after the last private line received */
	bool slow; /* private lines may have overtaken news: the user does not read, or is sent
		      a long answer */
	size_t heard; /* position after the last act received */
	unsigned shouts_due, shouts_heard, tells_due, tells_heard;
	bool listed;   /* the list sent at login is complete */
	uint8_t *list; /* a client program's entry for each user: 0 if absent, else 1, plus 2 if
			  ready, plus 4 if away */
	char *rest;    /* the start of an incomplete line */
	size_t rest_len;
};

struct sim {
	struct fixture *h;
	struct rng r;
	struct person person[PEOPLE_MAX];
	uint32_t at[CONNS_MAX]; /* the user of each connection */
	unsigned people;
	struct act *acts;
	size_t acts_n, acts_room;
	unsigned number, failed;
	unsigned in_order; /* private messages received in order with all other lines */
	unsigned long lines;
};

static void
name_of(unsigned i, char name[FIXTURE_CROWD_NAME])
{
	fixture_crowd_name(i, name);
}

/* Returns the user with a name, as the inverse of name_of; NOBODY for other names. */
static uint32_t
person_named(const struct sim *m, const char *name)
{
	unsigned n = 0;

	if (name[0] != 'u' || strlen(name) != FIXTURE_CROWD_NAME - 1)
		return NOBODY;
	for (unsigned i = 1; i < FIXTURE_CROWD_NAME - 1; i++)
		n = n * 26 + (unsigned)(name[i] - 'a');
	return n < m->people ? n : NOBODY;
}

static void
complain(struct sim *m, unsigned i, const char *what, const char *line)
{
	if (m->failed++ < 20)
		printf("person %u: %s: %s\n", i, what, line);
}

/* ---- acts ---- */

static void
write_down(struct sim *m, struct act a)
{
	if (m->acts_n == m->acts_room) {
		m->acts_room = m->acts_room == 0 ? 4096 : m->acts_room * 2;
		m->acts = realloc(m->acts, m->acts_room * sizeof(*m->acts));
		CHECK(m->acts != NULL);
	}
	m->acts[m->acts_n++] = a;
}

/* Counts the shouts and private messages that other users must receive. */
static void
expect(struct sim *m, const struct act *a)
{
	for (unsigned i = 0; i < m->people; i++) {
		struct person *p = &m->person[i];

		p->shouts_due += p->on && a->what == ACT_SHOUT && i != a->who;
		p->tells_due += p->on && a->what == ACT_TELL && i == a->to;
	}
}

static void
row(struct sim *m, uint32_t who)
{
	const struct person *p = &m->person[who];

	write_down(
	    m, (struct act){ .what = ACT_ROW, .who = who, .ready = p->ready, .away = p->away });
}

static void
comes(struct sim *m, uint32_t who)
{
	struct person *p = &m->person[who];
	char name[FIXTURE_CROWD_NAME], line[64];

	name_of(who, name);
	p->conn = fixture_connect(m->h, "127.0.0.1");
	CHECK(p->conn < CONNS_MAX);
	m->at[p->conn] = who;
	p->clip = who % 4 != 0;
	CHECK(snprintf(line, sizeof(line), "%s %s " FIXTURE_PASSWORD,
		  p->clip ? "login sim 1008" : "connect", name) < (int)sizeof(line));
	p->on = true;
	p->stalled = p->away = p->listed = p->missed = false;
	p->shouts_due = p->shouts_heard = p->tells_due = p->tells_heard = 0;
	p->rest_len = 0;
	if (p->list == NULL)
		p->list = calloc(m->people, 1);
	CHECK(p->list != NULL);
	memset(p->list, 0, m->people);
	p->told = p->heard = m->acts_n;
	p->slow = true;
	write_down(m, (struct act){ .what = ACT_COMES, .who = who });
	row(m, who);
	fixture_queue(m->h, p->conn, line);
	fixture_turn(m->h);
	CHECK(fixture_session(m->h, p->conn)->state == ST_ONLINE);
}

static void
goes(struct sim *m, uint32_t who, bool drops)
{
	struct person *p = &m->person[who];

	write_down(m, (struct act){ .what = drops ? ACT_DROPS : ACT_GOES, .who = who });
	m->at[p->conn] = NOBODY; /* the last lines of a lost connection are not checked */
	p->on = false;
	if (drops) {
		fixture_drop(m->h, p->conn, NET_CLOSE_PEER);
		return;
	}
	fixture_queue(m->h, p->conn, "bye");
	do
		fixture_turn(m->h);
	while (fixture_open(m->h, p->conn)); /* a long answer may have to end first */
	(void)fixture_read(m->h, p->conn);
}

static void
read_on(struct sim *m, struct person *p)
{
	if (!p->stalled)
		return;
	p->stalled = false;
	fixture_stall(m->h, p->conn, false);
}

/* Queues a line of an online user for this turn.  A turn handles connections in order, so this
 * must be called for users in that order. */
static void
acts(struct sim *m, uint32_t who)
{
	struct person *p = &m->person[who];
	unsigned luck = rng_below(&m->r, 100);
	uint32_t to = rng_below(&m->r, m->people);
	struct act a = { .who = who, .to = to, .number = m->number++ };
	char name[FIXTURE_CROWD_NAME], line[64];
	int n;

	name_of(to, name);
	if (luck < 15) {
		a.what = ACT_SHOUT;
		n = snprintf(line, sizeof(line), "shout #%u", a.number);
	} else if (luck < 45 && m->person[to].on && to != who) {
		a.what = ACT_TELL;
		n = snprintf(line, sizeof(line), "tell %s #%u", name, a.number);
	} else if (luck < 70) {
		p->ready = !p->ready;
		row(m, who);
		fixture_queue(m->h, p->conn, "toggle ready");
		return;
	} else if (luck < 90) {
		fixture_queue(m->h, p->conn, p->away ? "back" : "away lunch");
		p->away = !p->away;
		row(m, who);
		return;
	} else {
		p->slow = p->slow || luck < 95;
		fixture_queue(m->h, p->conn, luck < 95 ? "who" : "version");
		return;
	}
	CHECK(n > 0 && (size_t)n < sizeof(line));
	fixture_queue(m->h, p->conn, line);
	write_down(m, a);
	expect(m, &a);
}

/* ---- what is received ---- */

static bool
same(const struct act *a, const struct act *b)
{
	if (a->who != b->who)
		return false;
	switch (a->what) {
	case ACT_SHOUT:
	case ACT_TELL:
		return b->what == a->what && a->number == b->number;
	case ACT_ROW:
		return b->what == ACT_ROW && a->ready == b->ready && a->away == b->away;
	case ACT_COMES:
	case ACT_GOES:
	case ACT_DROPS:
		break;
	}
	return a->what == b->what;
}

/* Finds the next act that matches the line, after the acts already received.  A private message
 * must be in order with the other lines unless it may have overtaken them. */
static void
find(struct sim *m, unsigned i, struct act a, const char *line)
{
	struct person *p = &m->person[i];
	size_t *place = a.what == ACT_TELL ? &p->told : &p->heard;

	for (size_t k = *place; k < m->acts_n; k++) {
		if (!same(&a, &m->acts[k]))
			continue;
		*place = k + 1;
		if (a.what == ACT_TELL && !p->slow && p->heard <= k)
			p->heard = k + 1, m->in_order++;
		else if (a.what == ACT_TELL && !p->slow)
			complain(m, i, "arrives too late", line);
		return;
	}
	complain(m, i, "never happened, or happened before an event already received", line);
}

static void
hear_row(struct sim *m, unsigned i, const char *line)
{
	struct person *p = &m->person[i];
	char name[32];
	unsigned ready, away;
	uint32_t who;

	if (sscanf(line, "5 %31s - - %u %u ", name, &ready, &away) != 3 ||
	    (who = person_named(m, name)) == NOBODY) {
		complain(m, i, "no row", line);
		return;
	}
	p->list[who] = (uint8_t)(1 + 2 * ready + 4 * away);
}

static void
hear_visit(struct sim *m, unsigned i, const char *text, const char *line)
{
	struct person *p = &m->person[i];
	char name[32];
	struct act a = { .what = strstr(text, " logs in") != NULL  ? ACT_COMES
				 : strstr(text, " drops ") != NULL ? ACT_DROPS
								   : ACT_GOES };

	if (sscanf(text, "%31s", name) != 1 || (a.who = person_named(m, name)) == NOBODY)
		return;
	find(m, i, a, line);
	p->list[a.who] = a.what == ACT_COMES ? 1 : 0;
}

static bool
hear_talk(struct sim *m, unsigned i, const char *line)
{
	struct person *p = &m->person[i];
	const char *at = strchr(line, '#');
	struct act a = { .to = i };
	char name[32];
	bool shout = strncmp(line, "13 ", 3) == 0 || strstr(line, " shouts: ") != NULL;
	bool tell = strncmp(line, "12 ", 3) == 0 || strstr(line, " says: ") != NULL;

	if (at == NULL || (!shout && !tell) || strstr(line, "You ") == line)
		return false;
	if (sscanf(line, p->clip ? "%*d %31s" : "%31s", name) != 1)
		return false;
	a.what = shout ? ACT_SHOUT : ACT_TELL;
	a.who = person_named(m, name);
	a.number = (unsigned)strtoul(at + 1, NULL, 10);
	p->shouts_heard += shout;
	p->tells_heard += tell;
	find(m, i, a, line);
	return true;
}

static void
hear_line(struct sim *m, unsigned i, const char *line)
{
	struct person *p = &m->person[i];

	m->lines++;
	if (strstr(line, "left out") != NULL)
		p->missed = true; /* the ring overflowed while the user did not read */
	if (hear_talk(m, i, line))
		return;
	if (p->clip && strncmp(line, "5 ", 2) == 0)
		hear_row(m, i, line);
	else if (p->clip && strcmp(line, "6") == 0)
		p->listed = true;
	else if (p->clip && (strncmp(line, "7 ", 2) == 0 || strncmp(line, "8 ", 2) == 0))
		hear_visit(m, i, strchr(line + 2, ' ') + 1, line);
	else if (!p->clip &&
		 (strstr(line, " logs in.") != NULL || strstr(line, " logs out.") != NULL ||
		     strstr(line, " drops connection.") != NULL))
		hear_visit(m, i, line, line);
}

static void
hear(void *ctx, unsigned conn, const char *bytes, size_t n)
{
	struct sim *m = ctx;
	struct person *p;
	uint32_t i = m->at[conn];

	if (i == NOBODY || bytes == NULL)
		return;
	p = &m->person[i];
	p->rest = realloc(p->rest, p->rest_len + n + 1);
	CHECK(p->rest != NULL);
	memcpy(p->rest + p->rest_len, bytes, n);
	p->rest_len += n;
	p->rest[p->rest_len] = '\0';
	for (char *end; (end = strstr(p->rest, "\r\n")) != NULL;) {
		*end = '\0';
		hear_line(m, i, p->rest);
		p->rest_len -= (size_t)(end + 2 - p->rest);
		memmove(p->rest, end + 2, p->rest_len + 1);
	}
}

/* ---- the whole run ---- */

static int
by_conn(const void *a, const void *b)
{
	const struct person *x = *(struct person *const *)a;
	const struct person *y = *(struct person *const *)b;

	return x->conn < y->conn ? -1 : x->conn > y->conn;
}

/* Lets some users act in one turn, in the order in which the turn handles them. */
static void
some_act(struct sim *m)
{
	static struct person *list[PEOPLE_MAX];
	unsigned n = 0, odds = 1 + rng_below(&m->r, 20);

	for (unsigned i = 0; i < m->people; i++)
		if (m->person[i].on && rng_below(&m->r, 1000) < odds &&
		    !fixture_paused(m->h, m->person[i].conn))
			list[n++] = &m->person[i];
	qsort(list, n, sizeof(struct person *), by_conn);
	for (unsigned i = 0; i < n; i++)
		acts(m, (uint32_t)(list[i] - m->person));
	fixture_turn(m->h);
}

static void
settle(struct sim *m)
{
	fixture_settle(m->h);
	for (unsigned i = 0; i < m->people; i++)
		m->person[i].slow = m->person[i].stalled;
}

static void
something_happens(struct sim *m)
{
	uint32_t who = rng_below(&m->r, m->people);
	struct person *p = &m->person[who];
	unsigned luck = rng_below(&m->r, 100);

	if (luck < 30 && !p->on)
		comes(m, who);
	else if (luck < 12 && p->on && !p->stalled)
		goes(m, who, luck < 4);
	else if (luck < 24 && p->on && !p->stalled) {
		p->stalled = p->slow = true;
		fixture_stall(m->h, p->conn, true);
	} else if (luck < 50)
		read_on(m, p);
	else if (luck < 55)
		settle(m);
	else
		some_act(m);
}

/* Compares the client program's list with the users' actual state. */
static void
compare(struct sim *m, unsigned i)
{
	struct person *p = &m->person[i];
	char text[64];

	(void)snprintf(text, sizeof(text), "%u of %u, %u of %u", p->shouts_heard, p->shouts_due,
	    p->tells_heard, p->tells_due);
	if ((p->missed ? p->shouts_heard >= p->shouts_due : p->shouts_heard != p->shouts_due) ||
	    p->tells_heard != p->tells_due)
		complain(m, i, "shouts, private lines", text);
	for (unsigned k = 0; p->clip && k < m->people; k++) {
		const struct person *x = &m->person[k];
		unsigned is = x->on ? 1u + 2u * x->ready + 4u * x->away : 0;

		(void)snprintf(text, sizeof(text), "%u: %u instead of %u", k, p->list[k], is);
		if (p->list[k] != is)
			complain(m, i, "believes of", text);
	}
}

static void
compare_all(struct sim *m)
{
	for (unsigned i = 0; i < m->people; i++)
		if (m->person[i].on)
			read_on(m, &m->person[i]);
	settle(m);
	fixture_discard(m->h);
	for (unsigned i = 0; i < m->people; i++)
		if (m->person[i].on)
			compare(m, i);
}

static unsigned
run(unsigned people, unsigned steps, uint64_t seed)
{
	static struct sim m;
	struct fixture_options o;
	struct feed_work work;
	char name[FIXTURE_CROWD_NAME];

	m = (struct sim){ .people = people };
	memset(m.at, 0xff, sizeof(m.at));
	rng_seed(&m.r, seed);
	fixture_options_default(&o);
	o.listen = hear;
	o.listen_ctx = &m;
	o.world.output_soft =
	    64 * people; /* a client that reads never has this much unsent output */
	m.h = fixture_new(&o);
	for (unsigned i = 0; i < people; i++) {
		name_of(i, name);
		(void)fixture_user(m.h, name, 1500, 0);
	}
	for (unsigned i = 0; i < people; i++)
		if (i % 16 != 0)
			comes(&m, i);
	compare_all(&m);
	for (unsigned i = 0; i < steps; i++) {
		something_happens(&m);
		if (i % (steps / 3) == steps / 3 - 1)
			compare_all(&m);
	}
	compare_all(&m);
	work = feed_work(fixture_world(m.h));
	printf("feed: people=%u acts=%zu lines=%lu news=%" PRIu64 " in_order=%u failed=%u\n",
	    people, m.acts_n, m.lines, work.lines, m.in_order, m.failed);
	m.failed += work.served == 0 && people > FEED_AT_ONCE;
	m.failed += m.in_order == 0 || work.leavers > people;
	fixture_free(&m.h);
	for (unsigned i = 0; i < people; i++) {
		free(m.person[i].list);
		free(m.person[i].rest);
	}
	free(m.acts);
	return m.failed;
}

int
main(void)
{
	unsigned bad =
	    run(test_scaled(PEOPLE_MAX, 400, 400), test_scaled(1500, 600, 600), 11) > 0;

	bad += run(200, 600, 12) > 0; /* few enough users to serve all at once */
	printf("%u passed, %u failed\n", 2 - bad, bad);
	return bad == 0 ? 0 : 1;
}
