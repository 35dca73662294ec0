/* SPDX-License-Identifier: MIT */
/* Arguments, wiring, signals, exit.  Stays in the foreground and logs to standard error.
 *
 * Exit status: 0 ended as asked; 1 cannot start; 2 wrong arguments or configuration; 3 storage
 * failed while running (a restart recovers). */
#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "domain.h"
#include "base/table.h"
#include "cmd/cmd.h"
#include "care.h"
#include "conf.h"
#include "console.h"
#include "export.h"
#include "people/people.h"
#include "moderation/moderation.h"
#include "output/output.h"
#include "stats/counters.h"
#include "log.h"
#include "metrics.h"
#include "net/net.h"
#include "pages.h"
#include "process.h"
#include "store/store.h"
#include "turn.h"
#include "work/background.h"
#include "work/beside.h"
#include "work/work.h"
#include "zone.h"

#define VERSION "0.1.0"
#define DRAIN_MS 5000

enum exit_status {
	EXIT_OK = 0,
	EXIT_START = 1,
	EXIT_USAGE = 2,
	EXIT_STORAGE = 3,
};

/* A look through the database beside the running server. */
struct check {
	const char *data_dir;
	struct store_stop stop;
	enum store_err verdict;
	char why[400];
};

struct server {
	struct config config;
	struct store *store;
	struct work *work;
	struct net *net;
	struct world *world;
	struct turn turn;
	struct metrics metrics;
	bool stopping;
	struct check check;
	struct beside *syncing[STORE_SYNCS];
	struct background *checking; /* of a large database, until it is done */
	char *texts[PAGE_FILES];
	int stops; /* signals to stop that have come */
};

static const char USAGE[] =
    "usage: gammond [-c FILE] [-d DATADIR] [-p PORT] [-n] [-V] [-h]\n"
    "       gammond [-c FILE] [-d DATADIR] grant NAME ROLE\n"
    "       gammond [-c FILE] [-d DATADIR] log [N]\n" CARE_USAGE EXPORT_USAGE
    "  -c FILE     configuration file\n"
    "  -d DATADIR  folder of the database; made when it is not there\n"
    "  -p PORT     TCP port; 0 takes a free one, which the log tells\n"
    "  -n          check the configuration and exit\n"
    "  -V          version\n"
    "  -h          this text\n" CONSOLE_USAGE
    "  check       looks through the whole database, whether it is sound, and replays each\n"
    "              unfinished match; the server may run.  With --repair, when it does not,\n"
    "              wrong indexes are made anew\n"
    "  backup      copies the database into FOLDER, which can be served then; the server\n"
    "              may run\n"
    "  export      writes the last match of two users, all of them, or match ID\n"
    "              as .mat to FILE, FOLDER or standard output; or tournament N as a whole;\n"
    "              a FOLDER is made when it is not there; the server may run\n";

/* ---- arguments ---- */

#define WORDS_MAX 5u

struct arguments {
	const char *file, *data_dir, *port;
	bool check_only;
	char *words[WORDS_MAX]; /* a command and what belongs to it */
	unsigned words_n;
};

/* -1: go on; else the status to exit with. */
static int
take_option(int opt, struct arguments *a)
{
	switch (opt) {
	case 'c':
		a->file = optarg;
		return -1;
	case 'd':
		a->data_dir = optarg;
		return -1;
	case 'p':
		a->port = optarg;
		return -1;
	case 'n':
		a->check_only = true;
		return -1;
	case 'V':
		(void)printf("gammond %s\n", VERSION);
		return EXIT_OK;
	case 'h':
		(void)fputs(USAGE, stdout);
		return EXIT_OK;
	default:
		(void)fputs(USAGE, stderr);
		return EXIT_USAGE;
	}
}

/* Commands that may run beside a server; they say themselves what is wrong with their words. */
typedef int command_fn(const struct arguments *a, const char *data_dir);

static command_fn check, backup, export_matches;

static const struct {
	const char *word;
	command_fn *run;
} BESIDE[] = {
	{ "check", check },
	{ "backup", backup },
	{ EXPORT_WORD, export_matches },
};

static command_fn *
command_of(const struct arguments *a)
{
	for (unsigned i = 0; a->words_n > 0 && i < ARRAY_LEN(BESIDE); i++)
		if (strcmp(a->words[0], BESIDE[i].word) == 0)
			return BESIDE[i].run;
	return NULL;
}

/* Options may stand before and behind the words of a command; getopt stops at each word. */
static int
read_arguments(int argc, char **argv, struct arguments *a)
{
	int status = -1;

	*a = (struct arguments){ 0 };
	while (status < 0 && optind < argc) {
		/* "--all" is a word of a command */
		bool word = a->words_n > 0 && strncmp(argv[optind], "--", 2) == 0;
		int opt = word ? -1 : getopt(argc, argv, "c:d:p:nVh");

		if (opt != -1)
			status = take_option(opt, a);
		else if (optind < argc && a->words_n < WORDS_MAX)
			a->words[a->words_n++] = argv[optind++];
		else
			break;
	}
	if (status >= 0 || (a->words_n == 0 && optind == argc))
		return status;
	if (optind == argc && (command_of(a) != NULL || console_check(a->words, a->words_n)))
		return -1;
	(void)fputs(USAGE, stderr);
	return EXIT_USAGE;
}

static int
configure(const struct arguments *a, struct config *config)
{
	char text[512];
	struct sbuf error;
	int err = 0;

	SBUF_ON(&error, text);
	conf_default(config);
	if (a->file != NULL)
		err = conf_load(a->file, config, &error);
	if (err == 0 && a->data_dir != NULL)
		err = conf_set(config, "server", "data_dir", a->data_dir, &error);
	if (err == 0 && a->port != NULL)
		err = conf_set(config, "server", "port", a->port, &error);
	if (err == 0)
		err = conf_check(config, &error);
	if (err != 0)
		(void)fprintf(stderr, "gammond: %s\n", text);
	return err;
}

/* The operator's texts, or those that ship; the page `houserules` is found like others then. */
static int
take_texts(struct server *s)
{
	const struct config *c = &s->config;
	const struct {
		const char *option, *path, *shipped;
		size_t most;
	} files[PAGE_FILES] = {
		[PAGE_BANNER] = { "banner", c->server_banner, "banner.txt",
		    c->limits_output_prelogin / 2 },
		[PAGE_MOTD] = { "motd", c->server_motd, "motd.txt", SIZE_MAX },
		[PAGE_HOUSERULES] = { "houserules", c->server_houserules, NULL, SIZE_MAX },
	};
	char text[1024];
	struct sbuf error;

	for (unsigned i = 0; i < PAGE_FILES; i++) {
		if (files[i].path[0] == '\0') {
			if (files[i].shipped != NULL)
				s->texts[i] = pages_text(files[i].shipped, c->server_name);
			continue;
		}
		SBUF_ON(&error, text);
		s->texts[i] = pages_file(
		    (enum page_file)i, files[i].path, files[i].most, c->server_name, &error);
		if (s->texts[i] != NULL)
			continue;
		(void)fprintf(stderr, "gammond: %s: %s\n", files[i].option, text);
		return -1;
	}
	return 0;
}

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
	return work_next(ctx, r);
}

static void
sync_turns(void *ctx)
{
	store_sync_make(ctx, STORE_SYNC_TURNS);
}

static void
sync_moved(void *ctx)
{
	store_sync_make(ctx, STORE_SYNC_MOVED);
}

static void
begin_sync(void *ctx)
{
	beside_begin(ctx);
}

static bool
sync_ended(void *ctx, bool wait)
{
	return beside_ended(ctx, wait);
}

static void
wake(void *ctx)
{
	struct server *s = ctx;

	net_wake(s->net);
}

/* After a rush the C library keeps what was freed; an idle server should be small again. */
static void
give_memory_back(void)
{
	(void)malloc_trim(0);
}

static int
open_store(struct server *s)
{
	char text[512];
	struct sbuf error;
	enum store_durability durability = s->config.server_durability == CONF_DURABILITY_FULL
					       ? STORE_DURABLE_FULL
					       : STORE_DURABLE_NORMAL;

	SBUF_ON(&error, text);
	if (store_open(s->config.server_data_dir, durability, NULL, &s->store, &error) ==
	    STORE_OK)
		return 0;
	(void)fprintf(stderr, "gammond: %s\n", text);
	return -1;
}

static struct net_config
net_settings(const struct config *config)
{
	struct net_config net;

	net_config_default(&net);
	net.front_ends = config->server_proxy_from;
	net.front_ends_tls = config->server_proxy_tls;
#define CONF_NET(name, type, initial, lowest, highest, comment)                                \
	net.name = config->limits_##name;
#include "conf.def"
	return net;
}

static struct world_config
world_settings(const struct server *s, unsigned slots)
{
	const struct config *c = &s->config;
	struct world_config w = {
		.server_name = c->server_name,
		.sessions_max = slots,
		.output_soft = c->limits_output_soft,
		.banner = s->texts[PAGE_BANNER],
		.motd = s->texts[PAGE_MOTD],
		.houserules = s->texts[PAGE_HOUSERULES],
		.version = VERSION,
		.zone_known = zone_known,
		.zone_text = zone_text,
		.zone_at = zone_at,
		.port = c->server_port != CONF_PORT_OFF ? c->server_port : c->server_tls_port,
		.tls_port = c->server_tls_port != CONF_PORT_OFF ? c->server_tls_port : 0,
		.zone_list = ZONE_LIST,
		.help_page = pages_help,
		.help_topic = pages_topic,
	};

#define CONF_WORLD(section, name, type, initial, lowest, highest, comment)                     \
	w.name = c->section##_##name;
#include "conf.def"
	w.failed_login_len = c->limits_failed_login_s.len;
	memcpy(w.failed_login_s, c->limits_failed_login_s.v, sizeof(w.failed_login_s));
	return w;
}

static int
start_work(struct server *s)
{
	struct work_config config = {
		.threads = s->config.auth_hash_threads,
		.queue_max = s->config.auth_hash_queue,
		.accounts_max = s->config.auth_register_queue,
		.queue_each = s->config.auth_hash_queue_each,
		.argon2_mem_kib = s->config.auth_argon2_mem_kib,
		.argon2_ops = s->config.auth_argon2_ops,
	};

	s->work = work_start(&config, wake, s);
	if (s->work != NULL)
		s->syncing[STORE_SYNC_TURNS] = beside_start(sync_turns, s->store, wake, s);
	if (s->syncing[STORE_SYNC_TURNS] != NULL)
		s->syncing[STORE_SYNC_MOVED] = beside_start(sync_moved, s->store, wake, s);
	if (s->syncing[STORE_SYNC_MOVED] != NULL)
		return 0;
	(void)fprintf(stderr, "gammond: cannot start the threads: %s\n", strerror(errno));
	return -1;
}

/* The net needs the turn's events and the world needs the net's port: the turn is wired in
 * between. */
static int
make_world(struct server *s)
{
	struct random_port random = { NULL, os_random };
	struct net_config net_config = net_settings(&s->config);
	struct net_events events = turn_events(&s->turn);
	struct world_config config;
	struct net_port port;
	struct work_port work;

	s->net = net_new(&net_config, &events, &random);
	if (s->net == NULL) {
		(void)fprintf(
		    stderr, "gammond: cannot make the event loop: %s\n", strerror(errno));
		return -1;
	}
	if (start_work(s) != 0)
		return -1;
	port = net_port(s->net);
	work = work_port(s->work);
	config = world_settings(s, net_slots(s->net));
	s->world = domain_new(&config, s->store, &port, &work, &random);
	if (s->world == NULL) {
		(void)fputs("gammond: out of memory\n", stderr);
		return -1;
	}
	s->turn = (struct turn){
		.world = s->world,
		.store = s->store,
		.mono_ms = clock_mono,
		.wall_ms = clock_wall,
		.mono_us = clock_mono_us,
		.cpu_us = clock_cpu_us,
		.work_ctx = s->work,
		.work_next = work_result,
		.sync = { [STORE_SYNC_TURNS] = { s->syncing[STORE_SYNC_TURNS], begin_sync,
			      sync_ended },
		    [STORE_SYNC_MOVED] = { s->syncing[STORE_SYNC_MOVED], begin_sync,
			sync_ended } },
		.tidy = give_memory_back,
	};
	turn_init(&s->turn);
	return 0;
}

typedef int listen_fn(struct net *net, const char *address, unsigned port, unsigned *port_out);

static int
listen_all(struct server *s, listen_fn *fn, unsigned port, const char *event)
{
	char address[64];

	if (port == CONF_PORT_OFF)
		return 0;
	for (unsigned i = 0;
	     conf_element(s->config.server_address, i, address, sizeof(address)); i++) {
		unsigned got;

		if (fn(s->net, address, port, &got) != 0) {
			(void)fprintf(stderr, "gammond: cannot listen on %s port %u: %s\n",
			    address, port, strerror(errno));
			return -1;
		}
		log_info(event, "port=%u address=%s", got, address);
		if (port == 0)
			port = got; /* the other addresses take the same one */
	}
	return 0;
}

/* ---- certificates ---- */

static int
read_certificate(const struct server *s, struct sbuf *error)
{
	const struct config *c = &s->config;

	if (c->server_tls_port == CONF_PORT_OFF)
		return 0;
	return net_tls(s->net, c->server_tls_certificate, c->server_tls_key, error);
}

static int
first_certificate(const struct server *s)
{
	char text[1300];
	struct sbuf error;

	SBUF_ON(&error, text);
	if (read_certificate(s, &error) == 0)
		return 0;
	(void)fprintf(stderr, "gammond: %s\n", text);
	return -1;
}

/* Also when there is nothing to be read again: the signal does not end the server. */
static void
on_reload(void *ctx)
{
	char text[1300], shown[LOG_LINE_MAX / 2];
	struct sbuf error;

	SBUF_ON(&error, text);
	if (read_certificate(ctx, &error) == 0)
		log_info("reloaded", "what=certificate");
	else
		log_error("reload_failed", "what=certificate detail=%s",
		    log_escape(shown, sizeof(shown), text, strlen(text)));
}

/* For programs that watch the server; not there unless a port is named. */
static int
serve_metrics(struct server *s)
{
	const char *list = s->config.metrics_address;
	unsigned port = s->config.metrics_port;
	char address[64];

	s->metrics = (struct metrics){ s->world, &s->stopping };
	for (unsigned i = 0; port != 0 && conf_element(list, i, address, sizeof(address));
	     i++) {
		if (net_serve_pages(s->net, address, port, metrics_page, &s->metrics) != 0) {
			(void)fprintf(stderr,
			    "gammond: cannot serve metrics on %s port %u: %s\n", address, port,
			    strerror(errno));
			return -1;
		}
		log_info("metrics", "port=%u address=%s", port, address);
	}
	return 0;
}

/* ---- running ---- */

static void
on_stop(void *ctx)
{
	struct server *s = ctx;

	if (++s->stops > 1)
		_exit(EXIT_OK); /* everything told is on disk */
}

/* ---- the look through a large database ---- */

static void
run_check(void *ctx)
{
	struct check *c = ctx;
	struct sbuf why;

	SBUF_ON(&why, c->why);
	c->verdict = store_check(c->data_dir, false, &c->stop, &why);
}

/* One that cannot be looked at now is not refused for it: what is read is checked as it is
 * read. */
static void
begin_check(struct server *s)
{
	s->check.data_dir = s->config.server_data_dir;
	s->checking = background_start(run_check, &s->check, wake, s);
	if (s->checking == NULL)
		log_warn("check_failed", "detail=\"%s\"", strerror(errno));
	else
		log_info("checking", "data_dir=%s", s->config.server_data_dir);
}

/* False: it is damaged, and nothing more is to be written. */
static bool
end_check(struct server *s)
{
	const struct check *c = &s->check;

	background_join(&s->checking);
	if (c->verdict == STORE_DAMAGED || c->verdict == STORE_FOREIGN) {
		log_error("database_damaged",
		    "detail=\"%s; go back to the last backup that "
		    "'gammond check' calls sound\"",
		    c->why);
		store_abandon(s->store);
		return false;
	}
	if (c->verdict != STORE_OK)
		log_warn("check_failed", "detail=\"%s\"", c->why);
	else
		log_info("checked", "result=sound");
	return true;
}

static int
run_until_stopped(struct server *s)
{
	while (s->stops == 0 && !moderation_ended(s->world)) {
		net_wait(s->net, turn_wait_ms(&s->turn));
		if (turn_end(&s->turn) != 0)
			return EXIT_STORAGE;
		if (s->checking != NULL && background_ended(s->checking) && !end_check(s))
			return EXIT_STORAGE;
	}
	return EXIT_OK;
}

/* Stop accepting, tell everybody, commit, let the output leave. */
static int
shut_down(struct server *s)
{
	int64_t until = net_mono_ms() + DRAIN_MS;

	log_info("stopping", "sessions=%u longest_ms=%.1f minute_ms=%.1f most_cpu_ms=%.1f",
	    s->world->online_count, counters_longest_turn(s->world),
	    counters_longest_of_minute(s->world), (double)s->turn.longest_cpu_us / 1000);
	s->stopping = true;
	net_stop_listening(s->net);
	for (bool more = true; more;) {
		turn_begin(&s->turn);
		more = cmd_shutdown(s->world);
		if (turn_end(&s->turn) != 0)
			return EXIT_STORAGE;
	}
	while (turn_waits(&s->turn) || (net_draining(s->net) && net_mono_ms() < until)) {
		net_wait(s->net, 100);
		if (turn_end(&s->turn) != 0)
			return EXIT_STORAGE;
	}
	log_info("stopped", "turns=%" PRIu64, s->world->turn);
	return EXIT_OK;
}

static int
start(struct server *s)
{
	unsigned char key[16];

	if (sodium_init() < 0) {
		(void)fputs("gammond: libsodium does not start\n", stderr);
		return -1;
	}
	if (!s->config.server_core_dumps)
		process_forbid_core_dumps();
	process_raise_file_limit();
	randombytes_buf(key, sizeof(key));
	table_set_key(key);
	if (open_store(s) != 0 || make_world(s) != 0)
		return -1;
	if (net_on_signal(s->net, SIGTERM, on_stop, s) != 0 ||
	    net_on_signal(s->net, SIGINT, on_stop, s) != 0 ||
	    net_on_signal(s->net, SIGHUP, on_reload, s) != 0) {
		(void)fprintf(stderr, "gammond: cannot catch signals: %s\n", strerror(errno));
		return -1;
	}
	if (first_certificate(s) != 0 || serve_metrics(s) != 0 ||
	    listen_all(s, net_listen, s->config.server_port, "listening") != 0 ||
	    listen_all(s, net_listen_tls, s->config.server_tls_port, "listening_tls") != 0)
		return -1;
	log_info("started", "version=" VERSION " data_dir=%s", s->config.server_data_dir);
	if (store_unchecked(s->store))
		begin_check(s);
	return 0;
}

static void
clean_up(struct server *s)
{
	store_check_stop(&s->check.stop);
	background_join(&s->checking);
	work_stop(&s->work);
	for (unsigned i = 0; i < STORE_SYNCS; i++)
		beside_stop(&s->syncing[i]);
	domain_free(&s->world);
	net_free(&s->net);
	store_close(&s->store);
	for (unsigned i = 0; i < PAGE_FILES; i++)
		free(s->texts[i]);
}

/* ---- commands ---- */

static int
check(const struct arguments *a, const char *dir)
{
	return care_check(dir, a->words_n - 1, a->words + 1);
}

static int
backup(const struct arguments *a, const char *dir)
{
	return care_backup(dir, a->words_n - 1, a->words + 1);
}

static int
export_matches(const struct arguments *a, const char *dir)
{
	return export_run(dir, a->words_n - 1, a->words + 1);
}

/* Those for a stopped server. */

static int
console(struct server *s, const struct arguments *a)
{
	static const enum exit_status STATUS[] = {
		[CONSOLE_DONE] = EXIT_OK,
		[CONSOLE_REFUSED] = EXIT_START,
		[CONSOLE_STORAGE] = EXIT_STORAGE,
	};
	int status;

	if (!care_finds(s->config.server_data_dir))
		return EXIT_START;
	if (open_store(s) != 0)
		return EXIT_START;
	status = (int)STATUS[console_run(s->store, a->words, a->words_n, net_wall_ms() / 1000)];
	store_close(&s->store);
	return status;
}

int
main(int argc, char **argv)
{
	static struct server s;
	struct arguments a;
	int status = read_arguments(argc, argv, &a);

	if (status >= 0)
		return status;
	if (configure(&a, &s.config) != 0)
		return EXIT_USAGE;
	if ((a.check_only || a.words_n == 0) &&
	    (take_texts(&s) != 0 || first_certificate(&s) != 0))
		return EXIT_USAGE;
	if (a.check_only) {
		(void)puts("configuration ok");
		return EXIT_OK;
	}
	if (command_of(&a) != NULL)
		return command_of(&a)(&a, s.config.server_data_dir);
	if (a.words_n > 0)
		return console(&s, &a);
	status = EXIT_START;
	if (start(&s) == 0) {
		status = run_until_stopped(&s);
		if (status == EXIT_OK)
			status = shut_down(&s);
	}
	clean_up(&s);
	return status;
}
