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
#define FAKE_HASH_PREFIX "plain:"
#define WARNINGS_MAX 4096
#define CONNS_MAX 16384u
#define SESSIONS_MAX 4096u /* the default; a test may set more */

struct byte_buffer {
	char *at;
	size_t len, capacity;
};

struct job {
	struct work_job job;
	struct job *next;
};

struct fake_conn {
	bool in_use; /* open, or closed with output that has not been read */
	bool open;
	bool closing;       /* closed by the world, but not yet committed */
	bool in_dirty_list; /* in the list of connections with output that no sync covers yet */
	bool close_covered;
	/* number of bytes of `turn_output` that the running sync covers */
	size_t covered_bytes;
	bool paused;
	bool authenticated;
	bool stalled; /* takes no output: committed output is kept back */
	unsigned penalty_s;
	unsigned timeout_restarts; /* number of times that the login timeout was restarted */
	session_id session;
	struct byte_buffer turn_output, held_output, unread_output, returned_output;
	struct byte_buffer input; /* pending lines, each NUL-terminated */
	size_t input_at;          /* offset of the next line */
	unsigned lines_waiting;
	struct line_reader line_reader;
	char partial_line[LINE_BYTES_MAX + 1];
};

struct fixture {
	struct fixture_options options;
	bool own_store;
	struct store *store;
	struct world *world;
	struct turn turn;
	struct net_events net_events;
	struct fake_conn *wire[CONNS_MAX];
	unsigned wires;
	unsigned dirty_conns[CONNS_MAX], dirty_n; /* connection numbers */
	unsigned lines_waiting;                   /* pending lines of all connections */
	int64_t mono_ms, wall_ms;
	int64_t stalled_ms; /* sum of the standstills reported to the net */
	struct rng random;
	uint8_t colour_bytes[64];
	unsigned colours_n, next_colour_at;
	struct job *jobs, **jobs_end;
	unsigned jobs_n, jobs_max;
	bool hold_work;
	int64_t before_turn_ns, work_ns, turn_ns; /* see fixture_turn_ns */
	bool has_ended;
	bool turn_is_full; /* deliver no more lines in this turn */
	unsigned rtt_ms;
	char warnings[WARNINGS_MAX];
};

/* ---- bytes ---- */

static void
bytes_add(struct byte_buffer *b, const void *from, size_t n)
{
	if (b->len + n + 1 > b->capacity) {
		b->capacity = (b->len + n + 1) * 2;
		b->at = realloc(b->at, b->capacity);
		CHECK(b->at != NULL);
	}
	if (n > 0)
		memcpy(b->at + b->len, from, n);
	b->len += n;
	b->at[b->len] = '\0';
}

static void
bytes_free(struct byte_buffer *b)
{
	free(b->at);
	*b = (struct byte_buffer){ 0 };
}

/* ---- the net's side ---- */

static struct fake_conn *
conn_of(const struct fixture *h, conn_id c)
{
	CHECK(c >= 1 && c <= h->wires);
	return h->wire[c - 1];
}

static struct fake_conn *
mark_dirty(struct fixture *h, conn_id c)
{
	struct fake_conn *w = conn_of(h, c);

	if (!w->in_dirty_list)
		h->dirty_conns[h->dirty_n++] = (unsigned)c - 1;
	w->in_dirty_list = true;
	return w;
}

static void
fake_write(void *ctx, conn_id c, const void *bytes, size_t n)
{
	if (c != 0)
		bytes_add(&mark_dirty(ctx, c)->turn_output, bytes, n);
}

static void
fake_close(void *ctx, conn_id c)
{
	if (c != 0)
		mark_dirty(ctx, c)->closing = true;
}

static void
fake_pause(void *ctx, conn_id c, bool on)
{
	if (c != 0)
		conn_of(ctx, c)->paused = on;
}

static size_t
fake_backlog(void *ctx, conn_id c)
{
	const struct fake_conn *w = c != 0 ? conn_of(ctx, c) : NULL;

	return w != NULL ? w->turn_output.len + w->held_output.len : 0;
}

static void
fake_penalty(void *ctx, conn_id c, unsigned seconds)
{
	conn_of(ctx, c)->penalty_s += seconds;
}

static void
fake_more_time(void *ctx, conn_id c)
{
	conn_of(ctx, c)->timeout_restarts++;
}

static void
fake_authenticated(void *ctx, conn_id c)
{
	if (c != 0)
		conn_of(ctx, c)->authenticated = true;
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
	return !h->options.unencrypted;
}

static unsigned
fake_rtt_ms(void *ctx, conn_id c)
{
	return ((const struct fixture *)ctx)->rtt_ms;
}

static void
fake_ask_size(void *ctx, conn_id c)
{
	conn_of(ctx, c)->line_reader.window_asked = true;
	fake_write(ctx, c, "\xff\xfd\x1f", 3);
}

static void
report_output(const struct fixture *h, unsigned conn, const char *bytes, size_t n)
{
	if (h->options.on_output != NULL)
		h->options.on_output(h->options.on_output_ctx, conn, bytes, n);
}

/* Delivers the first n bytes to the connection; they must be committed. */
static void
deliver_output(struct fixture *h, unsigned conn, struct byte_buffer *b, size_t n)
{
	struct fake_conn *w = h->wire[conn];

	if (n == 0)
		return;
	if (w->stalled) {
		bytes_add(&w->held_output, b->at, n);
	} else {
		report_output(h, conn, b->at, n);
		bytes_add(&w->unread_output, b->at, n);
	}
	b->len -= n;
	memmove(b->at, b->at + n, b->len + 1);
}

static void
fake_sync_begin(void *ctx)
{
	struct fixture *h = ctx;

	for (unsigned i = 0; i < h->dirty_n; i++) {
		struct fake_conn *w = h->wire[h->dirty_conns[i]];

		w->covered_bytes = w->turn_output.len;
		w->close_covered = w->closing;
	}
}

static void
fake_sync_end(void *ctx)
{
	struct fixture *h = ctx;
	unsigned n = 0;

	for (unsigned i = 0; i < h->dirty_n; i++) {
		unsigned conn = h->dirty_conns[i];
		struct fake_conn *w = h->wire[conn];

		deliver_output(h, conn, &w->turn_output, w->covered_bytes);
		if (w->close_covered)
			w->open = w->closing = false;
		w->covered_bytes = 0;
		w->close_covered = false;
		w->in_dirty_list = w->turn_output.len > 0 || w->closing;
		if (w->in_dirty_list)
			h->dirty_conns[n++] = conn;
	}
	h->dirty_n = n;
}

static void
fake_flush(void *ctx, bool all)
{
	if (!all)
		return;
	fake_sync_begin(ctx);
	fake_sync_end(ctx);
}

static void
fake_stalled_ms(void *ctx, int64_t ms)
{
	((struct fixture *)ctx)->stalled_ms += ms;
}

static void
fake_end_of_input(void *ctx)
{
	struct fixture *h = ctx;

	h->turn_is_full = true;
}

/* ---- the worker's side: a hash is the password with a prefix ---- */

static bool
fake_post(void *ctx, const struct work_job *job)
{
	struct fixture *h = ctx;
	struct job *j;

	if (h->jobs_n >= queue_usable_places(h->jobs_max, job->from_unfamiliar))
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
fake_work_drop(void *ctx, const uint8_t from[WORK_ADDRESS_BYTES], uint64_t ticket)
{
	struct fixture *h = ctx;

	for (struct job **at = &h->jobs; *at != NULL; at = &(*at)->next) {
		struct job *j = *at;

		if (j->job.ticket != ticket ||
		    memcmp(j->job.address, from, WORK_ADDRESS_BYTES) != 0)
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
fake_each_job(
    void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx)
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
	sbuf_add(&b, FAKE_HASH_PREFIX);
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
run_job(const struct work_job *job, struct work_result *r)
{
	*r = (struct work_result){
		.kind = job->kind, .used_engine = job->needs_engine, .ticket = job->ticket
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
	case WORK_CHANGE_PASSWORD:
	case WORK_VERIFY:
		memcpy(r->checked_hash, job->hash, sizeof(r->checked_hash));
		r->password_user = job->password_user;
		r->ok = r->password_right = hash_is_of(job->hash, job->password);
		r->hash_renewed = r->ok && job->kind == WORK_VERIFY && job->hash[0] == 'w';
		if (r->ok && job->kind == WORK_CHANGE_PASSWORD)
			make_hash(job->new_password, r->hash);
		else if (r->hash_renewed)
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
	run_job(&j->job, result_out);
	free(j);
	h->work_ns += cpu_ns() - start;
	return true;
}

static void
drop_jobs(struct fixture *h)
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
fake_mono_ms(void *ctx)
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
fake_wall_ms(void *ctx)
{
	return ((struct fixture *)ctx)->wall_ms;
}

static uint8_t
next_colour(struct fixture *h)
{
	if (h->next_colour_at < h->colours_n)
		return h->colour_bytes[h->next_colour_at++];
	return h->options.random_colours ? (uint8_t)rng_below(&h->random, 2) : 0;
}

static void
fake_random(void *ctx, void *buf, size_t n)
{
	struct fixture *h = ctx;

	if (n == 1)
		*(uint8_t *)buf = next_colour(h);
	else
		rng_bytes(&h->random, buf, n);
}

/* Records the events of log lines of level warn or error. */
static bool
collect_warning(void *ctx, enum log_level level, const char *event, const char *text)
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
fixture_set_colour(struct fixture *h, uint8_t byte)
{
	if (h->next_colour_at == h->colours_n)
		h->next_colour_at = h->colours_n = 0;
	CHECK(h->colours_n < ARRAY_LEN(h->colour_bytes));
	h->colour_bytes[h->colours_n++] = byte;
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
			.zone_format_time = zone_text,
			.zone_local_to_utc = zone_local_to_utc,
			.port = 4321,
			.zone_examples = "UTC, Europe/London, Europe/Rome",
			.help_page = shipped_help,
			.help_topic_name = shipped_topic_name,
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
	o->world.failed_login_delay_count = defaults.limits_failed_login_s.len;
	memcpy(o->world.failed_login_delays_s, defaults.limits_failed_login_s.v,
	    sizeof(o->world.failed_login_delays_s));
}

void
fixture_options_bots(struct fixture_options *o)
{
	o->world.beginner = "EasyBot";
	o->world.club = "ClubBot";
	o->world.strong = "StrongBot";
}

static unsigned open_conn(struct fixture *h);

/* Hands over only whether there is a connection, not its state. */
static void
fake_hand_over(void *ctx, struct pack *p, conn_id *c, session_id s)
{
	bool there = p != NULL && !p->reading && *c != 0;

	if (p != NULL && p->reading)
		*c = 0;
	if (p == NULL || !pack_begin_part(p, 1, there))
		return;
	pack_end_part(p);
	if (!p->reading)
		return;
	*c = open_conn(ctx) + 1;
	conn_of(ctx, *c)->session = s;
}

static void
create_world(struct fixture *h)
{
	struct net_port net = { h, fake_write, fake_close, fake_pause, fake_backlog,
		fake_penalty, fake_more_time, fake_authenticated, fake_exempt, fake_sealed,
		fake_rtt_ms, fake_ask_size, fake_sync_begin, fake_sync_end, fake_flush,
		fake_end_of_input, fake_stalled_ms, fake_hand_over, NULL, NULL, NULL };
	struct work_port work = { .ctx = h,
		.post = fake_post,
		.withdraw = fake_work_drop,
		.each_waiting = fake_each_job };
	struct random_port random = { h, fake_random };

	h->world = domain_new(&h->options.world, h->store, &net, &work, &random);
	CHECK(h->world != NULL);
	h->turn = (struct turn){
		.world = h->world,
		.store = h->store,
		.clock = { .ctx = h, .mono_ms = fake_mono_ms, .wall_ms = fake_wall_ms },
		.work_ctx = h,
		.work_next_result = fake_work_next,
	};
	if (h->options.mono_us != NULL)
		h->turn.clock.mono_us = h->turn.clock.cpu_us = fake_mono_us;
	turn_init(&h->turn);
	h->net_events = turn_net_events(&h->turn);
}

static void
open_store(struct fixture *h)
{
	char text[256];
	struct sbuf error;

	SBUF_INIT(&error, text);
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
	rng_seed(&h->random, h->options.seed);
	h->jobs_end = &h->jobs;
	h->jobs_max = 64;
	h->mono_ms = 1000000;
	h->wall_ms = (int64_t)FIXTURE_WALL_S * 1000;
	log_set_hook(collect_warning, h);
	open_store(h);
	create_world(h);
	return h;
}

static void
free_conns(struct fixture *h)
{
	for (unsigned i = 0; i < h->wires; i++) {
		struct fake_conn *w = h->wire[i];

		bytes_free(&w->turn_output);
		bytes_free(&w->held_output);
		bytes_free(&w->unread_output);
		bytes_free(&w->returned_output);
		bytes_free(&w->input);
		free(w);
		h->wire[i] = NULL;
	}
	h->wires = h->dirty_n = h->lines_waiting = 0;
}

void
fixture_restart(struct fixture *h)
{
	free_conns(h);
	drop_jobs(h);
	domain_free(&h->world);
	h->has_ended = false;
	create_world(h);
}

bool
fixture_upgrade(struct fixture *h, void (*damage)(void *ctx, struct pack *p), void *ctx)
{
	const int64_t world_ms = h->world->mono_ms;
	struct pack p = { .reading = false };
	bool bad;

	domain_before_hand_over(h->world);
	CHECK(turn_drain(&h->turn) == 0);
	domain_hand_over(h->world, &p);
	CHECK(!p.bad);
	damage(ctx, &p);
	fixture_restart(h);
	pack_start_reading(&p);
	turn_resume_clock(&h->turn, world_ms);
	domain_hand_over(h->world, &p);
	bad = p.bad;
	pack_destroy(&p);
	if (bad) {
		fixture_restart(h);
		return false;
	}
	turn_begin(&h->turn);
	domain_after_hand_over(h->world);
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
	free_conns(h);
	drop_jobs(h);
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
deliver_line(struct fixture *h, struct fake_conn *w)
{
	const char *line = w->input.at + w->input_at;
	size_t n = strlen(line);
	char *copy;

	w->input_at += n + 1;
	w->lines_waiting--;
	h->lines_waiting--;
	if (w->lines_waiting == 0)
		w->input.len = w->input_at = 0;
	if (n > LINE_BYTES_MAX) {
		h->net_events.overlong(h->net_events.ctx, w->session);
		return;
	}
	copy = malloc(n + 1);
	CHECK(copy != NULL);
	memcpy(copy, line, n + 1);
	h->net_events.line(h->net_events.ctx, w->session, copy, n);
	free(copy);
}

static bool
can_deliver(const struct fake_conn *w)
{
	return w->open && !w->closing && !w->paused && w->lines_waiting > 0;
}

/* Shuts down in the same order as main. */
static int
run_shutdown(struct fixture *h)
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

	h->turn_is_full = false;
	for (unsigned i = 0; h->lines_waiting > 0 && i < h->wires && !h->turn_is_full; i++)
		for (unsigned n = 0; n < h->options.lines_per_turn && can_deliver(h->wire[i]);
		     n++)
			deliver_line(h, h->wire[i]);
	start = cpu_ns();
	h->work_ns = 0;
	if (turn_end(&h->turn) != 0)
		return -1;
	start = h->before_turn_ns + cpu_ns() - start - h->work_ns;
	if (start > h->turn_ns)
		h->turn_ns = start;
	h->before_turn_ns = 0;
	domain_check_invariants(h->world);
	if (!moderation_stop_due(h->world) || h->has_ended)
		return 0;
	h->has_ended = true;
	return run_shutdown(h);
}

int
fixture_wait_ms(const struct fixture *h)
{
	return turn_wait_ms(&h->turn);
}

bool
fixture_has_ended(const struct fixture *h)
{
	return h->has_ended;
}

void
fixture_turn(struct fixture *h)
{
	CHECK(fixture_try_turn(h) == 0);
}

void
fixture_set_sync(struct fixture *h, enum store_sync which, const struct sync_port *sync)
{
	h->turn.syncs.ports[which] = *sync;
}

void
fixture_use_one_processor(struct fixture *h)
{
	h->turn.syncs.one_processor = true;
}

void
fixture_run_in_turn(struct fixture *h, void (*fn)(struct world *w, void *ctx), void *ctx)
{
	int64_t start = cpu_ns();

	turn_begin(&h->turn);
	fn(h->world, ctx);
	h->before_turn_ns = cpu_ns() - start;
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
has_work_left(const struct fixture *h)
{
	bool more = domain_output_pending(h->world) || h->turn.more_results;

	for (unsigned i = 0; h->lines_waiting > 0 && i < h->wires && !more; i++)
		more = can_deliver(h->wire[i]);
	return more;
}

void
fixture_settle(struct fixture *h)
{
	do
		fixture_turn(h);
	while (has_work_left(h));
}

void
fixture_shutdown(struct fixture *h)
{
	CHECK(run_shutdown(h) == 0);
	fixture_turn(h);
}

void
fixture_pass_time(struct fixture *h, int64_t ms)
{
	h->mono_ms += ms;
	h->wall_ms += ms;
}

void
fixture_step_wall_clock(struct fixture *h, int64_t ms)
{
	h->wall_ms += ms;
}

void
fixture_advance(struct fixture *h, int64_t ms)
{
	fixture_pass_time(h, ms);
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
fixture_set_rtt(struct fixture *h, unsigned ms)
{
	h->rtt_ms = ms;
}

int64_t
fixture_now_ms(const struct fixture *h)
{
	return h->wall_ms;
}

/* ---- connections ---- */

static struct fake_conn *
conn_in_use(const struct fixture *h, unsigned conn)
{
	CHECK(conn < h->wires && h->wire[conn]->in_use);
	return h->wire[conn];
}

static unsigned
free_conn_index(struct fixture *h)
{
	for (unsigned i = 0; i < h->wires; i++)
		if (!h->wire[i]->in_use)
			return i;
	CHECK(h->wires < ARRAY_LEN(h->wire));
	h->wire[h->wires] = calloc(1, sizeof(struct fake_conn));
	CHECK(h->wire[h->wires] != NULL);
	return h->wires++;
}

void
fixture_stall(struct fixture *h, unsigned conn, bool on)
{
	struct fake_conn *w = conn_in_use(h, conn);
	bool had = w->held_output.len > 0;

	w->stalled = on;
	if (on || !had)
		return;
	deliver_output(h, conn, &w->held_output, w->held_output.len);
	if (w->open && !w->closing)
		h->net_events.drained(h->net_events.ctx, w->session);
}

/* Opens a connection without a session. */
static unsigned
open_conn(struct fixture *h)
{
	unsigned i = free_conn_index(h);
	struct fake_conn *w = h->wire[i];

	w->in_use = true;
	w->open = true;
	w->paused = false;
	w->closing = w->close_covered = false;
	w->covered_bytes = 0;
	w->authenticated = false;
	w->stalled = false;
	w->penalty_s = 0;
	h->lines_waiting -= w->lines_waiting;
	w->lines_waiting = 0;
	w->input.len = w->input_at = 0;
	w->turn_output.len = w->held_output.len = w->unread_output.len = 0;
	memset(&w->line_reader, 0, sizeof(w->line_reader));
	report_output(h, i, NULL, 0);
	return i;
}

static unsigned
connect_only(struct fixture *h, const char *addr)
{
	unsigned i = open_conn(h);
	struct fake_conn *w = h->wire[i];

	w->session = h->net_events.opened(h->net_events.ctx, i + 1, addr);
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
fixture_drop(struct fixture *h, unsigned conn, enum net_close_reason why)
{
	struct fake_conn *w = conn_in_use(h, conn);

	if (!w->open)
		return;
	w->open = false;
	h->net_events.closed(h->net_events.ctx, w->session, why);
	fixture_settle(h);
	w->turn_output.len = w->covered_bytes = 0;
	w->unread_output.len = 0; /* discard output that will not be read */
	w->in_use = false;
}

bool
fixture_is_open(const struct fixture *h, unsigned conn)
{
	return conn < h->wires && h->wire[conn]->in_use && h->wire[conn]->open;
}

bool
fixture_is_paused(const struct fixture *h, unsigned conn)
{
	return conn_in_use(h, conn)->paused;
}

unsigned
fixture_penalty(const struct fixture *h, unsigned conn)
{
	CHECK(conn < h->wires); /* the connection may already be closed */
	return h->wire[conn]->penalty_s;
}

bool
fixture_is_authenticated(const struct fixture *h, unsigned conn)
{
	return conn_in_use(h, conn)->authenticated;
}

unsigned
fixture_lines_waiting(const struct fixture *h, unsigned conn)
{
	return conn_in_use(h, conn)->lines_waiting;
}

struct session *
fixture_session(struct fixture *h, unsigned conn)
{
	return session_get(h->world, conn_in_use(h, conn)->session);
}

/* ---- input ---- */

void
fixture_queue(struct fixture *h, unsigned conn, const char *line)
{
	struct fake_conn *w = conn_in_use(h, conn);

	bytes_add(&w->input, line, strlen(line) + 1);
	w->lines_waiting++;
	h->lines_waiting++;
}

void
fixture_send_bytes(struct fixture *h, unsigned conn, const void *bytes, size_t n)
{
	struct fake_conn *w = conn_in_use(h, conn);
	const uint8_t *in = bytes;

	for (;;) {
		struct line_result st = line_push(&w->line_reader, in, n, w->partial_line);

		in += st.used;
		n -= st.used;
		switch (st.event) {
		case LINE_INCOMPLETE:
			return;
		case LINE_READY:
			fixture_queue(h, conn, w->partial_line);
			break;
		case LINE_OVERLONG:
			h->net_events.overlong(h->net_events.ctx, w->session);
			break;
		case LINE_REPLY:
			fake_write(h, conn + 1u, st.reply, sizeof(st.reply));
			break;
		case LINE_WINDOW_SIZE:
			h->net_events.window_size(
			    h->net_events.ctx, w->session, st.window_columns, st.window_rows);
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
	struct fake_conn *w = conn_in_use(h, conn);
	struct byte_buffer swap = w->returned_output;

	w->returned_output = w->unread_output;
	w->unread_output = swap;
	w->unread_output.len = 0;
	if (w->returned_output.at == NULL)
		bytes_add(&w->returned_output, "", 0);
	w->returned_output.at[w->returned_output.len] = '\0';
	if (n_out != NULL)
		*n_out = w->returned_output.len;
	if (!w->open)
		w->in_use = false;
	return w->returned_output.at;
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
		if (h->wire[i]->in_use)
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
		.hash = FAKE_HASH_PREFIX FIXTURE_PASSWORD,
		.role = "user",
	};
	int n = snprintf(u.name, sizeof(u.name), "%s", name);
	int64_t id;

	CHECK(n > 0 && (size_t)n < sizeof(u.name));
	id = store_user_create(h->store, &u);
	CHECK(id != 0);
	store_user_set_login(h->store, id, u.created_s, "127.0.0.1"); /* as at registration */
	CHECK(store_commit(h->store, NULL) == STORE_OK);
	ranks_change_user(
	    ranks_of_game(h->world->ranks, VARIANT_FIBS), id, rating, 0, rating, experience);
	return id;
}

void
fixture_set_standing(
    struct fixture *h, const char *name, const char *game, double rating, uint32_t experience)
{
	const struct variant *v = variant_find(game);
	struct ranks *list;
	struct standing was;
	struct user_record u;

	CHECK(v != NULL && v != &VARIANTS[0] && store_user_by_name(h->store, name, &u));
	list = ranks_of_game(h->world->ranks, v);
	was = user_standing(h->world, &u, v);
	store_game_rating_set(h->store, u.id, game, rating, experience);
	CHECK(store_commit(h->store, NULL) == STORE_OK);
	ranks_change_user(list, u.id, was.rating, was.experience, rating, experience);
}

void
fixture_set_role(struct fixture *h, const char *name, const char *role)
{
	struct player *p = player_by_name(h->world, name);
	struct user_record u;

	CHECK(role_named(role) >= 0 && store_user_by_name(h->store, name, &u));
	store_user_set_role(h->store, u.id, role);
	CHECK(store_commit(h->store, NULL) == STORE_OK);
	if (p == NULL)
		return;
	p->role = (enum role)role_named(role);
	online_update_trees(h->world, session_get(h->world, p->session));
}

static unsigned
connect_as_user(struct fixture *h, const char *name)
{
	struct user_record u;

	if (!store_user_by_name(h->store, name, &u))
		(void)fixture_user(h, name, 1500, 0);
	return fixture_connect(h, "127.0.0.1");
}

/* Checks that the user has logged in. */
static unsigned
check_logged_in(struct fixture *h, unsigned conn)
{
	const struct session *s = fixture_session(h, conn);

	CHECK(s != NULL && s->state == ST_ONLINE);
	fixture_discard(h);
	return conn;
}

unsigned
fixture_clip(struct fixture *h, const char *name)
{
	unsigned conn = connect_as_user(h, name);

	fixture_typef(h, conn, "login test 1008 %s " FIXTURE_PASSWORD, name);
	return check_logged_in(h, conn);
}

unsigned
fixture_telnet(struct fixture *h, const char *name)
{
	unsigned conn = connect_as_user(h, name);

	fixture_type(h, conn, name);
	fixture_type(h, conn, FIXTURE_PASSWORD);
	return check_logged_in(h, conn);
}

void
fixture_crowd_name(unsigned i, char name[FIXTURE_CROWD_NAME_SIZE])
{
	(void)snprintf(name, FIXTURE_CROWD_NAME_SIZE, "u%c%c%c%c", (char)('a' + i / 17576 % 26),
	    (char)('a' + i / 676 % 26), (char)('a' + i / 26 % 26), (char)('a' + i % 26));
}

/* Marks all events as already sent to the sessions from connection `first` on.  Announcing
 * every login of a crowd to everyone would take far longer than the test itself. */
static void
set_all_toggles(struct fixture *h, unsigned first)
{
	for (unsigned i = first; i < h->wires; i++) {
		struct session *s = session_get(h->world, h->wire[i]->session);

		if (s != NULL)
			s->news.cursor = feed_next_number(h->world) - 1;
	}
}

unsigned
fixture_crowd(struct fixture *h, unsigned n, const char *login)
{
	unsigned first = h->wires, jobs_max = h->jobs_max;
	char name[FIXTURE_CROWD_NAME_SIZE], line[128];

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
		set_all_toggles(h, first);
	} while (has_work_left(h));
	fixture_discard(h);
	h->jobs_max = jobs_max;
	return first;
}

unsigned
fixture_tiny(struct fixture *h, const char *name)
{
	unsigned conn = connect_as_user(h, name);

	fixture_typef(h, conn, "connect %s " FIXTURE_PASSWORD, name);
	return check_logged_in(h, conn);
}

/* Types the next action of the player whose turn it is: the first legal one. */
static void
play_if_on_turn(struct fixture *h, unsigned conn, const struct match_state *st, enum seat seat)
{
	struct move_space *space = match_move_space(h->world);
	char text[128];
	struct sbuf b;

	if (st->phase == PH_ROLL) {
		fixture_type(h, conn, "roll");
		return;
	}
	CHECK(st->phase == PH_MOVE);
	CHECK(
	    move_list(st->variant, &st->board, seat, st->dice.d[0], st->dice.d[1], space) > 0);
	SBUF_INIT(&b, text);
	sbuf_add(&b, "move ");
	notation_write_fibs(&b, &space->result[0].play, match_numbering(st, seat));
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
		play_if_on_turn(h, seat == s->seat ? a : b, &m->state, seat);
	}
}

void
fixture_corrupt_match(struct fixture *h, int64_t match)
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
fixture_count_text(const char *text, const char *what)
{
	unsigned n = 0;

	for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
		n++;
	return n;
}
