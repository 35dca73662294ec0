/* SPDX-License-Identifier: MIT */
/* gammonload: options, the phases of a run, and its end.  See load.h, and gammonload --help for
 * users.
 *
 * Single-threaded.  The loop does not sleep while chatters send requests at a fixed rate;
 * otherwise it sleeps until lines arrive, at most for a tick.  All phases are bounded: logging
 * in by --patience, measuring by --seconds, the end by DRAIN_S. Reading a shout on thousands
 * of connections takes this process some time.  It reads the connections of users who play,
 * watch, chat or log in first, so that this time is not measured as the server's. */
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
#define SLOW_TICK_NS (100 * LOAD_MS)
#define DRAIN_S 5
#define FILES_RESERVED 32u

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
usage(const char *what, const char *given)
{
	(void)fprintf(stderr, "gammonload: %s%s%s\nTry gammonload --help.\n", what,
	    given != NULL ? ": " : "", given != NULL ? given : "");
	exit(2);
}

static double
number(const char *text, double least, double most)
{
	char *end;
	double v = strtod(text, &end);

	if (end == text || *end != '\0' || !(v >= least && v <= most))
		usage("a number that cannot be", text);
	return v;
}

static unsigned
count(const char *text, unsigned least, unsigned most)
{
	double v = number(text, least, most);

	if (v != (double)(unsigned)v)
		usage("a number that cannot be", text);
	return (unsigned)v;
}

static const char *
word(const char *text, size_t most)
{
	if (text[0] == '\0' || strlen(text) > most || strpbrk(text, "\r\n") != NULL)
		usage("a text that cannot be", text);
	return text;
}

static enum chat
chat_kind(const char *text)
{
	if (strcmp(text, "tell") == 0)
		return CHAT_TELL;
	if (strcmp(text, "noop") != 0)
		usage("no kind of chat", text);
	return CHAT_NOOP;
}

#define USERS_MOST 1000000u

static void
option(struct options *o, int which, unsigned *idle, const char *text)
{
	switch (which) {
	case 'm':
		o->pairs = count(text, 0, USERS_MOST / 2);
		return;
	case 'w':
		o->watchers = count(text, 0, USERS_MOST);
		return;
	case 'c':
		o->chatters = count(text, 0, USERS_MOST);
		return;
	case 's':
		*idle = count(text, 0, USERS_MOST);
		return;
	case 'n':
		o->users = count(text, 1, USERS_MOST);
		return;
	case OPT_CLOSED:
		o->rate = 0;
		return;
	case 'r':
		o->rate = number(text, 0.001, 1e6);
		return;
	case OPT_CHAT:
		o->chat = chat_kind(text);
		return;
	case OPT_SHOUTS:
		o->shouts = number(text, 0, 1e4);
		return;
	case OPT_DROPS:
		o->drops = number(text, 0, 1e5);
		return;
	case OPT_STORMS:
		o->storms = count(text, 0, LOAD_STORMS_MAX);
		return;
	case 't':
		o->seconds = number(text, 0.1, 1e6);
		return;
	case OPT_WARM:
		o->warm_s = number(text, 0, 1e4);
		return;
	case OPT_PATIENCE:
		o->patience_s = count(text, 1, 100000);
		return;
	case OPT_THINK:
		o->think_ms = count(text, 0, 3600000);
		return;
	case OPT_LENGTH:
		o->length = count(text, 1, 99);
		return;
	case OPT_CLIP:
		o->clip_percent = count(text, 0, 100);
		return;
	case OPT_THEN:
		o->then = word(text, 200);
		return;
	case OPT_TOKENS:
		o->tokens = true;
		return;
	case OPT_AT_ONCE:
		o->at_once = count(text, 1, USERS_MOST);
		return;
	case OPT_REGISTER:
		o->enrol = true;
		return;
	case OPT_NAMES:
		o->names = word(text, LOAD_NAME_MAX - 5);
		return;
	case OPT_PASSWORD:
		o->password = word(text, 128);
		return;
	case OPT_SEED:
		o->seed = (uint64_t)count(text, 0, 4294967295u);
		return;
	case OPT_JSON:
		o->json = text;
		return;
	case 'q':
		o->quiet = true;
		return;
	case 'h':
		(void)fputs(HELP, stdout);
		exit(EXIT_SUCCESS);
	default:
		usage("unknown option, or one without its value", NULL);
	}
}

static void
options_check(struct options *o, unsigned idle)
{
	uint64_t roles = 2 * (uint64_t)o->pairs + o->watchers + o->chatters;

	if (o->users == 0)
		o->users = (unsigned)(roles + idle > USERS_MOST ? 0 : roles + idle);
	if (o->users == 0)
		usage("nobody is to log in, or too many: give --users, --pairs, --watchers, "
		      "--chatters or --idle",
		    NULL);
	if (roles > o->users)
		usage("--users is less than pairs, watchers and chatters need", NULL);
	if (o->watchers > 0 && o->pairs == 0)
		usage("--watchers need --pairs", NULL);
	if (o->rate > 0 && o->chatters == 0)
		usage("--rate needs --chatters", NULL);
	if (o->chatters == 1 && o->chat == CHAT_TELL)
		usage("one chatter has nobody to talk to: two, or --chat noop", NULL);
}

static void
options_read(struct options *o, int argc, char **argv)
{
	unsigned idle = 0;
	int which;

	*o = (struct options){ .names = "b",
		.password = "bench_secret",
		.clip_percent = 100,
		.at_once = 64,
		.length = 5,
		.patience_s = 120,
		.seed = 1,
		.seconds = 10,
		.warm_s = 1 };
	while ((which = getopt_long(argc, argv, "m:w:c:s:n:r:t:qh", LONG, NULL)) != -1)
		option(o, which, &idle, optarg);
	if (argc - optind != 2)
		usage("HOST and PORT are needed, and nothing else", NULL);
	o->host = argv[optind];
	o->port = argv[optind + 1];
	options_check(o, idle);
}

/* ---- the machine ---- */

static void
need_files(const struct options *o)
{
	struct rlimit limit = { 0 };
	rlim_t need = (rlim_t)o->users + FILES_RESERVED;

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
cpu_now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * LOAD_S + t.tv_nsec;
}

static void
on_signal(int signo)
{
	interrupted = 1;
}

/* ---- the loop ---- */

static void
on_tick(evutil_socket_t fd, short what, void *ctx)
{
	(void)ctx; /* the event only ends the sleep */
}

struct phase {
	const char *name;
	int64_t next_tick_ns, next_progress_ns;
};

/* Runs a pass of the loop.  While measuring, records its time without the sleep. */
static void
pass(struct load *l, struct phase *ph, bool sleep)
{
	int64_t now = load_now();

	if (interrupted)
		load_stop(l, "interrupted");
	act_due(l, now);
	users_admit(l, now);
	if (now >= ph->next_tick_ns) {
		ph->next_tick_ns = now + SLOW_TICK_NS;
		act_tick(l, now);
	}
	if (now >= ph->next_progress_ns) {
		ph->next_progress_ns = now + LOAD_S;
		report_progress(l, ph->name, (double)(now - l->start_ns) / 1e9);
	}
	if (event_base_loop(l->base, EVLOOP_ONCE | (sleep ? 0 : EVLOOP_NONBLOCK)) < 0)
		load_stop(l, "the event loop fails");
	if (!sleep && load_measuring(l, now) && load_now() - now > l->longest_pass_ns)
		l->longest_pass_ns = load_now() - now;
}

static void
log_all_in(struct load *l)
{
	struct phase ph = { .name = "log-in" };
	int64_t until = l->start_ns + l->opt.patience_s * LOAD_S;

	for (unsigned i = 0; i < l->opt.users; i++)
		user_want(l, &l->users[i], l->start_ns);
	while (!l->stopped &&
	       (l->on < l->opt.users || (l->listed < l->opt.users && !l->opt.tokens))) {
		pass(l, &ph, true);
		if (load_now() > until)
			load_stop(l,
			    "after %u s only %u of %u users are on line, %u with the list of "
			    "the others",
			    l->opt.patience_s, l->on, l->opt.users, l->listed);
	}
	l->login_s = (double)(load_now() - l->start_ns) / 1e9;
}

static void
measure(struct load *l)
{
	struct phase ph = { .name = "warm" };
	int64_t now = load_now();
	int64_t cpu = 0;

	l->from_ns = now + (int64_t)(l->opt.warm_s * 1e9);
	l->to_ns = l->from_ns + (int64_t)(l->opt.seconds * 1e9);
	act_begin(l, now);
	while (!l->stopped && (now = load_now()) < l->to_ns) {
		if (cpu == 0 && now >= l->from_ns) {
			cpu = cpu_now();
			ph.name = "measured";
		}
		pass(l, &ph, l->opt.rate <= 0);
	}
	l->cpu_ns = cpu_now() - cpu;
	l->playing = false;
}

/* Waits until pending requests have been answered and dropped users have returned; neither is
 * measured. */
static void
drain(struct load *l)
{
	struct phase ph = { .name = "end" };
	int64_t until = load_now() + DRAIN_S * LOAD_S;

	while (
	    !l->stopped && load_now() < until && (act_under_way(l) > 0 || l->on < l->opt.users))
		pass(l, &ph, true);
	act_end(l);
}

static void
storm(struct load *l, unsigned which)
{
	struct phase ph = { .name = "storm" };
	int64_t now = load_now();
	int64_t until = now + l->opt.patience_s * LOAD_S;

	l->storming = true;
	for (unsigned i = 0; i < l->opt.users; i++)
		if (l->users[i].stage == STAGE_ON)
			user_drop(l, &l->users[i]);
	for (unsigned i = 0; i < l->opt.users; i++)
		user_want(l, &l->users[i], now);
	while (!l->stopped && l->on < l->opt.users) {
		pass(l, &ph, true);
		if (load_now() > until)
			load_stop(l, "%u s after the storm only %u of %u users are back",
			    l->opt.patience_s, l->on, l->opt.users);
	}
	l->storm_s[which] = (double)(l->complete_ns - now) / 1e9;
}

/* ---- the run ---- */

static struct event_base *
make_base(void)
{
	struct event_config *config = event_config_new();
	struct event_base *base = NULL;

	if (config != NULL && event_config_set_max_dispatch_interval(
				  config, NULL, LOAD_DISPATCH, LOAD_COMMON) == 0)
		base = event_base_new_with_config(config);
	if (config != NULL)
		event_config_free(config);
	if (base != NULL && event_base_priority_init(base, LOAD_COMMON + 1) != 0) {
		event_base_free(base);
		return NULL;
	}
	return base;
}

static bool
prepare(struct load *l)
{
	const struct timeval tick = { 0, TICK_MS * 1000 };
	struct sigaction act = { .sa_handler = on_signal };

	rng_seed(&l->rng, l->opt.seed);
	l->base = make_base();
	if (l->base == NULL ||
	    event_assign(&l->tick, l->base, -1, EV_PERSIST, on_tick, NULL) != 0 ||
	    event_add(&l->tick, &tick) != 0 || sigaction(SIGINT, &act, NULL) != 0 ||
	    sigaction(SIGTERM, &act, NULL) != 0) {
		load_stop(l, "no event loop");
		return false;
	}
	return users_make(l) && act_make(l);
}

static void
run(struct load *l)
{
	l->start_ns = load_now();
	log_all_in(l);
	if (!l->stopped)
		measure(l);
	if (!l->stopped)
		drain(l);
	for (unsigned i = 0; i < l->opt.storms && !l->stopped; i++)
		storm(l, i);
}

static void
done(struct load *l)
{
	if (l->users != NULL)
		users_free(l);
	free(l->pairs);
	free(l->chatters);
	free(l->space);
	if (l->base != NULL)
		event_base_free(l->base);
}

int
main(int argc, char **argv)
{
	static struct load l;

	(void)signal(SIGPIPE, SIG_IGN);
	options_read(&l.opt, argc, argv);
	need_files(&l.opt);
	if (prepare(&l))
		run(&l);
	if (!l.stopped)
		report_table(&l);
	if (!l.stopped && l.opt.json != NULL && !report_json(&l))
		load_stop(&l, "cannot write %s: %s", l.opt.json, strerror(errno));
	if (l.stopped)
		(void)fprintf(stderr, "gammonload: %s\n", l.why);
	done(&l);
	return l.stopped ? EXIT_FAILURE : EXIT_SUCCESS;
}
