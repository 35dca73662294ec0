/* SPDX-License-Identifier: MIT */
/* The command play: finds an opponent.  Tries first a user who is waiting, then users who are
 * playing a bot that `play` has just found, then a user who is ready, and last a bot. */
#include "cmd/play/play.h"

#include <math.h>

#include "bot/bot.h"
#include "login/resume_token.h"
#include "match/match.h"
#include "stats/ranks.h"
#include "people/state.h"
#include "proto/words.h"
#include "tell/tell.h"
#include "tournament/tournament.h"

#define PLAY_LENGTH_DEFAULT 3           /* default match length */
#define PLAY_SESSIONS_EXAMINED_MAX 500u /* sessions examined, in order of log-in */
#define PLAY_IDLE_MAX_MS 180000         /* users idle for longer are not asked */
#define PLAY_WAIT_MAX_MS 900000         /* users who wait for longer are not found */
#define PLAY_BOT_DELAY_S 15u            /* time for users to accept before a bot joins */
/* moves by each player after which a match with a bot is not replaced */
#define PLAY_MOVES_MAX 2u
/* the same limit in actions, in case a player cannot move */
#define PLAY_ACTIONS_MAX 12u
/* Roughly how much higher a user's rating with bots is than their rating with other users; see
 * bots_grade_rating. */
#define BOT_RATING_OFFSET 500

struct play_wish {
	int length;
	const struct variant *game;
	bool match_named; /* a length or a game was named */
	bool bot_named;   /* a bot or a grade was named */
	struct bot_wish bot_wish;
};

/* ---- users who look for an opponent ---- */

static const struct variant *
default_game(const struct session *s)
{
	return player_has_toggle(s->player, TOGGLE_variants) ? s->player->variant
							     : VARIANT_FIBS;
}

/* Returns the match that a user wants.  `match_named` is false if the user has not named one
 * with `play`, and so accepts any. */
static struct play_wish
wish_of_session(const struct session *s)
{
	const struct invitation *i = &s->invitation;

	if (i->by_play && i->wanted_length >= 0)
		return (struct play_wish){
			.length = i->wanted_length, .game = i->variant, .match_named = true
		};
	return (struct play_wish){ .length = PLAY_LENGTH_DEFAULT, .game = default_game(s) };
}

/* Returns the value of `wanted_length` for an invitation made by `play`. */
static int8_t
invitation_length(const struct play_wish *wish)
{
	return wish->match_named ? (int8_t)wish->length : -1;
}

/* Returns whether a user has typed `play`, is present, and is not playing yet. */
static bool
seeks_opponent(const struct world *w, const struct session *s)
{
	return s->match == 0 && s->invitation.by_play &&
	       (s->invitation.open_to_all || s->invitation.user != 0) &&
	       s->away_text[0] == '\0' && w->mono_ms - s->times.input_ms < PLAY_WAIT_MAX_MS;
}

static bool
count_move(void *ctx, const struct action_record *r)
{
	unsigned *moves = ctx;
	struct action a;

	if (match_read_action(r, &a) && a.kind == ACT_MOVE)
		moves[a.seat]++;
	return true;
}

/* Returns whether the match is too far advanced to be replaced: both players have made
 * PLAY_MOVES_MAX moves, a game has ended, a double was offered, or PLAY_ACTIONS_MAX actions
 * were made. */
static bool
is_too_advanced(const struct world *w, const struct match *m)
{
	const struct match_state *st = &m->state;
	unsigned moves[2] = { 0, 0 };

	if (m->next_seq >= PLAY_ACTIONS_MAX || st->game_no > 1 ||
	    st->score[0] + st->score[1] > 0 || st->phase == PH_DOUBLED)
		return true;
	store_actions_from(w->store, m->row, 0, PLAY_ACTIONS_MAX, count_move, moves);
	return moves[0] >= PLAY_MOVES_MAX && moves[1] >= PLAY_MOVES_MAX;
}

/* Returns the user's match with a bot that `play` found, or NULL. */
static struct match *
match_with_bot(const struct world *w, const struct session *s)
{
	const struct session *opponent = session_opponent(w, s);

	if (opponent == NULL || !opponent->player->bot || !s->invitation.by_play ||
	    !session_gets_additions(s))
		return NULL;
	return session_match(w, s);
}

/* Returns whether a user is playing a bot that `play` found, in a match that can still end at
 * no cost. */
static bool
may_leave_bot(const struct world *w, const struct session *s)
{
	const struct match *m = match_with_bot(w, s);

	return m != NULL && m->tournament == 0 && !m->state.clock.on && !is_too_advanced(w, m);
}

/* Returns whether both users can play a match on terms t and accept its game. */
static bool
can_play_on_terms(struct ctx *c, const struct session *x, const struct play_wish *t)
{
	return invite_accepts_game(c->p, t->game) && invite_accepts_game(x->player, t->game) &&
	       player_may_play(c->w, c->p, t->game, (unsigned)t->length) &&
	       player_may_play(c->w, x->player, t->game, (unsigned)t->length);
}

/* Finds terms that x and the user accept: the terms that one of them has named, otherwise the
 * default of x or of the user.  Returns false if there are no such terms. */
static bool
find_common_terms(struct ctx *c, const struct session *x, const struct play_wish *mine,
    struct play_wish *terms_out)
{
	const struct play_wish theirs = wish_of_session(x);

	if (theirs.match_named && mine->match_named &&
	    (theirs.length != mine->length || theirs.game != mine->game))
		return false;
	*terms_out = mine->match_named ? *mine : theirs;
	if (!theirs.match_named && !mine->match_named && !can_play_on_terms(c, x, terms_out))
		*terms_out = *mine;
	return can_play_on_terms(c, x, terms_out);
}

/* Returns whether x could play the user: neither has gagged the other, and x is ready and not
 * bound to a tournament match.  Accounts marked as bots only meet users who accept bots. */
static bool
may_play_each_other(struct ctx *c, const struct session *x)
{
	uint32_t pairing;

	if ((x->player->marked_as_bot && !player_has_toggle(c->p, TOGGLE_bots)) ||
	    (c->p->marked_as_bot && !player_has_toggle(x->player, TOGGLE_bots)))
		return false;
	return x != c->s && !x->player->bot &&
	       tourneys_match_of_user(c->w, x, &pairing) == NULL &&
	       player_has_toggle(x->player, TOGGLE_ready) && !session_gags(x, c->s) &&
	       !session_gags(c->s, x);
}

static bool
have_saved_match(struct ctx *c, const struct session *x)
{
	struct match_record saved;

	return store_match_find_unfinished(c->w->store, c->p->user, x->player->user, &saved);
}

/* Returns whether x is waiting and a match with x can begin at once.  The match cannot begin if
 * it would replace a saved one. */
static bool
is_waiting_for_match(struct ctx *c, const struct session *x, const struct play_wish *wish,
    struct play_wish *terms_out)
{
	return seeks_opponent(c->w, x) && may_play_each_other(c, x) &&
	       !have_saved_match(c, x) && find_common_terms(c, x, wish, terms_out);
}

/* Returns whether x can be asked: x has typed `play` too, and is still at the beginning of a
 * match with a bot or has a saved match with the user. */
static bool
may_be_asked_to_play(struct ctx *c, const struct session *x, const struct play_wish *wish,
    struct play_wish *terms_out)
{
	return session_gets_additions(c->s) && session_gets_additions(x) &&
	       x->away_text[0] == '\0' && may_play_each_other(c, x) &&
	       (may_leave_bot(c->w, x) ||
		   (seeks_opponent(c->w, x) && have_saved_match(c, x))) &&
	       find_common_terms(c, x, wish, terms_out);
}

/* Returns whether x is present and ready to play the match described by the wish. */
static bool
is_ready_for_game(struct ctx *c, const struct session *x, const struct play_wish *wish,
    struct play_wish *terms_out)
{
	*terms_out = *wish;
	return session_gets_additions(x) && x->match == 0 && x->away_text[0] == '\0' &&
	       x->invitation.user == 0 &&
	       c->w->mono_ms - x->times.input_ms < PLAY_IDLE_MAX_MS &&
	       may_play_each_other(c, x) && can_play_on_terms(c, x, wish);
}

typedef bool candidate_fn(struct ctx *c, const struct session *x, const struct play_wish *wish,
    struct play_wish *terms_out);

static struct session *
find_candidate(struct ctx *c, const struct play_wish *wish, candidate_fn *fits,
    struct play_wish *terms_out)
{
	struct session *x = c->w->people->online;

	for (unsigned n = 0; x != NULL && n < PLAY_SESSIONS_EXAMINED_MAX;
	     n++, x = x->index.online_next)
		if (fits(c, x, wish, terms_out))
			return x;
	return NULL;
}

/* ---- two users meet ---- */

/* Notifies the users whom s has asked, except the opponent, that they can no longer join. */
static void
withdraw_questions(struct world *w, const struct session *s, const struct session *opponent)
{
	struct session *x;
	int64_t asked = 0;

	while ((x = match_withdraw_question(w, s, &asked)) != NULL)
		if (x != opponent && session_gets_additions(x))
			msg_play_withdrawn(&x->out, s->player->name);
}

/* Ends a match with a bot at no cost: without a winner and unrated. */
static void
leave_bot_match(struct world *w, struct session *s)
{
	struct match *m = session_match(w, s);
	struct session *bot = session_opponent(w, s);

	announce_left_game(w, m, s->seat);
	resume_token_set_match(w, s, 0);
	match_drop(w, m, s->seat);
	feed_row_changed(w, bot);
	msg_play_left_bot(&s->out, bot->player->name);
}

/* Begins a match between the user and x.  Either may be playing a bot.  If one has asked the
 * other, uses the dice drawn for that question, because both users could already see the
 * commitment to them. */
static void
begin_match(struct ctx *c, struct session *x, const struct play_wish *t)
{
	struct session *both[] = { c->s, x };
	struct match_terms terms = { .dice = NULL };
	struct dice_record dice;

	if (match_question_dice(c->w, x, c->s, &dice)) /* must precede withdraw_questions(),
							* which ends the question */
		terms.dice = &dice;
	invite_set_ready(c);
	for (unsigned i = 0; i < 2; i++) {
		withdraw_questions(c->w, both[i], both[1 - i]);
		if (both[i]->match != 0)
			leave_bot_match(c->w, both[i]);
	}
	invite_print_allowances(c, x, (unsigned)t->length, t->game, true);
	if (match_begin(c->w, x, c->s, (unsigned)t->length, t->game, &terms) == 0)
		msg_server_full(c->out);
}

/* Invites x; `join` accepts.  If x is playing a bot, the invitation also says what happens to
 * that match. */
static void
ask(struct ctx *c, struct session *x, const struct play_wish *t)
{
	const struct session *bot = session_opponent(c->w, x);
	struct match_record saved;

	invite_notify_both(c, x, t->length, t->game,
	    store_match_find_unfinished(c->w->store, c->p->user, x->player->user, &saved)
		? &saved
		: NULL,
	    match_ask_to_play(c->w, c->s, x));
	if (bot != NULL)
		msg_play_leaves_bot(&x->out, bot->player->name);
}

bool
matchmaking_join(struct ctx *c, struct session *x)
{
	const bool theirs = x->invitation.user == c->p->user;
	const bool asked = match_has_question(c->w, x, c->s);
	const bool invited = theirs && (x->invitation.by_play || asked);
	const struct play_wish mine = wish_of_session(c->s);
	const struct play_wish any = { .length = PLAY_LENGTH_DEFAULT,
		.game = default_game(c->s) };
	struct play_wish terms;

	if (theirs && (x->invitation.length < 0 || x->invitation.clock != NULL))
		return false; /* the invitation was made by `invite` */
	if (!session_gets_additions(c->s) || !may_play_each_other(c, x) ||
	    (c->s->match != 0 && !may_leave_bot(c->w, c->s)) ||
	    (!find_common_terms(c, x, &mine, &terms) &&
		!(asked && find_common_terms(c, x, &any, &terms))))
		return false;
	if (may_leave_bot(c->w, x) && !invited) {
		if (!asked)
			return false;
		c->s->invitation = (struct invitation){
			.user = x->player->user,
			.length = terms.length,
			.variant = terms.game,
			.by_play = c->s->invitation.by_play,
			.wanted_length = invitation_length(&mine),
		};
		invite_commit_dice(c, true);
		ask(c, x, &terms);
		return true;
	}
	if (!(may_leave_bot(c->w, x) || seeks_opponent(c->w, x) ||
		(invited && x->match == 0)) ||
	    (have_saved_match(c, x) && !asked && !invited))
		return false;
	if (invited) {
		terms.length = x->invitation.length;
		terms.game = x->invitation.variant;
	}
	if (player_has_toggle(c->p, TOGGLE_ready) && !invite_is_bound_by_tournament(c, x))
		begin_match(c, x, &terms);
	else if (!player_has_toggle(c->p, TOGGLE_ready))
		msg_use_toggle_ready(c->out);
	return true;
}

bool
matchmaking_join_named(struct ctx *c, const char *name)
{
	const struct match *m = match_with_bot(c->w, c->s);
	struct session *x;

	if (m == NULL)
		return false;
	x = cmd_find_online(c, name, msg_error_cant_find);
	if (x == NULL)
		return true;
	if (!may_leave_bot(c->w, c->s) && match_has_question(c->w, x, c->s)) {
		msg_play_under_way(
		    c->out, session_opponent(c->w, c->s)->player->name, x->player->name);
		return true;
	}
	return matchmaking_join(c, x);
}

/* ---- bots ---- */

/* Returns 1 if the user won the last two matches with bots, -1 if they lost both, else 0. */
static int
recent_form(struct ctx *c, const struct variant *game)
{
	const char *key = c->w->config.own_ratings ? ranks_bot_play_key(c->w->ranks, game)
						   : ranks_game_key(game);
	double rating[3] = { RATING_START, RATING_START, RATING_START };
	int64_t at_ms = INT64_MAX;

	for (unsigned i = 0; i < 3; i++) {
		if (!store_rating_at(
			c->w->store, c->p->user, key, at_ms, false, &rating[i], &at_ms) &&
		    i < 2)
			return 0;
		at_ms--;
	}
	return rating[0] > rating[1] && rating[1] > rating[2]   ? 1
	       : rating[0] < rating[1] && rating[1] < rating[2] ? -1
								: 0;
}

/* Returns the user's rating on the scale of bots: their rating with bots or, if they play users
 * more often, one derived from their rating with users. */
static double
rating_for_bots(struct ctx *c, const struct variant *game)
{
	const struct standing with_people = player_standing(c->w, c->p, game);
	struct standing is;

	if (!c->w->config.own_ratings)
		return with_people.rating;
	is = user_bots_standing(c->w, c->p->user, game);
	return with_people.experience > STORE_RANKED_EXPERIENCE &&
		       with_people.experience > is.experience
		   ? with_people.rating + BOT_RATING_OFFSET
		   : is.rating;
}

/* Returns the grade whose rating is nearest to the user's; one grade up if they won the last
 * two matches with bots, one grade down if they lost both. */
static enum bot_grade
nearest_grade(struct ctx *c, const struct variant *game)
{
	const double own = rating_for_bots(c, game);
	enum bot_grade order[GRADE_COUNT];
	double off = HUGE_VAL;
	int n = 0, at = 0;

	for (enum bot_grade g = GRADE_NONE + 1; g < GRADE_COUNT; g++) {
		const double rating = bots_grade_rating(c->w, g, game);

		if (rating < 0)
			continue;
		if (fabs(rating - own) < off) {
			off = fabs(rating - own);
			at = n;
		}
		order[n++] = g;
	}
	at += recent_form(c, game);
	return n == 0 ? GRADE_NONE : order[at < 0 ? 0 : at >= n ? n - 1 : at];
}

/* Saved matches with bots. */
struct saved_bots {
	struct ctx *c;
	const struct play_wish *wish;
	int64_t fitting_match, other_match; /* the latest saved match that fits the wish, and
					     * the latest that does not */
	char name[2][STORE_NAME_MAX + 1];   /* bot of other_match, of fitting_match */
};

static bool
saved_match_fits(const struct play_wish *wish, const struct match_record *r, const char *bot,
    enum bot_grade grade)
{
	if (match_is_practice(r) != wish->bot_wish.practice ||
	    (wish->bot_wish.practice && wish->match_named))
		return false;
	if (wish->bot_wish.name != NULL ? !word_is(bot, wish->bot_wish.name)
					: wish->bot_named && grade != wish->bot_wish.grade)
		return false;
	return !wish->match_named ||
	       (r->length == wish->length && variant_find(r->variant) == wish->game);
}

static bool
sort_saved_match(void *ctx, const struct match_record *r)
{
	struct saved_bots *l = ctx;
	const unsigned other = r->user[0] == l->c->p->user ? 1 : 0;
	const enum bot_grade grade = bot_grade(l->c->w, r->name[other]);
	struct user_record u;
	bool fit;

	if (grade == GRADE_NONE || !store_user_by_id(l->c->w->store, r->user[other], &u) ||
	    !user_is_bot(&u))
		return true;
	fit = saved_match_fits(l->wish, r, u.name, grade) &&
	      invite_accepts_game(l->c->p, variant_find(r->variant));
	if (fit ? l->fitting_match != 0
		: l->other_match != 0 || match_is_practice(r) || l->wish->bot_wish.practice)
		return true;
	*(fit ? &l->fitting_match : &l->other_match) = r->id;
	CHECK(sbuf_copy(l->name[fit], sizeof(l->name[fit]), u.name));
	return true;
}

/* Frees a bot for the user: see bots_find_to_preempt.  Returns NULL if there is none. */
static struct session *
preempt_bot(struct ctx *c, const struct bot_wish *wish)
{
	struct session *bot = bots_find_to_preempt(c->w, c->s, wish);
	struct session *holder = bot != NULL ? session_opponent(c->w, bot) : NULL;
	struct ctx as_bot = { c->w, bot, NULL, NULL, NULL, false };

	if (bot == NULL)
		return NULL;
	as_bot.p = bot->player;
	as_bot.out = &bot->out;
	leave_match(&as_bot, session_match(c->w, bot));
	if (session_gets_additions(holder))
		msg_bot_given_up(&holder->out, bot->player->name, bot->player->name);
	return bot;
}

/* Returns the bot of that name if it is free or can be brought online. */
static struct session *
bring_bot(struct ctx *c, const char *name)
{
	const struct bot_wish wish = { .pool_only = true, .name = name };
	struct session *s = session_by_name(c->w, name);

	if (s != NULL)
		return bots_can_play(c->w, s, c->s) ? s : NULL;
	s = bots_log_in_named(c->w, name);
	if (s == NULL && bots_name_available(c->w, name) && preempt_bot(c, &wish) != NULL)
		s = bots_log_in_named(c->w, name);
	return s;
}

bool
matchmaking_bring_bot_online(
    struct ctx *c, const char *name, int length, const struct variant *game)
{
	struct match_record r;
	const struct match_record *saved;
	struct user_record u;

	if (c->s->match != 0 || session_by_name(c->w, name) != NULL ||
	    !bots_name_available(c->w, name) || !cmd_find_account(c, name, NULL, &u) ||
	    !user_is_bot(&u))
		return true;
	saved = store_match_find_unfinished(c->w->store, c->p->user, u.id, &r) ? &r : NULL;
	if (length < 0 && saved == NULL)
		return true;
	if ((length >= 0 && !invite_check_experience(c, length, game)) ||
	    !invite_check_own_side(c, u.name, true, length, game, saved))
		return false;
	if (bring_bot(c, u.name) != NULL || !session_gets_additions(c->s))
		return true;
	if (length >= 0)
		msg_practice_none(c->out);
	else
		msg_bot_busy(c->out, u.name);
	return false;
}

struct session *
matchmaking_find_practice_bot(struct ctx *c, const struct variant *game)
{
	const struct bot_wish wish = { .grade = nearest_grade(c, game), .practice = true };
	struct session *bot = bots_find_free(c->w, c->s, &wish);

	if (bot == NULL && preempt_bot(c, &wish) != NULL)
		bot = bots_find_free(c->w, c->s, &wish);
	return bot;
}

/* Returns the bot to play, or NULL.  Sets *length_out as in struct invitation. */
static struct session *
find_bot(struct ctx *c, struct play_wish *wish, int *length_out)
{
	struct saved_bots l = { .c = c, .wish = wish };
	struct session *bot = NULL;

	*length_out = wish->length;
	if (!wish->bot_wish.practice && !wish->bot_named &&
	    !player_has_toggle(c->p, TOGGLE_bots))
		return NULL;
	store_matches_open_each(c->w->store, c->p->user, sort_saved_match, &l);
	if (l.fitting_match != 0)
		bot = bring_bot(c, l.name[true]);
	if (bot != NULL) {
		*length_out = -1;
		return bot;
	}
	if (!wish->bot_named)
		wish->bot_wish.grade = nearest_grade(c, wish->game);
	bot = bots_find_free(c->w, c->s, &wish->bot_wish);
	if (bot == NULL && preempt_bot(c, &wish->bot_wish) != NULL)
		bot = bots_find_free(c->w, c->s, &wish->bot_wish);
	if ((l.fitting_match != 0 || l.other_match != 0) && session_gets_additions(c->s)) {
		const char *name = l.name[l.fitting_match != 0];

		msg_bots_saved(c->out, name, name);
	}
	return bot;
}

/* ---- the command ---- */

/* Makes the user wait for an opponent.  A bot, if given, joins later. */
static void
wait_for_opponent(struct ctx *c, const struct play_wish *wish, struct session *bot, int length)
{
	c->s->invitation = (struct invitation){
		.user = bot != NULL ? bot->player->user : 0,
		.length = length,
		.variant = wish->game,
		.open_to_all = bot == NULL,
		.by_play = true,
		.wanted_length = invitation_length(wish),
	};
	invite_commit_dice(c, length >= 0);
	invite_set_ready(c);
	if (bot != NULL)
		bots_invited(c->w, bot, c->s, PLAY_BOT_DELAY_S * 1000);
}

/* Asks all users who can be asked, else one user who is ready.  Returns false if there is no
 * user to ask. */
static bool
ask_users(struct ctx *c, struct play_wish *wish)
{
	struct session *x, *ready = NULL, *bot;
	struct play_wish terms;
	int64_t asked = 0;
	int length;

	if (find_candidate(c, wish, may_be_asked_to_play, &terms) == NULL) {
		ready = find_candidate(c, wish, is_ready_for_game, &terms);
		if (ready == NULL)
			return false;
	}
	while (match_withdraw_question(c->w, c->s, &asked) != NULL)
		; /* drop questions of an earlier `play` */
	bot = find_bot(c, wish, &length);
	wait_for_opponent(c, wish, bot, length);
	if (ready != NULL)
		ask(c, ready, wish);
	x = ready == NULL ? c->w->people->online : NULL;
	for (unsigned n = 0; x != NULL && n < PLAY_SESSIONS_EXAMINED_MAX;
	     n++, x = x->index.online_next)
		if (may_be_asked_to_play(c, x, wish, &terms))
			ask(c, x, &terms);
	if (bot != NULL && session_gets_additions(c->s))
		msg_play_late(c->out, PLAY_BOT_DELAY_S, bot->player->name);
	if (bot != NULL)
		msg_play_again(c->out);
	return true;
}

/* Plays a bot: resumes a saved match that fits the wish, else begins a new one. */
static void
play_with_bot(struct ctx *c, struct play_wish *wish)
{
	int length;
	struct session *bot = find_bot(c, wish, &length);

	if (bot != NULL) {
		if (!invite_check_invitee(c, bot) ||
		    !invite_offer(c, bot, length, wish->game, NULL, wish->bot_wish.practice))
			return;
		c->s->invitation.by_play = !wish->bot_named && !wish->bot_wish.practice;
		c->s->invitation.wanted_length = invitation_length(wish);
	} else if (wish->bot_wish.practice) {
		msg_practice_none(c->out);
	} else if (wish->bot_named) {
		msg_play_no_bot(c->out);
	} else {
		wait_for_opponent(c, wish, NULL, wish->length);
		msg_play_waits(c->out);
	}
}

/* Adds a bot or a grade to the wish if the word names one.  Returns whether it did. */
static bool
parse_bot(struct ctx *c, const char *word, struct play_wish *wish)
{
	const enum bot_grade grade = grade_find(word), of_bot = bot_grade(c->w, word);

	if (wish->bot_named || (grade == GRADE_NONE && of_bot == GRADE_NONE))
		return false;
	wish->bot_named = wish->bot_wish.exact_grade = true;
	wish->bot_wish.grade = grade != GRADE_NONE ? grade : of_bot;
	wish->bot_wish.name = grade != GRADE_NONE ? NULL : word;
	return true;
}

/* Reads a length, a game, and a bot or a grade, in any order.  Returns false after printing an
 * error. */
static bool
parse_wish(struct ctx *c, char *rest, struct play_wish *wish)
{
	const char *word = word_next(&rest);
	const char *length = NULL, *game = NULL;
	long n;

	*wish = (struct play_wish){ .length = PLAY_LENGTH_DEFAULT };
	wish->bot_wish.practice = word != NULL && word_is(word, "practice");
	if (wish->bot_wish.practice)
		word = word_next(&rest);
	for (; word != NULL; word = word_next(&rest)) {
		if (length == NULL && (word_number(word, &n) || word_is(word, "unlimited"))) {
			length = word;
		} else if (parse_bot(c, word, wish)) {
			continue;
		} else if (game == NULL) {
			game = word;
		} else {
			msg_word_more(c->out, word);
			return false;
		}
	}
	wish->match_named = length != NULL || game != NULL;
	wish->game = invite_parse_game(c, game);
	if (wish->game == NULL)
		msg_bad_variant(c->out, game);
	else if (length == NULL)
		return invite_check_experience(c, wish->length, wish->game);
	else
		return invite_parse_length(c, length, wish->game, &wish->length);
	return false;
}

/* Begins a match with a user who is waiting, else asks users, else takes a bot.  A second
 * `play` while users are being asked takes a bot at once.  Practice matches, and wishes that
 * name a bot or a grade, always get a bot. */
void
cmd_play(struct ctx *c, char *rest)
{
	const bool again = seeks_opponent(c->w, c->s);
	struct play_wish wish, terms;
	struct session *x;

	if (c->s->match != 0) {
		msg_already_playing(c->out);
		return;
	}
	if (!parse_wish(c, rest, &wish) || invite_is_bound_by_tournament(c, c->s))
		return;
	if (!wish.game->fibs && !player_has_toggle(c->p, TOGGLE_variants)) {
		msg_variants_off(c->out);
		return;
	}
	if (store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max) {
		msg_too_many_saved(c->out);
		return;
	}
	if (!wish.bot_wish.practice && !wish.bot_named) {
		x = find_candidate(c, &wish, is_waiting_for_match, &terms);
		if (x != NULL) {
			begin_match(c, x, &terms);
			return;
		}
		if (!again && ask_users(c, &wish))
			return;
	}
	play_with_bot(c, &wish);
}
