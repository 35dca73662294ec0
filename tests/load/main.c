/* SPDX-License-Identifier: MIT */
/* gammonload: options, the phases of a run, and its end.  See load.h, and gammonload --help for
 * users.
 *
 * Single-threaded.  The loop does not sleep while chatters send requests at a fixed rate;
 * otherwise it sleeps until lines arrive, at most for a tick.  All phases are bounded: logging
 * in by --patience, measuring by --seconds, the end by LAST_ANSWERS_S. Reading a shout on
 * thousands of connections takes this process some time.  It reads the connections of users who
 * play, watch, chat or log in first, so that this time is not measured as the server's. */
#include "load.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define TICK_MS 5
#define SLOW_TICK_NS (100 * LOAD_NS_PER_MS)
#define LAST_ANSWERS_S 5
#define FILES_NOT_FOR_USERS 32u

static volatile sig_atomic_t interrupted;

static const char HELP[] =
    "usage: gammonload [options] HOST PORT\n"
    "Logs many users in on a FIBS-compatible server, lets them play, watch and talk, and "
    "prints how long\n"
    "everything took.  Latencies of what is sent at a rate count from when it was due.\n"
    "\n"
    "  -m, --pairs M        pairs that play matches, each move a random legal one (0)\n"
    "  -w, --watchers W     users who watch the pairs (0)\n"
    "  -c, --chatters C     users who send commands (0)\n"
    "  -s, --idle S         users who are there (0)\n"
    "  -n, --users N        in all, instead of -s\n"
    "      --closed         chatters send the next command when the last is answered "
    "(default)\n"
    "  -r, --rate R         chatters together send R commands a second, come what may (open "
    "loop)\n"
    "      --chat KIND      tell: to the next chatter, until it is read (default); noop: "
    "an unknown word\n"
    "      --shouts R       shouts a second, by anybody (0)\n"
    "      --drops R        users a second who lose their connection and come back (0)\n"
    "      --storms N       so often at the end all lose their connection, and come back at "
    "once (0)\n"
    "  -t, --seconds T      measured time (10), after --warm T (1)\n"
    "      --patience T     seconds for all to log in, and to come back (120)\n"
    "      --think MS       a player's pause before each command: 0 to twice MS (0)\n"
    "      --length N       points of a match (5)\n"
    "      --clip P         percent of the users who log in as CLIP clients, the others as at "
    "a terminal (100)\n"
    "      --then LINE      typed by the idle ones when all are there\n"
    "      --tokens         each asks for a token first, and comes by tokens from then on, not "
    "waiting for\n"
    "                       the list of who is on line; needs a server that gives tokens\n"
    "      --at-once N      log-ins under way (64)\n"
    "      --register       make the accounts first, as guests do\n"
    "      --names PREFIX   names of the accounts: PREFIX and five letters, aaaaa first (b)\n"
    "      --password WORD  of all accounts (bench_secret)\n"
    "      --seed N         of dice-free chance: moves, pauses, who shouts (1)\n"
    "      --json FILE      the figures as JSON, too\n"
    "  -q, --quiet          no progress on standard error\n"
    "  -h, --help           this\n"
    "\n"
    "The server must let that many connections in, and must not limit them: exempt = ADDRESS.\n"
    "To a server on 127.0.0.1 they are made from 127.0.0.2 and higher: exempt = 127.0.0.0/8.\n"
    "Status: 0 done, 1 the run ended early (standard error says why), 2 wrong arguments.\n";

/* ---- options ---- */

enum {
	OPT_CLOSED = 256,
	OPT_CHAT,
	OPT_SHOUTS,
	OPT_DROPS,
	OPT_STORMS,
	OPT_WARM,
	OPT_PATIENCE,
	OPT_THINK,
	OPT_LENGTH,
	OPT_CLIP,
	OPT_THEN,
	OPT_TOKENS,
	OPT_AT_ONCE,
	OPT_REGISTER,
	OPT_NAMES,
	OPT_PASSWORD,
	OPT_SEED,
	OPT_JSON,
};

static const struct option LONG[] = {
	{ "pairs", required_argument, NULL, 'm' },
	{ "watchers", required_argument, NULL, 'w' },
	{ "chatters", required_argument, NULL, 'c' },
	{ "idle", required_argument, NULL, 's' },
	{ "users", required_argument, NULL, 'n' },
	{ "closed", no_argument, NULL, OPT_CLOSED },
	{ "rate", required_argument, NULL, 'r' },
	{ "chat", required_argument, NULL, OPT_CHAT },
	{ "shouts", required_argument, NULL, OPT_SHOUTS },
	{ "drops", required_argument, NULL, OPT_DROPS },
	{ "storms", required_argument, NULL, OPT_STORMS },
	{ "seconds", required_argument, NULL, 't' },
	{ "warm", required_argument, NULL, OPT_WARM },
	{ "patience", required_argument, NULL, OPT_PATIENCE },
	{ "think", required_argument, NULL, OPT_THINK },
	{ "length", required_argument, NULL, OPT_LENGTH },
	{ "clip", required_argument, NULL, OPT_CLIP },
	{ "then", required_argument, NULL, OPT_THEN },
	{ "tokens", no_argument, NULL, OPT_TOKENS },
	{ "at-once", required_argument, NULL, OPT_AT_ONCE },
	{ "register", no_argument, NULL, OPT_REGISTER },
	{ "names", required_argument, NULL, OPT_NAMES },
	{ "password", required_argument, NULL, OPT_PASSWORD },
	{ "seed", required_argument, NULL, OPT_SEED },
	{ "json", required_argument, NULL, OPT_JSON },
	{ "quiet", no_argument, NULL, 'q' },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 },
};

_Noreturn static void
usage_error(const char *what, const char *given)
{
	(void)fprintf(stderr, "gammonload: %s%s%s\nTry gammonload --help.\n", what,
	    given != NULL ? ": " : "", given != NULL ? given : "");
	exit(2);
}

static double
parse_number(const char *text, double least, double most)
{
	char *end;
	double v = strtod(text, &end);

	if (end == text || *end != '\0' || !(v >= least && v <= most))
		usage_error("a number that cannot be", text);
	return v;
}

static unsigned
parse_count(const char *text, unsigned least, unsigned most)
{
	double v = parse_number(text, least, most);

	if (v != (double)(unsigned)v)
		usage_error("a number that cannot be", text);
	return (unsigned)v;
}

static const char *
parse_text(const char *text, size_t most)
{
	if (text[0] == '\0' || strlen(text) > most || strpbrk(text, "\r\n") != NULL)
		usage_error("a text that cannot be", text);
	return text;
}

static enum chat_kind
parse_chat_kind(const char *text)
{
	if (strcmp(text, "tell") == 0)
		return CHAT_TELL;
	if (strcmp(text, "noop") != 0)
		usage_error("no kind of chat", text);
	return CHAT_NOOP;
}

#define USERS_MAX 1000000u

static void
apply_option(struct options *o, int which, unsigned *idle, const char *text)
{
	switch (which) {
	case 'm':
		o->pairs = parse_count(text, 0, USERS_MAX / 2);
		return;
	case 'w':
		o->watchers = parse_count(text, 0, USERS_MAX);
		return;
	case 'c':
		o->chatters = parse_count(text, 0, USERS_MAX);
		return;
	case 's':
		*idle = parse_count(text, 0, USERS_MAX);
		return;
	case 'n':
		o->users = parse_count(text, 1, USERS_MAX);
		return;
	case OPT_CLOSED:
		o->chat_rate = 0;
		return;
	case 'r':
		o->chat_rate = parse_number(text, 0.001, 1e6);
		return;
	case OPT_CHAT:
		o->chat_kind = parse_chat_kind(text);
		return;
	case OPT_SHOUTS:
		o->shout_rate = parse_number(text, 0, 1e4);
		return;
	case OPT_DROPS:
		o->drop_rate = parse_number(text, 0, 1e5);
		return;
	case OPT_STORMS:
		o->n_storms = parse_count(text, 0, LOAD_STORMS_MAX);
		return;
	case 't':
		o->measured_s = parse_number(text, 0.1, 1e6);
		return;
	case OPT_WARM:
		o->warm_up_s = parse_number(text, 0, 1e4);
		return;
	case OPT_PATIENCE:
		o->login_timeout_s = parse_count(text, 1, 100000);
		return;
	case OPT_THINK:
		o->think_ms = parse_count(text, 0, 3600000);
		return;
	case OPT_LENGTH:
		o->match_length = parse_count(text, 1, 99);
		return;
	case OPT_CLIP:
		o->clip_percent = parse_count(text, 0, 100);
		return;
	case OPT_THEN:
		o->line_when_online = parse_text(text, 200);
		return;
	case OPT_TOKENS:
		o->use_tokens = true;
		return;
	case OPT_AT_ONCE:
		o->logins_at_once = parse_count(text, 1, USERS_MAX);
		return;
	case OPT_REGISTER:
		o->register_first = true;
		return;
	case OPT_NAMES:
		o->name_prefix = parse_text(text, LOAD_NAME_MAX - 5);
		return;
	case OPT_PASSWORD:
		o->password = parse_text(text, 128);
		return;
	case OPT_SEED:
		o->seed = (uint64_t)parse_count(text, 0, 4294967295u);
		return;
	case OPT_JSON:
		o->json_path = text;
		return;
	case 'q':
		o->quiet = true;
		return;
	case 'h':
		(void)fputs(HELP, stdout);
		exit(EXIT_SUCCESS);
	default:
		usage_error("unknown option, or one without its value", NULL);
	}
}

static void
options_check(struct options *o, unsigned idle)
{
	uint64_t roles = 2 * (uint64_t)o->pairs + o->watchers + o->chatters;

	if (o->users == 0)
		o->users = (unsigned)(roles + idle > USERS_MAX ? 0 : roles + idle);
	if (o->users == 0)
		usage_error(
		    "nobody is to log in, or too many: give --users, --pairs, --watchers, "
		    "--chatters or --idle",
		    NULL);
	if (roles > o->users)
		usage_error("--users is less than pairs, watchers and chatters need", NULL);
	if (o->watchers > 0 && o->pairs == 0)
		usage_error("--watchers need --pairs", NULL);
	if (o->chat_rate > 0 && o->chatters == 0)
		usage_error("--rate needs --chatters", NULL);
	if (o->chatters == 1 && o->chat_kind == CHAT_TELL)
		usage_error("one chatter has nobody to talk to: two, or --chat noop", NULL);
}

static void
options_read(struct options *o, int argc, char **argv)
{
	unsigned idle = 0;
	int which;

	*o = (struct options){ .name_prefix = "b",
		.password = "bench_secret",
		.clip_percent = 100,
		.logins_at_once = 64,
		.match_length = 5,
		.login_timeout_s = 120,
		.seed = 1,
		.measured_s = 10,
		.warm_up_s = 1 };
	while ((which = getopt_long(argc, argv, "m:w:c:s:n:r:t:qh", LONG, NULL)) != -1)
		apply_option(o, which, &idle, optarg);
	if (argc - optind != 2)
		usage_error("HOST and PORT are needed, and nothing else", NULL);
	o->host = argv[optind];
	o->port = argv[optind + 1];
	options_check(o, idle);
}

/* ---- the machine ---- */

static void
check_file_limit(const struct options *o)
{
	struct rlimit limit = { 0 };
	rlim_t need = (rlim_t)o->users + FILES_NOT_FOR_USERS;

	(void)getrlimit(RLIMIT_NOFILE, &limit);
	if (limit.rlim_cur < need) {
		limit.rlim_cur = limit.rlim_max;
		(void)setrlimit(RLIMIT_NOFILE, &limit);
	}
	if (limit.rlim_cur >= need)
		return;
	(void)fprintf(stderr,
	    "gammonload: %u users need %llu open files, and the hard limit is %llu (ulimit "
	    "-Hn): "
	    "run several of it with different --names, or fewer users\n",
	    o->users, (unsigned long long)need, (unsigned long long)limit.rlim_max);
	exit(EXIT_FAILURE);
}

static int64_t
cpu_now_ns(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * LOAD_NS_PER_S + t.tv_nsec;
}

static void
on_signal(int signo)
{
	interrupted = 1;
}

/* ---- the loop ---- */

static void
wake_loop(evutil_socket_t fd, short what, void *ctx)
{
	(void)ctx; /* the event only ends the sleep */
}

struct phase {
	const char *name;
	int64_t next_tick_ns, next_progress_ns;
};

/* Runs a pass of the loop.  While measuring, records its time without the sleep. */
static void
run_pass(struct load *l, struct phase *ph, bool sleep)
{
	int64_t now = load_now_ns();

	if (interrupted)
		load_stop(l, "interrupted");
	act_send_due(l, now);
	users_start_logins(l, now);
	if (now >= ph->next_tick_ns) {
		ph->next_tick_ns = now + SLOW_TICK_NS;
		act_tick(l, now);
	}
	if (now >= ph->next_progress_ns) {
		ph->next_progress_ns = now + LOAD_NS_PER_S;
		report_progress(l, ph->name, (double)(now - l->logins_start_ns) / 1e9);
	}
	if (event_base_loop(l->event_base, EVLOOP_ONCE | (sleep ? 0 : EVLOOP_NONBLOCK)) < 0)
		load_stop(l, "the event loop fails");
	if (!sleep && load_measuring(l, now) && load_now_ns() - now > l->longest_pass_ns)
		l->longest_pass_ns = load_now_ns() - now;
}

static void
log_in_all(struct load *l)
{
	struct phase ph = { .name = "log-in" };
	int64_t until = l->logins_start_ns + l->opt.login_timeout_s * LOAD_NS_PER_S;

	for (unsigned i = 0; i < l->opt.users; i++)
		user_queue_login(l, &l->users[i], l->logins_start_ns);
	while (!l->stopped && (l->n_online < l->opt.users ||
				  (l->lists_received < l->opt.users && !l->opt.use_tokens))) {
		run_pass(l, &ph, true);
		if (load_now_ns() > until)
			load_stop(l,
			    "after %u s only %u of %u users are on line, %u with the list of "
			    "the others",
			    l->opt.login_timeout_s, l->n_online, l->opt.users,
			    l->lists_received);
	}
	l->all_online_s = (double)(load_now_ns() - l->logins_start_ns) / 1e9;
}

static void
run_measured_time(struct load *l)
{
	struct phase ph = { .name = "warm" };
	int64_t now = load_now_ns();
	int64_t cpu = 0;

	l->measure_from_ns = now + (int64_t)(l->opt.warm_up_s * 1e9);
	l->measure_to_ns = l->measure_from_ns + (int64_t)(l->opt.measured_s * 1e9);
	act_start(l, now);
	while (!l->stopped && (now = load_now_ns()) < l->measure_to_ns) {
		if (cpu == 0 && now >= l->measure_from_ns) {
			cpu = cpu_now_ns();
			ph.name = "measured";
		}
		run_pass(l, &ph, l->opt.chat_rate <= 0);
	}
	l->cpu_ns = cpu_now_ns() - cpu;
	l->playing = false;
}

/* Waits until pending requests have been answered and dropped users have returned; neither is
 * measured. */
static void
await_last_answers(struct load *l)
{
	struct phase ph = { .name = "end" };
	int64_t until = load_now_ns() + LAST_ANSWERS_S * LOAD_NS_PER_S;

	while (!l->stopped && load_now_ns() < until &&
	       (act_pending_count(l) > 0 || l->n_online < l->opt.users))
		run_pass(l, &ph, true);
	act_stop(l);
}

static void
run_storm(struct load *l, unsigned which)
{
	struct phase ph = { .name = "storm" };
	int64_t now = load_now_ns();
	int64_t until = now + l->opt.login_timeout_s * LOAD_NS_PER_S;

	l->storming = true;
	for (unsigned i = 0; i < l->opt.users; i++)
		if (l->users[i].stage == STAGE_ONLINE)
			user_drop(l, &l->users[i]);
	for (unsigned i = 0; i < l->opt.users; i++)
		user_queue_login(l, &l->users[i], now);
	while (!l->stopped && l->n_online < l->opt.users) {
		run_pass(l, &ph, true);
		if (load_now_ns() > until)
			load_stop(l, "%u s after the storm only %u of %u users are back",
			    l->opt.login_timeout_s, l->n_online, l->opt.users);
	}
	l->storm_return_s[which] = (double)(l->all_online_ns - now) / 1e9;
}

/* ---- the run ---- */

static struct event_base *
make_event_base(void)
{
	struct event_config *config = event_config_new();
	struct event_base *base = NULL;

	if (config != NULL && event_config_set_max_dispatch_interval(config, NULL,
				  LOAD_COMMON_EVENTS_MAX, LOAD_PRIORITY_COMMON) == 0)
		base = event_base_new_with_config(config);
	if (config != NULL)
		event_config_free(config);
	if (base != NULL && event_base_priority_init(base, LOAD_PRIORITY_COMMON + 1) != 0) {
		event_base_free(base);
		return NULL;
	}
	return base;
}

static bool
prepare_run(struct load *l)
{
	const struct timeval tick = { 0, TICK_MS * 1000 };
	struct sigaction act = { .sa_handler = on_signal };

	rng_seed(&l->rng, l->opt.seed);
	l->event_base = make_event_base();
	if (l->event_base == NULL ||
	    event_assign(&l->tick_event, l->event_base, -1, EV_PERSIST, wake_loop, NULL) != 0 ||
	    event_add(&l->tick_event, &tick) != 0 || sigaction(SIGINT, &act, NULL) != 0 ||
	    sigaction(SIGTERM, &act, NULL) != 0) {
		load_stop(l, "no event loop");
		return false;
	}
	return users_create(l) && act_set_up(l);
}

static void
run(struct load *l)
{
	l->logins_start_ns = load_now_ns();
	log_in_all(l);
	if (!l->stopped)
		run_measured_time(l);
	if (!l->stopped)
		await_last_answers(l);
	for (unsigned i = 0; i < l->opt.n_storms && !l->stopped; i++)
		run_storm(l, i);
}

static void
free_run(struct load *l)
{
	if (l->users != NULL)
		users_free(l);
	free(l->pairs);
	free(l->chatters);
	free(l->move_space);
	if (l->event_base != NULL)
		event_base_free(l->event_base);
}

int
main(int argc, char **argv)
{
	static struct load l;

	(void)signal(SIGPIPE, SIG_IGN);
	options_read(&l.opt, argc, argv);
	check_file_limit(&l.opt);
	if (prepare_run(&l))
		run(&l);
	if (!l.stopped)
		report_table(&l);
	if (!l.stopped && l.opt.json_path != NULL && !report_json(&l))
		load_stop(&l, "cannot write %s: %s", l.opt.json_path, strerror(errno));
	if (l.stopped)
		(void)fprintf(stderr, "gammonload: %s\n", l.why);
	free_run(&l);
	return l.stopped ? EXIT_FAILURE : EXIT_SUCCESS;
}
