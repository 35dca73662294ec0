/* SPDX-License-Identifier: MIT */
/* See review.h.  Owns the job, the evaluators and the scratch memory; the worker uses them
 * while a job is in progress. */
#include "review/review.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot/evaluators.h"
#include "eval/analysis.h"
#include "match/barred.h"
#include "os/log.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/username.h"
#include "review/bygnubg.h"
#include "rules/listing.h"
#include "rules/notation.h"

#define ACTIONS_A_JOB 4u
/* after this many interruptions by bots that use gnubg, the built-in evaluator analyses the
 * match instead */
#define CUTS_MAX 100u
#define FULL_MS 100     /* time before posting again if the worker's queue was full */
#define MEMORY_MS 60000 /* time before posting again if memory had run out */
/* longest pause after a job; the pause is normally as long as the job */
#define REST_MS_MAX 1000
/* the analysis of an imported match is given up after this many pauses for a position that is
 * being played */
#define LIVE_MAX 10u

/* Actions of a match, and the results so far. */
struct job {
	unsigned plies;
	bool by_gnubg; /* gnubg analyses the match, with one action per job */
	enum external_err err;
	struct match_state state;
	unsigned n;
	struct action action[ACTIONS_A_JOB];
	bool bad; /* the actions do not replay */
	uint32_t moves;
	struct analysis_sums sums[2];
	struct error_totals_record thinking_time[2];
	unsigned marks_n;
	struct review_mark mark[REVIEW_MARKS];
};

/* Memory and evaluators that the worker uses during a job. */
struct tools {
	struct evaluators *evaluators;
	struct gnubg *gnubg; /* NULL: no gnubg is used */
	struct eval_work work;
	struct move_space space;
};

struct reviews {
	bool look;     /* a match may be waiting for analysis */
	int64_t match; /* the match being analysed; 0: none */
	struct match_record record;
	unsigned cuts, live_waits;
	int64_t asker;
	uint32_t next_seq, job_seq; /* job_seq: first action of the job */
	bool under_way;
	int64_t posted_ms, rest_ms; /* monotonic; posted_ms: last post to the worker; no job is
				       posted before rest_ms */
	struct tools *tools;        /* NULL until needed */
	struct job job;
};

struct reviews *
reviews_new(void)
{
	struct reviews *rs = calloc(1, sizeof(*rs));

	if (rs != NULL)
		rs->look = true;
	return rs;
}

void
reviews_free(struct reviews **rp)
{
	struct reviews *rs = *rp;

	*rp = NULL;
	if (rs != NULL && rs->tools != NULL) {
		evaluators_free(&rs->tools->evaluators);
		gnubg_free(&rs->tools->gnubg);
		free(rs->tools);
	}
	free(rs);
}

/* ---- waiting matches ---- */

static bool
can_be_analysed(const struct match_record *r)
{
	return r->ended_ms != 0 && r->actions > 0 && r->actions <= REVIEW_ACTIONS_MAX &&
	       variant_find(r->variant) != NULL && strcmp(r->end_reason, "corrupt") != 0;
}

enum review_err
review_want(struct world *w, const struct match_record *r, int64_t user)
{
	if (!w->config.analyse)
		return REVIEW_OFF;
	if (r->ended_ms == 0)
		return REVIEW_OPEN;
	if (!can_be_analysed(r))
		return REVIEW_NEVER;
	if (store_reviews_waiting(w->store, user) >= REVIEW_WANTED)
		return store_review_waits(w->store, r->id) ? REVIEW_OK : REVIEW_ENOUGH;
	store_review_wait(w->store, r->id, user);
	w->reviews->look = true;
	return REVIEW_OK;
}

void
reviews_on_event(struct world *w, const struct world_event *e)
{
	if (e->kind != EVENT_match_ended || !e->ending->rating.rated || !w->config.analyse ||
	    !w->config.rated_matches || store_reviews_waiting(w->store, 0) >= REVIEW_WAITING)
		return;
	store_review_wait(w->store, e->ending->r->id, 0);
	w->reviews->look = true;
}

/* ---- figures ---- */

const char *
review_text(double error)
{
	static const char *const MARK[ANALYSIS_MARKS + 1] = { "", "?!", "?", "??" };

	return MARK[analysis_marks((float)error)];
}

double
review_rate(double error, uint32_t decisions)
{
	return decisions > 0 ? 500.0 * error / decisions : 0.0;
}

/* ---- the worker ---- */

/* Writes the better decision as the command that a user would type. */
static void
write_best(const struct analysis *x, struct review_mark *m)
{
	static const char *const WORD[] = {
		[BEST_ROLL] = "roll",
		[BEST_DOUBLE] = "double",
		[BEST_TAKE] = "accept",
		[BEST_DROP] = "reject",
		[BEST_REDOUBLE] = "redouble",
	};
	struct sbuf b;

	SBUF_ON(&b, m->best);
	if (x->best == BEST_PLAY)
		notation_write(&b, &x->play);
	else
		sbuf_add(&b, WORD[x->best]);
}

/* Keeps an error if it is one of the REVIEW_MARKS largest. */
static void
keep_mark(struct job *j, const struct analysis *x)
{
	unsigned at = j->marks_n;

	if (!x->decided || !x->counted || analysis_marks(x->error) == 0)
		return;
	if (at < REVIEW_MARKS) {
		j->marks_n++;
	} else {
		at = 0;
		for (unsigned i = 1; i < REVIEW_MARKS; i++)
			if (j->mark[i].error < j->mark[at].error)
				at = i;
		if (j->mark[at].error >= (double)x->error)
			return;
	}
	j->mark[at] = (struct review_mark){
		.move = j->moves + 1,
		.of_cube = x->of_cube,
		.seat = (int)x->seat,
		.error = (double)x->error,
	};
	write_best(x, &j->mark[at]);
}

/* Attributes errors after the last move of a game to that move.  For example, if a game is
 * given up after a roll, the error of not having doubled belongs to a move that was never made.
 * If the last move already has an error of the same kind, the larger error is kept. */
static void
marks_to_moves(struct job *j)
{
	for (unsigned i = 0; i < j->marks_n; i++) {
		struct review_mark *m = &j->mark[i];
		unsigned k = 0;

		if (m->move <= j->moves)
			continue;
		m->move = j->moves;
		while (k < j->marks_n && (k == i || j->mark[k].move != m->move ||
					     j->mark[k].of_cube != m->of_cube))
			k++;
		if (k == j->marks_n)
			continue;
		if (j->mark[k].error < m->error)
			j->mark[k] = *m;
		*m = j->mark[--j->marks_n];
		i--;
	}
}

static void
add_thinking_time(struct job *j, const struct analysis *x, const struct action *a)
{
	struct error_totals_record *t;
	double s = a->elapsed_ms / 1000.0;

	if (!x->decided || !x->counted || x->of_cube || a->automatic)
		return;
	t = &j->thinking_time[x->seat];
	t->timed++;
	t->seconds += s;
	t->squares += s * s;
}

static void
run(void *arg)
{
	struct reviews *rs = arg;
	struct tools *own = rs->tools;
	struct job *j = &rs->job;
	struct analysis_tools tools = {
		.cube = evaluators_cube(own->evaluators),
		.work = &own->work,
		.plies = j->plies,
		.evaluator = evaluators_of,
		.ctx = own->evaluators,
	};

	if (j->by_gnubg)
		gnubg_begin(own->gnubg, true);
	for (unsigned i = 0; i < j->n && !j->bad; i++) {
		struct match_state after = j->state;
		struct match_events ev;
		struct analysis x;

		if (match_apply(&after, &j->action[i], &own->space, &ev).err != MATCH_OK) {
			j->bad = true;
			return;
		}
		if (!j->by_gnubg)
			analysis_action(&tools, &j->state, &j->action[i], &after, &x);
		else if (match_game_on(&after) && !bygnubg_knows(&after))
			j->err = EXTERNAL_AWAY;
		else
			j->err = bygnubg_action(
			    own->gnubg, &own->space, &j->state, &j->action[i], &after, &x);
		if (j->err != EXTERNAL_OK)
			return;
		j->state = after;
		analysis_add(j->sums, &x);
		keep_mark(j, &x);
		add_thinking_time(j, &x, &j->action[i]);
		for (unsigned k = 0; k < ev.n; k++)
			j->moves += listing_has(&ev.e[k]);
		if (!match_game_on(&j->state))
			marks_to_moves(j);
	}
}

/* ---- beginning and end of a match ---- */

static bool
tools_ready(struct world *w, struct reviews *rs)
{
	struct tools *t = rs->tools;

	if (t != NULL)
		return true;
	t = calloc(1, sizeof(*t));
	if (t != NULL)
		t->evaluators = evaluators_new();
	if (t != NULL && w->work.engine != NULL)
		t->gnubg = gnubg_new(w->work.engine);
	if (t != NULL && t->evaluators != NULL &&
	    (t->gnubg != NULL || w->work.engine == NULL)) {
		rs->tools = t;
		return true;
	}
	if (t != NULL) {
		evaluators_free(&t->evaluators);
		gnubg_free(&t->gnubg);
	}
	free(t);
	rs->rest_ms = w->mono_ms + MEMORY_MS;
	return false;
}

static void
leave(struct world *w)
{
	struct reviews *rs = w->reviews;

	store_review_end(w->store, rs->match);
	rs->match = 0;
	rs->look = true;
}

/* Begins the analysis of rs->record at its first action. */
static void
begin_match(struct world *w, bool by_gnubg)
{
	struct reviews *rs = w->reviews;
	const struct match_record *r = &rs->record;

	rs->next_seq = 0;
	rs->cuts = rs->live_waits = 0;
	rs->job = (struct job){ .plies = w->config.plies };
	match_init(&rs->job.state, variant_find(r->variant), r->length);
	rs->job.by_gnubg = by_gnubg && rs->tools->gnubg != NULL &&
			   r->actions <= REVIEW_GNUBG_MAX && bygnubg_knows(&rs->job.state);
	if (rs->job.by_gnubg)
		rs->job.plies = BYGNUBG_PLIES;
}

static void
begin(struct world *w)
{
	struct reviews *rs = w->reviews;
	struct match_record *r = &rs->record;
	struct review_record known[2];

	if (!tools_ready(w, rs))
		return;
	rs->match = store_review_next(w->store, &rs->asker);
	rs->look = rs->match != 0;
	if (rs->match == 0)
		return;
	if (!store_match_by_id(w->store, rs->match, r) || !can_be_analysed(r) ||
	    store_review(w->store, rs->match, known)) {
		leave(w);
		return;
	}
	begin_match(w, true);
}

static struct review_record
record_of(const struct job *j, unsigned seat)
{
	const struct analysis_sums *s = &j->sums[seat];

	return (struct review_record){
		.plies = j->plies,
		.by_gnubg = j->by_gnubg,
		.plays = s->plays,
		.cubes = s->cubes,
		.play_error = s->play_error,
		.cube_error = s->cube_error,
		.marks = { s->marks[0], s->marks[1], s->marks[2] },
		.best_roll = s->cube_errors[BEST_ROLL],
		.best_double = s->cube_errors[BEST_DOUBLE],
		.best_take = s->cube_errors[BEST_TAKE] + s->cube_errors[BEST_REDOUBLE],
		.best_drop = s->cube_errors[BEST_DROP],
		.rolls = s->rolls,
		.luck = s->luck,
		.luck_worth = s->luck_worth,
	};
}

struct rated {
	int64_t user;
	bool was;
};

static void
note_rated(void *ctx, const struct rating_record *r)
{
	struct rated *x = ctx;

	x->was = x->was || r->user == x->user;
}

/* Adds a player's errors to the stored totals.  Only rated matches count: unrated ones, which
 * players choose for analysis, say little about how they usually play. */
static void
add_errors(struct world *w, const struct match_record *r, unsigned seat)
{
	const struct job *j = &w->reviews->job;
	const struct analysis_sums *s = &j->sums[seat];
	struct error_totals_record t = j->thinking_time[seat];
	struct rated rated = { .user = r->user[seat] };

	store_ratings_each(w->store, r->id, note_rated, &rated);
	if (!rated.was || strncmp(r->name[seat], USERNAME_ERASED, strlen(USERNAME_ERASED)) == 0)
		return;
	t.matches = 1;
	t.decisions = s->plays + s->cubes;
	t.error = s->play_error + s->cube_error;
	t.rolls = s->rolls;
	t.luck = s->luck;
	store_error_totals_add(w->store, r->user[seat], r->variant, &t);
}

/* Returns the session of the user who asked for the match, if they can be notified. */
static struct session *
asker(struct world *w)
{
	struct user_record u;
	struct session *s;

	if (w->reviews->asker == 0 || !store_user_by_id(w->store, w->reviews->asker, &u))
		return NULL;
	s = session_by_name(w, u.name);
	return s != NULL && session_person(s) ? s : NULL;
}

static void
tell_asker(struct world *w)
{
	struct session *s = asker(w);

	if (s != NULL)
		msg_analysis_ready(
		    &s->out, (long long)w->reviews->match, (long long)w->reviews->match);
}

static void
finish(struct world *w)
{
	struct reviews *rs = w->reviews;
	const struct review_record found[2] = { record_of(&rs->job, 0),
		record_of(&rs->job, 1) };
	struct match_record r;

	marks_to_moves(&rs->job); /* a match can also end after a roll, without a move */
	if (store_match_by_id(w->store, rs->match, &r)) {
		store_review_add(w->store, rs->match, found, rs->job.mark, rs->job.marks_n);
		for (unsigned i = 0; i < 2; i++)
			add_errors(w, &r, i);
		tell_asker(w);
	}
	leave(w);
}

/* ---- progress ---- */

static bool
take_action(void *ctx, const struct action_record *a)
{
	struct reviews *rs = ctx;
	struct job *j = &rs->job;

	rs->next_seq = a->seq + 1;
	j->bad = j->bad || !match_read_action(a, &j->action[j->n]);
	j->n++;
	return !j->bad;
}

static bool
on_board(struct world *w)
{
	const struct reviews *rs = w->reviews;
	const struct match_state *st = &rs->job.state;

	return match_game_on(st) && !st->opening &&
	       (barred_on_board(w, st) || barred_saved(w, rs->record.owner, st) != MSG_COUNT ||
		   (rs->asker != rs->record.owner &&
		       barred_saved(w, rs->asker, st) != MSG_COUNT));
}

/* An imported match may be a copy of a match that is being played, or that its owner or the
 * user who asked for the analysis has left unfinished.  Returns whether the next position of
 * the imported match is on a board now.  If it is, the analysis pauses; after LIVE_MAX pauses
 * the analysis is given up. */
static bool
pause_if_live(struct world *w)
{
	struct reviews *rs = w->reviews;
	struct session *s;

	if (rs->record.owner == 0 || !on_board(w))
		return false;
	rs->rest_ms = w->mono_ms + REST_MS_MAX;
	if (++rs->live_waits <= LIVE_MAX)
		return true;
	s = asker(w);
	if (s != NULL)
		msg_import_review_live(&s->out, (long long)rs->match);
	leave(w);
	return true;
}

static void
go_on(struct world *w)
{
	struct reviews *rs = w->reviews;
	const struct work_job job = {
		.kind = WORK_IDLE, .engine = rs->job.by_gnubg, .run = run, .arg = rs
	};
	uint32_t seq = rs->next_seq;
	const bool singly = rs->job.by_gnubg || rs->record.owner != 0;

	if (pause_if_live(w))
		return;
	rs->job.n = 0;
	rs->job.err = EXTERNAL_OK;
	store_actions_from(
	    w->store, rs->match, seq, singly ? 1 : ACTIONS_A_JOB, take_action, rs);
	if (rs->job.bad) {
		log_warn("analysis_damaged", "match=%" PRId64, rs->match);
		leave(w);
	} else if (rs->job.n == 0) {
		finish(w);
	} else if (!w->work.post(w->work.ctx, &job)) {
		rs->next_seq = seq;
		rs->rest_ms = w->mono_ms + FULL_MS;
	} else {
		rs->under_way = true;
		rs->job_seq = seq;
		rs->posted_ms = w->mono_ms;
	}
}

static bool
has_to_do(const struct world *w)
{
	const struct reviews *rs = w->reviews;

	return w->config.analyse && !rs->under_way && !store_was_refusing(w->store) &&
	       (rs->look || rs->match != 0);
}

void
reviews_timers(struct world *w)
{
	struct reviews *rs = w->reviews;

	if (!has_to_do(w) || w->mono_ms < rs->rest_ms || store_refusing(w->store))
		return;
	if (rs->match == 0)
		begin(w);
	if (rs->match != 0)
		go_on(w);
}

int64_t
reviews_next_timer(const struct world *w)
{
	return has_to_do(w) ? w->reviews->rest_ms : -1;
}

void
reviews_done(struct world *w)
{
	struct reviews *rs = w->reviews;
	int64_t took_ms = w->mono_ms - rs->posted_ms;

	rs->under_way = false;
	rs->rest_ms = w->mono_ms + (took_ms < REST_MS_MAX ? took_ms : REST_MS_MAX);
	if (rs->job.bad) {
		log_warn("analysis_damaged", "match=%" PRId64, rs->match);
		leave(w);
	} else if (rs->job.err == EXTERNAL_CUT && ++rs->cuts <= CUTS_MAX) {
		rs->next_seq = rs->job_seq;
		rs->rest_ms = w->mono_ms + REST_MS_MAX;
	} else if (rs->job.err != EXTERNAL_OK) {
		begin_match(w, false);
	}
}
