/* SPDX-License-Identifier: MIT */
/* See bot.h.  A bot goes by what it finds, not by what it was told: each turn compares the
 * number of actions of its match with that of the turn before.  One thought is made at a time;
 * bots take turns, and between two thoughts the worker rests, so that all of them together take
 * no more than their part of a processor.  Those for gnubg go on to it, one at a time, and
 * others are made meanwhile.  Owns the brain, which is the worker's while a thought is under
 * way. */
#include "bot/bot.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "log.h"
#include "bot/advice.h"
#include "bot/gnubg.h"
#include "login/visit.h"
#include "match/match.h"
#include "moderation/bans.h"
#include "output/output.h"
#include "proto/words.h"
#include "tournament/tournament.h"

#define AGAIN_MS 60000   /* after somebody has closed its session */
#define CLOCK_PART 8     /* of the free seconds of a turn a pause takes this part at most */
#define BROKEN_TRIES 3u  /* lines that did nothing; then it leaves */
#define FULL_MS 100      /* between tries when the worker has no room */
#define REST_MS_MAX 1000 /* between thoughts */
#define TOURNEYS_MS 5000 /* between looks at tournaments */

enum stage {
	STAGE_IDLE,     /* nothing is to be done */
	STAGE_ASKED,    /* a thought is to be made */
	STAGE_THINKING, /* is under way */
	STAGE_ANSWERED, /* the line is there, and waits until due_ms */
	STAGE_TYPED,    /* should have changed something */
};

struct bot {
	char name[STORE_NAME_MAX + 1];
	enum bot_level level;
	bool off;            /* its name is somebody else's */
	session_id session;  /* 0 not logged in */
	session_id inviter;  /* 0 none */
	int64_t due_ms;      /* monotonic: nothing is typed before */
	int64_t row;         /* the match, and */
	uint32_t seq;        /* ... how many actions it had when it was looked at last */
	int64_t since_ms;    /* since when; ahead by the time that nobody could play */
	uint64_t typed_turn; /* one line in a turn */
	enum stage stage;
	unsigned tries;         /* lines typed since then */
	uint32_t resigned_game; /* in which it has offered that; 0 none */
	int64_t tourneys_ms;    /* monotonic: when it looks for one that expects it */
	int64_t tourney;        /* for which it has typed something last */
	char line[BOT_LINE_MAX];
};

/* A thought under way. */
struct pending {
	struct bot *of; /* NULL none */
	bool stale;     /* nobody waits for it any more */
	struct thought thought;
};

struct bots {
	unsigned n, next; /* who is looked at first when a thought can be made */
	struct bot bot[BOTS_MAX];
	struct brain *brain; /* NULL: there are no bots */
	struct move_space *space;
	struct pending thinking, asking; /* with the worker; with the engine's thread */
	struct gnubg *gnubg;             /* NULL: not needed so far */
	struct advices *advices;         /* people come first */
	int64_t posted_ms, rest_ms;      /* monotonic; no thought begins before */
};

/* ---- the list of them ---- */

static void
add_names(struct bots *bs, enum bot_level level, const char *names)
{
	while (names != NULL && *names != '\0' && bs->n < BOTS_MAX) {
		size_t n;

		names += strspn(names, ", \t");
		n = strcspn(names, ", \t");
		if (n > 0 && n <= STORE_NAME_MAX) {
			bs->bot[bs->n].level = level;
			memcpy(bs->bot[bs->n++].name, names, n);
		}
		names += n;
	}
}

bool
bots_keep_name(const struct world *w, const char *name)
{
	for (unsigned i = 0; i < w->bots->n; i++)
		if (word_is(name, w->bots->bot[i].name))
			return true;
	return false;
}

struct bots *
bots_new(const struct world_config *config)
{
	struct bots *bs = calloc(1, sizeof(*bs));

	if (bs == NULL)
		return NULL;
	add_names(bs, BOT_BEGINNER, config->beginner);
	add_names(bs, BOT_CLUB, config->club);
	add_names(bs, BOT_STRONG, config->strong);
	if (bs->n == 0)
		return bs;
	bs->brain = brain_new();
	bs->space = malloc(sizeof(*bs->space));
	bs->advices = advices_new();
	if (bs->brain == NULL || bs->space == NULL || bs->advices == NULL)
		bots_free(&bs);
	return bs;
}

void
bots_free(struct bots **bp)
{
	struct bots *bs = *bp;

	*bp = NULL;
	if (bs == NULL)
		return;
	brain_free(&bs->brain);
	gnubg_free(&bs->gnubg);
	advices_free(&bs->advices);
	free(bs->space);
	free(bs);
}

static struct bot *
bot_of(const struct world *w, const struct session *s)
{
	for (unsigned i = 0; i < w->bots->n; i++)
		if (w->bots->bot[i].session == s->id)
			return &w->bots->bot[i];
	return NULL;
}

enum bot_level
bot_level(const struct world *w, const char *name)
{
	const struct session *s = session_by_name(w, name);
	const struct bot *b = s != NULL && s->player->bot ? bot_of(w, s) : NULL;

	return b != NULL ? b->level : BOT_NONE;
}

/* ---- coming ---- */

/* Its account, made when there is none.  False: it cannot come, now or at all. */
static bool
account(struct world *w, struct bot *b, struct user_record *u)
{
	struct user_record made = {
		.rating = RATING_START, .created_s = world_now_s(w), .hash = STORE_HASH_BOT
	};

	if (!store_user_by_name(w->store, b->name, u)) {
		CHECK(sbuf_copy(made.name, sizeof(made.name), b->name));
		if (store_user_create(w->store, &made) == 0)
			return false;
		if (!store_user_by_name(w->store, b->name, u))
			return false;
		log_info("bot_made", "name=%s", b->name);
	}
	if (user_is_bot(u))
		return true;
	b->off = true;
	log_warn("bot_name_taken", "name=%s", b->name);
	return false;
}

/* For a program, so that nothing is written that only people read; but it plays all games. */
static void
log_in(struct world *w, struct bot *b)
{
	struct user_record u;
	struct session *s;

	b->due_ms = w->mono_ms + AGAIN_MS;
	if (ban_of_name(w, b->name) != NULL || store_refusing(w->store) || !account(w, b, &u))
		return;
	s = session_open(w, 0, BOT_HOST);
	if (s == NULL)
		return;
	s->exempt = s->program = s->sealed = true;
	store_setting_set(w->store, u.id, TOGGLES[TOGGLE_variants].name, "1");
	store_setting_set(w->store, u.id, TOGGLES[TOGGLE_ready].name, "1");
	session_login(w, s, &u, false);
	if (s->state != ST_ONLINE)
		return;
	b->session = s->id;
	b->inviter = 0;
	b->row = 0;
	b->stage = STAGE_IDLE;
}

/* ---- invitations ---- */

/* Whoever has invited it is there and waits for its answer. */
static bool
invites(const struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->inviter), *bot = session_get(w, b->session);

	return s != NULL && bot != NULL && s->match == 0 &&
	       s->invited.user == bot->player->user;
}

void
bots_invited(struct world *w, const struct session *to, const struct session *from)
{
	struct bot *b = to->player->bot ? bot_of(w, to) : NULL;

	if (b == NULL || invites(w, b))
		return; /* the first one is answered */
	b->inviter = from->id;
	b->due_ms =
	    w->mono_ms + (player_has(from->player, TOGGLE_fast) ? 0 : w->config.pause_ms / 2);
}

static bool
same_host(const struct session *a, const struct session *b)
{
	const struct netaddr x = netaddr_network(&a->from, 32, 64);
	const struct netaddr y = netaddr_network(&b->from, 32, 64);

	return memcmp(&x, &y, sizeof(x)) == 0;
}

/* Whom it plays, or will play when it has answered; NULL nobody. */
static const struct session *
taken_by(const struct world *w, const struct bot *b)
{
	const struct session *s = session_get(w, b->session);
	const struct session *other = s != NULL ? session_opponent(w, s) : NULL;

	return other == NULL && invites(w, b) ? session_get(w, b->inviter) : other;
}

bool
bots_refuse(const struct world *w, const struct session *s)
{
	const unsigned most = (w->bots->n + 1) / 2;
	unsigned n = 0;

	for (unsigned i = 0; i < w->bots->n; i++) {
		const struct session *other = taken_by(w, &w->bots->bot[i]);

		/* what they have offered themselves is withdrawn with the next offer */
		n += other != NULL && other != s && same_host(other, s);
	}
	return n >= most && !s->exempt;
}

struct session *
bots_free_one(
    const struct world *w, enum bot_level level, const struct session *from, bool practice)
{
	struct session *best = NULL;
	int best_off = 2 * BOT_LEVELS;
	struct match_record saved;
	uint32_t pairing;

	for (unsigned i = 0; i < w->bots->n; i++) {
		const struct bot *b = &w->bots->bot[i];
		struct session *s = session_get(w, b->session);
		const struct session *by = taken_by(w, b);
		int off = by == from ? -1 : abs((int)b->level - (int)level);

		if (s == NULL || s->match != 0 || (by != NULL && by != from) ||
		    tourneys_binds(w, s, &pairing) != NULL ||
		    !player_has(s->player, TOGGLE_ready))
			continue;
		if (store_match_open(w->store, from->player->user, s->player->user, &saved) &&
		    match_is_practice(&saved) != practice)
			off += practice ? 3 * BOT_LEVELS : BOT_LEVELS;
		if (off >= best_off)
			continue;
		best = s;
		best_off = off;
	}
	return best;
}

static bool
type(struct world *w, struct bot *b, const char *line, const char *word)
{
	struct sbuf out;

	SBUF_ON(&out, b->line);
	sbuf_addf(&out, "%s%s%s", line, word[0] != '\0' ? " " : "", word);
	b->typed_turn = w->turn;
	return true;
}

static bool
answer_invitation(struct world *w, struct bot *b)
{
	const struct session *from = session_get(w, b->inviter);

	if (b->inviter == 0 || w->mono_ms < b->due_ms)
		return false;
	b->inviter = 0;
	return from != NULL && from->state == ST_ONLINE &&
	       type(w, b, "join", from->player->name);
}

/* ---- playing ---- */

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

/* Whether it has to think now. */
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

/* Whatever is thought for it now is of no use. */
static void
forget(struct bots *bs, const struct bot *b)
{
	bs->thinking.stale = bs->thinking.stale || bs->thinking.of == b;
	bs->asking.stale = bs->asking.stale || bs->asking.of == b;
}

/* Something has happened since it was looked at. */
static void
look(struct world *w, struct bot *b, const struct session *s, const struct match *m)
{
	if (b->row == m->row && b->seq == m->next_seq)
		return;
	if (b->row != m->row)
		b->resigned_game = 0;
	b->row = m->row;
	b->seq = m->next_seq;
	b->since_ms = w->mono_ms;
	b->tries = 0;
	forget(w->bots, b);
	b->stage = is_asked(m, s->seat) ? STAGE_ASKED : STAGE_IDLE;
	b->due_ms = w->mono_ms + pause_ms(w, s, m);
}

static void
fill(struct thought *t, const struct bot *b, const struct match *m, enum seat seat)
{
	*t = (struct thought){ .state = m->state,
		.seat = seat,
		.level = b->level,
		.no_resign = b->resigned_game == m->state.game_no };
}

/* The brain can be given something to think. */
static bool
is_free(const struct world *w)
{
	const struct bots *bs = w->bots;

	return bs->thinking.of == NULL && !advices_under_way(bs->advices) &&
	       w->mono_ms >= bs->rest_ms;
}

/* It is for gnubg, too, which has another question. */
static bool
waits_for_gnubg(const struct bots *bs, const struct bot *b)
{
	return b->level == BOT_STRONG && bs->asking.of != NULL;
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

/* The strongest ask gnubg, where there is one, when our own thought is there.  False: that one
 * is it. */
static bool
asks(struct world *w, struct bot *b)
{
	struct bots *bs = w->bots;
	const struct thought *t = &bs->thinking.thought;
	const struct work_job job = {
		.kind = WORK_THOUGHT, .engine = true, .run = run_engine, .arg = bs
	};

	if (w->work.engine == NULL || t->level != BOT_STRONG || !gnubg_knows(&t->state))
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

	if (!is_free(w) || waits_for_gnubg(bs, b))
		return;
	fill(&bs->thinking.thought, b, m, seat);
	if (!w->work.post(w->work.ctx, &job)) {
		bs->rest_ms = w->mono_ms + FULL_MS;
		return;
	}
	bs->thinking.of = b;
	bs->thinking.stale = false;
	bs->posted_ms = w->mono_ms;
	bs->next = (unsigned)(b - bs->bot + 1) % bs->n;
	b->stage = STAGE_THINKING;
}

static void
rest(struct world *w)
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
		rest(w);
	if (b == NULL) {
		advices_done(w, bs->advices);
		return;
	}
	if (e->stale || b->stage != STAGE_THINKING || (!engine && asks(w, b)))
		return;
	CHECK(sbuf_copy(b->line, sizeof(b->line), e->thought.line));
	b->stage = STAGE_ANSWERED;
}

/* Without a thought. */
static bool
type_something(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	struct thought t;

	fill(&t, b, m, seat);
	brain_do_something(&t, w->bots->space);
	b->stage = STAGE_TYPED;
	b->tries++;
	return type(w, b, t.line, "");
}

/* What it typed changed nothing: what the rules allow in any case comes next, and a bot that
 * cannot play does not hold its opponent. */
static bool
type_anything(struct world *w, struct bot *b, const struct match *m, enum seat seat)
{
	log_warn("bot_refused", "name=%s match=%" PRId64 " action=%u line=\"%s\"", b->name,
	    m->row, b->seq, b->line);
	if (b->tries >= BROKEN_TRIES) {
		b->stage = STAGE_IDLE;
		return m->tournament == 0 && type(w, b, "leave", "");
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

/* Its opponent has not done anything for long, and nothing but leaving ends that. */
static bool
is_left_alone(const struct world *w, const struct bot *b, const struct match *m)
{
	return m->tournament == 0 && !m->state.clock.on &&
	       w->mono_ms - b->since_ms >= (int64_t)w->config.idle_minutes * 60000;
}

static bool
play(struct world *w, struct bot *b, const struct session *s, const struct match *m)
{
	look(w, b, s, m);
	if (b->stage == STAGE_ASKED)
		think(w, b, m, s->seat);
	if (b->stage == STAGE_ANSWERED)
		return type_answer(w, b, m);
	if (b->stage == STAGE_TYPED)
		return type_anything(w, b, m, s->seat);
	if (m->state.phase == PH_BETWEEN && !m->joined[s->seat] && !m->state.clock.paused)
		return w->mono_ms >= b->due_ms && type(w, b, "join", "");
	if (b->stage == STAGE_IDLE && is_left_alone(w, b, m))
		return type(w, b, "leave", "");
	return false;
}

/* ---- tournaments ---- */

/* Nothing stands in b->line that is still to be typed, or was just typed. */
static bool
has_no_line(const struct bot *b)
{
	return b->stage != STAGE_ANSWERED && b->stage != STAGE_TYPED;
}

/* What it has to do in one: directors invite it as they invite people, where bots may play. */
static const char *
duty(const struct tourney *t, int64_t user)
{
	const struct tourney_guest *g = tourney_guest_of(t, user);
	const int64_t *set = t->set.value;
	const bool allowed = set[TSET_bots] != 0;
	entry_no e;

	if (g != NULL && allowed && t->phase >= TOURNEY_RUNNING && set[TSET_lateentry] == 0)
		return NULL;
	if (g != NULL)
		return !allowed ? "withdraw" : g->waits ? NULL : "register";
	e = tourney_entry_of(t, user);
	if (e == ENTRY_UNKNOWN || t->phase >= TOURNEY_RUNNING)
		return NULL;
	if (!allowed)
		return "withdraw";
	return set[TSET_checkin] != 0 && (set[TSET_starts] == 0 || t->called) &&
		       !t->entries[e].checked_in
		   ? "checkin"
		   : NULL;
}

/* The next of those that expect it, behind the one before and from the oldest again: one that
 * refuses it keeps it from no other. */
static const struct tourney *
expects(const struct world *w, const struct bot *b, int64_t user)
{
	const struct tourney *best = NULL;

	for (const struct tourney *t = NULL; (t = tourney_next(w, t)) != NULL;)
		if (duty(t, user) != NULL &&
		    (best == NULL || (best->id <= b->tourney && t->id > b->tourney)))
			best = t;
	return best;
}

static bool
type_duty(struct world *w, struct bot *b, const struct session *s)
{
	const struct tourney *t;
	struct sbuf out;

	if (tourney_next(w, NULL) == NULL || !has_no_line(b) || w->mono_ms < b->tourneys_ms)
		return false;
	b->tourneys_ms = w->mono_ms + TOURNEYS_MS;
	t = expects(w, b, s->player->user);
	if (t == NULL)
		return false;
	b->tourney = t->id;
	SBUF_ON(&out, b->line);
	sbuf_addf(&out, "tournament %s %" PRId64, duty(t, s->player->user), t->id);
	b->typed_turn = w->turn;
	return true;
}

/* ---- a turn ---- */

/* Nothing can be stored, so nobody plays: that is no time in which somebody did nothing, and a
 * line that was refused says nothing of the line. */
static void
stand_still(struct world *w, struct bot *b)
{
	b->since_ms = w->mono_ms;
	if (b->stage == STAGE_TYPED) {
		b->stage = STAGE_ASKED;
		b->tries = 0;
	}
}

static bool
bot_types(struct world *w, struct bot *b, struct session **s_out)
{
	const struct match *m;
	struct session *s;

	if (b->off || b->typed_turn == w->turn)
		return false;
	s = b->session != 0 ? session_get(w, b->session) : NULL;
	if (s == NULL) {
		if (b->session != 0) { /* somebody has closed it */
			b->session = 0;
			b->due_ms = w->mono_ms + AGAIN_MS;
			forget(w->bots, b);
		}
		if (w->mono_ms >= b->due_ms)
			log_in(w, b);
		return false;
	}
	session_let_be(w, s);
	if (store_refusing(w->store)) {
		stand_still(w, b);
		return false;
	}
	m = session_match(w, s);
	*s_out = s;
	if (type_duty(w, b, s))
		return true;
	if (m != NULL) {
		b->inviter = 0;
		return play(w, b, s, m);
	}
	b->row = 0;
	b->stage = STAGE_IDLE;
	forget(w->bots, b);
	return answer_invitation(w, b);
}

enum ask_err
bots_ask(struct world *w, const struct session *s, const struct match_state *state,
    const struct play *played)
{
	return advices_ask(w, w->bots->advices, s, state, played);
}

/* What people wait for. */
static void
advise(struct world *w)
{
	struct bots *bs = w->bots;

	if (bs->n == 0 || !is_free(w) || !advices_wait(bs->advices))
		return;
	if (advices_post(w, bs->advices, bs->brain))
		bs->posted_ms = w->mono_ms;
	else
		bs->rest_ms = w->mono_ms + FULL_MS;
}

bool
bots_type(struct world *w, struct session **s_out, char line[BOT_LINE_MAX])
{
	struct bots *bs = w->bots;

	advise(w);
	for (unsigned i = 0; i < bs->n; i++) {
		struct bot *b = &bs->bot[(bs->next + i) % bs->n];

		if (!bot_types(w, b, s_out))
			continue;
		memcpy(line, b->line, BOT_LINE_MAX);
		return true;
	}
	return false;
}

/* When this one has something to do; what waits for somebody else comes with a turn of theirs.
 */
static int64_t
next_of(const struct world *w, const struct bot *b)
{
	const struct bots *bs = w->bots;

	if (b->session == 0 || b->inviter != 0 || b->stage == STAGE_ANSWERED)
		return b->due_ms;
	if (b->stage == STAGE_TYPED)
		return w->mono_ms;
	if (b->stage == STAGE_ASKED && bs->thinking.of == NULL && !waits_for_gnubg(bs, b) &&
	    !advices_under_way(bs->advices))
		return bs->rest_ms > w->mono_ms ? bs->rest_ms : w->mono_ms;
	if (b->stage == STAGE_IDLE && b->row != 0) {
		const int64_t left = b->since_ms + (int64_t)w->config.idle_minutes * 60000;

		return w->mono_ms < b->due_ms ? b->due_ms : left > w->mono_ms ? left : -1;
	}
	return INT64_MAX;
}

int64_t
bots_next_timer(const struct world *w)
{
	const struct bots *bs = w->bots;
	const bool tourneys = tourney_next(w, NULL) != NULL;
	int64_t at = INT64_MAX;

	if (bs->n > 0 && bs->thinking.of == NULL && !advices_under_way(bs->advices) &&
	    advices_wait(bs->advices))
		return bs->rest_ms > w->mono_ms ? bs->rest_ms : w->mono_ms;
	if (store_was_refusing(w->store))
		return -1; /* they type nothing then */
	for (unsigned i = 0; i < bs->n; i++) {
		const struct bot *b = &bs->bot[i];
		int64_t next = b->off ? INT64_MAX : next_of(w, b);

		if (tourneys && b->session != 0 && has_no_line(b) &&
		    (next < 0 || b->tourneys_ms < next))
			next = b->tourneys_ms > w->mono_ms ? b->tourneys_ms : w->mono_ms;
		if (next >= 0 && next < at)
			at = next;
	}
	return at == INT64_MAX ? -1 : at;
}

/* ---- from another process ---- */

static struct bot *
bot_named(struct bots *bs, const char *name)
{
	for (unsigned i = 0; i < bs->n; i++)
		if (word_is(name, bs->bot[i].name))
			return &bs->bot[i];
	return NULL;
}

void
bots_carried(struct world *w)
{
	struct session *next, *to;
	struct bot *b;

	for (struct session *s = w->people->online; s != NULL; s = next) {
		next = s->index.online_next;
		if (!s->player->bot)
			continue;
		b = bot_named(w->bots, s->player->name);
		if (b != NULL)
			b->session = s->id;
		else
			session_close(w, s, END_LOGOUT);
	}
	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next)
		for (unsigned i = 0; i < w->bots->n && s->invited.user != 0; i++)
			if ((to = session_get(w, w->bots->bot[i].session)) != NULL &&
			    to->player->user == s->invited.user)
				bots_invited(w, to, s);
}
