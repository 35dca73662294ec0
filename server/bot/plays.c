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

#define PAUSE_DIVISOR 8        /* the bot pauses for at most one eighth of the clock's delay */
#define FAILED_LINES_MAX 3u    /* lines without effect before the bot leaves */
#define REST_MS_MAX 1000       /* longest rest between thoughts */
#define REMIND_AFTER_MS 120000 /* inactivity of the opponent before the reminder */

static bool
plays_fast(const struct world *w, const struct session *s)
{
	const struct session *other = session_opponent(w, s);

	return other != NULL &&
	       (other->player->bot || player_has_toggle(other->player, TOGGLE_fast));
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
	if (st->clock.on && ms > st->clock.delay_ms / PAUSE_DIVISOR)
		ms = st->clock.delay_ms / PAUSE_DIVISOR;
	return ms;
}

/* Returns whether the bot must decide now. */
static bool
bot_must_act(const struct match *m, enum seat seat)
{
	const struct match_state *st = &m->state;

	if (st->clock.paused || st->clock.away[0] || st->clock.away[1] || !match_game_on(st))
		return false;
	if (st->draw_by == seat_other(seat) && st->resign_by == SEAT_NONE)
		return true;
	return match_to_act(st) == seat && st->draw_by != seat;
}

void
bot_forget_thoughts(struct bots *bs, const struct bot *b)
{
	bs->brain_thought.stale = bs->brain_thought.stale || bs->brain_thought.of == b;
	bs->gnubg_thought.stale = bs->gnubg_thought.stale || bs->gnubg_thought.of == b;
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
	b->unchanged_since_ms = w->mono_ms;
	b->lines_tried = 0;
	b->opponent_reminded = false;
	bot_forget_thoughts(w->bots, b);
	b->stage = bot_must_act(m, s->seat) ? BOT_MUST_THINK : BOT_IDLE;
	b->type_after_ms = w->mono_ms + pause_ms(w, s, m);
}

static void
fill_thought(struct thought *t, const struct bot *b, const struct match *m, enum seat seat)
{
	*t = (struct thought){ .state = m->state,
		.seat = seat,
		.grade = b->grade,
		.resign_rejected = b->resigned_game == m->state.game_no };
}

bool
bots_may_think(const struct world *w)
{
	const struct bots *bs = w->bots;

	return bs->brain_thought.of == NULL && !advices_answering(bs->advices) &&
	       w->mono_ms >= bs->rest_until_ms;
}

bool
bot_waits_for_gnubg(const struct bots *bs, const struct bot *b)
{
	return b->grade == GRADE_strong && bs->gnubg_thought.of != NULL;
}

static void
run_brain(void *arg)
{
	struct bots *bs = arg;

	brain_think(bs->brain, &bs->brain_thought.thought);
}

static void
run_gnubg(void *arg)
{
	struct bots *bs = arg;

	gnubg_begin_questions(bs->gnubg, false);
	gnubg_improve_thought(bs->gnubg, &bs->gnubg_thought.thought);
}

/* If the server uses gnubg, passes a thought of the strongest grade on to gnubg.  Returns false
 * if the bot's own thought is final. */
static bool
ask_gnubg(struct world *w, struct bot *b)
{
	struct bots *bs = w->bots;
	const struct thought *t = &bs->brain_thought.thought;
	const struct work_job job = {
		.kind = WORK_THOUGHT, .needs_engine = true, .run = run_gnubg, .arg = bs
	};

	if (w->work.engine == NULL || t->grade != GRADE_strong || !gnubg_supports(&t->state))
		return false;
	if (bs->gnubg == NULL)
		bs->gnubg = gnubg_new(w->work.engine);
	if (bs->gnubg == NULL)
		return false;
	bs->gnubg_thought = (struct pending_thought){ .of = b, .thought = *t };
	if (w->work.post(w->work.ctx, &job))
		return true;
	bs->gnubg_thought.of = NULL;
	return false;
}

static void
start_thought(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	struct bots *bs = w->bots;
	const struct work_job job = { .kind = WORK_THOUGHT, .run = run_brain, .arg = bs };

	if (!bots_may_think(w) || bot_waits_for_gnubg(bs, b))
		return;
	fill_thought(&bs->brain_thought.thought, b, m, seat);
	if (!w->work.post(w->work.ctx, &job)) {
		bs->rest_until_ms = w->mono_ms + BOT_RETRY_POST_MS;
		return;
	}
	bs->brain_thought.of = b;
	bs->brain_thought.stale = false;
	bs->posted_ms = w->mono_ms;
	bs->next_to_think = (unsigned)(b - bs->bot + 1) % bs->n;
	b->stage = BOT_THINKING;
}

static void
set_rest(struct world *w)
{
	struct bots *bs = w->bots;
	int64_t took_ms = w->mono_ms - bs->posted_ms;
	int64_t rest_ms = took_ms * (100 - (int64_t)w->config.percent) / w->config.percent;

	bs->rest_until_ms = w->mono_ms + (rest_ms < REST_MS_MAX ? rest_ms : REST_MS_MAX);
}

void
bots_thought_done(struct world *w, bool engine)
{
	struct bots *bs = w->bots;
	struct pending_thought *e = engine ? &bs->gnubg_thought : &bs->brain_thought;
	struct bot *b = e->of;

	e->of = NULL;
	if (!engine)
		set_rest(w);
	if (b == NULL) {
		advices_print_answer(w, bs->advices);
		return;
	}
	if (e->stale || b->stage != BOT_THINKING || (!engine && ask_gnubg(w, b)))
		return;
	CHECK(sbuf_copy(b->line, sizeof(b->line), e->thought.line));
	b->stage = BOT_LINE_READY;
}

/* Types a legal command without a thought. */
static bool
type_any_action(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	struct thought t;

	fill_thought(&t, b, m, seat);
	brain_any_legal_command(&t, w->bots->move_space);
	b->stage = BOT_LINE_TYPED;
	b->lines_tried++;
	return bot_type_line(w, b, t.line, "");
}

/* Called when the line that the bot typed had no effect.  Tries a command that is always legal,
 * and after several tries leaves the match: a bot that cannot play must not delay its opponent.
 */
static bool
type_after_refusal(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	log_warn("bot_refused", "name=%s match=%" PRId64 " action=%u line=\"%s\"", b->name,
	    m->row, b->seq, b->line);
	if (b->lines_tried >= FAILED_LINES_MAX) {
		b->stage = BOT_IDLE;
		return !m->bound && bot_type_line(w, b, "leave", "");
	}
	return type_any_action(w, b, m, seat);
}

static bool
type_ready_line(struct world *w, struct bot *b, const struct match *m)
{
	if (w->mono_ms < b->type_after_ms)
		return false;
	if (strncmp(b->line, "resign ", strlen("resign ")) == 0)
		b->resigned_game = m->state.game_no;
	b->stage = BOT_LINE_TYPED;
	b->lines_tried++;
	b->typed_turn = w->turn_no;
	return true;
}

static int64_t
leave_after_ms(const struct world *w)
{
	return (int64_t)w->config.idle_minutes * 60000;
}

/* Returns whether the bot must still remind the opponent before it may leave. */
static bool
is_reminder_next(const struct world *w, const struct bot *b)
{
	return !b->opponent_reminded && leave_after_ms(w) > REMIND_AFTER_MS;
}

int64_t
bot_patience_ms(const struct world *w, const struct bot *b)
{
	return is_reminder_next(w, b) ? REMIND_AFTER_MS : leave_after_ms(w);
}

/* Reminds an opponent who has been inactive for a long time.  Returns true if the bot should
 * leave. Does nothing in matches with a clock or in tournaments, which handle absences
 * themselves. */
static bool
is_abandoned(struct world *w, struct bot *b, const struct session *s, const struct match *m)
{
	struct session *opponent = session_opponent(w, s);

	if (m->bound || m->state.clock.on ||
	    w->mono_ms - b->unchanged_since_ms < bot_patience_ms(w, b))
		return false;
	if (!is_reminder_next(w, b))
		return true;
	b->opponent_reminded = true;
	if (session_gets_additions(opponent)) {
		if (session_is_interactive(opponent))
			session_ring_bell(opponent);
		msg_bot_reminds(&opponent->out, b->name, w->config.idle_minutes);
	}
	return false;
}

bool
bot_play_match(struct world *w, struct bot *b, const struct session *s, const struct match *m)
{
	notice_change(w, b, s, m);
	if (b->stage == BOT_MUST_THINK)
		start_thought(w, b, m, s->seat);
	if (b->stage == BOT_LINE_READY)
		return type_ready_line(w, b, m);
	if (b->stage == BOT_LINE_TYPED)
		return type_after_refusal(w, b, m, s->seat);
	if (m->state.phase == PH_BETWEEN_GAMES && !m->wants_next_game[s->seat] &&
	    !m->state.clock.paused)
		return w->mono_ms >= b->type_after_ms && bot_type_line(w, b, "join", "");
	if (b->stage == BOT_IDLE && is_abandoned(w, b, s, m))
		return bot_type_line(w, b, "leave", "");
	return false;
}
