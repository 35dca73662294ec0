/* SPDX-License-Identifier: MIT */
/* Wiring, signals, exit: see service.h.  Stays in the foreground and logs to standard error. */
#define _GNU_SOURCE /* for realpath */
#include "daemon/service.h"

#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/table.h"
#include "base/version.h"
#include "cmd/cmd.h"
#include "domain.h"
#include "handover/handover.h"
#include "daemon/listeners.h"
#include "os/log.h"
#include "match/match.h"
#include "daemon/metrics.h"
#include "moderation/moderation.h"
#include "net/net.h"
#include "people/cloak.h"
#include "os/process.h"
#include "daemon/background_check.h"
#include "daemon/reload.h"
#include "os/sandbox.h"
#include "config/settings.h"
#include "stats/counters.h"
#include "os/systemd.h"
#include "turn/turn.h"
#include "handover/upgrade.h"
#include "work/sync_thread.h"
#include "work/work.h"
#include "os/zone.h"

#define DRAIN_MS 5000
#define TRIM_KEEP_BYTES (1u << 20)

struct server {
	struct config config;
	const char *config_file; /* the configuration file; NULL: none */
	struct reload reload;
	struct store *store;
	struct work *work;
	struct net *net;
	struct world *world;
	struct turn turn;
	struct metrics metrics;
	bool stopping;
	struct background_check database_check; /* check of a large database */
	struct sync_thread *sync_threads[STORE_SYNC_COUNT];
	struct systemd systemd;
	struct texts texts;
	struct handover handover;
	bool takeover_requested; /* a new process asks to take over */
	bool handed_over;        /* the new process serves now */
	bool same_program; /* the running server has the same program, and continues to serve */
	bool was_standby;  /* has waited for another server to end */
	char standby_database_error[200]; /* why a standby cannot reach the database; "": it can
					   */
	bool check_stopped;               /* a handover stopped the check of the database */
	int stop_signals;                 /* stop signals received */
	int failed_start_status;          /* if the server cannot start; 0: EXIT_NOT_STARTED */
	bool reload_requested;            /* SIGHUP received */
};

/* ---- wiring ---- */

static void
os_random(void *ctx, void *buf, size_t n)
{
	(void)ctx;
	randombytes_buf(buf, n);
}

static int64_t
clock_mono(void *ctx)
{
	(void)ctx;
	return net_mono_ms();
}

static int64_t
clock_mono_us(void *ctx)
{
	(void)ctx;
	return net_mono_us();
}

static int64_t
clock_cpu_us(void *ctx)
{
	(void)ctx;
	return net_cpu_us();
}

static int64_t
clock_wall(void *ctx)
{
	(void)ctx;
	return net_wall_ms();
}

static bool
work_result(void *ctx, struct work_result *r)
{
	return work_next_result(ctx, r);
}

/* Runs in the thread that syncs.  May use s->store, because the store is never replaced during
 * a sync. */
static void
sync_wal(void *ctx)
{
	const struct server *s = ctx;

	store_sync_make(s->store, STORE_SYNC_WAL);
}

static void
sync_database(void *ctx)
{
	const struct server *s = ctx;

	store_sync_make(s->store, STORE_SYNC_DATABASE);
}

static void
begin_sync(void *ctx)
{
	sync_thread_sync_begin(ctx);
}

static bool
sync_ended(void *ctx, bool wait)
{
	return sync_thread_sync_ended(ctx, wait);
}

static void
wake_loop(void *ctx)
{
	struct server *s = ctx;

	net_wake(s->net);
}

/* Gives freed memory, which the C library keeps after heavy load, back to the kernel: an idle
 * server should be small again.  Does nothing while a password is being hashed, and is called
 * again when that is done.  Hashing obtains 19 MiB from the kernel and returns them.  That
 * locks the memory map of the process for milliseconds, or much longer if a busy machine
 * suspends the hashing thread meanwhile.  Some memory is kept, because the loop would wait for
 * the same lock to get more. */
static void
give_memory_back(void *ctx)
{
	if (!work_busy(ctx))
		(void)malloc_trim(TRIM_KEEP_BYTES);
}

static enum store_durability
durability_of(const struct config *config)
{
	return config->server_durability == CONF_DURABILITY_FULL ? STORE_DURABLE_FULL
								 : STORE_DURABLE_NORMAL;
}

int
service_open_store(const struct config *config, struct store **store_out)
{
	char database[SETTINGS_DATABASE_MAX], text[SETTINGS_DATABASE_MAX + 400];
	struct sbuf error;
	enum store_err err;

	SBUF_INIT(&error, text);
	settings_database(config, database);
	err = store_open(database, durability_of(config), NULL, store_out, &error);
	if (err == STORE_OK)
		return EXIT_OK;
	(void)fprintf(stderr, "gammond: %s\n", text);
	return err == STORE_FULL ? EXIT_DISK_FULL : EXIT_NOT_STARTED;
}

static int
start_threads(struct server *s)
{
	struct work_config config = settings_work_config(&s->config);

	config.now_ms = net_mono_ms;
	s->work = work_start(&config, wake_loop, s);
	if (s->work != NULL)
		s->sync_threads[STORE_SYNC_WAL] = sync_thread_start(sync_wal, s, wake_loop, s);
	if (s->sync_threads[STORE_SYNC_WAL] != NULL)
		s->sync_threads[STORE_SYNC_DATABASE] =
		    sync_thread_start(sync_database, s, wake_loop, s);
	if (s->sync_threads[STORE_SYNC_DATABASE] != NULL)
		return 0;
	(void)fprintf(stderr, "gammond: cannot start the threads: %s\n", strerror(errno));
	return -1;
}

static int
make_net(struct server *s)
{
	struct net_config config;
	struct net_events events = turn_net_events(&s->turn);

	settings_net_config(&s->config, &config);
	s->net = net_new(&config, &events);
	if (s->net != NULL)
		return 0;
	(void)fprintf(stderr, "gammond: cannot create the event loop: %s\n", strerror(errno));
	return -1;
}

static int
make_world(struct server *s)
{
	struct random_port random = { NULL, os_random };
	struct world_config config;
	struct net_port port;
	struct work_port work;

	if (start_threads(s) != 0)
		return -1;
	port = net_port(s->net);
	work = work_port(s->work);
	config = settings_world_config(&s->config, &s->texts, net_slots(s->net));
	s->world = domain_new(&config, s->store, &port, &work, &random);
	if (s->world == NULL) {
		(void)fputs("gammond: out of memory\n", stderr);
		return -1;
	}
	s->metrics.world = s->world;
	s->metrics.net = s->net;
	s->metrics.work = s->work;
	cloak_load_key(s->store, &random, s->world->cloak_key);
	s->turn = (struct turn){
		.world = s->world,
		.store = s->store,
		.clock = { .mono_ms = clock_mono,
		    .wall_ms = clock_wall,
		    .mono_us = clock_mono_us,
		    .cpu_us = clock_cpu_us },
		.syncs = { .one_processor = process_has_one_processor() },
		.work_ctx = s->work,
		.work_next_result = work_result,
		.return_memory = give_memory_back,
	};
	for (unsigned i = 0; i < STORE_SYNC_COUNT; i++)
		s->turn.syncs.ports[i] =
		    (struct sync_port){ s->sync_threads[i], begin_sync, sync_ended };
	turn_init(&s->turn);
	return 0;
}

int
service_check_files(const struct config *config)
{
	char text[1300];
	struct sbuf error;
	struct texts texts;

	SBUF_INIT(&error, text);
	if (settings_read_texts(config, &texts, &error) == 0) {
		texts_free(&texts);
		if (reload_certificate(NULL, config, &error) == 0)
			return EXIT_OK;
	}
	(void)fprintf(stderr, "gammond: %s\n", text);
	return EXIT_USAGE;
}

static void
on_reload(void *ctx)
{
	struct server *s = ctx;

	s->reload_requested = true;
}

/* ---- running ---- */

static void
on_stop(void *ctx)
{
	struct server *s = ctx;

	if (++s->stop_signals > 1)
		_exit(EXIT_OK); /* everything sent to users is on disk already */
}

/* ---- handover ---- */

static void
close_store(void *ctx)
{
	struct server *s = ctx;

	s->check_stopped = background_check_stop(&s->database_check);
	store_close(&s->store);
	turn_set_store(&s->turn, NULL);
}

/* Opens the database again.  A check that was stopped is not resumed, because the loop in its
 * sandbox cannot start a thread. */
static bool
reopen_store(void *ctx)
{
	struct server *s = ctx;

	if (service_open_store(&s->config, &s->store) != EXIT_OK)
		return false;
	turn_set_store(&s->turn, s->store);
	if (s->check_stopped)
		log_warn(
		    "check_failed", "detail=\"stopped by the upgrade: run 'gammond check'\"");
	return true;
}

static void
on_takeover_request(void *ctx)
{
	struct server *s = ctx;

	s->takeover_requested = true;
}

/* Listens for processes that want to take over.  If that fails, the server runs, but cannot be
 * upgraded. */
static void
listen_for_upgrades(struct server *s)
{
	char text[200];
	struct sbuf why;

	SBUF_INIT(&why, text);
	if (s->handover.listen_fd < 0)
		s->handover.listen_fd = upgrade_listen(s->config.server_data_dir, &why);
	if (s->handover.listen_fd >= 0 &&
	    net_on_readable(s->net, s->handover.listen_fd, on_takeover_request, s) == 0)
		return;
	log_warn("upgrade", "state=off reason=\"%s\"", why.text);
}

/* Runs the first turn after a handover.  Sessions whose connection could not be transferred are
 * closed in it. */
static int
first_turn_after_handover(struct server *s)
{
	turn_resume_clock(&s->turn, s->world->mono_ms);
	turn_begin(&s->turn);
	domain_after_hand_over(s->world);
	return turn_end(&s->turn);
}

static int
run_until_stopped(struct server *s)
{
	if (s->handover.old_process_fd >= 0) {
		handover_close(&s->handover);
		if (first_turn_after_handover(s) != 0)
			return EXIT_STORAGE;
	}
	while (s->stop_signals == 0 && !moderation_stop_due(s->world)) {
		net_wait(s->net,
		    systemd_wait_ms(&s->systemd, net_mono_ms(), turn_wait_ms(&s->turn)));
		if (turn_end(&s->turn) != 0)
			return EXIT_STORAGE;
		systemd_after_turn(&s->systemd, net_mono_ms(), s->world->online_count,
		    matches_live_count(s->world));
		if (s->takeover_requested) {
			enum handover_end end = handover_give(&s->handover);

			s->takeover_requested = false;
			s->handed_over = end == HANDOVER_DONE;
			s->reload_requested = s->reload_requested || end == HANDOVER_RELOAD;
			if (s->handed_over || end == HANDOVER_DATABASE_LOST)
				return s->handed_over ? EXIT_OK : EXIT_STORAGE;
		}
		if (s->reload_requested) {
			s->reload_requested = false;
			systemd_reloading(&s->systemd, net_mono_us());
			reload_run(&s->reload);
			systemd_notify(&s->systemd, "READY=1");
		}
		if (!background_check_sound(&s->database_check)) {
			store_abandon_damaged(s->store);
			return EXIT_STORAGE;
		}
	}
	return EXIT_OK;
}

/* Stops accepting, notifies all sessions, commits, and waits until the output is sent. */
static int
shut_down(struct server *s)
{
	int64_t until = net_mono_ms() + DRAIN_MS;

	log_info("stopping", "sessions=%u longest_ms=%.1f minute_ms=%.1f most_cpu_ms=%.1f",
	    s->world->online_count, counters_longest_turn(s->world),
	    counters_longest_in_minute(s->world), (double)s->turn.longest_cpu_us / 1000);
	s->stopping = true;
	systemd_notify(&s->systemd, "STOPPING=1");
	net_stop_listening(s->net);
	for (bool more = true; more;) {
		turn_begin(&s->turn);
		more = cmd_close_sessions(s->world);
		if (turn_end(&s->turn) != 0)
			return EXIT_STORAGE;
	}
	while (turn_output_waits(&s->turn) || (net_draining(s->net) && net_mono_ms() < until)) {
		net_wait(s->net, 100);
		if (turn_end(&s->turn) != 0)
			return EXIT_STORAGE;
	}
	log_info("stopped", "turns=%" PRIu64, s->world->turn_no);
	return EXIT_OK;
}

/* Changes to the configured user.  Called when everything that needs root is done. */
static int
drop_privileges(const struct config *c, struct sbuf *error)
{
	if (geteuid() == 0 && c->server_user[0] != '\0' &&
	    !process_become_user(c->server_user, error))
		return -1;
	if (geteuid() == 0)
		log_warn("running_as_root", "detail=\"set the option user of [server]\"");
	if (c->server_core_dumps)
		process_allow_core_dumps();
	else
		process_forbid_core_dumps();
	return 0;
}

/* Lists the folders of files that the operator may replace: as named, and where symbolic links
 * lead. */
static unsigned
sandbox_paths(const struct server *s, struct sandbox_path *paths)
{
	const struct config *c = &s->config;
	const char *const files[] = { s->config_file, c->server_tls_certificate,
		c->server_tls_key, c->server_banner, c->server_motd, c->server_houserules };
	unsigned n = 0;

	paths[n++] = (struct sandbox_path){ strdup(c->server_data_dir), true };
	paths[n++] = (struct sandbox_path){ strdup(ZONE_DIR), false };
	paths[n++] = (struct sandbox_path){ strdup("/dev/urandom"), false }; /* SQLite reads
									      * it */
	for (unsigned i = 0; i < 2 * ARRAY_LEN(files); i++) {
		const char *file = files[i / 2];
		char *path, *name;

		if (file == NULL || file[0] == '\0')
			continue;
		path = i % 2 == 0 ? strdup(file) : realpath(file, NULL);
		name = path != NULL ? strrchr(path, '/') : NULL;
		if (path != NULL)
			(void)memcpy(name != NULL ? name + 1 : path, name != NULL ? "" : ".",
			    name != NULL ? 1 : 2);
		paths[n++] = (struct sandbox_path){ path, false };
	}
	return n;
}

static void
begin_sandbox(const struct server *s)
{
	struct sandbox_path paths[3 + 2 * 6];
	unsigned n = sandbox_paths(s, paths);
	const struct work_config work = settings_work_config(&s->config);
	const int family = work.engine.port != 0         ? AF_INET
			   : work.engine.path[0] != '\0' ? AF_UNIX
							 : AF_UNSPEC;

	if (s->config.server_sandbox)
		sandbox_begin(paths, n, family, work.engine.port);
	else
		log_warn("sandbox", "state=off reason=\"option sandbox of [server]\"");
	while (n-- > 0)
		free((char *)(uintptr_t)paths[n].path);
}

static void
on_store_wait(void *ctx, const char *away)
{
	struct server *s = ctx;
	char text[400];

	if (away != NULL && strncmp(away, s->standby_database_error,
				sizeof(s->standby_database_error) - 1) != 0) {
		log_warn("database_away", "detail=%s",
		    log_escape(text, sizeof(text), away, strlen(away)));
		systemd_notify(&s->systemd, "STATUS=standby, without the database");
	} else if (away == NULL && s->standby_database_error[0] != '\0') {
		log_info("database_back", "detail=\"waiting again\"");
		systemd_notify(&s->systemd, "STATUS=standby");
	}
	(void)sbuf_copy(s->standby_database_error, sizeof(s->standby_database_error),
	    away != NULL ? away : "");
	if (s->was_standby || away != NULL) {
		systemd_notify(&s->systemd, "WATCHDOG=1");
		return;
	}
	s->was_standby = true;
	log_info("standby", "detail=\"another server uses the database\"");
	systemd_notify(&s->systemd, "READY=1\nSTATUS=standby");
}

/* Returns whether this server is able to serve.  Called right before the other server is locked
 * out for good.  main has checked the files at startup, but they may have changed while this
 * server waited, and an address may have moved to this machine just now. */
static bool
is_ready(void *ctx)
{
	struct server *s = ctx;
	bool can = service_check_files(&s->config) == EXIT_OK && make_net(s) == 0 &&
		   listeners_try(&s->config, &s->systemd, s->net) == 0;

	net_free(&s->net);
	return can;
}

/* Waits until this server may use the database.  This precedes listening, because a server that
 * cannot serve must not accept connections. */
static int
stand_by(struct server *s)
{
	char database[SETTINGS_DATABASE_MAX], text[512];
	struct sbuf error;

	SBUF_INIT(&error, text);
	settings_database(&s->config, database);
	if (geteuid() == 0 && s->config.server_user[0] != '\0')
		sbuf_add(&error, "a standby must be started by the user that it runs as");
	else if (store_open_when_free(database, durability_of(&s->config), on_store_wait,
		     is_ready, s, &s->store, &error) == STORE_OK)
		return 0;
	if (error.len > 0)
		(void)fprintf(stderr, "gammond: %s\n", text);
	return -1;
}

/* Returns whether users would have to wait while this program migrates a large database.  They
 * need not wait if the serving process runs the same program, because that process has migrated
 * the database already. */
static bool
migration_takes_long(const struct config *c)
{
	char database[SETTINGS_DATABASE_MAX], text[512];
	struct store_space space;
	struct sbuf error; /* ignored: opening the database finds the same error */

	SBUF_INIT(&error, text);
	settings_database(c, database);
	return store_space(database, &space, &error) == STORE_OK && space.due > 0 &&
	       space.bytes >= STORE_LARGE_BYTES;
}

/* Takes over from the running server.  Refused with PostgreSQL: a standby might take the
 * database meanwhile, and the sessions would not match its data. */
static bool
take_over(struct server *s, enum service_start_mode how)
{
	struct handover *h = &s->handover;

	if (migration_takes_long(&s->config)) {
		(void)fputs("gammond: no upgrade: the database is large and must be converted "
			    "for this version, which takes a long time: restart the server\n",
		    stderr);
		return false;
	}
	if ((h->refusal == NULL || how == SERVICE_START_UPGRADE_OR_RELOAD) &&
	    !handover_ask(h, s->config.server_data_dir, how == SERVICE_START_UPGRADE_OR_RELOAD,
		&s->same_program))
		return false;
	if (h->refusal == NULL)
		return handover_report_ready(h);
	(void)fprintf(stderr, "gammond: no upgrade: %s\n", h->refusal);
	return false;
}

static int
start_server(struct server *s, enum service_start_mode how)
{
	const bool upgrade = how != SERVICE_START_FRESH;
	unsigned char key[16];
	char text[1300];
	struct sbuf error;

	SBUF_INIT(&error, text);
	if (sodium_init() < 0) {
		(void)fputs("gammond: cannot initialise libsodium\n", stderr);
		return -1;
	}
	systemd_open(&s->systemd);
	process_raise_file_limit();
	randombytes_buf(key, sizeof(key));
	table_set_hash_key(key);
	if (s->config.store_standby && !upgrade && stand_by(s) != 0)
		return -1;
	if (make_net(s) != 0 || (!upgrade && listeners_open(&s->config, &s->systemd, s->net,
						 metrics_page, &s->metrics) != 0))
		return -1;
	if (drop_privileges(&s->config, &error) != 0 ||
	    settings_read_texts(&s->config, &s->texts, &error) != 0 ||
	    reload_certificate(s->net, &s->config, &error) != 0) {
		(void)fprintf(stderr, "gammond: %s\n", text);
		return -1;
	}
	s->handover.net = s->net;
	if (s->config.store_engine == CONF_ENGINE_POSTGRESQL)
		s->handover.refusal = "the database is in a PostgreSQL, where a standby might "
				      "take it: restart the server";
	if (upgrade && !take_over(s, how))
		return -1;
	if (s->store == NULL)
		s->failed_start_status = service_open_store(&s->config, &s->store);
	if (s->store == NULL)
		return -1;
	listen_for_upgrades(s);
	s->metrics.memory_fd = process_memory_open();
	begin_sandbox(s);
	if (make_world(s) != 0 || (upgrade && !handover_take(&s->handover)))
		return -1;
	if (net_on_signal(s->net, SIGTERM, on_stop, s) != 0 ||
	    net_on_signal(s->net, SIGINT, on_stop, s) != 0 ||
	    net_on_signal(s->net, SIGHUP, on_reload, s) != 0) {
		(void)fprintf(stderr, "gammond: cannot catch signals: %s\n", strerror(errno));
		return -1;
	}
	if (store_opened_unchecked(s->store))
		background_check_begin(
		    &s->database_check, s->config.server_data_dir, wake_loop, s);
	sandbox_enter_thread(SANDBOX_LOOP);
	systemd_notify(&s->systemd, "READY=1");
	log_info(
	    "started", "version=" GAMMOND_VERSION " data_dir=%s", s->config.server_data_dir);
	return 0;
}

static void
clean_up(struct server *s)
{
	(void)background_check_stop(&s->database_check);
	if (s->handover.old_process_fd >= 0) /* all connections belong to the other process */
		net_handed_over(s->net);
	handover_close(&s->handover);
	if (s->handover.listen_fd >= 0)
		(void)close(s->handover.listen_fd);
	work_stop(&s->work);
	for (unsigned i = 0; i < STORE_SYNC_COUNT; i++)
		sync_thread_stop(&s->sync_threads[i]);
	domain_free(&s->world);
	net_free(&s->net);
	systemd_close(&s->systemd);
	if (s->metrics.memory_fd >= 0)
		(void)close(s->metrics.memory_fd);
	store_close(&s->store);
	texts_free(&s->texts);
}

int
service_run(const struct config *config, const char *file, reload_read_config *read_config,
    void *ctx, enum service_start_mode how)
{
	static struct server s;
	int status = EXIT_NOT_STARTED;

	s.config = *config;
	s.config_file = file;
	s.handover = (struct handover){ .listen_fd = -1,
		.old_process_fd = -1,
		.standard_fds = { -1, -1, -1 },
		.turn = &s.turn,
		.systemd = &s.systemd,
		.write_page = metrics_page,
		.page_ctx = &s.metrics,
		.ctx = &s,
		.close_store = close_store,
		.reopen_store = reopen_store };
	s.metrics =
	    (struct metrics){ .config = &s.config, .stopping = &s.stopping, .memory_fd = -1 };
	upgrade_program_id(s.handover.program_id);
	zone_clear_cache();
	if (start_server(&s, how) == 0) {
		s.reload =
		    (struct reload){ &s.config, &s.texts, s.net, s.world, read_config, ctx };
		process_report_ready();
		status = run_until_stopped(&s);
		if (status == EXIT_OK && !s.handed_over)
			status = shut_down(&s);
	} else if (s.failed_start_status != EXIT_OK) {
		status = s.failed_start_status;
	}
	clean_up(&s);
	return s.same_program ? EXIT_OK : status;
}
