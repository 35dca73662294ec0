/* SPDX-License-Identifier: MIT */
/* The results: a line of progress, one table, and the same as JSON. */
#include "load.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static const char *const LATENCY_NAMES[LATENCY_COUNT] = {
	[LATENCY_LOGIN] = "log-in",
	[LATENCY_USER_LIST] = "log-in to the end of the who list",
	[LATENCY_RETURN] = "back after a lost connection",
	[LATENCY_ROLL] = "roll to both boards",
	[LATENCY_MOVE] = "move to both boards",
	[LATENCY_WATCHED_MOVE] = "move to a watcher",
	[LATENCY_CHAT] = "chat to its reader",
	[LATENCY_SHOUT] = "shout to each reader",
};

static const char *const LATENCY_JSON_KEYS[LATENCY_COUNT] = {
	[LATENCY_LOGIN] = "login",
	[LATENCY_USER_LIST] = "list",
	[LATENCY_RETURN] = "back",
	[LATENCY_ROLL] = "roll",
	[LATENCY_MOVE] = "move",
	[LATENCY_WATCHED_MOVE] = "watched",
	[LATENCY_CHAT] = "chat",
	[LATENCY_SHOUT] = "shout",
};

static const char *
latency_name(const struct load *l, enum latency_kind f)
{
	return f == LATENCY_CHAT && l->opt.chat_kind == CHAT_NOOP
		   ? "unknown command to its answer"
		   : LATENCY_NAMES[f];
}

void
report_progress(const struct load *l, const char *phase, double seconds)
{
	if (l->opt.quiet)
		return;
	(void)fprintf(stderr,
	    "%6.1f s  %-9s %u of %u on line, %" PRIu64 " moves, %" PRIu64
	    " answers to chatters, %" PRIu64 " lines, %.1f MB\n",
	    seconds, phase, l->n_online, l->opt.users, l->counts.answered[LATENCY_MOVE],
	    l->counts.answered[LATENCY_CHAT], l->counts.lines_read,
	    (double)l->counts.bytes_read / 1e6);
}

/* ---- the table ---- */

static double
ms(uint64_t ns)
{
	return (double)ns / 1e6;
}

static double
counted_seconds(const struct load *l, enum latency_kind f)
{
	return f == LATENCY_LOGIN || f == LATENCY_USER_LIST ? l->all_online_s
							    : l->opt.measured_s;
}

static void
print_table_row(const char *name, const struct histogram *h, double seconds)
{
	(void)printf("%-34s %9" PRIu64 " %9.1f %9.3f %9.3f %9.3f %9.3f %9.3f\n", name, h->n,
	    seconds > 0 ? (double)h->n / seconds : 0, ms(histogram_quantile(h, 0.5)),
	    ms(histogram_quantile(h, 0.9)), ms(histogram_quantile(h, 0.99)),
	    ms(histogram_quantile(h, 0.999)), ms(h->max));
}

static const char *
loop_kind(const struct load *l)
{
	return l->opt.chat_rate > 0 ? "open loop" : "closed loop";
}

static void
print_table_head(const struct load *l)
{
	const struct options *o = &l->opt;

	(void)printf("%s port %s: %u users (%u in pairs, %u watching, %u chatting, %u idle), "
		     "%u %% CLIP, seed %" PRIu64 "; measured %.1f s\n",
	    o->host, o->port, o->users, 2 * o->pairs, o->watchers, o->chatters,
	    o->users - 2 * o->pairs - o->watchers - o->chatters, o->clip_percent, o->seed,
	    o->measured_s);
	(void)printf("matches of %u points, %u ms to think; chatters %s", o->match_length,
	    o->think_ms, loop_kind(l));
	if (o->chat_rate > 0)
		(void)printf(" at %g/s", o->chat_rate);
	(void)printf("; %g shouts/s, %g lost connections/s\n", o->shout_rate, o->drop_rate);
	(void)printf("%-34s %9s %9s %9s %9s %9s %9s %9s\n", "latency in ms", "count", "per s",
	    "p50", "p90", "p99", "p99.9", "max");
}

void
report_table(const struct load *l)
{
	const struct counts *t = &l->counts;

	print_table_head(l);
	for (unsigned f = 0; f < LATENCY_COUNT; f++)
		if (l->latencies[f].n > 0)
			print_table_row(
			    latency_name(l, f), &l->latencies[f], counted_seconds(l, f));
	if (l->opt.n_storms > 0)
		print_table_row("all dropped and back at once", &l->storm_latencies, 0);
	for (unsigned i = 0; i < l->opt.n_storms; i++)
		(void)printf("storm %u: all %u users were back after %.2f s\n", i + 1,
		    l->opt.users, l->storm_return_s[i]);
	(void)printf("all on line after %.2f s; %" PRIu64 " log-ins, %" PRIu64
		     " tried again, %" PRIu64 " connections lost on purpose\n",
	    l->all_online_s, t->logins, t->login_retries, t->drops_made);
	(void)printf("%" PRIu64 " games and %" PRIu64 " matches played to the end; %" PRIu64
		     " refusals to players and "
		     "chatters; %" PRIu64 " lines, %.1f MB read\n",
	    t->games_over, t->matches_over, t->refused_lines, t->lines_read,
	    (double)t->bytes_read / 1e6);
	(void)printf("sent/answered/lost:");
	for (unsigned f = LATENCY_RETURN; f <= LATENCY_CHAT; f++)
		if (t->sent[f] > 0)
			(void)printf(" %s %" PRIu64 "/%" PRIu64 "/%" PRIu64,
			    LATENCY_JSON_KEYS[f], t->sent[f], t->answered[f], t->unanswered[f]);
	(void)printf("; not sent %" PRIu64 "; moves not recognised by watchers %" PRIu64 "\n",
	    t->not_sent, t->unidentified_moves);
	(void)printf("the generator itself: %.0f %% of a core, its longest pass %.1f ms\n",
	    (double)l->cpu_ns / 1e9 / l->opt.measured_s * 100,
	    ms((uint64_t)l->longest_pass_ns));
}

/* ---- JSON ---- */

static void
write_json_histogram(FILE *f, const char *key, const struct histogram *h)
{
	(void)fprintf(f,
	    "  \"%s\": {\"count\": %" PRIu64
	    ", \"mean_ms\": %.4f, \"min_ms\": %.4f, \"p50_ms\": %.4f, "
	    "\"p90_ms\": %.4f, \"p99_ms\": %.4f, \"p999_ms\": %.4f, \"max_ms\": %.4f}",
	    key, h->n, h->n > 0 ? ms(h->sum) / (double)h->n : 0, ms(h->min),
	    ms(histogram_quantile(h, 0.5)), ms(histogram_quantile(h, 0.9)),
	    ms(histogram_quantile(h, 0.99)), ms(histogram_quantile(h, 0.999)), ms(h->max));
}

static void
write_json_counts(FILE *f, const char *key, const uint64_t counts[LATENCY_COUNT])
{
	(void)fprintf(f, " \"%s\": {", key);
	for (unsigned i = 0; i < LATENCY_COUNT; i++)
		(void)fprintf(f, "%s\"%s\": %" PRIu64, i > 0 ? ", " : "", LATENCY_JSON_KEYS[i],
		    counts[i]);
	(void)fputs("},\n", f);
}

static void
write_json_options(FILE *f, const struct load *l)
{
	const struct options *o = &l->opt;

	(void)fprintf(f,
	    " \"users\": %u, \"pairs\": %u, \"watchers\": %u, \"chatters\": %u, "
	    "\"clip_percent\": %u,\n"
	    " \"seed\": %" PRIu64
	    ", \"seconds\": %g, \"rate\": %g, \"shouts_per_s\": %g, \"drops_per_s\": %g, "
	    "\"think_ms\": %u, \"length\": %u,\n",
	    o->users, o->pairs, o->watchers, o->chatters, o->clip_percent, o->seed,
	    o->measured_s, o->chat_rate, o->shout_rate, o->drop_rate, o->think_ms,
	    o->match_length);
}

static void
write_json_storms(FILE *f, const struct load *l)
{
	(void)fputs(" \"storm_s\": [", f);
	for (unsigned i = 0; i < l->opt.n_storms; i++)
		(void)fprintf(f, "%s%.3f", i > 0 ? ", " : "", l->storm_return_s[i]);
	(void)fputs("],\n", f);
}

static void
write_json(FILE *f, const struct load *l)
{
	const struct counts *t = &l->counts;
	char when[32] = "";
	time_t now = time(NULL);
	struct tm tm;

	if (gmtime_r(&now, &tm) != NULL)
		(void)strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm);
	(void)fprintf(f, "{\"date\": \"%s\",\n", when);
	write_json_options(f, l);
	(void)fprintf(f,
	    " \"on_line\": %u, \"login_s\": %.3f, "
	    "\"generator_core_percent\": %.1f, "
	    "\"generator_longest_pass_ms\": %.2f,\n",
	    l->n_online, l->all_online_s, (double)l->cpu_ns / 1e9 / l->opt.measured_s * 100,
	    ms((uint64_t)l->longest_pass_ns));
	write_json_storms(f, l);
	write_json_counts(f, "sent", t->sent);
	write_json_counts(f, "answered", t->answered);
	write_json_counts(f, "lost", t->unanswered);
	(void)fprintf(f,
	    " \"not_sent\": %" PRIu64 ", \"not_recognised\": %" PRIu64 ", \"lines\": %" PRIu64
	    ", \"bytes\": %" PRIu64 ", \"drops\": %" PRIu64 ", \"retries\": %" PRIu64
	    ", \"refusals\": %" PRIu64 ", \"games\": %" PRIu64 ", \"matches\": %" PRIu64
	    ", \"logins\": %" PRIu64 ",\n \"latency\": {\n",
	    t->not_sent, t->unidentified_moves, t->lines_read, t->bytes_read, t->drops_made,
	    t->login_retries, t->refused_lines, t->games_over, t->matches_over, t->logins);
	for (unsigned i = 0; i < LATENCY_COUNT; i++) {
		write_json_histogram(f, LATENCY_JSON_KEYS[i], &l->latencies[i]);
		(void)fputs(",\n", f);
	}
	write_json_histogram(f, "storm", &l->storm_latencies);
	(void)fputs("\n }}\n", f);
}

bool
report_json(const struct load *l)
{
	FILE *f = fopen(l->opt.json_path, "w");
	bool failed;

	if (f == NULL)
		return false;
	write_json(f, l);
	failed = ferror(f) != 0;
	return fclose(f) == 0 && !failed;
}
