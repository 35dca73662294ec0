/* SPDX-License-Identifier: MIT */
/* The server without its I/O: see fixture.h.  Owns everything.  A connection is a slot with two
 * buffers, one for output of the current turn and one for committed output.  A turn costs as
 * much as the server's, plus a scan of the connections that have something pending.  Not
 * thread-safe. */
#include "domain.h"
#include "tests/support/fixture.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/pack.h"
#include "base/rng.h"
#include "cmd/cmd.h"
#include "config/conf.h"
#include "people/people.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "match/match.h"
#include "stats/ranks.h"
#include "os/log.h"
#include "config/shipped_texts.h"
#include "proto/line.h"
#include "turn/turn.h"
#include "work/queue.h"
#include "os/zone.h"
#include "tests/support/memstore.h"

#define SERVER_NAME "Gammond"
#define HASH_PREFIX "plain:"
#define WARNINGS_MAX 4096
#define CONNS_MAX 16384u
#define SESSIONS_MAX 4096u /* the default; a test may set more */

struct bytes {
	char *at;
	size_t len, room;
};

struct job {
	struct work_job job;
	struct job *next;
};

struct wire {
	bool used; /* open, or closed with output that has not been read */
	bool open;
	bool closing; /* closed by the world, but not yet committed */
	bool dirty;   /* in the list of connections with output that no sync covers yet */
	bool close_covered;
	size_t covered; /* number of bytes of `turn` that the running sync covers */
	bool paused;
	bool told_in;
	bool stalled; /* takes no output: committed output is kept back */
	unsigned penalty;
	unsigned more_time; /* number of times that the login timeout was restarted */
	session_id session;
	struct bytes turn, kept, delivered, given;
	struct bytes input; /* pending lines, each NUL-terminated */
	size_t input_at;    /* offset of the next line */
	unsigned waiting;
	struct line_reader reader;
	char partial[LINE_BYTES_MAX + 1];
};

struct fixture {
	struct fixture_options options;
	bool own_store;
	struct store *store;
	struct world *world;
	struct turn turn;
	struct net_events events;
	struct wire *wire[CONNS_MAX];
	unsigned wires;
	unsigned dirty[CONNS_MAX], dirty_n; /* connection numbers */
	unsigned waiting;                   /* pending lines of all connections */
	int64_t mono_ms, wall_ms;
	int64_t stalled_ms; /* sum of the standstills reported to the net */
	struct rng luck;
	uint8_t colour[64];
	unsigned colours, colour_at;
	struct job *jobs, **jobs_end;
	unsigned jobs_n, jobs_max;
	bool hold_work;
	int64_t before_ns, work_ns, turn_ns; /* see fixture_turn_ns */
	bool ended;
	bool full; /* deliver no more lines in this turn */
	unsigned rtt_ms;
	char warnings[WARNINGS_MAX];
};

/* ---- bytes ---- */

static void
bytes_add(struct bytes *b, const void *from, size_t n)
{
	if (b->len + n + 1 > b->room) {
		b->room = (b->len + n + 1) * 2;
		b->at = realloc(b->at, b->room);
		CHECK(b->at != NULL);
	}
	if (n > 0)
		memcpy(b->at + b->len, from, n);
	b->len += n;
	b->at[b->len] = '\0';
}

static void
bytes_free(struct bytes *b)
{
	free(b->at);
	*b = (struct bytes){ 0 };
}

/* ---- the net's side ---- */

static struct wire *
wire_of(const struct fixture *h, conn_id c)
{
	CHECK(c >= 1 && c <= h->wires);
	return h->wire[c - 1];
}

static struct wire *
wire_dirty(struct fixture *h, conn_id c)
{
	struct wire *w = wire_of(h, c);

	if (!w->dirty)
		h->dirty[h->dirty_n++] = (unsigned)c - 1;
	w->dirty = true;
	return w;
}

static void
fake_write(void *ctx, conn_id c, const void *bytes, size_t n)
{
	if (c != 0)
		bytes_add(&wire_dirty(ctx, c)->turn, bytes, n);
}

static void
fake_close(void *ctx, conn_id c)
{
	if (c != 0)
		wire_dirty(ctx, c)->closing = true;
}

static void
fake_pause(void *ctx, conn_id c, bool on)
{
	if (c != 0)
		wire_of(ctx, c)->paused = on;
}

static size_t
fake_backlog(void *ctx, conn_id c)
{
	const struct wire *w = c != 0 ? wire_of(ctx, c) : NULL;

	return w != NULL ? w->turn.len + w->kept.len : 0;
}

static void
fake_penalty(void *ctx, conn_id c, unsigned seconds)
{
	wire_of(ctx, c)->penalty += seconds;
}

static void
fake_more_time(void *ctx, conn_id c)
{
	wire_of(ctx, c)->more_time++;
}

static void
fake_authenticated(void *ctx, conn_id c)
{
	if (c != 0)
		wire_of(ctx, c)->told_in = true;
}

static bool
fake_exempt(void *ctx, conn_id c)
{
	const struct fixture *h = ctx;

	return !h->options.flood_limits;
}

static bool
fake_sealed(void *ctx, conn_id c)
{
	const struct fixture *h = ctx;

	(void)c;
	return !h->options.clear;
}

static unsigned
fake_rtt_ms(void *ctx, conn_id c)
{
	return ((const struct fixture *)ctx)->rtt_ms;
}

static void
fake_ask_size(void *ctx, conn_id c)
{
	wire_of(ctx, c)->reader.window = true;
	fake_write(ctx, c, "\xff\xfd\x1f", 3);
}

static void
listened(const struct fixture *h, unsigned conn, const char *bytes, size_t n)
{
	if (h->options.listen != NULL)
		h->options.listen(h->options.listen_ctx, conn, bytes, n);
}

/* Delivers the first n bytes to the connection; they must be committed. */
static void
deliver_to(struct fixture *h, unsigned conn, struct bytes *b, size_t n)
{
	struct wire *w = h->wire[conn];

	if (n == 0)
		return;
	if (w->stalled) {
		bytes_add(&w->kept, b->at, n);
	} else {
		listened(h, conn, b->at, n);
		bytes_add(&w->delivered, b->at, n);
	}
	b->len -= n;
	memmove(b->at, b->at + n, b->len + 1);
}

static void
fake_cover(void *ctx)
{
	struct fixture *h = ctx;

	for (unsigned i = 0; i < h->dirty_n; i++) {
		struct wire *w = h->wire[h->dirty[i]];

		w->covered = w->turn.len;
		w->close_covered = w->closing;
	}
}

static void
fake_release(void *ctx)
{
	struct fixture *h = ctx;
	unsigned n = 0;

	for (unsigned i = 0; i < h->dirty_n; i++) {
		unsigned conn = h->dirty[i];
		struct wire *w = h->wire[conn];

		deliver_to(h, conn, &w->turn, w->covered);
		if (w->close_covered)
			w->open = w->closing = false;
		w->covered = 0;
		w->close_covered = false;
		w->dirty = w->turn.len > 0 || w->closing;
		if (w->dirty)
			h->dirty[n++] = conn;
	}
	h->dirty_n = n;
}

static void
fake_flush(void *ctx, bool all)
{
	if (!all)
		return;
	fake_cover(ctx);
	fake_release(ctx);
}

static void
fake_stood_still(void *ctx, int64_t ms)
{
	((struct fixture *)ctx)->stalled_ms += ms;
}

static void
fake_full(void *ctx)
{
	struct fixture *h = ctx;

	h->full = true;
}

/* ---- the worker's side: a hash is the password with a prefix ---- */

static bool
fake_post(void *ctx, const struct work_job *job)
{
	struct fixture *h = ctx;
	struct job *j;

	if (h->jobs_n >= queue_places(h->jobs_max, job->stranger))
		return false;
	j = malloc(sizeof(*j));
	CHECK(j != NULL);
	j->job = *job;
	j->next = NULL;
	*h->jobs_end = j;
	h->jobs_end = &j->next;
	h->jobs_n++;
	return true;
}

static bool
fake_work_drop(void *ctx, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket)
{
	struct fixture *h = ctx;

	for (struct job **at = &h->jobs; *at != NULL; at = &(*at)->next) {
		struct job *j = *at;

		if (j->job.ticket != ticket || memcmp(j->job.from, from, WORK_FROM_BYTES) != 0)
			continue;
		*at = j->next;
		if (j->next == NULL)
			h->jobs_end = at;
		h->jobs_n--;
		free(j);
		return true;
	}
	return false;
}

static void
fake_each(void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
{
	const struct fixture *h = ctx;
	unsigned n = 0;

	for (const struct job *j = h->jobs; j != NULL; j = j->next)
		fn(fn_ctx, j->job.ticket, n++);
}

static bool
make_hash(const char *password, char hash_out[PASSWORD_HASH_MAX])
{
	struct sbuf b;

	sbuf_init(&b, hash_out, PASSWORD_HASH_MAX);
	sbuf_add(&b, HASH_PREFIX);
	sbuf_add(&b, password);
	return sbuf_ok(&b);
}

/* Returns whether this is a hash of the password.  A "weak:" prefix marks a hash with outdated
 * parameters. */
static bool
hash_is_of(const char *hash, const char *password)
{
	const char *colon = strchr(hash, ':');

	return colon != NULL && strcmp(colon + 1, password) == 0;
}

static void
do_job(const struct work_job *job, struct work_result *r)
{
	*r = (struct work_result){
		.kind = job->kind, .engine = job->engine, .ticket = job->ticket
	};
	switch (job->kind) {
	case WORK_TASK:
	case WORK_THOUGHT:
	case WORK_FILE:
	case WORK_IDLE:
		job->run(job->arg);
		r->ok = true;
		break;
	case WORK_HASH:
		r->ok = make_hash(job->password, r->hash);
		break;
	case WORK_CHANGE:
	case WORK_VERIFY:
		memcpy(r->checked, job->hash, sizeof(r->checked));
		r->user = job->user;
		r->ok = r->right = hash_is_of(job->hash, job->password);
		r->stale = r->ok && job->kind == WORK_VERIFY && job->hash[0] == 'w';
		if (r->ok && job->kind == WORK_CHANGE)
			make_hash(job->chosen, r->hash);
		else if (r->stale)
			make_hash(job->password, r->hash);
		break;
	}
}

/* Returns the CPU time of this process, which does not include other load on the machine. */
static int64_t
cpu_ns(void)
{
	struct timespec t;

	CHECK(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool
fake_work_next(void *ctx, struct work_result *result_out)
{
	struct fixture *h = ctx;
	struct job *j = h->jobs;
	int64_t start;

	if (h->hold_work || j == NULL)
		return false;
	start = cpu_ns();
	h->jobs = j->next;
	if (h->jobs == NULL)
		h->jobs_end = &h->jobs;
	h->jobs_n--;
	do_job(&j->job, result_out);
	free(j);
	h->work_ns += cpu_ns() - start;
	return true;
}

static void
forget_jobs(struct fixture *h)
{
	struct job *next;

	for (struct job *j = h->jobs; j != NULL; j = next) {
		next = j->next;
		free(j);
	}
	h->jobs = NULL;
	h->jobs_end = &h->jobs;
	h->jobs_n = 0;
}

/* ---- clock, luck, log ---- */

static int64_t
fake_mono(void *ctx)
{
	return ((struct fixture *)ctx)->mono_ms;
}

static int64_t
fake_mono_us(void *ctx)
{
	const struct fixture *h = ctx;

	return h->options.mono_us(h->options.mono_us_ctx);
}

static int64_t
fake_wall(void *ctx)
{
	return ((struct fixture *)ctx)->wall_ms;
}

static uint8_t
next_colour(struct fixture *h)
{
	if (h->colour_at < h->colours)
		return h->colour[h->colour_at++];
	return h->options.draw_colours ? (uint8_t)rng_below(&h->luck, 2) : 0;
}

static void
fake_random(void *ctx, void *buf, size_t n)
{
	struct fixture *h = ctx;

	if (n == 1)
		*(uint8_t *)buf = next_colour(h);
	else
		rng_bytes(&h->luck, buf, n);
}

/* Records the events of log lines of level warn or error. */
static bool
log_taken(void *ctx, enum log_level level, const char *event, const char *text)
{
	struct fixture *h = ctx;
	size_t used = strlen(h->warnings);

	if (level < LOG_LEVEL_WARN)
		return true;
	(void)snprintf(h->warnings + used, sizeof(h->warnings) - used, "\n%s\n", event);
	return true;
}

bool
fixture_warned(struct fixture *h, const char *event)
{
	char want[64];
	char *at;
	int n = snprintf(want, sizeof(want), "\n%s\n", event);

	CHECK(n > 0 && (size_t)n < sizeof(want));
	at = strstr(h->warnings, want);
	if (at == NULL)
		return false;
	memmove(at, at + n, strlen(at + n) + 1);
	return true;
}

void
fixture_colour(struct fixture *h, uint8_t byte)
{
	if (h->colour_at == h->colours)
		h->colour_at = h->colours = 0;
	CHECK(h->colours < ARRAY_LEN(h->colour));
	h->colour[h->colours++] = byte;
}

void
fixture_hold_work(struct fixture *h, bool on, unsigned max)
{
	h->hold_work = on;
	h->jobs_max = max;
	if (!on)
		fixture_settle(h);
}

/* ---- building ---- */

void
fixture_options_default(struct fixture_options *o)
{
	static char *banner, *motd[LANG_COUNT]; /* read once, then shared by all fixtures */
	struct config defaults;

	if (banner == NULL) {
		banner = shipped_text("banner", LANG_EN, SERVER_NAME);
		for (unsigned l = 0; l < LANG_COUNT; l++)
			motd[l] = shipped_text("motd", (enum language)l, SERVER_NAME);
	}
	*o = (struct fixture_options){
		.seed = 1,
		.lines_per_turn = 20,
		.world = {
			.server_name = SERVER_NAME,
			.banner = banner,
			.version = "0.1.0",
			.sessions_max = SESSIONS_MAX,
			.zone_known = zone_known,
			.zone_find = zone_find,
			.zone_text = zone_text,
			.zone_at = zone_at,
			.port = 4321,
			.zone_list = "UTC, Europe/London, Europe/Rome",
			.help_page = shipped_help,
			.help_topic = shipped_topic,
		},
	};
	for (unsigned l = 0; l < LANG_COUNT; l++)
		o->world.motd[l] = motd[l];
	conf_default(&defaults);
#define CONF_WORLD(section, name, type, initial, lowest, highest, comment)                     \
	o->world.name = defaults.section##_##name;
#include "conf.def"
	/* off by default; tests enable what they need */
	o->world.most = 0;
	o->world.analyse = o->world.rated_matches = false;
#define GRADE(key, pr, ...) o->world.key = "";
#include "eval/grades.def"
#undef GRADE
	o->world.failed_login_len = defaults.limits_failed_login_s.len;
	memcpy(o->world.failed_login_s, defaults.limits_failed_login_s.v,
	    sizeof(o->world.failed_login_s));
}

void
fixture_options_bots(struct fixture_options *o)
{
	o->world.beginner = "EasyBot";
	o->world.club = "ClubBot";
	o->world.strong = "StrongBot";
}

static unsigned wire_open(struct fixture *h);

/* Hands over only whether there is a connection, not its state. */
static void
fake_carry(void *ctx, struct pack *p, conn_id *c, session_id s)
{
	bool there = p != NULL && !p->reading && *c != 0;

	if (p != NULL && p->reading)
		*c = 0;
	if (p == NULL || !pack_begin(p, 1, there))
		return;
	pack_end(p);
	if (!p->reading)
		return;
	*c = wire_open(ctx) + 1;
	wire_of(ctx, *c)->session = s;
}

static void
make_world(struct fixture *h)
{
	struct net_port net = { h, fake_write, fake_close, fake_pause, fake_backlog,
		fake_penalty, fake_more_time, fake_authenticated, fake_exempt, fake_sealed,
		fake_rtt_ms, fake_ask_size, fake_cover, fake_release, fake_flush, fake_full,
		fake_stood_still, fake_carry, NULL, NULL, NULL };
	struct work_port work = {
		.ctx = h, .post = fake_post, .drop = fake_work_drop, .each = fake_each
	};
	struct random_port random = { h, fake_random };

	h->world = domain_new(&h->options.world, h->store, &net, &work, &random);
	CHECK(h->world != NULL);
	h->turn = (struct turn){
		.world = h->world,
		.store = h->store,
		.clock = { .ctx = h, .mono_ms = fake_mono, .wall_ms = fake_wall },
		.work_ctx = h,
		.work_next = fake_work_next,
	};
	if (h->options.mono_us != NULL)
		h->turn.clock.mono_us = h->turn.clock.cpu_us = fake_mono_us;
	turn_init(&h->turn);
	h->events = turn_events(&h->turn);
}

static void
open_store(struct fixture *h)
{
	char text[256];
	struct sbuf error;

	SBUF_ON(&error, text);
	h->store = h->options.store;
	if (h->store != NULL)
		return;
	h->own_store = true;
	if (memstore_open(&h->store, &error) == STORE_OK)
		return;
	(void)fprintf(stderr, "fixture: %s\n", text);
	abort();
}

struct fixture *
fixture_new(const struct fixture_options *options)
{
	struct fixture *h = calloc(1, sizeof(*h));

	CHECK(h != NULL);
	if (options != NULL)
		h->options = *options;
	else
		fixture_options_default(&h->options);
	rng_seed(&h->luck, h->options.seed);
	h->jobs_end = &h->jobs;
	h->jobs_max = 64;
	h->mono_ms = 1000000;
	h->wall_ms = (int64_t)FIXTURE_WALL_S * 1000;
	log_set_hook(log_taken, h);
	open_store(h);
	make_world(h);
	return h;
}

static void
wires_free(struct fixture *h)
{
	for (unsigned i = 0; i < h->wires; i++) {
		struct wire *w = h->wire[i];

		bytes_free(&w->turn);
		bytes_free(&w->kept);
		bytes_free(&w->delivered);
		bytes_free(&w->given);
		bytes_free(&w->input);
		free(w);
		h->wire[i] = NULL;
	}
	h->wires = h->dirty_n = h->waiting = 0;
}

void
fixture_restart(struct fixture *h)
{
	wires_free(h);
	forget_jobs(h);
	domain_free(&h->world);
	h->ended = false;
	make_world(h);
}

bool
fixture_upgrade(struct fixture *h, void (*damage)(void *ctx, struct pack *p), void *ctx)
{
	const int64_t world_ms = h->world->mono_ms;
	struct pack p = { .reading = false };
	bool bad;

	domain_before_hand_over(h->world);
	CHECK(turn_drain(&h->turn) == 0);
	domain_carry(h->world, &p);
	CHECK(!p.bad);
	damage(ctx, &p);
	fixture_restart(h);
	pack_read(&p);
	turn_resume_clock(&h->turn, world_ms);
	domain_carry(h->world, &p);
	bad = p.bad;
	pack_done(&p);
	if (bad) {
		fixture_restart(h);
		return false;
	}
	turn_begin(&h->turn);
	domain_carried(h->world);
	fixture_turn(h);
	return true;
}

static void
check_warnings(const struct fixture *h)
{
	if (h->warnings[0] == '\0')
		return;
	(void)fprintf(stderr, "fixture: unexpected in the log:%s", h->warnings);
	abort();
}

void
fixture_free(struct fixture **hp)
{
	struct fixture *h = *hp;

	if (h == NULL)
		return;
	check_warnings(h);
	log_set_hook(NULL, NULL);
	wires_free(h);
	forget_jobs(h);
	domain_free(&h->world);
	if (h->own_store)
		store_close(&h->store);
	free(h);
	*hp = NULL;
}

struct world *
fixture_world(struct fixture *h)
{
	return h->world;
}

struct store *
fixture_store(struct fixture *h)
{
	return h->store;
}

/* ---- turns ---- */

/* Delivers the next line of a connection as the net does: a copy that the server may modify. */
static void
deliver_one(struct fixture *h, struct wire *w)
{
	const char *line = w->input.at + w->input_at;
	size_t n = strlen(line);
	char *copy;

	w->input_at += n + 1;
	w->waiting--;
	h->waiting--;
	if (w->waiting == 0)
		w->input.len = w->input_at = 0;
	if (n > LINE_BYTES_MAX) {
		h->events.overlong(h->events.ctx, w->session);
		return;
	}
	copy = malloc(n + 1);
	CHECK(copy != NULL);
	memcpy(copy, line, n + 1);
	h->events.line(h->events.ctx, w->session, copy, n);
	free(copy);
}

static bool
may_deliver(const struct wire *w)
{
	return w->open && !w->closing && !w->paused && w->waiting > 0;
}

/* Shuts down in the same order as main. */
static int
shut_down(struct fixture *h)
{
	bool more = true;

	while (more) {
		turn_begin(&h->turn);
		more = cmd_close_sessions(h->world);
		if (turn_end(&h->turn) != 0)
			return -1;
	}
	return 0;
}

int
fixture_try_turn(struct fixture *h)
{
	int64_t start;

	h->full = false;
	for (unsigned i = 0; h->waiting > 0 && i < h->wires && !h->full; i++)
		for (unsigned n = 0; n < h->options.lines_per_turn && may_deliver(h->wire[i]);
		     n++)
			deliver_one(h, h->wire[i]);
	start = cpu_ns();
	h->work_ns = 0;
	if (turn_end(&h->turn) != 0)
		return -1;
	start = h->before_ns + cpu_ns() - start - h->work_ns;
	if (start > h->turn_ns)
		h->turn_ns = start;
	h->before_ns = 0;
	domain_check(h->world);
	if (!moderation_ended(h->world) || h->ended)
		return 0;
	h->ended = true;
	return shut_down(h);
}

int
fixture_wait_ms(const struct fixture *h)
{
	return turn_wait_ms(&h->turn);
}

bool
fixture_ended(const struct fixture *h)
{
	return h->ended;
}

void
fixture_turn(struct fixture *h)
{
	CHECK(fixture_try_turn(h) == 0);
}

void
fixture_sync(struct fixture *h, enum store_sync which, const struct sync_port *sync)
{
	h->turn.syncs.port[which] = *sync;
}

void
fixture_one_processor(struct fixture *h)
{
	h->turn.syncs.one_processor = true;
}

void
fixture_do(struct fixture *h, void (*fn)(struct world *w, void *ctx), void *ctx)
{
	int64_t start = cpu_ns();

	turn_begin(&h->turn);
	fn(h->world, ctx);
	h->before_ns = cpu_ns() - start;
	fixture_turn(h);
}

int64_t
fixture_turn_ns(struct fixture *h)
{
	int64_t ns = h->turn_ns;

	h->turn_ns = 0;
	return ns;
}

int64_t
fixture_work_ns(const struct fixture *h)
{
	return h->work_ns;
}

/* Returns whether another turn has work to do. */
static bool
busy(const struct fixture *h)
{
	bool more = domain_busy(h->world) || h->turn.more;

	for (unsigned i = 0; h->waiting > 0 && i < h->wires && !more; i++)
		more = may_deliver(h->wire[i]);
	return more;
}

void
fixture_settle(struct fixture *h)
{
	do
		fixture_turn(h);
	while (busy(h));
}

void
fixture_shutdown(struct fixture *h)
{
	CHECK(shut_down(h) == 0);
	fixture_turn(h);
}

void
fixture_pass(struct fixture *h, int64_t ms)
{
	h->mono_ms += ms;
	h->wall_ms += ms;
}

void
fixture_step(struct fixture *h, int64_t ms)
{
	h->wall_ms += ms;
}

void
fixture_advance(struct fixture *h, int64_t ms)
{
	fixture_pass(h, ms);
	fixture_settle(h);
}

void
fixture_run_ms(struct fixture *h, int64_t ms)
{
	for (; ms > 0; ms -= 250) {
		fixture_advance(h, 250);
		while (domain_next_timer(h->world) == 0)
			fixture_turn(h);
	}
}

void
fixture_lag(struct fixture *h, unsigned ms)
{
	h->rtt_ms = ms;
}

int64_t
fixture_now_ms(const struct fixture *h)
{
	return h->wall_ms;
}

/* ---- connections ---- */

static struct wire *
wire_at(const struct fixture *h, unsigned conn)
{
	CHECK(conn < h->wires && h->wire[conn]->used);
	return h->wire[conn];
}

static unsigned
wire_new(struct fixture *h)
{
	for (unsigned i = 0; i < h->wires; i++)
		if (!h->wire[i]->used)
			return i;
	CHECK(h->wires < ARRAY_LEN(h->wire));
	h->wire[h->wires] = calloc(1, sizeof(struct wire));
	CHECK(h->wire[h->wires] != NULL);
	return h->wires++;
}

void
fixture_stall(struct fixture *h, unsigned conn, bool on)
{
	struct wire *w = wire_at(h, conn);
	bool had = w->kept.len > 0;

	w->stalled = on;
	if (on || !had)
		return;
	deliver_to(h, conn, &w->kept, w->kept.len);
	if (w->open && !w->closing)
		h->events.drained(h->events.ctx, w->session);
}

/* Opens a connection without a session. */
static unsigned
wire_open(struct fixture *h)
{
	unsigned i = wire_new(h);
	struct wire *w = h->wire[i];

	w->used = true;
	w->open = true;
	w->paused = false;
	w->closing = w->close_covered = false;
	w->covered = 0;
	w->told_in = false;
	w->stalled = false;
	w->penalty = 0;
	h->waiting -= w->waiting;
	w->waiting = 0;
	w->input.len = w->input_at = 0;
	w->turn.len = w->kept.len = w->delivered.len = 0;
	memset(&w->reader, 0, sizeof(w->reader));
	listened(h, i, NULL, 0);
	return i;
}

static unsigned
connect_only(struct fixture *h, const char *addr)
{
	unsigned i = wire_open(h);
	struct wire *w = h->wire[i];

	w->session = h->events.opened(h->events.ctx, i + 1, addr);
	if (w->session == 0)
		fake_close(h, i + 1);
	return i;
}

unsigned
fixture_connect(struct fixture *h, const char *addr)
{
	unsigned i = connect_only(h, addr);

	fixture_turn(h);
	return i;
}

void
fixture_drop(struct fixture *h, unsigned conn, enum net_close why)
{
	struct wire *w = wire_at(h, conn);

	if (!w->open)
		return;
	w->open = false;
	h->events.closed(h->events.ctx, w->session, why);
	fixture_settle(h);
	w->turn.len = w->covered = 0;
	w->delivered.len = 0; /* discard output that will not be read */
	w->used = false;
}

bool
fixture_open(const struct fixture *h, unsigned conn)
{
	return conn < h->wires && h->wire[conn]->used && h->wire[conn]->open;
}

bool
fixture_paused(const struct fixture *h, unsigned conn)
{
	return wire_at(h, conn)->paused;
}

unsigned
fixture_penalty(const struct fixture *h, unsigned conn)
{
	CHECK(conn < h->wires); /* the connection may already be closed */
	return h->wire[conn]->penalty;
}

bool
fixture_authenticated(const struct fixture *h, unsigned conn)
{
	return wire_at(h, conn)->told_in;
}

unsigned
fixture_waiting(const struct fixture *h, unsigned conn)
{
	return wire_at(h, conn)->waiting;
}

struct session *
fixture_session(struct fixture *h, unsigned conn)
{
	return session_get(h->world, wire_at(h, conn)->session);
}

/* ---- input ---- */

void
fixture_queue(struct fixture *h, unsigned conn, const char *line)
{
	struct wire *w = wire_at(h, conn);

	bytes_add(&w->input, line, strlen(line) + 1);
	w->waiting++;
	h->waiting++;
}

void
fixture_bytes(struct fixture *h, unsigned conn, const void *bytes, size_t n)
{
	struct wire *w = wire_at(h, conn);
	const uint8_t *in = bytes;

	for (;;) {
		struct line_step st = line_push(&w->reader, in, n, w->partial);

		in += st.used;
		n -= st.used;
		switch (st.event) {
		case LINE_MORE:
			return;
		case LINE_READY:
			fixture_queue(h, conn, w->partial);
			break;
		case LINE_OVERLONG:
			h->events.overlong(h->events.ctx, w->session);
			break;
		case LINE_REPLY:
			fake_write(h, conn + 1u, st.reply, sizeof(st.reply));
			break;
		case LINE_SIZE:
			h->events.size(h->events.ctx, w->session, st.columns, st.rows);
			break;
		case LINE_TELNET_ERROR:
			break;
		}
	}
}

void
fixture_type(struct fixture *h, unsigned conn, const char *line)
{
	fixture_queue(h, conn, line);
	fixture_settle(h);
}

void
fixture_typef(struct fixture *h, unsigned conn, const char *fmt, ...)
{
	char line[LINE_BYTES_MAX * 2];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	CHECK(n >= 0 && (size_t)n < sizeof(line));
	fixture_type(h, conn, line);
}

/* ---- output ---- */

const char *
fixture_read_n(struct fixture *h, unsigned conn, size_t *n_out)
{
	struct wire *w = wire_at(h, conn);
	struct bytes swap = w->given;

	w->given = w->delivered;
	w->delivered = swap;
	w->delivered.len = 0;
	if (w->given.at == NULL)
		bytes_add(&w->given, "", 0);
	w->given.at[w->given.len] = '\0';
	if (n_out != NULL)
		*n_out = w->given.len;
	if (!w->open)
		w->used = false;
	return w->given.at;
}

const char *
fixture_read(struct fixture *h, unsigned conn)
{
	return fixture_read_n(h, conn, NULL);
}

void
fixture_discard(struct fixture *h)
{
	for (unsigned i = 0; i < h->wires; i++)
		if (h->wire[i]->used)
			(void)fixture_read(h, i);
}

/* ---- accounts ---- */

int64_t
fixture_user(struct fixture *h, const char *name, double rating, uint32_t experience)
{
	struct user_record u = {
		.rating = rating,
		.experience = experience,
		.created_s = h->wall_ms / 1000,
		.hash = HASH_PREFIX FIXTURE_PASSWORD,
		.role = "user",
	};
	int n = snprintf(u.name, sizeof(u.name), "%s", name);
	int64_t id;

	CHECK(n > 0 && (size_t)n < sizeof(u.name));
	id = store_user_create(h->store, &u);
	CHECK(id != 0);
	store_user_set_login(h->store, id, u.created_s, "127.0.0.1"); /* as at registration */
	CHECK(store_commit(h->store, NULL) == STORE_OK);
	ranks_change(
	    ranks_of(h->world->ranks, VARIANT_FIBS), id, rating, 0, rating, experience);
	return id;
}

void
fixture_standing(
    struct fixture *h, const char *name, const char *game, double rating, uint32_t experience)
{
	const struct variant *v = variant_find(game);
	struct ranks *list;
	struct standing was;
	struct user_record u;

	CHECK(v != NULL && v != &VARIANTS[0] && store_user_by_name(h->store, name, &u));
	list = ranks_of(h->world->ranks, v);
	was = user_standing(h->world, &u, v);
	store_game_rating_set(h->store, u.id, game, rating, experience);
	CHECK(store_commit(h->store, NULL) == STORE_OK);
	ranks_change(list, u.id, was.rating, was.experience, rating, experience);
}

void
fixture_role(struct fixture *h, const char *name, const char *role)
{
	struct player *p = player_by_name(h->world, name);
	struct user_record u;

	CHECK(role_named(role) >= 0 && store_user_by_name(h->store, name, &u));
	store_user_set_role(h->store, u.id, role);
	CHECK(store_commit(h->store, NULL) == STORE_OK);
	if (p == NULL)
		return;
	p->role = (enum role)role_named(role);
	online_index(h->world, session_get(h->world, p->session));
}

static unsigned
connect_known(struct fixture *h, const char *name)
{
	struct user_record u;

	if (!store_user_by_name(h->store, name, &u))
		(void)fixture_user(h, name, 1500, 0);
	return fixture_connect(h, "127.0.0.1");
}

/* Checks that the user has logged in. */
static unsigned
came_in(struct fixture *h, unsigned conn)
{
	const struct session *s = fixture_session(h, conn);

	CHECK(s != NULL && s->state == ST_ONLINE);
	fixture_discard(h);
	return conn;
}

unsigned
fixture_clip(struct fixture *h, const char *name)
{
	unsigned conn = connect_known(h, name);

	fixture_typef(h, conn, "login test 1008 %s " FIXTURE_PASSWORD, name);
	return came_in(h, conn);
}

unsigned
fixture_telnet(struct fixture *h, const char *name)
{
	unsigned conn = connect_known(h, name);

	fixture_type(h, conn, name);
	fixture_type(h, conn, FIXTURE_PASSWORD);
	return came_in(h, conn);
}

void
fixture_crowd_name(unsigned i, char name[FIXTURE_CROWD_NAME])
{
	(void)snprintf(name, FIXTURE_CROWD_NAME, "u%c%c%c%c", (char)('a' + i / 17576 % 26),
	    (char)('a' + i / 676 % 26), (char)('a' + i / 26 % 26), (char)('a' + i % 26));
}

/* Marks all events as already sent to the sessions from connection `first` on.  Announcing
 * every login of a crowd to everyone would take far longer than the test itself. */
static void
all_know(struct fixture *h, unsigned first)
{
	for (unsigned i = first; i < h->wires; i++) {
		struct session *s = session_get(h->world, h->wire[i]->session);

		if (s != NULL)
			s->news.heard = feed_next(h->world) - 1;
	}
}

unsigned
fixture_crowd(struct fixture *h, unsigned n, const char *login)
{
	unsigned first = h->wires, jobs_max = h->jobs_max;
	char name[FIXTURE_CROWD_NAME], line[128];

	h->jobs_max = n;
	for (unsigned i = 0; i < n; i++) {
		fixture_crowd_name(i, name);
		(void)fixture_user(h, name, 1500, 0);
	}
	for (unsigned i = 0; i < n; i++) {
		unsigned conn = connect_only(h, "127.0.0.1");

		CHECK(conn == first + i);
		fixture_crowd_name(i, name);
		CHECK(snprintf(line, sizeof(line), "%s %s " FIXTURE_PASSWORD, login, name) <
		      (int)sizeof(line));
		fixture_queue(h, conn, line);
	}
	do {
		fixture_turn(h);
		all_know(h, first);
	} while (busy(h));
	fixture_discard(h);
	h->jobs_max = jobs_max;
	return first;
}

unsigned
fixture_tiny(struct fixture *h, const char *name)
{
	unsigned conn = connect_known(h, name);

	fixture_typef(h, conn, "connect %s " FIXTURE_PASSWORD, name);
	return came_in(h, conn);
}

/* Types the next action of the player whose turn it is: the first legal one. */
static void
play_on(struct fixture *h, unsigned conn, const struct match_state *st, enum seat seat)
{
	struct move_space *space = match_space(h->world);
	char text[128];
	struct sbuf b;

	if (st->phase == PH_ROLL) {
		fixture_type(h, conn, "roll");
		return;
	}
	CHECK(st->phase == PH_MOVE);
	CHECK(
	    move_list(st->variant, &st->board, seat, st->dice.d[0], st->dice.d[1], space) > 0);
	SBUF_ON(&b, text);
	sbuf_add(&b, "move ");
	notation_play(&b, &space->result[0].play, match_numbering(st, seat));
	fixture_type(h, conn, text);
}

void
fixture_both_move(struct fixture *h, unsigned a, unsigned b)
{
	const struct session *s = fixture_session(h, a);
	const struct match *m = session_match(h->world, s);

	CHECK(m != NULL && session_match(h->world, fixture_session(h, b)) == m);
	for (unsigned n = 0; !m->state.moved[0] || !m->state.moved[1]; n++) {
		enum seat seat = match_to_act(&m->state);

		CHECK(n < 100 && seat != SEAT_NONE);
		play_on(h, seat == s->seat ? a : b, &m->state, seat);
	}
}

void
fixture_corrupt(struct fixture *h, int64_t match)
{
	struct action_record a = { .match = match, .kind = "roll", .text = "roll=0 dice=00" };
	struct match_record r;

	CHECK(store_match_by_id(h->store, match, &r));
	a.seq = r.actions;
	a.at_ms = fixture_now_ms(h);
	store_action_add(h->store, &a);
	CHECK(store_commit(h->store, NULL) == STORE_OK);
}

unsigned
fixture_count(const char *text, const char *what)
{
	unsigned n = 0;

	for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
		n++;
	return n;
}
