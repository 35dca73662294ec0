/* SPDX-License-Identifier: MIT */
/* How a bot plays its match.  It relies on the state of the match rather than on notifications:
 * in each turn the number of actions is compared with the number in the previous turn.  The
 * worker computes one thought at a time.  The bots think in turn, and the worker rests after
 * each thought, so that all bots together use only their share of a processor.  Thoughts of the
 * strongest grade are then passed on to gnubg, one at a time, while the worker computes others.
 * The brain belongs to the worker while it computes a thought. */
#include <inttypes.h>
#include <string.h>

#include "os/log.h"
#include "bot/bot_internal.h"
#include "match/match.h"
#include "output/output.h"

#define CLOCK_PART 8     /* the bot pauses for at most one eighth of the clock's delay */
#define BROKEN_TRIES 3u  /* lines without effect before the bot leaves */
#define REST_MS_MAX 1000 /* longest rest between thoughts */
#define REMIND_MS 120000 /* inactivity of the opponent before the reminder */

static bool
plays_fast(const struct world *w, const struct session *s)
{
	const struct session *other = session_opponent(w, s);

	return other != NULL && (other->player->bot || player_has(other->player, TOGGLE_fast));
}

static int64_t
pause_ms(const struct world *w, const struct session *s, const struct match *m)
{
	const struct match_state *st = &m->state;
	int64_t ms = w->config.pause_ms;

	if (plays_fast(w, s))
		return 0;
	if (st->phase != PH_MOVE)
		ms /= 2;
	if (st->clock.on && ms > st->clock.delay_ms / CLOCK_PART)
		ms = st->clock.delay_ms / CLOCK_PART;
	return ms;
}

/* Returns whether the bot must decide now. */
static bool
is_asked(const struct match *m, enum seat seat)
{
	const struct match_state *st = &m->state;

	if (st->clock.paused || st->clock.away[0] || st->clock.away[1] || !match_game_on(st))
		return false;
	if (st->draw_by == seat_other(seat) && st->resign_by == SEAT_NONE)
		return true;
	return match_to_act(st) == seat && st->draw_by != seat;
}

void
bot_forget(struct bots *bs, const struct bot *b)
{
	bs->thinking.stale = bs->thinking.stale || bs->thinking.of == b;
	bs->asking.stale = bs->asking.stale || bs->asking.of == b;
}

/* Starts the bot's decision afresh if the match has changed since the last turn. */
static void
notice_change(struct world *w, struct bot *b, const struct session *s, const struct match *m)
{
	if (b->row == m->row && b->seq == m->next_seq)
		return;
	if (b->row != m->row)
		b->resigned_game = 0;
	b->row = m->row;
	b->seq = m->next_seq;
	b->since_ms = w->mono_ms;
	b->tries = 0;
	b->reminded = false;
	bot_forget(w->bots, b);
	b->stage = is_asked(m, s->seat) ? STAGE_ASKED : STAGE_IDLE;
	b->due_ms = w->mono_ms + pause_ms(w, s, m);
}

static void
fill(struct thought *t, const struct bot *b, const struct match *m, enum seat seat)
{
	*t = (struct thought){ .state = m->state,
		.seat = seat,
		.grade = b->grade,
		.no_resign = b->resigned_game == m->state.game_no };
}

bool
bots_may_think(const struct world *w)
{
	const struct bots *bs = w->bots;

	return bs->thinking.of == NULL && !advices_under_way(bs->advices) &&
	       w->mono_ms >= bs->rest_ms;
}

bool
bot_waits_for_gnubg(const struct bots *bs, const struct bot *b)
{
	return b->grade == GRADE_strong && bs->asking.of != NULL;
}

static void
run(void *arg)
{
	struct bots *bs = arg;

	brain_think(bs->brain, &bs->thinking.thought);
}

static void
run_engine(void *arg)
{
	struct bots *bs = arg;

	gnubg_begin(bs->gnubg, false);
	gnubg_think(bs->gnubg, &bs->asking.thought);
}

/* If the server uses gnubg, passes a thought of the strongest grade on to gnubg.  Returns false
 * if the bot's own thought is final. */
static bool
asks(struct world *w, struct bot *b)
{
	struct bots *bs = w->bots;
	const struct thought *t = &bs->thinking.thought;
	const struct work_job job = {
		.kind = WORK_THOUGHT, .engine = true, .run = run_engine, .arg = bs
	};

	if (w->work.engine == NULL || t->grade != GRADE_strong || !gnubg_knows(&t->state))
		return false;
	if (bs->gnubg == NULL)
		bs->gnubg = gnubg_new(w->work.engine);
	if (bs->gnubg == NULL)
		return false;
	bs->asking = (struct pending){ .of = b, .thought = *t };
	if (w->work.post(w->work.ctx, &job))
		return true;
	bs->asking.of = NULL;
	return false;
}

static void
think(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	struct bots *bs = w->bots;
	const struct work_job job = { .kind = WORK_THOUGHT, .run = run, .arg = bs };

	if (!bots_may_think(w) || bot_waits_for_gnubg(bs, b))
		return;
	fill(&bs->thinking.thought, b, m, seat);
	if (!w->work.post(w->work.ctx, &job)) {
		bs->rest_ms = w->mono_ms + BOT_FULL_MS;
		return;
	}
	bs->thinking.of = b;
	bs->thinking.stale = false;
	bs->posted_ms = w->mono_ms;
	bs->next = (unsigned)(b - bs->bot + 1) % bs->n;
	b->stage = STAGE_THINKING;
}

static void
set_rest(struct world *w)
{
	struct bots *bs = w->bots;
	int64_t took_ms = w->mono_ms - bs->posted_ms;
	int64_t rest_ms = took_ms * (100 - (int64_t)w->config.percent) / w->config.percent;

	bs->rest_ms = w->mono_ms + (rest_ms < REST_MS_MAX ? rest_ms : REST_MS_MAX);
}

void
bots_thought(struct world *w, bool engine)
{
	struct bots *bs = w->bots;
	struct pending *e = engine ? &bs->asking : &bs->thinking;
	struct bot *b = e->of;

	e->of = NULL;
	if (!engine)
		set_rest(w);
	if (b == NULL) {
		advices_done(w, bs->advices);
		return;
	}
	if (e->stale || b->stage != STAGE_THINKING || (!engine && asks(w, b)))
		return;
	CHECK(sbuf_copy(b->line, sizeof(b->line), e->thought.line));
	b->stage = STAGE_ANSWERED;
}

/* Types a legal command without a thought. */
static bool
type_something(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	struct thought t;

	fill(&t, b, m, seat);
	brain_do_something(&t, w->bots->space);
	b->stage = STAGE_TYPED;
	b->tries++;
	return bot_types(w, b, t.line, "");
}

/* Called when the line that the bot typed had no effect.  Tries a command that is always legal,
 * and after several tries leaves the match: a bot that cannot play must not delay its opponent.
 */
static bool
type_anything(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	log_warn("bot_refused", "name=%s match=%" PRId64 " action=%u line=\"%s\"", b->name,
	    m->row, b->seq, b->line);
	if (b->tries >= BROKEN_TRIES) {
		b->stage = STAGE_IDLE;
		return !m->bound && bot_types(w, b, "leave", "");
	}
	return type_something(w, b, m, seat);
}

static bool
type_answer(struct world *w, struct bot *b, const struct match *m)
{
	if (w->mono_ms < b->due_ms)
		return false;
	if (strncmp(b->line, "resign ", strlen("resign ")) == 0)
		b->resigned_game = m->state.game_no;
	b->stage = STAGE_TYPED;
	b->tries++;
	b->typed_turn = w->turn;
	return true;
}

static int64_t
leave_ms(const struct world *w)
{
	return (int64_t)w->config.idle_minutes * 60000;
}

/* Returns whether the bot must still remind the opponent before it may leave. */
static bool
is_reminder_next(const struct world *w, const struct bot *b)
{
	return !b->reminded && leave_ms(w) > REMIND_MS;
}

int64_t
bot_patience_ms(const struct world *w, const struct bot *b)
{
	return is_reminder_next(w, b) ? REMIND_MS : leave_ms(w);
}

/* Reminds an opponent who has been inactive for a long time.  Returns true if the bot should
 * leave. Does nothing in matches with a clock or in tournaments, which handle absences
 * themselves. */
static bool
is_abandoned(struct world *w, struct bot *b, const struct session *s, const struct match *m)
{
	struct session *opponent = session_opponent(w, s);

	if (m->bound || m->state.clock.on || w->mono_ms - b->since_ms < bot_patience_ms(w, b))
		return false;
	if (!is_reminder_next(w, b))
		return true;
	b->reminded = true;
	if (session_additions(opponent)) {
		if (session_person(opponent))
			session_bell(opponent);
		msg_bot_reminds(&opponent->out, b->name, w->config.idle_minutes);
	}
	return false;
}

bool
bot_plays(struct world *w, struct bot *b, const struct session *s, const struct match *m)
{
	notice_change(w, b, s, m);
	if (b->stage == STAGE_ASKED)
		think(w, b, m, s->seat);
	if (b->stage == STAGE_ANSWERED)
		return type_answer(w, b, m);
	if (b->stage == STAGE_TYPED)
		return type_anything(w, b, m, s->seat);
	if (m->state.phase == PH_BETWEEN && !m->joined[s->seat] && !m->state.clock.paused)
		return w->mono_ms >= b->due_ms && bot_types(w, b, "join", "");
	if (b->stage == STAGE_IDLE && is_abandoned(w, b, s, m))
		return bot_types(w, b, "leave", "");
	return false;
}
