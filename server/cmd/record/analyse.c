/* SPDX-License-Identifier: MIT */
/* Results of match analysis: the commands analyse and suspects, and the errors in stats.
 *
 * Costs: a few rows found by key.  `suspects` reads at most SUSPECTS_READ rows through an
 * index; `suspects ratings` reads PAIRS_READ rating changes and the rows that each refers to.
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

#define WORST XGIDS_MAX

/* ---- analyse ---- */

struct worst {
	struct review_mark mark[WORST];
	struct xgids ids; /* position IDs of these errors */
};

static void
worst_row(void *ctx, const struct review_mark *m)
{
	struct worst *x = ctx;

	x->mark[x->ids.n] = *m;
	x->ids.move[x->ids.n++] = m->move;
}

/* Prints the largest errors, with their positions for interactive users. */
static void
worst_lines(struct ctx *c, const struct match_record *r)
{
	struct worst x = { .ids.n = 0 };

	store_review_worst(c->w->store, r->id, WORST, worst_row, &x);
	if (x.ids.n == 0)
		return;
	if (session_person(c->s))
		cmd_xgids(c->w, r, &x.ids);
	msg_analysis_worst(c->out);
	for (unsigned i = 0; i < x.ids.n; i++) {
		const struct review_mark *m = &x.mark[i];

		msg_analysis_error(c->out, m->move, r->name[m->seat], review_text(m->error),
		    m->error, m->best);
		if (x.ids.text[i][0] != '\0')
			out_addf(c->out, "    XGID=%s\n", x.ids.text[i]);
	}
	if (session_person(c->s))
		msg_analysis_practice(c->out, (long long)r->id);
}

static void
player_lines(
    struct ctx *c, const struct match_record *r, const struct review_record *x, unsigned seat)
{
	uint32_t n = x->plays + x->cubes;
	double rate = review_rate(x->play_error + x->cube_error, n);

	msg_analysis_player(c->out, r->name[seat], n, x->play_error + x->cube_error, rate,
	    2 * rate, x->marks[0], x->marks[1], x->marks[2], x->luck);
}

static void
cube_line(
    struct ctx *c, const struct match_record *r, const struct review_record *x, unsigned seat)
{
	if (x->best_double + x->best_roll + x->best_take + x->best_drop > 0)
		msg_analysis_cube(c->out, r->name[seat], x->cube_error, x->best_double,
		    x->best_roll, x->best_take, x->best_drop);
}

/* Returns expected wins out of 100.  Luck is an estimate and can exceed the value of the whole
 * match, so the result is clamped. */
static double
fair_wins(const struct match_record *r, double lucky)
{
	return 100 * fmin(fmax((r->winner == 0 ? 1.0 : 0.0) - lucky, 0.0), 1.0);
}

/* Prints the result to expect from the same play with average dice, if the match was decided by
 * play. */
static void
without_luck(struct ctx *c, const struct match_record *r, const struct review_record x[2])
{
	double lucky = x[0].luck_worth - x[1].luck_worth;

	if (x[0].rolls + x[1].rolls == 0)
		return;
	if (r->length > 0 && r->winner >= 0 &&
	    (strcmp(r->end_reason, "won") == 0 || match_imported(r)))
		msg_analysis_fair(c->out, r->name[0], fair_wins(r, lucky));
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
		player_lines(c, r, &x[i], i);
	for (unsigned i = 0; i < 2; i++)
		cube_line(c, r, &x[i], i);
	without_luck(c, r, x);
	worst_lines(c, r);
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
	if (!cmd_match_of(c, word, &r))
		return;
	if (barred_review(c->w, c->s, &r)) {
		msg_position_rated(c->out);
		return;
	}
	if (r.ended_ms != 0 && store_review(c->w->store, r.id, found)) {
		show(c, &r, found);
		return;
	}
	switch (review_want(c->w, &r, c->p->user)) {
	case REVIEW_OK:
		msg_analysis_waits(c->out, (long long)r.id);
		break;
	case REVIEW_OFF:
		msg_analysis_off(c->out);
		break;
	case REVIEW_OPEN:
		msg_record_not_over(c->out);
		break;
	case REVIEW_NEVER:
		msg_analysis_never(c->out);
		break;
	case REVIEW_ENOUGH:
		msg_analysis_enough(c->out, REVIEW_WANTED);
		break;
	}
}

/* ---- stats ---- */

struct errors {
	struct ctx *c;
	bool any;
};

static void
errors_row(void *ctx, const char *game, const struct error_totals_record *t)
{
	struct errors *x = ctx;
	const struct variant *v = variant_find(game);

	if (!x->any)
		msg_errors_header(x->c->out);
	x->any = true;
	msg_errors_row(x->c->out, v != NULL ? v->title : game, t->matches, t->decisions,
	    review_rate(t->error, t->decisions), t->matches > 0 ? t->luck / t->matches : 0.0);
}

void
cmd_errors_of(struct ctx *c, int64_t user)
{
	struct errors x = { c, false };

	store_error_totals_each(c->w->store, user, errors_row, &x);
}

/* ---- suspects ---- */

#define SUSPECTS_READ 100u
#define SUSPECT_RATE 4.0    /* error rates up to this are suspicious ... */
#define SUSPECT_SECONDS 8.0 /* ... if the mean time of a play is at most this, or ... */
#define SUSPECT_SPREAD 0.5  /* ... its standard deviation is at most this times the mean */

struct suspects {
	struct ctx *c;
	bool any;
};

static void
suspects_row(void *ctx, const char *name, const char *game, const struct error_totals_record *t)
{
	struct suspects *x = ctx;
	const struct variant *v = variant_find(game);
	double mean, spread;

	if (t->timed == 0)
		return;
	mean = t->seconds / t->timed;
	spread = sqrt(fmax(t->squares / t->timed - mean * mean, 0.0));
	if (mean > SUSPECT_SECONDS && spread > SUSPECT_SPREAD * mean)
		return;
	if (!x->any)
		msg_suspects_header(x->c->out);
	x->any = true;
	msg_suspects_row(x->c->out, name, v != NULL ? v->title : game, t->matches, t->decisions,
	    review_rate(t->error, t->decisions), mean, spread);
}

#define PAIRS_READ 1000u /* rating changes examined */
#define PAIRS_SHOWN 50u
#define PAIRS_DAYS 30u

static void
pairs_row(void *ctx, const struct rating_pair *p)
{
	struct suspects *x = ctx;
	const struct netaddr a = network_at(x->c->w, p->host[0], NETWORK_WIDE);
	const struct netaddr b = network_at(x->c->w, p->host[1], NETWORK_WIDE);

	if (!x->any)
		msg_suspects_pairs_header(x->c->out);
	x->any = true;
	(network_same(&a, &b) ? msg_suspects_pair_near : msg_suspects_pair)(
	    x->c->out, p->user, p->opponent, p->days, p->matches, p->cut, p->change);
}

/* Lists pairs of players by how much their matches changed ratings. */
static void
suspect_pairs(struct ctx *c)
{
	struct suspects x = { c, false };

	msg_suspects_pairs(c->out, PAIRS_DAYS, c->w->config.pair_day);
	store_rating_pairs_each(c->w->store,
	    c->w->wall_ms - (int64_t)PAIRS_DAYS * 24 * 3600 * 1000, PAIRS_READ, PAIRS_SHOWN,
	    pairs_row, &x);
	if (!x.any)
		msg_suspects_none(c->out);
}

void
cmd_suspects(struct ctx *c, char *rest)
{
	struct suspects x = { c, false };
	const char *word = word_next(&rest);

	if (word != NULL && word_begins(word, "ratings")) {
		suspect_pairs(c);
		return;
	}
	msg_suspects_head(c->out, STORE_SUSPECT_DECISIONS, SUSPECT_RATE, SUSPECT_SECONDS);
	store_error_least_each(
	    c->w->store, SUSPECT_RATE / 500.0, SUSPECTS_READ, suspects_row, &x);
	if (!x.any)
		msg_suspects_none(c->out);
}
