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

enum feed_act_kind {
	ACT_SHOUT,   /* uses number */
	ACT_TELL,    /* uses number and to */
	ACT_WHO_ROW, /* uses ready and away */
	ACT_LOG_IN,
	ACT_LOG_OUT,
	ACT_LOSE_CONNECTION,
};

struct act {
	enum feed_act_kind kind;
	uint32_t who, to;
	unsigned text_no;
	bool ready, away;
};

struct person {
	unsigned conn;
	bool told_of_missed; /* has been notified of missed shouts */
	bool on, clip, stalled, ready, away;
	size_t last_private_at;    /* position after the last private line received */
	bool private_may_overtake; /* private lines may have overtaken news: the user does not
		      read, or is sent a long answer */
	size_t last_act_at;        /* position after the last act received */
	unsigned shouts_due, shouts_received, tells_due, tells_received;
	bool list_complete; /* the list sent at login is complete */
	uint8_t *user_list; /* a client program's entry for each user: 0 if absent, else 1, plus
			  2 if ready, plus 4 if away */
	char *partial_line; /* the start of an incomplete line */
	size_t partial_len;
};

struct sim {
	struct fixture *h;
	struct rng r;
	struct person person[PEOPLE_MAX];
	uint32_t at[CONNS_MAX]; /* the user of each connection */
	unsigned people;
	struct act *acts;
	size_t acts_n, acts_max;
	unsigned next_text_no, failures;
	unsigned private_in_order; /* private messages received in order with all other lines */
	unsigned long lines_received;
};

static void
name_of(unsigned i, char name[FIXTURE_CROWD_NAME_SIZE])
{
	fixture_crowd_name(i, name);
}

/* Returns the user with a name, as the inverse of name_of; NOBODY for other names. */
static uint32_t
person_named(const struct sim *m, const char *name)
{
	unsigned n = 0;

	if (name[0] != 'u' || strlen(name) != FIXTURE_CROWD_NAME_SIZE - 1)
		return NOBODY;
	for (unsigned i = 1; i < FIXTURE_CROWD_NAME_SIZE - 1; i++)
		n = n * 26 + (unsigned)(name[i] - 'a');
	return n < m->people ? n : NOBODY;
}

static void
report_failure(struct sim *m, unsigned i, const char *what, const char *line)
{
	if (m->failures++ < 20)
		printf("person %u: %s: %s\n", i, what, line);
}

/* ---- acts ---- */

static void
append_act(struct sim *m, struct act a)
{
	if (m->acts_n == m->acts_max) {
		m->acts_max = m->acts_max == 0 ? 4096 : m->acts_max * 2;
		m->acts = realloc(m->acts, m->acts_max * sizeof(*m->acts));
		CHECK(m->acts != NULL);
	}
	m->acts[m->acts_n++] = a;
}

/* Counts the shouts and private messages that other users must receive. */
static void
count_expected(struct sim *m, const struct act *a)
{
	for (unsigned i = 0; i < m->people; i++) {
		struct person *p = &m->person[i];

		p->shouts_due += p->on && a->kind == ACT_SHOUT && i != a->who;
		p->tells_due += p->on && a->kind == ACT_TELL && i == a->to;
	}
}

static void
append_who_row(struct sim *m, uint32_t who)
{
	const struct person *p = &m->person[who];

	append_act(
	    m, (struct act){
		   .kind = ACT_WHO_ROW, .who = who, .ready = p->ready, .away = p->away });
}

static void
person_logs_in(struct sim *m, uint32_t who)
{
	struct person *p = &m->person[who];
	char name[FIXTURE_CROWD_NAME_SIZE], line[64];

	name_of(who, name);
	p->conn = fixture_connect(m->h, "127.0.0.1");
	CHECK(p->conn < CONNS_MAX);
	m->at[p->conn] = who;
	p->clip = who % 4 != 0;
	CHECK(snprintf(line, sizeof(line), "%s %s " FIXTURE_PASSWORD,
		  p->clip ? "login sim 1008" : "connect", name) < (int)sizeof(line));
	p->on = true;
	p->stalled = p->away = p->list_complete = p->told_of_missed = false;
	p->shouts_due = p->shouts_received = p->tells_due = p->tells_received = 0;
	p->partial_len = 0;
	if (p->user_list == NULL)
		p->user_list = calloc(m->people, 1);
	CHECK(p->user_list != NULL);
	memset(p->user_list, 0, m->people);
	p->last_private_at = p->last_act_at = m->acts_n;
	p->private_may_overtake = true;
	append_act(m, (struct act){ .kind = ACT_LOG_IN, .who = who });
	append_who_row(m, who);
	fixture_queue(m->h, p->conn, line);
	fixture_turn(m->h);
	CHECK(fixture_session(m->h, p->conn)->state == ST_ONLINE);
}

static void
log_out(struct sim *m, uint32_t who, bool drops)
{
	struct person *p = &m->person[who];

	append_act(
	    m, (struct act){ .kind = drops ? ACT_LOSE_CONNECTION : ACT_LOG_OUT, .who = who });
	m->at[p->conn] = NOBODY; /* the last lines of a lost connection are not checked */
	p->on = false;
	if (drops) {
		fixture_drop(m->h, p->conn, NET_CLOSE_PEER);
		return;
	}
	fixture_queue(m->h, p->conn, "bye");
	do
		fixture_turn(m->h);
	while (fixture_is_open(m->h, p->conn)); /* a long answer may have to end first */
	(void)fixture_read(m->h, p->conn);
}

static void
resume_reading(struct sim *m, struct person *p)
{
	if (!p->stalled)
		return;
	p->stalled = false;
	fixture_stall(m->h, p->conn, false);
}

/* Queues a line of an online user for this turn.  A turn handles connections in order, so this
 * must be called for users in that order. */
static void
act_randomly(struct sim *m, uint32_t who)
{
	struct person *p = &m->person[who];
	unsigned luck = rng_below(&m->r, 100);
	uint32_t to = rng_below(&m->r, m->people);
	struct act a = { .who = who, .to = to, .text_no = m->next_text_no++ };
	char name[FIXTURE_CROWD_NAME_SIZE], line[64];
	int n;

	name_of(to, name);
	if (luck < 15) {
		a.kind = ACT_SHOUT;
		n = snprintf(line, sizeof(line), "shout #%u", a.text_no);
	} else if (luck < 45 && m->person[to].on && to != who) {
		a.kind = ACT_TELL;
		n = snprintf(line, sizeof(line), "tell %s #%u", name, a.text_no);
	} else if (luck < 70) {
		p->ready = !p->ready;
		append_who_row(m, who);
		fixture_queue(m->h, p->conn, "toggle ready");
		return;
	} else if (luck < 90) {
		fixture_queue(m->h, p->conn, p->away ? "back" : "away lunch");
		p->away = !p->away;
		append_who_row(m, who);
		return;
	} else {
		p->private_may_overtake = p->private_may_overtake || luck < 95;
		fixture_queue(m->h, p->conn, luck < 95 ? "who" : "version");
		return;
	}
	CHECK(n > 0 && (size_t)n < sizeof(line));
	fixture_queue(m->h, p->conn, line);
	append_act(m, a);
	count_expected(m, &a);
}

/* ---- what is received ---- */

static bool
is_same_act(const struct act *a, const struct act *b)
{
	if (a->who != b->who)
		return false;
	switch (a->kind) {
	case ACT_SHOUT:
	case ACT_TELL:
		return b->kind == a->kind && a->text_no == b->text_no;
	case ACT_WHO_ROW:
		return b->kind == ACT_WHO_ROW && a->ready == b->ready && a->away == b->away;
	case ACT_LOG_IN:
	case ACT_LOG_OUT:
	case ACT_LOSE_CONNECTION:
		break;
	}
	return a->kind == b->kind;
}

/* Finds the next act that matches the line, after the acts already received.  A private message
 * must be in order with the other lines unless it may have overtaken them. */
static void
find_act(struct sim *m, unsigned i, struct act a, const char *line)
{
	struct person *p = &m->person[i];
	size_t *place = a.kind == ACT_TELL ? &p->last_private_at : &p->last_act_at;

	for (size_t k = *place; k < m->acts_n; k++) {
		if (!is_same_act(&a, &m->acts[k]))
			continue;
		*place = k + 1;
		if (a.kind == ACT_TELL && !p->private_may_overtake && p->last_act_at <= k)
			p->last_act_at = k + 1, m->private_in_order++;
		else if (a.kind == ACT_TELL && !p->private_may_overtake)
			report_failure(m, i, "arrives too late", line);
		return;
	}
	report_failure(
	    m, i, "never happened, or happened before an event already received", line);
}

static void
on_who_row(struct sim *m, unsigned i, const char *line)
{
	struct person *p = &m->person[i];
	char name[32];
	unsigned ready, away;
	uint32_t who;

	if (sscanf(line, "5 %31s - - %u %u ", name, &ready, &away) != 3 ||
	    (who = person_named(m, name)) == NOBODY) {
		report_failure(m, i, "no row", line);
		return;
	}
	p->user_list[who] = (uint8_t)(1 + 2 * ready + 4 * away);
}

static void
on_login_or_logout(struct sim *m, unsigned i, const char *text, const char *line)
{
	struct person *p = &m->person[i];
	char name[32];
	struct act a = { .kind = strstr(text, " logs in") != NULL  ? ACT_LOG_IN
				 : strstr(text, " drops ") != NULL ? ACT_LOSE_CONNECTION
								   : ACT_LOG_OUT };

	if (sscanf(text, "%31s", name) != 1 || (a.who = person_named(m, name)) == NOBODY)
		return;
	find_act(m, i, a, line);
	p->user_list[a.who] = a.kind == ACT_LOG_IN ? 1 : 0;
}

static bool
on_shout_or_tell(struct sim *m, unsigned i, const char *line)
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
	a.kind = shout ? ACT_SHOUT : ACT_TELL;
	a.who = person_named(m, name);
	a.text_no = (unsigned)strtoul(at + 1, NULL, 10);
	p->shouts_received += shout;
	p->tells_received += tell;
	find_act(m, i, a, line);
	return true;
}

static void
on_line(struct sim *m, unsigned i, const char *line)
{
	struct person *p = &m->person[i];

	m->lines_received++;
	if (strstr(line, "left out") != NULL)
		p->told_of_missed = true; /* the ring overflowed while the user did not read */
	if (on_shout_or_tell(m, i, line))
		return;
	if (p->clip && strncmp(line, "5 ", 2) == 0)
		on_who_row(m, i, line);
	else if (p->clip && strcmp(line, "6") == 0)
		p->list_complete = true;
	else if (p->clip && (strncmp(line, "7 ", 2) == 0 || strncmp(line, "8 ", 2) == 0))
		on_login_or_logout(m, i, strchr(line + 2, ' ') + 1, line);
	else if (!p->clip &&
		 (strstr(line, " logs in.") != NULL || strstr(line, " logs out.") != NULL ||
		     strstr(line, " drops connection.") != NULL))
		on_login_or_logout(m, i, line, line);
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
	p->partial_line = realloc(p->partial_line, p->partial_len + n + 1);
	CHECK(p->partial_line != NULL);
	memcpy(p->partial_line + p->partial_len, bytes, n);
	p->partial_len += n;
	p->partial_line[p->partial_len] = '\0';
	for (char *end; (end = strstr(p->partial_line, "\r\n")) != NULL;) {
		*end = '\0';
		on_line(m, i, p->partial_line);
		p->partial_len -= (size_t)(end + 2 - p->partial_line);
		memmove(p->partial_line, end + 2, p->partial_len + 1);
	}
}

/* ---- the whole run ---- */

static int
compare_connections(const void *a, const void *b)
{
	const struct person *x = *(struct person *const *)a;
	const struct person *y = *(struct person *const *)b;

	return x->conn < y->conn ? -1 : x->conn > y->conn;
}

/* Lets some users act in one turn, in the order in which the turn handles them. */
static void
act_in_random_order(struct sim *m)
{
	static struct person *list[PEOPLE_MAX];
	unsigned n = 0, odds = 1 + rng_below(&m->r, 20);

	for (unsigned i = 0; i < m->people; i++)
		if (m->person[i].on && rng_below(&m->r, 1000) < odds &&
		    !fixture_is_paused(m->h, m->person[i].conn))
			list[n++] = &m->person[i];
	qsort(list, n, sizeof(struct person *), compare_connections);
	for (unsigned i = 0; i < n; i++)
		act_randomly(m, (uint32_t)(list[i] - m->person));
	fixture_turn(m->h);
}

static void
settle(struct sim *m)
{
	fixture_settle(m->h);
	for (unsigned i = 0; i < m->people; i++)
		m->person[i].private_may_overtake = m->person[i].stalled;
}

static void
something_happens(struct sim *m)
{
	uint32_t who = rng_below(&m->r, m->people);
	struct person *p = &m->person[who];
	unsigned luck = rng_below(&m->r, 100);

	if (luck < 30 && !p->on)
		person_logs_in(m, who);
	else if (luck < 12 && p->on && !p->stalled)
		log_out(m, who, luck < 4);
	else if (luck < 24 && p->on && !p->stalled) {
		p->stalled = p->private_may_overtake = true;
		fixture_stall(m->h, p->conn, true);
	} else if (luck < 50)
		resume_reading(m, p);
	else if (luck < 55)
		settle(m);
	else
		act_in_random_order(m);
}

/* Compares the client program's list with the users' actual state. */
static void
check_person(struct sim *m, unsigned i)
{
	struct person *p = &m->person[i];
	char text[64];

	(void)snprintf(text, sizeof(text), "%u of %u, %u of %u", p->shouts_received,
	    p->shouts_due, p->tells_received, p->tells_due);
	if ((p->told_of_missed ? p->shouts_received >= p->shouts_due
			       : p->shouts_received != p->shouts_due) ||
	    p->tells_received != p->tells_due)
		report_failure(m, i, "shouts, private lines", text);
	for (unsigned k = 0; p->clip && k < m->people; k++) {
		const struct person *x = &m->person[k];
		unsigned is = x->on ? 1u + 2u * x->ready + 4u * x->away : 0;

		(void)snprintf(
		    text, sizeof(text), "%u: %u instead of %u", k, p->user_list[k], is);
		if (p->user_list[k] != is)
			report_failure(m, i, "believes of", text);
	}
}

static void
check_all_people(struct sim *m)
{
	for (unsigned i = 0; i < m->people; i++)
		if (m->person[i].on)
			resume_reading(m, &m->person[i]);
	settle(m);
	fixture_discard(m->h);
	for (unsigned i = 0; i < m->people; i++)
		if (m->person[i].on)
			check_person(m, i);
}

static unsigned
run(unsigned people, unsigned steps, uint64_t seed)
{
	static struct sim m;
	struct fixture_options o;
	struct feed_counts work;
	char name[FIXTURE_CROWD_NAME_SIZE];

	m = (struct sim){ .people = people };
	memset(m.at, 0xff, sizeof(m.at));
	rng_seed(&m.r, seed);
	fixture_options_default(&o);
	o.on_output = hear;
	o.on_output_ctx = &m;
	o.world.output_soft =
	    64 * people; /* a client that reads never has this much unsent output */
	m.h = fixture_new(&o);
	for (unsigned i = 0; i < people; i++) {
		name_of(i, name);
		(void)fixture_user(m.h, name, 1500, 0);
	}
	for (unsigned i = 0; i < people; i++)
		if (i % 16 != 0)
			person_logs_in(&m, i);
	check_all_people(&m);
	for (unsigned i = 0; i < steps; i++) {
		something_happens(&m);
		if (i % (steps / 3) == steps / 3 - 1)
			check_all_people(&m);
	}
	check_all_people(&m);
	work = feed_counts(fixture_world(m.h));
	printf("feed: people=%u acts=%zu lines=%lu news=%" PRIu64 " in_order=%u failed=%u\n",
	    people, m.acts_n, m.lines_received, work.items_written, m.private_in_order,
	    m.failures);
	m.failures += work.sessions_served == 0 && people > FEED_AT_ONCE_SESSIONS;
	m.failures += m.private_in_order == 0 || work.leavers_kept > people;
	fixture_free(&m.h);
	for (unsigned i = 0; i < people; i++) {
		free(m.person[i].user_list);
		free(m.person[i].partial_line);
	}
	free(m.acts);
	return m.failures;
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
