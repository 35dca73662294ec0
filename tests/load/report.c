/* SPDX-License-Identifier: MIT */
/* The results: a line of progress, one table, and the same as JSON. */
#include "load.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static const char *const NAMES[FIGURE_COUNT] = {
	[FIGURE_LOGIN] = "log-in",
	[FIGURE_LIST] = "log-in to the end of the who list",
	[FIGURE_BACK] = "back after a lost connection",
	[FIGURE_ROLL] = "roll to both boards",
	[FIGURE_MOVE] = "move to both boards",
	[FIGURE_WATCHED] = "move to a watcher",
	[FIGURE_CHAT] = "chat to its reader",
	[FIGURE_SHOUT] = "shout to each reader",
};

static const char *const KEYS[FIGURE_COUNT] = {
	[FIGURE_LOGIN] = "login",
	[FIGURE_LIST] = "list",
	[FIGURE_BACK] = "back",
	[FIGURE_ROLL] = "roll",
	[FIGURE_MOVE] = "move",
	[FIGURE_WATCHED] = "watched",
	[FIGURE_CHAT] = "chat",
	[FIGURE_SHOUT] = "shout",
};

static const char *
name_of(const struct load *l, enum figure f)
{
	return f == FIGURE_CHAT && l->opt.chat == CHAT_NOOP ? "unknown command to its answer"
							    : NAMES[f];
}

void
report_progress(const struct load *l, const char *phase, double seconds)
{
	if (l->opt.quiet)
		return;
	(void)fprintf(stderr,
	    "%6.1f s  %-9s %u of %u on line, %" PRIu64 " moves, %" PRIu64
	    " answers to chatters, %" PRIu64 " lines, %.1f MB\n",
	    seconds, phase, l->on, l->opt.users, l->counts.answered[FIGURE_MOVE],
	    l->counts.answered[FIGURE_CHAT], l->counts.lines, (double)l->counts.bytes / 1e6);
}

/* ---- the table ---- */

static double
ms(uint64_t ns)
{
	return (double)ns / 1e6;
}

static double
seconds_of(const struct load *l, enum figure f)
{
	return f == FIGURE_LOGIN || f == FIGURE_LIST ? l->login_s : l->opt.seconds;
}

static void
table_row(const char *name, const struct histogram *h, double seconds)
{
	(void)printf("%-34s %9" PRIu64 " %9.1f %9.3f %9.3f %9.3f %9.3f %9.3f\n", name, h->n,
	    seconds > 0 ? (double)h->n / seconds : 0, ms(histogram_quantile(h, 0.5)),
	    ms(histogram_quantile(h, 0.9)), ms(histogram_quantile(h, 0.99)),
	    ms(histogram_quantile(h, 0.999)), ms(h->max));
}

static const char *
chat_words(const struct load *l)
{
	return l->opt.rate > 0 ? "open loop" : "closed loop";
}

static void
table_head(const struct load *l)
{
	const struct options *o = &l->opt;

	(void)printf("%s port %s: %u users (%u in pairs, %u watching, %u chatting, %u idle), "
		     "%u %% CLIP, seed %" PRIu64 "; measured %.1f s\n",
	    o->host, o->port, o->users, 2 * o->pairs, o->watchers, o->chatters,
	    o->users - 2 * o->pairs - o->watchers - o->chatters, o->clip_percent, o->seed,
	    o->seconds);
	(void)printf("matches of %u points, %u ms to think; chatters %s", o->length,
	    o->think_ms, chat_words(l));
	if (o->rate > 0)
		(void)printf(" at %g/s", o->rate);
	(void)printf("; %g shouts/s, %g lost connections/s\n", o->shouts, o->drops);
	(void)printf("%-34s %9s %9s %9s %9s %9s %9s %9s\n", "latency in ms", "count", "per s",
	    "p50", "p90", "p99", "p99.9", "max");
}

void
report_table(const struct load *l)
{
	const struct counts *t = &l->counts;

	table_head(l);
	for (unsigned f = 0; f < FIGURE_COUNT; f++)
		if (l->figure[f].n > 0)
			table_row(name_of(l, f), &l->figure[f], seconds_of(l, f));
	if (l->opt.storms > 0)
		table_row("all dropped and back at once", &l->storm, 0);
	for (unsigned i = 0; i < l->opt.storms; i++)
		(void)printf("storm %u: all %u users were back after %.2f s\n", i + 1,
		    l->opt.users, l->storm_s[i]);
	(void)printf("all on line after %.2f s; %" PRIu64 " log-ins, %" PRIu64
		     " tried again, %" PRIu64 " connections lost on purpose\n",
	    l->login_s, t->logins, t->retries, t->drops);
	(void)printf("%" PRIu64 " games and %" PRIu64 " matches played to the end; %" PRIu64
		     " refusals to players and "
		     "chatters; %" PRIu64 " lines, %.1f MB read\n",
	    t->games, t->matches, t->refused_lines, t->lines, (double)t->bytes / 1e6);
	(void)printf("sent/answered/lost:");
	for (unsigned f = FIGURE_BACK; f <= FIGURE_CHAT; f++)
		if (t->sent[f] > 0)
			(void)printf(" %s %" PRIu64 "/%" PRIu64 "/%" PRIu64, KEYS[f],
			    t->sent[f], t->answered[f], t->lost[f]);
	(void)printf("; not sent %" PRIu64 "; moves not recognised by watchers %" PRIu64 "\n",
	    t->skipped, t->untracked);
	(void)printf("the generator itself: %.0f %% of a core, its longest pass %.1f ms\n",
	    (double)l->cpu_ns / 1e9 / l->opt.seconds * 100, ms((uint64_t)l->longest_pass_ns));
}

/* ---- JSON ---- */

static void
json_histogram(FILE *f, const char *key, const struct histogram *h)
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
json_counts(FILE *f, const char *key, const uint64_t counts[FIGURE_COUNT])
{
	(void)fprintf(f, " \"%s\": {", key);
	for (unsigned i = 0; i < FIGURE_COUNT; i++)
		(void)fprintf(f, "%s\"%s\": %" PRIu64, i > 0 ? ", " : "", KEYS[i], counts[i]);
	(void)fputs("},\n", f);
}

static void
json_options(FILE *f, const struct load *l)
{
	const struct options *o = &l->opt;

	(void)fprintf(f,
	    " \"users\": %u, \"pairs\": %u, \"watchers\": %u, \"chatters\": %u, "
	    "\"clip_percent\": %u,\n"
	    " \"seed\": %" PRIu64
	    ", \"seconds\": %g, \"rate\": %g, \"shouts_per_s\": %g, \"drops_per_s\": %g, "
	    "\"think_ms\": %u, \"length\": %u,\n",
	    o->users, o->pairs, o->watchers, o->chatters, o->clip_percent, o->seed, o->seconds,
	    o->rate, o->shouts, o->drops, o->think_ms, o->length);
}

static void
json_storms(FILE *f, const struct load *l)
{
	(void)fputs(" \"storm_s\": [", f);
	for (unsigned i = 0; i < l->opt.storms; i++)
		(void)fprintf(f, "%s%.3f", i > 0 ? ", " : "", l->storm_s[i]);
	(void)fputs("],\n", f);
}

static void
json_write(FILE *f, const struct load *l)
{
	const struct counts *t = &l->counts;
	char when[32] = "";
	time_t now = time(NULL);
	struct tm tm;

	if (gmtime_r(&now, &tm) != NULL)
		(void)strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%SZ", &tm);
	(void)fprintf(f, "{\"date\": \"%s\",\n", when);
	json_options(f, l);
	(void)fprintf(f,
	    " \"on_line\": %u, \"login_s\": %.3f, "
	    "\"generator_core_percent\": %.1f, "
	    "\"generator_longest_pass_ms\": %.2f,\n",
	    l->on, l->login_s, (double)l->cpu_ns / 1e9 / l->opt.seconds * 100,
	    ms((uint64_t)l->longest_pass_ns));
	json_storms(f, l);
	json_counts(f, "sent", t->sent);
	json_counts(f, "answered", t->answered);
	json_counts(f, "lost", t->lost);
	(void)fprintf(f,
	    " \"not_sent\": %" PRIu64 ", \"not_recognised\": %" PRIu64 ", \"lines\": %" PRIu64
	    ", \"bytes\": %" PRIu64 ", \"drops\": %" PRIu64 ", \"retries\": %" PRIu64
	    ", \"refusals\": %" PRIu64 ", \"games\": %" PRIu64 ", \"matches\": %" PRIu64
	    ", \"logins\": %" PRIu64 ",\n \"latency\": {\n",
	    t->skipped, t->untracked, t->lines, t->bytes, t->drops, t->retries,
	    t->refused_lines, t->games, t->matches, t->logins);
	for (unsigned i = 0; i < FIGURE_COUNT; i++) {
		json_histogram(f, KEYS[i], &l->figure[i]);
		(void)fputs(",\n", f);
	}
	json_histogram(f, "storm", &l->storm);
	(void)fputs("\n }}\n", f);
}

bool
report_json(const struct load *l)
{
	FILE *f = fopen(l->opt.json, "w");
	bool failed;

	if (f == NULL)
		return false;
	json_write(f, l);
	failed = ferror(f) != 0;
	return fclose(f) == 0 && !failed;
}
