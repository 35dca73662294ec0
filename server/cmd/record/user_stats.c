/* SPDX-License-Identifier: MIT */
/* Statistics of players: stats, graph, headtohead, records, and dicetest for a player's rolls.
 *
 * Costs: a few rows found by key; graph makes an index look-up for each of 2 * GRAPH_COLUMNS
 * moments. All totals were counted when matches were played (match/totals.h). */
#include "cmd/cmd.h"

#include <math.h>
#include <string.h>

#include "people/people.h"
#include "output/output.h"
#include "stats/ranks.h"
#include "proto/words.h"

/* Finds the user named by the next word, by default the user who typed the command.  Returns
 * false after printing that there is no such user. */
static bool
parse_user(struct ctx *c, char **rest, struct user_record *u_out)
{
	const char *name = word_next(rest);

	if (name == NULL)
		name = c->p->name;
	return cmd_find_account(c, name, msg_no_user_called, u_out);
}

/* ---- stats ---- */

struct stats_list {
	struct ctx *c;
	char game[STORE_VARIANT_MAX]; /* game of the last row printed; "" before the first */
	struct totals_record sum;
};

/* Formats `part` / `of` as a percentage: "-" if `of` is 0; 0 and 100 only if they are exact. */
static const char *
percent_text(char text[8], uint32_t part, uint32_t of)
{
	double percent = of > 0 ? round(100.0 * part / of) : 0.0;
	struct sbuf b;

	if (part > 0 && part < of)
		percent = fmin(fmax(percent, 1.0), 99.0);
	sbuf_init(&b, text, 8);
	if (of > 0)
		sbuf_addf(&b, "%.0f", percent);
	else
		sbuf_addc(&b, '-');
	return text;
}

static void
print_stats_row(void *ctx, const char *game, unsigned length, const struct totals_record *t)
{
	struct stats_list *x = ctx;
	struct ctx *c = x->c;
	const struct variant *v = variant_find(game);
	char points[8];
	struct sbuf b;

	if (x->game[0] == '\0')
		msg_stats_header(c->out);
	if (strcmp(x->game, game) != 0)
		msg_stats_game(c->out, v != NULL ? v->title : game);
	(void)sbuf_copy(x->game, sizeof(x->game), game);
	SBUF_INIT(&b, points);
	if (length > 0)
		sbuf_addi(&b, (long)length);
	else
		sbuf_addc(&b, '-');
	msg_stats_row(c->out, points, t->won, t->lost, t->unfinished, t->gammons_won,
	    t->gammons_lost, t->doubles_taken, t->doubles_passed, t->takes, t->passes,
	    t->takes_won, t->timed_plays > 0 ? (double)t->ms / 1000 / t->timed_plays : 0.0);
	x->sum.won += t->won;
	x->sum.lost += t->lost;
	x->sum.unfinished += t->unfinished;
	x->sum.doubles_taken += t->doubles_taken;
	x->sum.doubles_passed += t->doubles_passed;
	x->sum.takes += t->takes;
	x->sum.passes += t->passes;
	x->sum.takes_won += t->takes_won;
}

static void
print_stats_rates(struct ctx *c, const struct totals_record *t)
{
	char finished[8], taken[8], takes[8], won[8];
	uint32_t ended = t->won + t->lost;

	msg_stats_rates(c->out, percent_text(finished, ended, ended + t->unfinished),
	    percent_text(taken, t->doubles_taken, t->doubles_taken + t->doubles_passed),
	    percent_text(takes, t->takes, t->takes + t->passes),
	    percent_text(won, t->takes_won, t->takes));
}

void
cmd_stats(struct ctx *c, char *rest)
{
	struct stats_list x = { .c = c };
	struct user_record u;

	if (!parse_user(c, &rest, &u))
		return;
	msg_stats_of(c->out, u.name);
	store_totals_each(c->w->store, u.id, print_stats_row, &x);
	if (x.game[0] != '\0')
		print_stats_rates(c, &x.sum);
	else
		msg_stats_none(c->out);
	cmd_print_error_rates(c, u.id);
}

/* ---- graph ---- */

#define GRAPH_COLUMNS 72u
#define GRAPH_ROWS 10u

/* Ratings at 2 * GRAPH_COLUMNS moments. */
struct graph {
	double at[2 * GRAPH_COLUMNS];
	double lowest, highest;
	int64_t from_ms, to_ms;
};

static void
add_graph_point(void *ctx, unsigned i, double rating)
{
	struct graph *g = ctx;

	g->at[i] = rating;
	g->lowest = fmin(g->lowest, rating);
	g->highest = fmax(g->highest, rating);
}

static bool
graph_read(struct ctx *c, int64_t user, const char *game, struct graph *g)
{
	struct store *s = c->w->store;
	double rating;

	if (!store_rating_at(s, user, game, INT64_MAX, false, &rating, &g->to_ms) ||
	    !store_rating_at(s, user, game, INT64_MIN, true, &rating, &g->from_ms))
		return false;
	g->lowest = g->highest = rating;
	store_ratings_over_time(
	    s, user, game, g->from_ms, g->to_ms, ARRAY_LEN(g->at) - 1, add_graph_point, g);
	return true;
}

/* Returns how many of `levels` steps a rating is above the lowest; the middle if all are
 * equal. */
static unsigned
graph_level(const struct graph *g, double rating, unsigned levels)
{
	double range = g->highest - g->lowest;

	return range > 0 ? (unsigned)((rating - g->lowest) / range * (levels - 1) + 0.5)
			 : levels / 2;
}

/* Appends one Braille character: two columns of four dots (Unicode 2800-28FF). */
static void
add_braille_cell(const struct graph *g, unsigned column, unsigned row, struct sbuf *b)
{
	static const uint8_t DOT[2][4] = { { 0x40, 0x04, 0x02, 0x01 },
		{ 0x80, 0x20, 0x10, 0x08 } };
	unsigned dots = 0;

	for (unsigned side = 0; side < 2; side++) {
		unsigned at = graph_level(g, g->at[2 * column + side], 4 * GRAPH_ROWS);

		if (at / 4 == row)
			dots |= DOT[side][at % 4];
	}
	if (dots == 0)
		sbuf_addc(b, ' ');
	else
		sbuf_addf(b, "\xe2%c%c", (int)(0xa0 | dots >> 6), (int)(0x80 | (dots & 0x3f)));
}

static void
graph_draw(struct ctx *c, const struct graph *g, bool ascii)
{
	for (unsigned row = GRAPH_ROWS; row-- > 0;) {
		char text[3 * GRAPH_COLUMNS + 1];
		struct sbuf b;

		SBUF_INIT(&b, text);
		for (unsigned i = 0; i < GRAPH_COLUMNS; i++)
			if (!ascii)
				add_braille_cell(g, i, row, &b);
			else
				sbuf_addc(&b,
				    graph_level(g, g->at[2 * i + 1], GRAPH_ROWS) == row ? '*'
											: ' ');
		while (b.len > 0 && text[b.len - 1] == ' ')
			text[--b.len] = '\0';
		out_addf(c->out, "%s\n", text);
	}
}

void
cmd_graph(struct ctx *c, char *rest)
{
	const struct variant *v = VARIANT_FIBS;
	bool ascii = !session_is_interactive(c->s);
	bool bots = false;
	const char *name = c->p->name;
	const char *word;
	struct user_record u;
	struct graph g;
	char from[32], to[32];

	while ((word = word_next(&rest)) != NULL) {
		if (word_is(word, "ascii"))
			ascii = true;
		else if (word_is(word, "bots") && session_is_interactive(c->s))
			bots = true;
		else if (player_variant_named(word) != NULL)
			v = player_variant_named(word);
		else
			name = word;
	}
	if (!cmd_find_account(c, name, msg_no_user_called, &u))
		return;
	if (bots || !graph_read(c, u.id, ranks_game_key(v), &g)) {
		bots = session_is_interactive(c->s) &&
		       graph_read(c, u.id, ranks_bot_play_key(c->w->ranks, v), &g);
		if (!bots) {
			msg_graph_none(c->out, u.name, v->title);
			return;
		}
	}
	cmd_time_text(c, g.from_ms / 1000, "%Y-%m-%d", from, sizeof(from));
	cmd_time_text(c, g.to_ms / 1000, "%Y-%m-%d", to, sizeof(to));
	(bots ? msg_graph_head_bots : msg_graph_head)(
	    c->out, u.name, v->title, g.lowest, g.highest);
	graph_draw(c, &g, ascii);
	/* a line must not begin with a number, which client programs could take for a
	 * message */
	out_addf(c->out, " %-*s%s\n", (int)(GRAPH_COLUMNS - 1 - strlen(to)), from, to);
}

/* ---- headtohead, records ---- */

void
cmd_headtohead(struct ctx *c, char *rest)
{
	char *first = word_next(&rest);
	const char *second = word_next(&rest);
	struct user_record a, b;

	if (first == NULL) {
		msg_headtohead_usage(c->out);
		return;
	}
	if (!cmd_find_account(c, second != NULL ? first : c->p->name, msg_no_user_called, &a) ||
	    !cmd_find_account(c, second != NULL ? second : first, msg_no_user_called, &b))
		return;
	if (a.id == b.id) {
		msg_headtohead_same(c->out);
		return;
	}
	msg_headtohead(c->out, a.name, b.name, store_pair_wins(c->w->store, a.id, b.id),
	    store_pair_wins(c->w->store, b.id, a.id));
}

static void
print_record(void *ctx, int64_t value, int64_t match, const char *user)
{
	struct ctx *c = ctx;

	msg_records_row(c->out, user, (long long)value, (long long)match);
}

void
cmd_records(struct ctx *c, char *rest)
{
	static const struct {
		const char *kind;
		void (*print_head)(struct out *out);
	} KINDS[] = {
		{ "long", msg_records_long },
		{ "cube", msg_records_cube },
		{ "streak", msg_records_streak },
	};

	(void)rest;
	for (unsigned i = 0; i < ARRAY_LEN(KINDS); i++) {
		KINDS[i].print_head(c->out);
		store_bests_each(c->w->store, KINDS[i].kind, print_record, c);
	}
}

/* ---- dicetest for a player ---- */

#define ROLLS_MIN 360u /* on average ten for each of the 36 pairs */

/* chi: Pearson's chi-square of the 36 pairs, 35 degrees of freedom. z: how many standard
 * deviations the number of doubles is from the expected one. */
struct dice_verdict {
	uint64_t n, doubles;
	double chi, z;
};

static struct dice_verdict
judge_dice(const struct roll_record *r)
{
	struct dice_verdict v = { 0 };
	double expected;

	for (unsigned i = 0; i < 36; i++)
		v.n += r->dice_counts[i / 6][i % 6];
	for (unsigned i = 0; i < 6; i++)
		v.doubles += r->dice_counts[i][i];
	if (v.n == 0)
		return v;
	expected = (double)v.n / 36;
	for (unsigned i = 0; i < 36; i++) {
		double off = (double)r->dice_counts[i / 6][i % 6] - expected;

		v.chi += off * off / expected;
	}
	v.z = ((double)v.doubles - (double)v.n / 6) / sqrt(5 * (double)v.n / 36);
	return v;
}

bool
cmd_dicetest_user(struct ctx *c, const char *name)
{
	struct roll_record r = { 0 };
	struct dice_verdict v;
	struct user_record u;

	if (!cmd_find_account(c, name, NULL, &u))
		return false;
	(void)store_roll_counts(c->w->store, u.id, &r);
	v = judge_dice(&r);
	msg_dice_rolls(c->out, u.name, (unsigned long long)v.n);
	if (v.n < ROLLS_MIN) {
		msg_dice_few(c->out, ROLLS_MIN);
		return true;
	}
	msg_dice_pairs(c->out, v.chi);
	msg_dice_doubles(c->out, (unsigned long long)v.doubles, (double)v.n / 6, v.z);
	msg_dice_bar(c->out, (unsigned long long)r.bar, (unsigned long long)r.bar_entered,
	    r.bar_entered_expected);
	if (v.chi > 66.62 || fabs(v.z) > 3.29)
		msg_dice_rare(c->out);
	else if (v.chi > 57.34 || fabs(v.z) > 2.58)
		msg_dice_unusual(c->out);
	else
		msg_dice_usual(c->out);
	msg_dice_needed(c->out);
	return true;
}
