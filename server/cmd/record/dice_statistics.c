/* SPDX-License-Identifier: MIT */
/* Statistics of the server: last, stat, average, dicetest.
 *
 * Costs: stat reads a dozen rows by name; last reads 20 rows; average reads the hours of 30
 * days, at most 721; dicetest makes DICE_TEST_ROLLS rolls, in under 2 ms. */
#include "cmd/cmd.h"

#include <sodium.h>

#include "fair/dice.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "stats/counters.h"

/* ---- last ---- */

static void
print_visit(void *ctx, int64_t at_s, const char *name, const char *event)
{
	struct ctx *c = ctx;
	char when[64], text[96];
	struct sbuf b;
	struct out to_text = out_to_sbuf(&b);

	SBUF_INIT(&b, text);
	to_text.catalogue = c->out->catalogue;
	if (!visit_event_text(&to_text, event, name))
		return; /* written by a newer version */
	cmd_time_text(c, at_s, msg_text(c->out, MSG_strftime_short), when, sizeof(when));
	msg_last_row(c->out, when, text);
}

void
cmd_last(struct ctx *c, char *rest)
{
	if (rest[0] != '\0') {
		msg_last_use_whois(c->out);
		return;
	}
	msg_last_header(c->out, STORE_VISITS_KEPT);
	store_visits_each(c->w->store, print_visit, c);
}

/* ---- stat ---- */

static void
uptime_text(const struct world *w, char *text, size_t size)
{
	int64_t s = (w->mono_ms - w->counters->start_ms) / 1000;
	struct sbuf b;

	sbuf_init(&b, text, size);
	sbuf_addf(&b, "%lld+%02d:%02d:%02d", (long long)(s / 86400), (int)(s / 3600 % 24),
	    (int)(s / 60 % 60), (int)(s % 60));
}

static long long
counter_value(const struct ctx *c, enum store_counter which)
{
	return store_counter(c->w->store, which);
}

/* Prints the lines that FIBS prints too.  They begin with a number, which client programs could
 * mistake for a CLIP message number if it is small.  In CLIP mode it has a leading zero, which
 * programs that know these lines accept. */
static void
print_fibs_statistics(struct ctx *c, long long saved)
{
	const char *zero = session_is_clip(c->s) ? "0" : "";
	long long expired = counter_value(c, COUNTER_MATCHES_EXPIRED);

	msg_stat_bytes(c->out, zero, store_database_bytes(c->w->store));
	msg_stat_accounts(c->out, zero, store_accounts_created(c->w->store));
	msg_stat_ratings(c->out, zero, counter_value(c, COUNTER_RATINGS));
	msg_stat_users(c->out, zero, counter_value(c, COUNTER_USERS));
	if (c->w->config.saved_days > 0)
		msg_stat_saved(c->out, zero, saved, expired, c->w->config.saved_days);
	else
		msg_stat_saved_always(c->out, zero, saved, expired);
}

void
cmd_stat(struct ctx *c, char *rest)
{
	long long begun = counter_value(c, COUNTER_MATCHES);
	long long over = counter_value(c, COUNTER_MATCHES_FINISHED);
	char up[40];

	(void)rest;
	print_fibs_statistics(c, begun - over - matches_live_count(c->w));
	uptime_text(c->w, up, sizeof(up));
	msg_stat_uptime(c->out, up, counter_value(c, COUNTER_STARTS));
	msg_stat_online(c->out, c->w->online_count, counter_value(c, COUNTER_MOST_ONLINE),
	    counter_value(c, COUNTER_LOGINS));
	msg_stat_matches(c->out, begun, matches_live_count(c->w), over);
	msg_stat_commands(c->out, (long long)counters_command_count(c->w));
	msg_stat_turn(c->out, counters_longest_turn(c->w), counters_longest_in_minute(c->w));
	msg_newline(c->out);
}

/* ---- average ---- */

struct hourly_averages {
	struct {
		int64_t observed_ms, user_ms;
		uint32_t least_users, most_users;
	} hour[24]; /* hour of the day, UTC */
};

static void
add_hour(void *ctx, const struct hour_record *h)
{
	struct hourly_averages *a = ctx;
	unsigned i = (unsigned)(h->hour % 24);

	if (h->uptime_ms == 0)
		return;
	if (a->hour[i].observed_ms == 0 || h->min_online < a->hour[i].least_users)
		a->hour[i].least_users = h->min_online;
	if (h->max_online > a->hour[i].most_users)
		a->hour[i].most_users = h->max_online;
	a->hour[i].observed_ms += h->uptime_ms;
	a->hour[i].user_ms += h->online_ms;
}

/* Writes an hour's columns, which are 12, 5, 6 and 4 wide: time, average, minimum, maximum.  A
 * wider number takes space from its neighbours.  For an hour in which the server never ran,
 * writes dashes. */
static void
add_average_cell(struct sbuf *b, const struct hourly_averages *a, unsigned i)
{
	char mean[24];
	struct sbuf m;
	int width;

	SBUF_INIT(&m, mean);
	sbuf_addf(b, "%02u:00-%02u:59 ", i, i);
	if (a->hour[i].observed_ms == 0) {
		sbuf_addf(b, "%5s%6s%4s", "-", "-", "-");
		return;
	}
	sbuf_addf(&m, "%5.1f", (double)a->hour[i].user_ms / (double)a->hour[i].observed_ms);
	width = m.len < 10 ? 10 - (int)m.len : 0;
	sbuf_addf(b, "%s %*u %3u", mean, width, (unsigned)a->hour[i].least_users,
	    (unsigned)a->hour[i].most_users);
}

void
cmd_average(struct ctx *c, char *rest)
{
	struct hourly_averages a = { 0 };

	(void)rest;
	counters_each_hour(c->w, add_hour, &a);
	msg_average_header(c->out);
	for (unsigned i = 0; i < 12; i++) {
		char left[64], right[64];
		struct sbuf l, r;

		SBUF_INIT(&l, left);
		SBUF_INIT(&r, right);
		add_average_cell(&l, &a, i);
		add_average_cell(&r, &a, i + 12);
		out_addf(c->out, "%-30s %s\n", left, right);
	}
}

/* ---- dicetest ---- */

/* on average 300 for each of the 36 pairs, so that counts have three digits */
#define DICE_TEST_ROLLS 10800u
#define DICE_TEST_NAME "dicetest" /* used instead of a match number to derive the rolls */

struct dice_count {
	unsigned pair[6][6], die[6];
};

static void
count_rolls(const uint8_t seed[FAIR_SEED_BYTES], struct dice_count *n)
{
	struct fair_dice f;
	uint8_t d[2];

	fair_dice_init(&f, seed, DICE_TEST_NAME, "", 0, "", 0);
	for (uint32_t i = 0; i < DICE_TEST_ROLLS; i++) {
		fair_dice_roll(&f, i, d);
		n->pair[d[0] - 1][d[1] - 1]++;
		n->die[d[0] - 1]++;
		n->die[d[1] - 1]++;
	}
}

/* Returns Pearson's chi-square of the 36 pairs; 35 degrees of freedom. */
static double
chi_square(const struct dice_count *n)
{
	double expected = DICE_TEST_ROLLS / 36.0, sum = 0;

	for (unsigned i = 0; i < 36; i++) {
		double off = n->pair[i / 6][i % 6] - expected;

		sum += off * off / expected;
	}
	return sum;
}

static void
print_dice_counts(struct ctx *c, const struct dice_count *n)
{
	for (unsigned i = 0; i < 6; i++)
		for (unsigned k = 0; k < 6; k++)
			out_addf(c->out, "%u-%u %u%s", i + 1, k + 1, n->pair[i][k],
			    k < 5 ? "  " : "\n");
	for (unsigned i = 0; i < 6; i++)
		out_addf(c->out, "%u: %u\n", i + 1, n->die[i]);
}

void
cmd_dicetest(struct ctx *c, char *rest)
{
	uint8_t seed[FAIR_SEED_BYTES];
	char hex[2 * FAIR_SEED_BYTES + 1];
	struct dice_count n = { 0 };

	if (rest[0] != '\0' && cmd_dicetest_user(c, rest))
		return;
	c->w->random.bytes(c->w->random.ctx, seed, sizeof(seed));
	count_rolls(seed, &n);
	sodium_bin2hex(hex, sizeof(hex), seed, sizeof(seed));
	msg_dicetest_begins(c->out);
	msg_dicetest_rolled(c->out, DICE_TEST_ROLLS);
	print_dice_counts(c, &n);
	msg_dicetest_n(c->out, DICE_TEST_ROLLS / 36u, DICE_TEST_ROLLS / 3u);
	msg_dicetest_seed(c->out, hex);
	msg_dicetest_sum(c->out, chi_square(&n));
	msg_dicetest_done(c->out);
}
