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

#define ACTIONS_PER_JOB 4u
/* after this many interruptions by bots that use gnubg, the built-in evaluator analyses the
 * match instead */
#define INTERRUPTIONS_MAX 100u
#define QUEUE_FULL_RETRY_MS 100 /* time before posting again if the worker's queue was full */
#define MEMORY_RETRY_MS 60000   /* time before posting again if memory had run out */
/* longest pause after a job; the pause is normally as long as the job */
#define PAUSE_MS_MAX 1000
/* the analysis of an imported match is given up after this many pauses for a position that is
 * being played */
#define LIVE_PAUSES_MAX 10u

/* Actions of a match, and the results so far. */
struct job {
	unsigned plies;
	bool by_gnubg; /* gnubg analyses the match, with one action per job */
	enum external_err err;
	struct match_state match_state;
	unsigned n;
	struct action actions[ACTIONS_PER_JOB];
	bool bad; /* the actions do not replay */
	uint32_t moves_played;
	struct analysis_sums sums[2];
	struct error_totals_record thinking_time[2];
	unsigned marks_len;
	struct review_mark marks[REVIEW_MARKS_MAX];
};

/* Memory and evaluators that the worker uses during a job. */
struct review_tools {
	struct evaluators *evaluators;
	struct gnubg *gnubg; /* NULL: no gnubg is used */
	struct eval_scratch eval_work;
	struct move_space move_space;
};

struct reviews {
	bool may_have_waiting; /* a match may be waiting for analysis */
	int64_t match;         /* the match being analysed; 0: none */
	struct match_record record;
	unsigned interruptions, live_pauses;
	int64_t requester;
	uint32_t next_seq, job_first_seq; /* job_first_seq: first action of the job */
	bool job_under_way;
	int64_t job_posted_ms, pause_end_ms; /* monotonic; job_posted_ms: last post to the
				       worker; no job is posted before pause_end_ms */
	struct review_tools *tools;          /* NULL until needed */
	struct job job;
};

struct reviews *
reviews_new(void)
{
	struct reviews *rs = calloc(1, sizeof(*rs));

	if (rs != NULL)
		rs->may_have_waiting = true;
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
review_request(struct world *w, const struct match_record *r, int64_t user)
{
	if (!w->config.analyse)
		return REVIEW_OFF;
	if (r->ended_ms == 0)
		return REVIEW_NOT_OVER;
	if (!can_be_analysed(r))
		return REVIEW_IMPOSSIBLE;
	if (store_reviews_queued_by(w->store, user) >= REVIEW_REQUESTS_MAX)
		return store_review_is_queued(w->store, r->id) ? REVIEW_OK : REVIEW_TOO_MANY;
	store_review_enqueue(w->store, r->id, user);
	w->reviews->may_have_waiting = true;
	return REVIEW_OK;
}

void
reviews_on_event(struct world *w, const struct world_event *e)
{
	if (e->kind != EVENT_match_ended || !e->match_ending->rating.rated ||
	    !w->config.analyse || !w->config.rated_matches ||
	    store_reviews_queued_by(w->store, 0) >= REVIEW_WAITING_MAX)
		return;
	store_review_enqueue(w->store, e->match_ending->r->id, 0);
	w->reviews->may_have_waiting = true;
}

/* ---- figures ---- */

const char *
review_mark_text(double error)
{
	static const char *const MARK[ANALYSIS_MARKS_MAX + 1] = { "", "?!", "?", "??" };

	return MARK[analysis_count_marks((float)error)];
}

double
review_error_rate(double error, uint32_t decisions)
{
	return decisions > 0 ? 500.0 * error / decisions : 0.0;
}

/* ---- the worker ---- */

/* Writes the better decision as the command that a user would type. */
static void
write_best_decision(const struct analysis *x, struct review_mark *m)
{
	static const char *const WORD[] = {
		[BEST_ROLL] = "roll",
		[BEST_DOUBLE] = "double",
		[BEST_TAKE] = "accept",
		[BEST_DROP] = "reject",
		[BEST_REDOUBLE] = "redouble",
	};
	struct sbuf b;

	SBUF_INIT(&b, m->best);
	if (x->best == BEST_PLAY)
		notation_write(&b, &x->play);
	else
		sbuf_add(&b, WORD[x->best]);
}

/* Keeps an error if it is one of the REVIEW_MARKS_MAX largest. */
static void
keep_largest_errors(struct job *j, const struct analysis *x)
{
	unsigned at = j->marks_len;

	if (!x->has_decision || !x->in_sums || analysis_count_marks(x->error) == 0)
		return;
	if (at < REVIEW_MARKS_MAX) {
		j->marks_len++;
	} else {
		at = 0;
		for (unsigned i = 1; i < REVIEW_MARKS_MAX; i++)
			if (j->marks[i].error < j->marks[at].error)
				at = i;
		if (j->marks[at].error >= (double)x->error)
			return;
	}
	j->marks[at] = (struct review_mark){
		.move_number = j->moves_played + 1,
		.is_cube_decision = x->of_cube,
		.seat = (int)x->seat,
		.error = (double)x->error,
	};
	write_best_decision(x, &j->marks[at]);
}

/* Attributes errors after the last move of a game to that move.  For example, if a game is
 * given up after a roll, the error of not having doubled belongs to a move that was never made.
 * If the last move already has an error of the same kind, the larger error is kept. */
static void
marks_to_moves(struct job *j)
{
	for (unsigned i = 0; i < j->marks_len; i++) {
		struct review_mark *m = &j->marks[i];
		unsigned k = 0;

		if (m->move_number <= j->moves_played)
			continue;
		m->move_number = j->moves_played;
		while (k < j->marks_len &&
		       (k == i || j->marks[k].move_number != m->move_number ||
			   j->marks[k].is_cube_decision != m->is_cube_decision))
			k++;
		if (k == j->marks_len)
			continue;
		if (j->marks[k].error < m->error)
			j->marks[k] = *m;
		*m = j->marks[--j->marks_len];
		i--;
	}
}

static void
add_thinking_time(struct job *j, const struct analysis *x, const struct action *a)
{
	struct error_totals_record *t;
	double s = a->elapsed_ms / 1000.0;

	if (!x->has_decision || !x->in_sums || x->of_cube || a->automatic)
		return;
	t = &j->thinking_time[x->seat];
	t->timed_plays++;
	t->thinking_seconds += s;
	t->seconds_squared += s * s;
}

static void
run(void *arg)
{
	struct reviews *rs = arg;
	struct review_tools *own = rs->tools;
	struct job *j = &rs->job;
	struct analysis_tools tools = {
		.cube_table = evaluators_cube_table(own->evaluators),
		.scratch = &own->eval_work,
		.plies = j->plies,
		.find_evaluator = evaluators_get,
		.ctx = own->evaluators,
	};

	if (j->by_gnubg)
		gnubg_begin_questions(own->gnubg, true);
	for (unsigned i = 0; i < j->n && !j->bad; i++) {
		struct match_state after = j->match_state;
		struct match_events ev;
		struct analysis x;

		if (match_apply(&after, &j->actions[i], &own->move_space, &ev).err !=
		    MATCH_OK) {
			j->bad = true;
			return;
		}
		if (!j->by_gnubg)
			analysis_judge_action(
			    &tools, &j->match_state, &j->actions[i], &after, &x);
		else if (match_game_on(&after) && !bygnubg_can_judge(&after))
			j->err = EXTERNAL_UNAVAILABLE;
		else
			j->err = bygnubg_judge_action(own->gnubg, &own->move_space,
			    &j->match_state, &j->actions[i], &after, &x);
		if (j->err != EXTERNAL_OK)
			return;
		j->match_state = after;
		analysis_sums_add(j->sums, &x);
		keep_largest_errors(j, &x);
		add_thinking_time(j, &x, &j->actions[i]);
		for (unsigned k = 0; k < ev.n; k++)
			j->moves_played += listing_has_line(&ev.e[k]);
		if (!match_game_on(&j->match_state))
			marks_to_moves(j);
	}
}

/* ---- beginning and end of a match ---- */

static bool
prepare_tools(struct world *w, struct reviews *rs)
{
	struct review_tools *t = rs->tools;

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
	rs->pause_end_ms = w->mono_ms + MEMORY_RETRY_MS;
	return false;
}

static void
end_match_analysis(struct world *w)
{
	struct reviews *rs = w->reviews;

	store_review_dequeue(w->store, rs->match);
	rs->match = 0;
	rs->may_have_waiting = true;
}

/* Begins the analysis of rs->record at its first action. */
static void
begin_match_analysis(struct world *w, bool by_gnubg)
{
	struct reviews *rs = w->reviews;
	const struct match_record *r = &rs->record;

	rs->next_seq = 0;
	rs->interruptions = rs->live_pauses = 0;
	rs->job = (struct job){ .plies = w->config.plies };
	match_init(&rs->job.match_state, variant_find(r->variant), r->length);
	rs->job.by_gnubg = by_gnubg && rs->tools->gnubg != NULL &&
			   r->actions <= REVIEW_GNUBG_ACTIONS_MAX &&
			   bygnubg_can_judge(&rs->job.match_state);
	if (rs->job.by_gnubg)
		rs->job.plies = BYGNUBG_PLIES;
}

static void
begin_next_match(struct world *w)
{
	struct reviews *rs = w->reviews;
	struct match_record *r = &rs->record;
	struct review_record known[2];

	if (!prepare_tools(w, rs))
		return;
	rs->match = store_review_next_match(w->store, &rs->requester);
	rs->may_have_waiting = rs->match != 0;
	if (rs->match == 0)
		return;
	if (!store_match_by_id(w->store, rs->match, r) || !can_be_analysed(r) ||
	    store_review_read(w->store, rs->match, known)) {
		end_match_analysis(w);
		return;
	}
	begin_match_analysis(w, true);
}

static struct review_record
review_record_of(const struct job *j, unsigned seat)
{
	const struct analysis_sums *s = &j->sums[seat];

	return (struct review_record){
		.plies = j->plies,
		.by_gnubg = j->by_gnubg,
		.play_decisions = s->plays,
		.cube_decisions = s->cubes,
		.play_error = s->play_error,
		.cube_error = s->cube_error,
		.mark_counts = { s->marks[0], s->marks[1], s->marks[2] },
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
check_rated(void *ctx, const struct rating_record *r)
{
	struct rated *x = ctx;

	x->was = x->was || r->user == x->user;
}

/* Adds a player's errors to the stored totals.  Only rated matches count: unrated ones, which
 * players choose for analysis, say little about how they usually play. */
static void
add_error_totals(struct world *w, const struct match_record *r, unsigned seat)
{
	const struct job *j = &w->reviews->job;
	const struct analysis_sums *s = &j->sums[seat];
	struct error_totals_record t = j->thinking_time[seat];
	struct rated rated = { .user = r->user[seat] };

	store_rating_changes_each(w->store, r->id, check_rated, &rated);
	if (!rated.was ||
	    strncmp(r->name[seat], USERNAME_ERASED_PREFIX, strlen(USERNAME_ERASED_PREFIX)) == 0)
		return;
	t.matches = 1;
	t.decisions = s->plays + s->cubes;
	t.error_sum = s->play_error + s->cube_error;
	t.rolls = s->rolls;
	t.luck_sum = s->luck;
	store_error_totals_add(w->store, r->user[seat], r->variant, &t);
}

/* Returns the session of the user who asked for the match, if they can be notified. */
static struct session *
asker(struct world *w)
{
	struct user_record u;
	struct session *s;

	if (w->reviews->requester == 0 ||
	    !store_user_by_id(w->store, w->reviews->requester, &u))
		return NULL;
	s = session_by_name(w, u.name);
	return s != NULL && session_is_interactive(s) ? s : NULL;
}

static void
notify_requester(struct world *w)
{
	struct session *s = asker(w);

	if (s != NULL)
		msg_analysis_ready(
		    &s->out, (long long)w->reviews->match, (long long)w->reviews->match);
}

static void
finish_match_analysis(struct world *w)
{
	struct reviews *rs = w->reviews;
	const struct review_record found[2] = { review_record_of(&rs->job, 0),
		review_record_of(&rs->job, 1) };
	struct match_record r;

	marks_to_moves(&rs->job); /* a match can also end after a roll, without a move */
	if (store_match_by_id(w->store, rs->match, &r)) {
		store_review_add(w->store, rs->match, found, rs->job.marks, rs->job.marks_len);
		for (unsigned i = 0; i < 2; i++)
			add_error_totals(w, &r, i);
		notify_requester(w);
	}
	end_match_analysis(w);
}

/* ---- progress ---- */

static bool
read_action(void *ctx, const struct action_record *a)
{
	struct reviews *rs = ctx;
	struct job *j = &rs->job;

	rs->next_seq = a->seq + 1;
	j->bad = j->bad || !match_read_action(a, &j->actions[j->n]);
	j->n++;
	return !j->bad;
}

static bool
position_is_live(struct world *w)
{
	const struct reviews *rs = w->reviews;
	const struct match_state *st = &rs->job.match_state;

	return match_game_on(st) && !st->opening &&
	       (barred_by_live_board(w, st) ||
		   barred_by_saved_match(w, rs->record.owner, st) != MSG_COUNT ||
		   (rs->requester != rs->record.owner &&
		       barred_by_saved_match(w, rs->requester, st) != MSG_COUNT));
}

/* An imported match may be a copy of a match that is being played, or that its owner or the
 * user who asked for the analysis has left unfinished.  Returns whether the next position of
 * the imported match is on a board now.  If it is, the analysis pauses; after LIVE_PAUSES_MAX
 * pauses the analysis is given up. */
static bool
pause_if_live(struct world *w)
{
	struct reviews *rs = w->reviews;
	struct session *s;

	if (rs->record.owner == 0 || !position_is_live(w))
		return false;
	rs->pause_end_ms = w->mono_ms + PAUSE_MS_MAX;
	if (++rs->live_pauses <= LIVE_PAUSES_MAX)
		return true;
	s = asker(w);
	if (s != NULL)
		msg_import_review_live(&s->out, (long long)rs->match);
	end_match_analysis(w);
	return true;
}

static void
post_next_job(struct world *w)
{
	struct reviews *rs = w->reviews;
	const struct work_job job = {
		.kind = WORK_IDLE, .needs_engine = rs->job.by_gnubg, .run = run, .arg = rs
	};
	uint32_t seq = rs->next_seq;
	const bool singly = rs->job.by_gnubg || rs->record.owner != 0;

	if (pause_if_live(w))
		return;
	rs->job.n = 0;
	rs->job.err = EXTERNAL_OK;
	store_actions_from(
	    w->store, rs->match, seq, singly ? 1 : ACTIONS_PER_JOB, read_action, rs);
	if (rs->job.bad) {
		log_warn("analysis_damaged", "match=%" PRId64, rs->match);
		end_match_analysis(w);
	} else if (rs->job.n == 0) {
		finish_match_analysis(w);
	} else if (!w->work.post(w->work.ctx, &job)) {
		rs->next_seq = seq;
		rs->pause_end_ms = w->mono_ms + QUEUE_FULL_RETRY_MS;
	} else {
		rs->job_under_way = true;
		rs->job_first_seq = seq;
		rs->job_posted_ms = w->mono_ms;
	}
}

static bool
has_work(const struct world *w)
{
	const struct reviews *rs = w->reviews;

	return w->config.analyse && !rs->job_under_way && !store_was_refusing(w->store) &&
	       (rs->may_have_waiting || rs->match != 0);
}

void
reviews_run_timers(struct world *w)
{
	struct reviews *rs = w->reviews;

	if (!has_work(w) || w->mono_ms < rs->pause_end_ms || store_refusing(w->store))
		return;
	if (rs->match == 0)
		begin_next_match(w);
	if (rs->match != 0)
		post_next_job(w);
}

int64_t
reviews_next_timer(const struct world *w)
{
	return has_work(w) ? w->reviews->pause_end_ms : -1;
}

void
reviews_job_done(struct world *w)
{
	struct reviews *rs = w->reviews;
	int64_t took_ms = w->mono_ms - rs->job_posted_ms;

	rs->job_under_way = false;
	rs->pause_end_ms = w->mono_ms + (took_ms < PAUSE_MS_MAX ? took_ms : PAUSE_MS_MAX);
	if (rs->job.bad) {
		log_warn("analysis_damaged", "match=%" PRId64, rs->match);
		end_match_analysis(w);
	} else if (rs->job.err == EXTERNAL_ABANDONED &&
		   ++rs->interruptions <= INTERRUPTIONS_MAX) {
		rs->next_seq = rs->job_first_seq;
		rs->pause_end_ms = w->mono_ms + PAUSE_MS_MAX;
	} else if (rs->job.err != EXTERNAL_OK) {
		begin_match_analysis(w, false);
	}
}
