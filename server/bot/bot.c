/* SPDX-License-Identifier: MIT */
/* See bot.h: the bots that the configuration names, and the turns and timers of all bots. */
#include <stdlib.h>
#include <string.h>

#include "os/log.h"
#include "bot/bot_internal.h"
#include "bot/evaluators.h"
#include "login/lifecycle.h"
#include "match/match.h"
#include "moderation/bans.h"
#include "output/output.h"
#include "tournament/tournament.h"

/* Client programs for FIBS list users of the client with this name as computer players. */
#define BOT_CLIENT_NAME "Computer_player"

/* ---- the list of bots ---- */

static void
add_names(struct bots *bs, enum bot_grade grade, const char *names)
{
	while (names != NULL && *names != '\0' && bs->n < BOTS_MAX) {
		size_t n;

		names += strspn(names, ", \t");
		n = strcspn(names, ", \t");
		if (n > 0 && n <= STORE_NAME_MAX) {
			bs->bot[bs->n].grade = grade;
			memcpy(bs->bot[bs->n++].name, names, n);
		}
		names += n;
	}
}

struct bots *
bots_new(const struct world_config *config)
{
	struct bots *bs = calloc(1, sizeof(*bs));

	if (bs == NULL)
		return NULL;
#define GRADE(key, pr, ...) add_names(bs, GRADE_##key, config->key);
#include "eval/grades.def"
#undef GRADE
	if (bs->n == 0)
		return bs;
	bs->brain = brain_new();
	bs->move_space = malloc(sizeof(*bs->move_space));
	bs->advices = advices_new();
	bs->rollouts = rollouts_new();
	if (bs->brain == NULL || bs->move_space == NULL || bs->advices == NULL ||
	    bs->rollouts == NULL)
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
	rollouts_free(&bs->rollouts);
	free(bs->move_space);
	free(bs);
}

struct bot *
bot_of_session(const struct world *w, const struct session *s)
{
	for (unsigned i = 0; i < w->bots->n; i++)
		if (w->bots->bot[i].session == s->id)
			return &w->bots->bot[i];
	return NULL;
}

/* ---- log-in ---- */

/* Finds the bot's account, or creates it.  Returns false if the bot cannot log in now, or never
 * can because a user owns the name. */
static bool
find_or_create_account(struct world *w, struct bot *b, struct user_record *u)
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
	if (!b->pooled)
		log_warn("bot_name_taken", "name=%s", b->name);
	return false;
}

/* Logs the bot in as a client program, so that texts for interactive users are not written.
 * Unlike most client programs, it is ready to play all games. */
bool
bot_log_in(struct world *w, struct bot *b)
{
	struct user_record u;
	struct session *s;

	b->type_after_ms = w->mono_ms + BOT_RETRY_LOGIN_MS;
	if (ban_of_name(w, b->name) != NULL || store_refusing(w->store) ||
	    !find_or_create_account(w, b, &u))
		return false;
	s = session_open(w, 0, BOT_HOST);
	if (s == NULL)
		return false;
	s->exempt = s->is_program = s->secure = true;
	CHECK(sbuf_copy(s->client_name, sizeof(s->client_name), BOT_CLIENT_NAME));
	user_store_toggle(w, u.id, s->is_program, TOGGLE_variants, true);
	user_store_toggle(w, u.id, s->is_program, TOGGLE_ready, true);
	session_login(w, s, &u, false);
	if (s->state != ST_ONLINE)
		return false;
	b->session = s->id;
	b->inviter = 0;
	b->row = 0;
	b->stage = BOT_IDLE;
	return true;
}

bool
bot_type_line(struct world *w, struct bot *b, const char *line, const char *word)
{
	struct sbuf out;

	SBUF_INIT(&out, b->line);
	sbuf_addf(&out, "%s%s%s", line, word[0] != '\0' ? " " : "", word);
	b->typed_turn = w->turn_no;
	return true;
}

/* ---- a turn ---- */

/* Called while nothing can be stored: the time does not count as idle, and a line that was
 * refused is tried again. */
static void
on_store_refusing(struct world *w, struct bot *b)
{
	b->unchanged_since_ms = w->mono_ms;
	if (b->stage == BOT_LINE_TYPED) {
		b->stage = BOT_MUST_THINK;
		b->lines_tried = 0;
	}
}

static bool
run_bot(struct world *w, struct bot *b, struct session **s_out)
{
	const struct match *m;
	struct session *s;

	if (b->off || b->typed_turn == w->turn_no)
		return false;
	s = b->session != 0 ? session_get(w, b->session) : NULL;
	if (s == NULL) {
		if (b->session != 0) { /* the session was closed */
			b->session = 0;
			b->type_after_ms = w->mono_ms + BOT_RETRY_LOGIN_MS;
			bot_forget_thoughts(w->bots, b);
		}
		if (w->mono_ms >= b->type_after_ms && !bot_log_in(w, b) && b->pooled)
			bot_free_slot(w->bots, b);
		return false;
	}
	session_extend_idle_limit(w, s);
	if (store_refusing(w->store)) {
		on_store_refusing(w, b);
		return false;
	}
	m = session_match(w, s);
	*s_out = s;
	if (bot_type_tourney_command(w, b, s))
		return true;
	if (m != NULL) {
		b->inviter = 0;
		return bot_play_match(w, b, s, m);
	}
	b->row = 0;
	b->stage = BOT_IDLE;
	bot_forget_thoughts(w->bots, b);
	return bot_answer_invitation(w, b);
}

enum bots_ask_err
bots_ask_advice(struct world *w, const struct session *s, const struct match_state *state,
    const struct play *played)
{
	return advices_ask(w, w->bots->advices, s, state, played);
}

enum bots_ask_err
bots_ask_position_advice(
    struct world *w, const struct session *s, const struct match_state *state, enum seat seat)
{
	if (w->bots->n == 0)
		return BOTS_ASK_NO_BOTS;
	return advices_ask_position(w->bots->advices, s, state, seat);
}

enum bots_ask_err
bots_ask_rollout(struct world *w, const struct session *s, const struct match_state *state,
    enum seat seat, unsigned *before_out)
{
	if (w->bots->n == 0)
		return BOTS_ASK_NO_BOTS;
	return rollouts_ask(w, w->bots->rollouts, s, state, seat, before_out);
}

void
bots_rollout_job_done(struct world *w)
{
	rollouts_job_done(w, w->bots->rollouts);
}

/* Starts answering the first question in the queue. */
static void
post_advice(struct world *w)
{
	struct bots *bs = w->bots;

	if (bs->n == 0 || !bots_may_think(w) || !advices_waiting(bs->advices))
		return;
	if (advices_post_first(w, bs->advices, bs->brain))
		bs->posted_ms = w->mono_ms;
	else
		bs->rest_until_ms = w->mono_ms + BOT_RETRY_POST_MS;
}

bool
bots_type_next_line(struct world *w, struct session **s_out, char line[BOT_LINE_SIZE])
{
	struct bots *bs = w->bots;

	post_advice(w);
	if (bs->n > 0)
		rollouts_post_job(w, bs->rollouts);
	for (unsigned i = 0; i < bs->n; i++) {
		struct bot *b = &bs->bot[(bs->next_to_think + i) % bs->n];

		if (!run_bot(w, b, s_out))
			continue;
		memcpy(line, b->line, BOT_LINE_SIZE);
		return true;
	}
	pool_adjust(w);
	return false;
}

/* Returns the time of the bot's next action.  INT64_MAX or -1 means that the bot is waiting for
 * a user, whose input starts a turn anyway. */
static int64_t
next_action_ms(const struct world *w, const struct bot *b)
{
	const struct bots *bs = w->bots;

	if (b->session == 0 || b->inviter != 0 || b->stage == BOT_LINE_READY)
		return b->type_after_ms;
	if (b->stage == BOT_LINE_TYPED)
		return w->mono_ms;
	if (b->stage == BOT_MUST_THINK && bs->brain_thought.of == NULL &&
	    !bot_waits_for_gnubg(bs, b) && !advices_answering(bs->advices))
		return bs->rest_until_ms > w->mono_ms ? bs->rest_until_ms : w->mono_ms;
	if (b->stage == BOT_IDLE && b->row != 0) {
		const int64_t next = b->unchanged_since_ms + bot_patience_ms(w, b);

		return w->mono_ms < b->type_after_ms ? b->type_after_ms
		       : next > w->mono_ms           ? next
						     : -1;
	}
	return INT64_MAX;
}

/* Returns the time of the next action of any bot; -1: never. */
static int64_t
next_bot_action_ms(const struct world *w)
{
	const struct bots *bs = w->bots;
	const bool tourneys = tourney_next(w, NULL) != NULL;
	int64_t at = INT64_MAX;

	if (bs->n > 0 && bs->brain_thought.of == NULL && !advices_answering(bs->advices) &&
	    advices_waiting(bs->advices))
		return bs->rest_until_ms > w->mono_ms ? bs->rest_until_ms : w->mono_ms;
	if (store_was_refusing(w->store))
		return -1; /* bots type nothing while the store refuses writes */
	for (unsigned i = 0; i < bs->n; i++) {
		const struct bot *b = &bs->bot[i];
		int64_t next = b->off ? INT64_MAX : next_action_ms(w, b);

		if (tourneys && b->session != 0 && bot_line_is_free(b) &&
		    (next < 0 || b->tourney_check_ms < next))
			next =
			    b->tourney_check_ms > w->mono_ms ? b->tourney_check_ms : w->mono_ms;
		if (next >= 0 && next < at)
			at = next;
	}
	if (bs->pool_check_ms >= 0 && bs->pool_check_ms < at)
		at = bs->pool_check_ms > w->mono_ms ? bs->pool_check_ms : w->mono_ms;
	return at == INT64_MAX ? -1 : at;
}

int64_t
bots_next_timer(const struct world *w)
{
	const struct bots *bs = w->bots;
	const int64_t at = next_bot_action_ms(w);
	const int64_t rollout = bs->n > 0 ? rollouts_next_timer(bs->rollouts) : -1;

	return at < 0 || (rollout >= 0 && rollout < at) ? rollout : at;
}

/* ---- upgrades ---- */

void
bots_after_hand_over(struct world *w)
{
	struct session *next, *to;
	struct bot *b;

	for (struct session *s = w->people->online; s != NULL; s = next) {
		next = s->index.online_next;
		if (!s->player->bot)
			continue;
		b = bot_named(w->bots, s->player->name);
		if (b == NULL)
			b = bot_reserve_pooled(w->bots, s->player->name);
		if (b != NULL)
			b->session = s->id;
		else
			session_close(w, s, END_LOGOUT);
	}
	for (struct session *s = w->people->online; s != NULL; s = s->index.online_next)
		for (unsigned i = 0; i < w->bots->n && s->invitation.user != 0; i++)
			if ((to = session_get(w, w->bots->bot[i].session)) != NULL &&
			    to->player->user == s->invitation.user)
				bots_invited(w, to, s, 0);
}
