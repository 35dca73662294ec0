/* SPDX-License-Identifier: MIT */
/* TEST: timeout=600 */
/* The real net and the real world in one process, over a transport without sockets.  No client
 * may wait forever: whether the transport accepts none, one byte, part or all of the data
 * offered, however few connections a turn sends to, and whether a sync takes a long time or
 * ends at once.  Long answers and floods of events must be completed, whichever happens first:
 * the turn that finds a session full or the write that empties it. */
#include "base/rng.h"
#include "domain.h"
#include "store/sqlite/sqlite.h"
#include "net/conn.h"
#include "people/people.h"
#include "output/output.h"
#include "tests/support/fixture.h"
#include "tests/support/inprocess.h"
#include "tests/support/random_player.h"
#include "tests/support/folder.h"
#include "tests/support/slowsync.h"
#include "turn/turn.h"
#include "tests/unit/test.h"

#define PEOPLE_MAX (FEED_AT_ONCE_SESSIONS + 40u)
#define IDLE_PASSES 60u /* the test fails after this many passes without a byte received */
#define LINE_MAX 512u

struct person {
	struct inprocess *connection;
	bool tiny;
	unsigned marks_sent,
	    marks_received;         /* end marks sent and received after long answers */
	unsigned said;              /* shouts sent */
	unsigned heard[PEOPLE_MAX]; /* shouts received from each user, in order */
	char line[LINE_MAX];
	size_t len;
};

struct wakeup_test {
	char dir[FOLDER_PATH_MAX];
	struct slowsync sync;
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
	void (*hear)(struct person *p); /* called for each line received */
	size_t bytes;                   /* bytes received in this pass */
};

static struct wakeup_test P;

/* ---- the transport ---- */

static size_t
taken(void *ctx, size_t n)
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

static const struct inprocess_link NARROW_LINK = { .accepted_bytes = taken };

/* ---- the edges ---- */

static bool
post_job(void *ctx, const struct work_job *job)
{
	assert_true(P.results_n < PEOPLE_MAX);
	P.results[P.results_n++] =
	    (struct work_result){ .kind = job->kind, .ticket = job->ticket, .ok = true };
	memcpy(P.results[P.results_n - 1].checked_hash, job->hash, sizeof(job->hash));
	return true;
}

static bool
drop_job(void *ctx, const uint8_t from[WORK_ADDRESS_BYTES], uint64_t ticket)
{
	for (unsigned i = 0; i < P.results_n; i++)
		if (P.results[i].ticket == ticket) {
			P.results[i] = P.results[--P.results_n];
			return true;
		}
	return false;
}

static void
ignore_each_job(
    void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
{
}

static bool
next_result(void *ctx, struct work_result *out)
{
	if (P.results_n == 0)
		return false;
	*out = P.results[--P.results_n];
	return true;
}

static int64_t
clock_ms(void *ctx)
{
	return P.now_ms;
}

static void
random_bytes(void *ctx, void *buf, size_t n)
{
	rng_bytes(ctx, buf, n);
}

/* ---- the place ---- */

static void
make_accounts(unsigned people)
{
	struct fixture_options o;
	struct fixture *h;
	char name[FIXTURE_CROWD_NAME_SIZE];

	fixture_options_default(&o);
	folder_make(P.dir, "wakeups");
	P.sync.f = faultvfs_new("wakeups");
	assert_int_equal(
	    sqlite_open_with(P.dir, STORE_DURABLE_FULL, "wakeups", NULL, &P.store, NULL),
	    STORE_OK);
	P.sync.s = P.store;
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
	const struct work_port work = { .ctx = NULL,
		.post = post_job,
		.withdraw = drop_job,
		.each_waiting = ignore_each_job };
	const struct random_port random = { &P.r, random_bytes };
	const struct net_events events = turn_net_events(&P.turn);
	struct fixture_options o;
	struct net_config c;
	struct net_port port;

	net_config_default(&c);
	c.output_soft = (unsigned)soft;
	c.output_hard = 64u << 20;
	c.flush_us_max = c.turn_us_max = 0;
	c.slots = PEOPLE_MAX;
	CHECK(networks_parse(&c.exempt, "127.0.0.0/8"));
	P.net = net_new(&c, &events);
	assert_non_null(P.net);
	port = net_port(P.net);
	fixture_options_default(&o);
	o.world.sessions_max = PEOPLE_MAX;
	o.world.output_soft = soft;
	P.world = domain_new(&o.world, P.store, &port, &work, &random);
	assert_non_null(P.world);
	P.turn = (struct turn){ .world = P.world,
		.store = P.store,
		.clock = { .mono_ms = clock_ms, .wall_ms = clock_ms },
		.syncs = { .ports = { slowsync_port(&P.sync) } },
		.work_next_result = next_result };
	turn_init(&P.turn);
}

static void
enter(unsigned i, const struct inprocess_link *line_to)
{
	struct person *p = &P.person[i];
	char name[FIXTURE_CROWD_NAME_SIZE], line[128];

	p->connection = inprocess_open(P.net, "127.0.0.1", line_to);
	fixture_crowd_name(i, name);
	p->tiny = i % 4 == 3;
	(void)snprintf(
	    line, sizeof(line), "%s %s x\r\n", p->tiny ? "connect" : "login test 1008", name);
	inprocess_send(p->connection, line);
}

static void
open_place(unsigned people, size_t soft, uint64_t seed, void (*hear)(struct person *p))
{
	memset(&P, 0, sizeof(P));
	P.hear = hear;
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
	net_free(&P.net);
	for (unsigned i = 0; i < P.people; i++)
		inprocess_close(&P.person[i].connection);
	domain_free(&P.world);
	store_close(&P.store);
	faultvfs_free(&P.sync.f);
	folder_remove(P.dir);
	free(P.person);
}

/* ---- output of users ---- */

static unsigned
person_named(const char *name)
{
	char text[FIXTURE_CROWD_NAME_SIZE];

	for (unsigned i = 0; i < P.people; i++) {
		fixture_crowd_name(i, text);
		if (strcmp(text, name) == 0)
			return i;
	}
	fail_msg("no user is called %s", name);
	return 0;
}

/* Checks a line received.  Shouts are numbered, and each user must receive all of them in
 * order. */
static void
hear(struct person *p)
{
	char name[8];
	unsigned n;

	if (sscanf(p->line, p->tiny ? "%6s shouts: no %u" : "13 %6s no %u", name, &n) == 2) {
		unsigned from = person_named(name);

		assert_int_equal(n, ++p->heard[from]);
	} else if (sscanf(p->line, "** Unknown command: 'x%u'", &n) == 1) {
		assert_int_equal(n, ++p->marks_received);
	}
	assert_null(strstr(p->line, "left out"));
}

static void
read_some(struct person *p)
{
	char block[4096];
	size_t n;

	while ((n = inprocess_receive(p->connection, block, sizeof(block))) > 0) {
		P.bytes += n;
		for (size_t i = 0; i < n; i++) {
			if (block[i] != '\n') {
				assert_true(p->len < LINE_MAX - 1);
				p->line[p->len++] = block[i];
				continue;
			}
			p->line[p->len] = '\0';
			P.hear(p);
			p->len = 0;
		}
	}
	assert_false(inprocess_ended(p->connection)); /* no user is disconnected */
}

static void
run_pass(unsigned sends)
{
	P.now_ms += 10;
	P.bytes = 0;
	P.net->config.flush_writes_max = sends;
	P.sync.ends_at_once = rng_below(&P.r, 3) > 0;
	net_wait(P.net, 0);
	assert_int_equal(turn_end(&P.turn), 0);
	for (unsigned i = 0; i < P.people; i++)
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
count_waiting(void)
{
	unsigned n = 0;

	for (unsigned i = 0; i < P.people; i++) {
		const struct person *p = &P.person[i];

		n += p->marks_received != p->marks_sent || !all_heard(p);
	}
	return n;
}

static void
settle(unsigned sends)
{
	for (unsigned idle = 0; idle < IDLE_PASSES; idle++) {
		run_pass(1 + rng_below(&P.r, sends));
		if (P.bytes > 0)
			idle = 0;
	}
	assert_int_equal(count_waiting(), 0);
}

/* Requests a long answer and types another line.  The answers must arrive in this order. */
static void
ask(struct person *p)
{
	static const char *const long_answers[] = { "rawwho", "who", "help commands",
		"show games" };
	char line[128];

	(void)snprintf(line, sizeof(line), "%s\r\nx%u\r\n", long_answers[rng_below(&P.r, 4)],
	    ++p->marks_sent);
	inprocess_send(p->connection, line);
}

static void
send_shout(struct person *p)
{
	char line[32];

	(void)snprintf(line, sizeof(line), "shout no %u\r\n", ++p->said);
	inprocess_send(p->connection, line);
}

/* Makes a crowd connect all at once, request long answers and shout; each answer must end. */
static void
run_crowd(unsigned people, size_t soft, unsigned acts, unsigned sends, uint64_t seed)
{
	open_place(people, soft, seed, hear);
	for (unsigned i = 0; i < people; i++)
		enter(i, &NARROW_LINK);
	settle(sends);
	for (unsigned i = 0; i < acts; i++) {
		struct person *p = &P.person[rng_below(&P.r, people)];

		if (rng_below(&P.r, 4) == 0)
			send_shout(p);
		else
			ask(p);
		if (rng_below(&P.r, 3) == 0)
			run_pass(1 + rng_below(&P.r, sends));
	}
	settle(sends);
	close_place();
}

TEST(every_long_answer_is_completed)
{
	for (uint64_t seed = 1; seed <= 20; seed++)
		run_crowd(30, 1024, 200, 3, seed);
}

/* More users than are served at once: they are served at the ends of turns. */
TEST(a_crowd_receives_every_event)
{
	run_crowd(PEOPLE_MAX, 4096, 400, 64, 7);
}

/* ---- a match ---- */

#define MATCH_PASSES 20000u

static struct {
	struct random_player player[2];
	struct move_space space;
	unsigned boards, over;
} M;

/* Handles a player's line: types the answer if it requires one. */
static void
play(struct person *p)
{
	char text[RANDOM_PLAYER_COMMAND_MAX];
	unsigned what;
	struct sbuf b;

	SBUF_INIT(&b, text);
	p->line[strcspn(p->line, "\r")] = '\0';
	what = random_player_line(&M.player[p - P.person], p->line, &P.r, &M.space, &b);
	assert_int_equal(what & (M.boards > 0 ? DUEL_REFUSED | DUEL_BROKEN : DUEL_BROKEN), 0);
	M.boards += (what & DUEL_BOARD) != 0;
	M.over += (what & DUEL_MATCH_OVER) != 0;
	if ((what & DUEL_ASKED) != 0) {
		inprocess_send(p->connection, text);
		inprocess_send(p->connection, "\r\n");
	}
}

/* From login to the rating change, bytes in and bytes out, without a socket. */
TEST(a_match_is_played_from_login_to_rating)
{
	static const char *const names[] = { "uaaab", "uaaaa" };
	struct user_record u;

	memset(&M, 0, sizeof(M));
	open_place(2, 16384, 11, play);
	for (unsigned i = 0; i < 2; i++) {
		M.player[i].rival = names[i];
		enter(i, NULL);
	}
	for (unsigned i = 0; i < 3; i++)
		run_pass(100);
	for (unsigned i = 0; i < 2; i++)
		inprocess_send(P.person[i].connection,
		    "set boardstyle 3\r\ntoggle ready\r\ntoggle double\r\n");
	run_pass(100);
	inprocess_send(P.person[0].connection, "invite uaaab 3\r\n");
	for (unsigned i = 0; M.over < 2 && i < MATCH_PASSES; i++)
		run_pass(100);
	assert_int_equal(M.over, 2);
	assert_true(M.boards > 60);
	assert_true(store_user_by_name(P.store, "uaaaa", &u));
	assert_int_equal(u.experience, 3);
	for (unsigned i = 0; i < 2; i++)
		inprocess_end(P.person[i].connection);
	P.people = 0;
	for (unsigned i = 0; i < 5; i++)
		run_pass(100);
	P.people = 2;
	for (unsigned i = 0; i < 2; i++)
		assert_true(inprocess_closed(P.person[i].connection));
	close_place();
}

/* ---- making room for logins ---- */

static const char HERE[] = "192.0.2.1";

static const struct address *
address_here(void)
{
	struct netaddr a;

	assert_true(netaddr_parse(HERE, &a));
	a = address_key(&a);
	return address_find(&P.net->addresses, &a);
}

/* Connects without ending a turn; passwords are checked at the end of a turn. */
static struct inprocess *
comes(const char *from, const char *says)
{
	struct inprocess *p = inprocess_open(P.net, from, NULL);

	inprocess_send(p, says);
	net_wait(P.net, 0);
	return p;
}

static void
leaves(struct inprocess *p)
{
	inprocess_end(p);
	for (unsigned i = 0; i < 10 && !inprocess_closed(p); i++)
		run_pass(100);
	inprocess_close(&p);
}

/* A connection that is evicted costs its address no penalty, whatever output it has pending,
 * even if it is the fifth connection of its address. */
TEST(an_evicted_single_connection_pays_no_penalty)
{
	static const struct {
		const char *says;
		unsigned waits; /* number of passwords to be checked */
	} with[] = { { "", 0 }, { "uaaaa\r\n", 0 }, { "uaaaa\r\nsecret\r\n", 1 },
		{ "login test 1008 uaaaa secret\r\n", 1 },
		{ "guest\r\nname newbie\r\nsecret\r\nsecret\r\n", 1 } };

	open_place(1, 16384, 3, hear);
	P.people = 0; /* no crowd: connections are made below */
	P.net->config.unauth_max = 1;
	for (unsigned i = 0; i < ARRAY_LEN(with); i++) {
		struct inprocess *one = comes(HERE, with[i].says), *other;

		assert_int_equal(P.results_n, with[i].waits);
		other = comes("198.51.100.1", "");
		assert_true(inprocess_closed(one));
		assert_false(inprocess_closed(other));
		assert_int_equal(P.results_n, 0);
		assert_int_equal(address_here()->penalty_until_ms, 0);
		inprocess_close(&one);
		leaves(other);
	}
	close_place();
}

/* The address is penalised once, and not a second time for disconnecting. */
TEST(an_evicted_address_with_another_connection_pays)
{
	struct inprocess *one, *two, *other;
	int64_t before;

	open_place(1, 16384, 3, hear);
	P.people = 0;
	P.net->config.unauth_max = 2;
	one = comes(HERE, "login test 1008 uaaaa secret\r\n");
	two = comes(HERE, "login test 1008 uaaaa secret\r\n");
	before = net_mono_ms();
	other = comes("198.51.100.1", "");
	assert_true(inprocess_closed(one));
	assert_in_range(address_here()->penalty_until_ms, before + 5000, net_mono_ms() + 5000);
	inprocess_close(&one);
	leaves(two);
	leaves(other);
	close_place();
}
