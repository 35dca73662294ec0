/* SPDX-License-Identifier: MIT */
/* Results of match analysis: the commands analyse and suspects, and the errors in stats.
 *
 * Costs: a few rows found by key.  `suspects` reads at most SUSPECTS_READ_MAX rows through an
 * index; `suspects ratings` reads PAIRS_READ_MAX rating changes and the rows that each refers
 * to.
 */
#include "cmd/cmd.h"

#include <math.h>
#include <string.h>

#include "match/barred.h"
#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"
#include "review/review.h"

#define WORST_MOVES_MAX XGIDS_MAX

/* ---- analyse ---- */

struct worst_moves {
	struct review_mark mark_counts[WORST_MOVES_MAX];
	struct xgids ids; /* position IDs of these errors */
};

static void
add_worst_move(void *ctx, const struct review_mark *m)
{
	struct worst_moves *x = ctx;

	x->mark_counts[x->ids.n] = *m;
	x->ids.move[x->ids.n++] = m->move_number;
}

/* Prints the largest errors, with their positions for interactive users. */
static void
print_worst_moves(struct ctx *c, const struct match_record *r)
{
	struct worst_moves x = { .ids.n = 0 };

	store_review_worst_marks(c->w->store, r->id, WORST_MOVES_MAX, add_worst_move, &x);
	if (x.ids.n == 0)
		return;
	if (session_is_interactive(c->s))
		cmd_write_xgids(c->w, r, &x.ids);
	msg_analysis_worst(c->out);
	for (unsigned i = 0; i < x.ids.n; i++) {
		const struct review_mark *m = &x.mark_counts[i];

		msg_analysis_error(c->out, m->move_number, r->name[m->seat],
		    review_mark_text(m->error), m->error, m->best);
		if (x.ids.text[i][0] != '\0')
			out_addf(c->out, "    XGID=%s\n", x.ids.text[i]);
	}
	if (session_is_interactive(c->s))
		msg_analysis_practice(c->out, (long long)r->id);
}

static void
print_player_errors(
    struct ctx *c, const struct match_record *r, const struct review_record *x, unsigned seat)
{
	uint32_t n = x->play_decisions + x->cube_decisions;
	double rate = review_error_rate(x->play_error + x->cube_error, n);

	msg_analysis_player(c->out, r->name[seat], n, x->play_error + x->cube_error, rate,
	    2 * rate, x->mark_counts[0], x->mark_counts[1], x->mark_counts[2], x->luck);
}

static void
print_cube_errors(
    struct ctx *c, const struct match_record *r, const struct review_record *x, unsigned seat)
{
	if (x->best_double + x->best_roll + x->best_take + x->best_drop > 0)
		msg_analysis_cube(c->out, r->name[seat], x->cube_error, x->best_double,
		    x->best_roll, x->best_take, x->best_drop);
}

/* Returns expected wins out of 100.  Luck is an estimate and can exceed the value of the whole
 * match, so the result is clamped. */
static double
wins_without_luck(const struct match_record *r, double lucky)
{
	return 100 * fmin(fmax((r->winner == 0 ? 1.0 : 0.0) - lucky, 0.0), 1.0);
}

/* Prints the result to expect from the same play with average dice, if the match was decided by
 * play. */
static void
print_result_without_luck(
    struct ctx *c, const struct match_record *r, const struct review_record x[2])
{
	double lucky = x[0].luck_worth - x[1].luck_worth;

	if (x[0].rolls + x[1].rolls == 0)
		return;
	if (r->length > 0 && r->winner >= 0 &&
	    (strcmp(r->end_reason, "won") == 0 || match_imported(r)))
		msg_analysis_fair(c->out, r->name[0], wins_without_luck(r, lucky));
	else if (r->length == 0)
		msg_analysis_fair_points(
		    c->out, r->name[0], (double)r->score[0] - (double)r->score[1] - lucky);
}

static void
show(struct ctx *c, const struct match_record *r, const struct review_record x[2])
{
	(x[0].by_gnubg ? msg_analysis_head_gnubg : msg_analysis_head)(
	    c->out, (long long)r->id, r->name[0], r->name[1], x[0].plies);
	for (unsigned i = 0; i < 2; i++)
		print_player_errors(c, r, &x[i], i);
	for (unsigned i = 0; i < 2; i++)
		print_cube_errors(c, r, &x[i], i);
	print_result_without_luck(c, r, x);
	print_worst_moves(c, r);
}

void
cmd_analyse(struct ctx *c, char *rest)
{
	const char *word = word_next(&rest);
	struct review_record found[2];
	struct match_record r;

	if (word == NULL || rest[0] != '\0') {
		msg_analysis_usage(c->out);
		return;
	}
	if (!cmd_find_match(c, word, &r))
		return;
	if (barred_review(c->w, c->s, &r)) {
		msg_position_rated(c->out);
		return;
	}
	if (r.ended_ms != 0 && store_review_read(c->w->store, r.id, found)) {
		show(c, &r, found);
		return;
	}
	switch (review_request(c->w, &r, c->p->user)) {
	case REVIEW_OK:
		msg_analysis_waits(c->out, (long long)r.id);
		break;
	case REVIEW_OFF:
		msg_analysis_off(c->out);
		break;
	case REVIEW_NOT_OVER:
		msg_record_not_over(c->out);
		break;
	case REVIEW_IMPOSSIBLE:
		msg_analysis_never(c->out);
		break;
	case REVIEW_TOO_MANY:
		msg_analysis_enough(c->out, REVIEW_REQUESTS_MAX);
		break;
	}
}

/* ---- stats ---- */

struct error_list {
	struct ctx *c;
	bool any;
};

static void
print_error_rates(void *ctx, const char *game, const struct error_totals_record *t)
{
	struct error_list *x = ctx;
	const struct variant *v = variant_find(game);

	if (!x->any)
		msg_errors_header(x->c->out);
	x->any = true;
	msg_errors_row(x->c->out, v != NULL ? v->title : game, t->matches, t->decisions,
	    review_error_rate(t->error_sum, t->decisions),
	    t->matches > 0 ? t->luck_sum / t->matches : 0.0);
}

void
cmd_print_error_rates(struct ctx *c, int64_t user)
{
	struct error_list x = { c, false };

	store_error_totals_each(c->w->store, user, print_error_rates, &x);
}

/* ---- suspects ---- */

#define SUSPECTS_READ_MAX 100u
#define SUSPECT_RATE_MAX 4.0    /* error rates up to this are suspicious ... */
#define SUSPECT_SECONDS_MAX 8.0 /* ... if the mean time of a play is at most this, or ... */
#define SUSPECT_SPREAD_MAX 0.5  /* ... its standard deviation is at most this times the mean */

struct suspect_list {
	struct ctx *c;
	bool any;
};

static void
print_suspect(
    void *ctx, const char *name, const char *game, const struct error_totals_record *t)
{
	struct suspect_list *x = ctx;
	const struct variant *v = variant_find(game);
	double mean, spread;

	if (t->timed_plays == 0)
		return;
	mean = t->thinking_seconds / t->timed_plays;
	spread = sqrt(fmax(t->seconds_squared / t->timed_plays - mean * mean, 0.0));
	if (mean > SUSPECT_SECONDS_MAX && spread > SUSPECT_SPREAD_MAX * mean)
		return;
	if (!x->any)
		msg_suspects_header(x->c->out);
	x->any = true;
	msg_suspects_row(x->c->out, name, v != NULL ? v->title : game, t->matches, t->decisions,
	    review_error_rate(t->error_sum, t->decisions), mean, spread);
}

#define PAIRS_READ_MAX 1000u /* rating changes examined */
#define PAIRS_SHOWN_MAX 50u
#define PAIRS_DAYS 30u

static void
print_rating_pair(void *ctx, const struct rating_pair *p)
{
	struct suspect_list *x = ctx;
	const struct netaddr a = network_of_host(x->c->w, p->host[0], NETWORK_WIDE);
	const struct netaddr b = network_of_host(x->c->w, p->host[1], NETWORK_WIDE);

	if (!x->any)
		msg_suspects_pairs_header(x->c->out);
	x->any = true;
	(network_same(&a, &b) ? msg_suspects_pair_near : msg_suspects_pair)(
	    x->c->out, p->user, p->opponent, p->days, p->matches, p->cut, p->change);
}

/* Lists pairs of players by how much their matches changed ratings. */
static void
print_rating_pairs(struct ctx *c)
{
	struct suspect_list x = { c, false };

	msg_suspects_pairs(c->out, PAIRS_DAYS, c->w->config.pair_day);
	store_rating_pairs_each(c->w->store,
	    c->w->wall_ms - (int64_t)PAIRS_DAYS * 24 * 3600 * 1000, PAIRS_READ_MAX,
	    PAIRS_SHOWN_MAX, print_rating_pair, &x);
	if (!x.any)
		msg_suspects_none(c->out);
}

void
cmd_suspects(struct ctx *c, char *rest)
{
	struct suspect_list x = { c, false };
	const char *word = word_next(&rest);

	if (word != NULL && word_is_prefix(word, "ratings")) {
		print_rating_pairs(c);
		return;
	}
	msg_suspects_head(
	    c->out, STORE_SUSPECT_DECISIONS_MIN, SUSPECT_RATE_MAX, SUSPECT_SECONDS_MAX);
	store_lowest_errors_each(
	    c->w->store, SUSPECT_RATE_MAX / 500.0, SUSPECTS_READ_MAX, print_suspect, &x);
	if (!x.any)
		msg_suspects_none(c->out);
}
