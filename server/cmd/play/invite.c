/* SPDX-License-Identifier: MIT */
/* The commands invite, join and rematch, and resuming a match. */
#include "cmd/play/play.h"

#include <string.h>

#include "bot/bot.h"
#include "tell/tell.h"
#include "people/people.h"
#include "people/state.h"
#include "login/recovery.h"
#include "login/resume_token.h"
#include "output/json_lines.h"
#include "output/output.h"
#include "match/match.h"
#include "tournament/tournament.h"
#include "proto/words.h"

/* ---- inviting ---- */

const struct variant *
invite_game(const struct ctx *c, const char *word)
{
	if (word != NULL)
		return player_variant_named(word);
	return player_has(c->p, TOGGLE_variants) ? c->p->variant : VARIANT_FIBS;
}

bool
invite_may_play(struct ctx *c, int length, const struct variant *game)
{
	if (player_may_play(c->w, c->p, game, (unsigned)length))
		return true;
	msg_not_experienced(c->out);
	return false;
}

bool
invite_length(struct ctx *c, const char *word, const struct variant *game, int *length_out)
{
	long n;

	if (word == NULL) {
		*length_out = -1;
	} else if (word_begins(word, "unlimited")) {
		*length_out = 0;
	} else if (!word_number(word, &n)) {
		msg_invite_argument(c->out);
		return false;
	} else if (n < 1 || n > (long)MATCH_LENGTH_MAX) {
		msg_invite_length(c->out, word);
		return false;
	} else {
		*length_out = (int)n;
		return invite_may_play(c, *length_out, game);
	}
	return true;
}

bool
invite_plays(const struct player *p, const struct variant *v)
{
	return v == NULL || v->fibs || player_has(p, TOGGLE_variants);
}

/* Returns whether both users accept the game, and reports the reason if not.  Either may have
 * switched off the game of a saved match since it was saved. */
static bool
both_want_game(struct ctx *c, const struct session *other, const struct variant *v)
{
	if (!invite_plays(c->p, v))
		msg_variants_off(c->out);
	else if (!invite_plays(other->player, v))
		msg_only_backgammon(c->out, other->player->name);
	else
		return true;
	return false;
}

bool
invite_bound(struct ctx *c, const struct session *other)
{
	const struct tourney *t;
	uint32_t pairing;

	t = tourneys_binds(c->w, c->s, &pairing);
	if (t != NULL) {
		msg_trn_binds(c->out, t->name);
		return true;
	}
	t = tourneys_binds(c->w, other, &pairing);
	if (t != NULL)
		msg_trn_binds_other(c->out, other->player->name, t->name);
	return t != NULL;
}

bool
invite_may(struct ctx *c, const struct session *to)
{
	const char *name = to->player->name;

	if (to == c->s)
		msg_invite_yourself(c->out);
	else if (c->s->match != 0)
		msg_already_playing(c->out);
	else if (!player_has(to->player, TOGGLE_ready))
		msg_refusing_games(c->out, name);
	else if (to->match != 0)
		msg_plays_someone(c->out, name);
	else if (session_gags(to, c->s))
		msg_wont_listen(c->out, name);
	else if (session_additions(c->s) && !bots_free_for(c->w, to, c->s))
		msg_bot_invited(c->out, name);
	else
		return !invite_bound(c, to);
	return false;
}

bool
invite_own_side(struct ctx *c, const char *name, bool bot, int length,
    const struct variant *game, const struct match_record *saved)
{
	if (invite_bound(c, c->s))
		return false;
	if (length >= 0 && saved != NULL && bot && !match_is_practice(saved))
		/* by discarding the saved match, the user could avoid losing rating points */
		msg_bots_saved(c->out, name, name);
	else if (length >= 0 && saved == NULL &&
		 store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max)
		msg_too_many_saved(c->out);
	else if (!invite_plays(c->p, length < 0 ? variant_find(saved->variant) : game))
		msg_variants_off(c->out);
	else
		return true;
	return false;
}

/* The words after the length: a game, "clock" and a clock's name, both, or nothing. */
struct invite_words {
	const char *game;  /* NULL: none */
	const char *clock; /* NULL: no `clock`; "": `clock` without a name */
	const char *more;  /* the first unexpected word, NULL if none */
	bool yes;          /* the last word was `yes`: a saved match may be discarded */
};

static bool
is_clock_word(const char *word)
{
	return word != NULL && strlen(word) == strlen("clock") && word_begins(word, "clock");
}

static struct invite_words
invite_words(const struct session *s, char *rest)
{
	struct invite_words words = { 0 };
	const char *word;

	while (words.more == NULL && (word = word_next(&rest)) != NULL) {
		if (session_person(s) && word_is(word, "yes") && rest[0] == '\0') {
			words.yes = true;
		} else if (words.clock == NULL && is_clock_word(word)) {
			words.clock = word_next(&rest);
			if (words.clock == NULL)
				words.clock = "";
		} else if (words.game == NULL) {
			words.game = word;
		} else {
			words.more = word;
		}
	}
	return words;
}

/* Finds the clock by name; *clock_out is NULL if `word` is NULL.  Returns false after reporting
 * why that clock cannot be used. */
static bool
invite_clock(struct ctx *c, const char *word, int length, const struct clock_preset **clock_out)
{
	*clock_out = NULL;
	if (word == NULL)
		return true;
	*clock_out = clock_preset_named(word);
	if (word[0] == '\0')
		msg_clock_which(c->out);
	else if (*clock_out == NULL)
		msg_bad_clock(c->out, word);
	else if (length == 0)
		msg_clock_unlimited(c->out);
	else
		return true;
	return false;
}

static void
tell_clock(struct out *out, const struct clock_preset *p, unsigned length)
{
	char text[CLOCK_TEXT_MAX];

	clock_text(clock_reserve_start(p, length), text);
	msg_clock_invited(out, p->name, p->delay_ms / 1000, text);
}

void
invite_allowances(
    struct ctx *c, struct session *other, unsigned length, const struct variant *v, bool rated)
{
	struct session *const who[] = { c->s, other };

	tell_allowances(c->w, who, length, v, rated);
}

static void
note_inviter(struct player *invited, const struct session *by)
{
	struct inviter *i = &invited->inviter;

	i->several = i->several || (i->user != 0 && i->user != by->player->user);
	i->user = by->player->user;
	i->session = by->id;
}

static void
tell_invited(const struct session *by, struct session *to, int length, const struct variant *v,
    const struct match_record *saved, bool rings)
{
	const char *name = by->player->name;

	if (length > 0)
		msg_wants_match(&to->out, name, (unsigned)length);
	else if (length == 0)
		msg_wants_unlimited(&to->out, name);
	else
		msg_wants_resume(&to->out, name);
	if (by->player->marked && session_additions(to))
		msg_marked_opponent(&to->out, name);
	if (!v->fibs)
		msg_game_is(&to->out, v->title);
	if (by->invited.clock != NULL)
		tell_clock(&to->out, by->invited.clock, (unsigned)length);
	if (rings)
		session_bell(to);
	msg_type_join(&to->out, name);
	if (length >= 0 && saved != NULL && saved->length > 0)
		msg_warning_saved(&to->out, saved->length);
	else if (length >= 0 && saved != NULL)
		msg_warning_saved_unlimited(&to->out);
}

static void
tell_invited_json(const struct session *by, struct session *to, int length,
    const struct variant *v, const struct match_record *saved)
{
	const struct clock_preset *clock = by->invited.clock;

	json_send(to, "invitation", json_text("from", by->player->name),
	    json_maybe("length", length >= 0, length), json_text("game", v->name),
	    json_text("clock", clock != NULL ? clock->name : NULL),
	    json_maybe("saved", saved != NULL, saved != NULL ? saved->id : 0));
}

void
invite_tell(struct ctx *c, struct session *to, int length, const struct variant *v,
    const struct match_record *saved, bool rings)
{
	const char *name = to->player->name;

	CHECK(length >= 0 || saved != NULL);
	note_inviter(to->player, c->s);
	if (length > 0)
		msg_invited(c->out, name, (unsigned)length);
	else if (length == 0)
		msg_invited_unlimited(c->out, name);
	else
		msg_invited_resume(c->out, name);
	if (to->player->marked && session_additions(c->s))
		msg_marked_opponent(c->out, name);
	if (!v->fibs)
		msg_game_is(c->out, v->title);
	if (c->s->invited.clock != NULL)
		tell_clock(c->out, c->s->invited.clock, (unsigned)length);
	if (session_json(to))
		tell_invited_json(c->s, to, length, v, saved);
	else
		tell_invited(c->s, to, length, v, saved, rings);
	if (length >= 0 && saved != NULL && session_person(c->s) && !match_is_practice(saved))
		msg_saved_at_stake(c->out, name);
	invite_allowances(c, to, length >= 0 ? (unsigned)length : saved->length, v,
	    length >= 0 ? !c->s->invited.practice : !saved->unrated);
}

void
invite_fix_dice(struct ctx *c, bool anew)
{
	c->p->dice.invited_no = ++c->w->people->dice_no;
	if (anew)
		c->w->random.bytes(c->w->random.ctx, c->p->dice.seed, sizeof(c->p->dice.seed));
}

void
invite_set_ready(struct ctx *c)
{
	if (player_has(c->p, TOGGLE_ready))
		return;
	player_set_toggle(c->w, c->p, TOGGLE_ready, true);
	feed_row(c->w, c->s);
}

void
cmd_withdraw_invitation(struct session *s)
{
	if (s->invited.user == 0 && !s->invited.anybody)
		return;
	s->invited.user = 0;
	s->invited.anybody = false;
	if (session_additions(s))
		msg_invitation_withdrawn(&s->out);
}

/* Stores a request to resume a saved match with a user who is offline or refuses invitations.
 * That user is notified at their next log-in.  Bots need no request. */
static void
ask_to_resume(struct ctx *c, const char *name)
{
	struct match_record saved;
	struct user_record other;
	uint32_t pairing;
	bool counts;

	if (c->s->match != 0 || tourneys_binds(c->w, c->s, &pairing) != NULL ||
	    !cmd_user(c, name, NULL, &other) || user_is_bot(&other) ||
	    !store_match_open(c->w->store, c->p->user, other.id, &saved) ||
	    !invite_plays(c->p, variant_find(saved.variant)))
		return;
	if (session_person(c->s)) /* a client program's `ready` stays unchanged, as on FIBS */
		invite_set_ready(c);
	counts = match_ask(c->w, c->s, &saved, false);
	if (session_person(c->s)) {
		msg_ask_noted(c->out, other.name);
		if (counts)
			msg_ask_wait(c->out);
	}
}

/* Returns true, after asking for `yes`, if a new match would discard this saved one. */
static bool
asks_for_saved(struct ctx *c, const struct session *to, const struct match_record *saved)
{
	if (!session_person(c->s) || match_is_practice(saved))
		return false;
	msg_saved_asked(c->out, to->player->name, to->player->name);
	return true;
}

static bool
offer(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock, bool practice, bool yes)
{
	struct match_record r;
	const struct match_record *saved =
	    store_match_open(c->w->store, c->p->user, to->player->user, &r) ? &r : NULL;

	if (length < 0 && saved == NULL) {
		msg_no_saved_match(c->out, to->player->name);
		return false;
	}
	if (!invite_own_side(c, to->player->name, to->player->bot, length, game, saved))
		return false;
	if (length < 0)
		game = variant_find(saved->variant);
	if (!both_want_game(c, to, game)) {
		if (length < 0)
			ask_to_resume(c, to->player->name);
		return false;
	}
	if (length >= 0 && saved != NULL && !yes && asks_for_saved(c, to, saved))
		return false;
	c->s->invited = (struct invitation){
		.user = to->player->user,
		.length = length,
		.variant = game,
		.clock = clock,
		.practice = practice,
	};
	invite_fix_dice(c, length >= 0);
	invite_set_ready(c);
	invite_tell(c, to, length, game != NULL ? game : VARIANT_FIBS, saved, true);
	if (to->away[0] != '\0')
		msg_is_away(c->out, to->player->name, to->away);
	if (length < 0 && !to->player->bot)
		(void)match_ask(c->w, c->s, saved, true);
	bots_invited(c->w, to, c->s, 0);
	return true;
}

bool
invite_offer(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock, bool practice)
{
	return offer(c, to, length, game, clock, practice, false);
}

/* Resumes, without an invitation, a match that the user left and in which `other` is waiting.
 * Returns false if there is none. */
static bool
resume_left(struct ctx *c, const struct session *other)
{
	return match_return(c->w, c->s, other) != RESUME_NONE;
}

void
cmd_invite(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const char *word = word_next(&rest);
	const struct invite_words words = invite_words(c->s, rest);
	const struct variant *game = invite_game(c, words.game);
	const struct clock_preset *clock;
	struct session *to;
	int length;

	if (name == NULL) {
		msg_invite_who(c->out);
		return;
	}
	if (word == NULL && !matchmaking_bring_bot(c, name, -1, NULL))
		return;
	to = cmd_someone(c, name, msg_no_one_called);
	if (to != NULL && word == NULL && resume_left(c, to))
		return;
	if (to == NULL || !invite_may(c, to)) {
		if (word == NULL)
			ask_to_resume(c, to != NULL ? to->player->name : name);
		return;
	}
	if (is_clock_word(word))
		msg_clock_length(c->out);
	else if (!invite_length(c, word, game, &length) ||
		 !invite_clock(c, words.clock, length, &clock))
		return;
	else if (length >= 0 && game == NULL)
		msg_bad_variant(c->out, words.game);
	else if (words.more != NULL)
		msg_word_more(c->out, words.more);
	else
		(void)offer(c, to, length, game, clock, false, words.yes);
}

/* ---- join ---- */

static void
join_resumed(struct ctx *c, struct session *inviter)
{
	switch (match_resume(c->w, inviter, c->s)) {
	case RESUME_OK:
		return;
	case RESUME_NONE:
		msg_no_saved_match(c->out, inviter->player->name);
		break;
	case RESUME_OVER: /* happens only in tournament matches */
	case RESUME_CORRUPT:
		break; /* match_resume has already reported the reason */
	}
	inviter->invited.user = 0;
}

static void
join_new(struct ctx *c, struct session *inviter)
{
	unsigned length = (unsigned)inviter->invited.length;
	struct dice_record dice = player_dice(inviter->player, c->p);
	struct match_terms terms = { .dice = &dice, .practice = inviter->invited.practice };

	match_terms_clock(&terms, inviter->invited.clock, length, 0);
	if (match_begin(c->w, inviter, c->s, length, inviter->invited.variant, &terms) == 0)
		msg_server_full(c->out);
}

/* Returns whether the inviter's request to resume a saved match with the user is still in
 * force.  The request can be accepted even if the inviter has invited someone else since. */
static bool
asks_to_resume(struct ctx *c, const struct session *inviter, struct match_record *saved_out)
{
	return store_match_open(c->w->store, c->p->user, inviter->player->user, saved_out) &&
	       match_asks(c->w, inviter, saved_out->id);
}

static void
join_invitation(struct ctx *c, struct session *inviter)
{
	const char *name = inviter->player->name;
	bool invited = inviter->invited.user == c->p->user;
	struct match_record saved;

	if (matchmaking_join(c, inviter))
		return;
	if (inviter->match != 0)
		msg_error_plays_someone(c->out, name);
	else if (!invited && !asks_to_resume(c, inviter, &saved))
		msg_didnt_invite(c->out, name);
	else if (!player_has(inviter->player, TOGGLE_ready))
		msg_refusing_games(c->out, name);
	else if (!player_has(c->p, TOGGLE_ready))
		msg_use_toggle_ready(c->out);
	else if (invite_bound(c, inviter) ||
		 !both_want_game(c, inviter,
		     invited ? inviter->invited.variant : variant_find(saved.variant)))
		return;
	else if (!invited || inviter->invited.length < 0)
		join_resumed(c, inviter);
	else
		join_new(c, inviter);
}

/* Joins the next game of the current match. */
static void
join_next(struct ctx *c, struct match *m)
{
	enum match_err err = match_join_next(c->w, m, c->s->seat);

	if (err == MATCH_PAUSED)
		msg_match_paused(c->out);
	else if (err == MATCH_OK && m->joined[c->s->seat])
		msg_wait_join(c->out, match_name(c->w, m, seat_other(c->s->seat)));
}

/* Returns the only user who has invited this interactive user since their last match.  Returns
 * NULL if there are none or several: with several, the user may mean an invitation that was
 * withdrawn a moment ago. */
static struct session *
only_inviter(const struct ctx *c)
{
	const struct inviter *i = &c->p->inviter;

	return session_person(c->s) && !i->several ? session_get(c->w, i->session) : NULL;
}

void
cmd_join(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct match *m = session_match(c->w, c->s);
	struct session *inviter;

	if (m != NULL) {
		if (m->state.phase == PH_BETWEEN &&
		    (name == NULL ||
			word_begins(name, session_opponent(c->w, c->s)->player->name)))
			join_next(c, m);
		else if (name == NULL || !matchmaking_join_named(c, name))
			msg_two_games(c->out);
		return;
	}
	inviter = name != NULL ? cmd_someone(c, name, msg_error_cant_find) : only_inviter(c);
	if (name == NULL && inviter == NULL)
		(session_person(c->s) && c->p->inviter.several ? msg_join_which : msg_join_who)(
		    c->out);
	else if (inviter != NULL && !resume_left(c, inviter))
		join_invitation(c, inviter);
}

/* ---- rematch ---- */

static bool
first_action(void *ctx, const struct action_record *r)
{
	if (!match_read_action(r, ctx))
		((struct action *)ctx)->kind = ACT_COUNT;
	return false;
}

/* Returns the clock with which a stored match began, NULL if it had none.  The clock is set by
 * the first action of the match. */
static const struct clock_preset *
clock_of(struct ctx *c, const struct match_record *r)
{
	struct action a = { .kind = ACT_COUNT };

	store_actions_from(c->w->store, r->id, 0, 1, first_action, &a);
	if (a.kind != ACT_CLOCK)
		return NULL;
	return clock_preset_of(a.clock.delay_ms, a.clock.reserve_ms[0], r->length);
}

/* Returns whether `by` has invited the user to exactly this match. */
static bool
is_offered(const struct ctx *c, const struct session *by, const struct match_record *r,
    const struct variant *game, const struct clock_preset *clock)
{
	return by->match == 0 && by->invited.user == c->p->user &&
	       by->invited.length == r->length && by->invited.variant == game &&
	       by->invited.clock == clock && by->invited.practice == match_is_practice(r);
}

/* Offers another match on the terms of the last finished one, or accepts the opponent's offer
 * of such a match. */
void
cmd_rematch(struct ctx *c, char *rest)
{
	const struct clock_preset *clock;
	const struct variant *game;
	struct match_record r;
	struct session *to;
	const char *name;

	if (c->s->last_match == 0 || !store_match_by_id(c->w->store, c->s->last_match, &r)) {
		msg_rematch_none(c->out);
		return;
	}
	name = r.name[r.user[0] == c->p->user ? 1 : 0];
	game = variant_find(r.variant);
	if (game != NULL && !matchmaking_bring_bot(c, name, r.length, game))
		return;
	to = session_by_name(c->w, name);
	if (to == NULL || game == NULL) {
		msg_no_one_called(c->out, name);
		return;
	}
	clock = clock_of(c, &r);
	if (c->s->match == 0 && is_offered(c, to, &r, game, clock))
		join_invitation(c, to);
	else if (invite_may(c, to) && invite_may_play(c, r.length, game))
		(void)offer(
		    c, to, r.length, game, clock, match_is_practice(&r), word_is(rest, "yes"));
}

/* ---- log-in by token ---- */

/* Returns whether both players have returned to their match by token; it is then resumed
 * without an invitation. */
static bool
both_returned(const struct session *s, const struct session *other)
{
	return other->resume.came_back && other->resume.row == s->resume.row;
}

/* Returns the opponent in an unfinished match if they are online and not playing, else NULL. */
static struct session *
find_waiting(struct ctx *c, int64_t row, struct match_record *r)
{
	struct session *other;

	if (row == 0 || !store_match_by_id(c->w->store, row, r) || r->ended_ms != 0)
		return NULL;
	other = session_by_name(c->w, r->name[r->user[0] == c->p->user ? 1 : 0]);
	return other != NULL && other->match == 0 ? other : NULL;
}

void
cmd_resume_by_token(struct ctx *c)
{
	struct match_record r;
	struct session *other = find_waiting(c, c->s->resume.row, &r);
	char name[STORE_NAME_MAX + 1];

	if (other == NULL || match_interrupted(c->w, r.id) || /* an interrupted match is resumed
							       * automatically */
	    !player_has(other->player, TOGGLE_ready) || store_refusing(c->w->store))
		return;
	(void)sbuf_copy(name, sizeof(name), other->player->name);
	if (other->invited.user == c->p->user && other->invited.length < 0)
		cmd_join(c, name);
	else if (!both_returned(c->s, other) || recovery_is_shown(other))
		cmd_invite(c, name); /* cmd_resume_after_code accepts the invitation once the
					code has been read */
	else if (both_want_game(c, other, variant_find(r.variant)))
		join_resumed(c, other);
}

void
cmd_resume_after_code(struct ctx *c)
{
	struct match_record r;
	struct session *other =
	    c->s->resume.came_back ? find_waiting(c, c->s->resume.row, &r) : NULL;
	char name[STORE_NAME_MAX + 1];

	if (other == NULL || !both_returned(c->s, other) || store_refusing(c->w->store) ||
	    other->invited.user != c->p->user || other->invited.length >= 0)
		return;
	(void)sbuf_copy(name, sizeof(name), other->player->name);
	cmd_join(c, name);
}
