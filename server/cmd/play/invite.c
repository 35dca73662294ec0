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
invite_parse_game(const struct ctx *c, const char *word)
{
	if (word != NULL)
		return player_variant_named(word);
	return player_has_toggle(c->p, TOGGLE_variants) ? c->p->variant : VARIANT_FIBS;
}

bool
invite_check_experience(struct ctx *c, int length, const struct variant *game)
{
	if (player_may_play(c->w, c->p, game, (unsigned)length))
		return true;
	msg_not_experienced(c->out);
	return false;
}

bool
invite_parse_length(
    struct ctx *c, const char *word, const struct variant *game, int *length_out)
{
	long n;

	if (word == NULL) {
		*length_out = -1;
	} else if (word_is_prefix(word, "unlimited")) {
		*length_out = 0;
	} else if (!word_number(word, &n)) {
		msg_invite_argument(c->out);
		return false;
	} else if (n < 1 || n > (long)MATCH_LENGTH_MAX) {
		msg_invite_length(c->out, word);
		return false;
	} else {
		*length_out = (int)n;
		return invite_check_experience(c, *length_out, game);
	}
	return true;
}

bool
invite_accepts_game(const struct player *p, const struct variant *v)
{
	return v == NULL || v->fibs || player_has_toggle(p, TOGGLE_variants);
}

/* Returns whether both users accept the game, and reports the reason if not.  Either may have
 * switched off the game of a saved match since it was saved. */
static bool
both_accept_game(struct ctx *c, const struct session *other, const struct variant *v)
{
	if (!invite_accepts_game(c->p, v))
		msg_variants_off(c->out);
	else if (!invite_accepts_game(other->player, v))
		msg_only_backgammon(c->out, other->player->name);
	else
		return true;
	return false;
}

bool
invite_is_bound_by_tournament(struct ctx *c, const struct session *other)
{
	const struct tourney *t;
	uint32_t pairing;

	t = tourneys_match_of_user(c->w, c->s, &pairing);
	if (t != NULL) {
		msg_trn_binds(c->out, t->name);
		return true;
	}
	t = tourneys_match_of_user(c->w, other, &pairing);
	if (t != NULL)
		msg_trn_binds_other(c->out, other->player->name, t->name);
	return t != NULL;
}

bool
invite_check_invitee(struct ctx *c, const struct session *to)
{
	const char *name = to->player->name;

	if (to == c->s)
		msg_invite_yourself(c->out);
	else if (c->s->match != 0)
		msg_already_playing(c->out);
	else if (!player_has_toggle(to->player, TOGGLE_ready))
		msg_refusing_games(c->out, name);
	else if (to->match != 0)
		msg_plays_someone(c->out, name);
	else if (session_gags(to, c->s))
		msg_wont_listen(c->out, name);
	else if (session_gets_additions(c->s) && !bots_can_play(c->w, to, c->s))
		msg_bot_invited(c->out, name);
	else
		return !invite_is_bound_by_tournament(c, to);
	return false;
}

bool
invite_check_own_side(struct ctx *c, const char *name, bool bot, int length,
    const struct variant *game, const struct match_record *saved)
{
	if (invite_is_bound_by_tournament(c, c->s))
		return false;
	if (length >= 0 && saved != NULL && bot && !match_is_practice(saved))
		/* by discarding the saved match, the user could avoid losing rating points */
		msg_bots_saved(c->out, name, name);
	else if (length >= 0 && saved == NULL &&
		 store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max)
		msg_too_many_saved(c->out);
	else if (!invite_accepts_game(c->p, length < 0 ? variant_find(saved->variant) : game))
		msg_variants_off(c->out);
	else
		return true;
	return false;
}

/* The words after the length: a game, "clock" and a clock's name, both, or nothing. */
struct invite_options {
	const char *game;       /* NULL: none */
	const char *clock;      /* NULL: no `clock`; "": `clock` without a name */
	const char *unexpected; /* the first unexpected word, NULL if none */
	bool yes;               /* the last word was `yes`: a saved match may be discarded */
};

static bool
is_clock_word(const char *word)
{
	return word != NULL && strlen(word) == strlen("clock") && word_is_prefix(word, "clock");
}

static struct invite_options
invite_parse_options(const struct session *s, char *rest)
{
	struct invite_options words = { 0 };
	const char *word;

	while (words.unexpected == NULL && (word = word_next(&rest)) != NULL) {
		if (session_is_interactive(s) && word_is(word, "yes") && rest[0] == '\0') {
			words.yes = true;
		} else if (words.clock == NULL && is_clock_word(word)) {
			words.clock = word_next(&rest);
			if (words.clock == NULL)
				words.clock = "";
		} else if (words.game == NULL) {
			words.game = word;
		} else {
			words.unexpected = word;
		}
	}
	return words;
}

/* Finds the clock by name; *clock_out is NULL if `word` is NULL.  Returns false after reporting
 * why that clock cannot be used. */
static bool
invite_parse_clock(
    struct ctx *c, const char *word, int length, const struct clock_preset **clock_out)
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
	char text[DURATION_TEXT_MAX];

	duration_text(clock_reserve_start(p, length), text);
	msg_clock_invited(out, p->name, p->delay_ms / 1000, text);
}

void
invite_print_allowances(
    struct ctx *c, struct session *other, unsigned length, const struct variant *v, bool rated)
{
	struct session *const who[] = { c->s, other };

	tell_rating_allowances(c->w, who, length, v, rated);
}

static void
remember_inviter(struct player *invited, const struct session *by)
{
	struct inviter *i = &invited->inviter;

	i->others_too = i->others_too || (i->user != 0 && i->user != by->player->user);
	i->user = by->player->user;
	i->session = by->id;
}

static void
print_invitation(const struct session *by, struct session *to, int length,
    const struct variant *v, const struct match_record *saved, bool rings)
{
	const char *name = by->player->name;

	if (length > 0)
		msg_wants_match(&to->out, name, (unsigned)length);
	else if (length == 0)
		msg_wants_unlimited(&to->out, name);
	else
		msg_wants_resume(&to->out, name);
	if (by->player->marked_as_bot && session_gets_additions(to))
		msg_marked_opponent(&to->out, name);
	if (!v->fibs)
		msg_game_is(&to->out, v->title);
	if (by->invitation.clock != NULL)
		tell_clock(&to->out, by->invitation.clock, (unsigned)length);
	if (rings)
		session_ring_bell(to);
	msg_type_join(&to->out, name);
	if (length >= 0 && saved != NULL && saved->length > 0)
		msg_warning_saved(&to->out, saved->length);
	else if (length >= 0 && saved != NULL)
		msg_warning_saved_unlimited(&to->out);
}

static void
send_invitation_json(const struct session *by, struct session *to, int length,
    const struct variant *v, const struct match_record *saved)
{
	const struct clock_preset *clock = by->invitation.clock;

	json_send(to, "invitation", json_text_field("from", by->player->name),
	    json_int_or_null("length", length >= 0, length), json_text_field("game", v->name),
	    json_text_field("clock", clock != NULL ? clock->name : NULL),
	    json_int_or_null("saved", saved != NULL, saved != NULL ? saved->id : 0));
}

void
invite_notify_both(struct ctx *c, struct session *to, int length, const struct variant *v,
    const struct match_record *saved, bool rings)
{
	const char *name = to->player->name;

	CHECK(length >= 0 || saved != NULL);
	remember_inviter(to->player, c->s);
	if (length > 0)
		msg_invited(c->out, name, (unsigned)length);
	else if (length == 0)
		msg_invited_unlimited(c->out, name);
	else
		msg_invited_resume(c->out, name);
	if (to->player->marked_as_bot && session_gets_additions(c->s))
		msg_marked_opponent(c->out, name);
	if (!v->fibs)
		msg_game_is(c->out, v->title);
	if (c->s->invitation.clock != NULL)
		tell_clock(c->out, c->s->invitation.clock, (unsigned)length);
	if (session_is_json(to))
		send_invitation_json(c->s, to, length, v, saved);
	else
		print_invitation(c->s, to, length, v, saved, rings);
	if (length >= 0 && saved != NULL && session_is_interactive(c->s) &&
	    !match_is_practice(saved))
		msg_saved_at_stake(c->out, name);
	invite_print_allowances(c, to, length >= 0 ? (unsigned)length : saved->length, v,
	    length >= 0 ? !c->s->invitation.practice : !saved->unrated);
}

void
invite_commit_dice(struct ctx *c, bool anew)
{
	c->p->dice.invitation_seq = ++c->w->people->dice_seq;
	if (anew)
		c->w->random.bytes(c->w->random.ctx, c->p->dice.seed, sizeof(c->p->dice.seed));
}

void
invite_set_ready(struct ctx *c)
{
	if (player_has_toggle(c->p, TOGGLE_ready))
		return;
	player_set_toggle(c->w, c->p, TOGGLE_ready, true);
	feed_row_changed(c->w, c->s);
}

void
cmd_withdraw_invitation(struct session *s)
{
	if (s->invitation.user == 0 && !s->invitation.open_to_all)
		return;
	s->invitation.user = 0;
	s->invitation.open_to_all = false;
	if (session_gets_additions(s))
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

	if (c->s->match != 0 || tourneys_match_of_user(c->w, c->s, &pairing) != NULL ||
	    !cmd_find_account(c, name, NULL, &other) || user_is_bot(&other) ||
	    !store_match_find_unfinished(c->w->store, c->p->user, other.id, &saved) ||
	    !invite_accepts_game(c->p, variant_find(saved.variant)))
		return;
	if (session_is_interactive(
		c->s)) /* a client program's `ready` stays unchanged, as on FIBS */
		invite_set_ready(c);
	counts = match_request_resume(c->w, c->s, &saved, false);
	if (session_is_interactive(c->s)) {
		msg_ask_noted(c->out, other.name);
		if (counts)
			msg_ask_wait(c->out);
	}
}

/* Returns true, after asking for `yes`, if a new match would discard this saved one. */
static bool
ask_about_saved(struct ctx *c, const struct session *to, const struct match_record *saved)
{
	if (!session_is_interactive(c->s) || match_is_practice(saved))
		return false;
	msg_saved_asked(c->out, to->player->name, to->player->name);
	return true;
}

static bool
make_invitation(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock, bool practice, bool yes)
{
	struct match_record r;
	const struct match_record *saved =
	    store_match_find_unfinished(c->w->store, c->p->user, to->player->user, &r) ? &r
										       : NULL;

	if (length < 0 && saved == NULL) {
		msg_no_saved_match(c->out, to->player->name);
		return false;
	}
	if (!invite_check_own_side(c, to->player->name, to->player->bot, length, game, saved))
		return false;
	if (length < 0)
		game = variant_find(saved->variant);
	if (!both_accept_game(c, to, game)) {
		if (length < 0)
			ask_to_resume(c, to->player->name);
		return false;
	}
	if (length >= 0 && saved != NULL && !yes && ask_about_saved(c, to, saved))
		return false;
	c->s->invitation = (struct invitation){
		.user = to->player->user,
		.length = length,
		.variant = game,
		.clock = clock,
		.practice = practice,
	};
	invite_commit_dice(c, length >= 0);
	invite_set_ready(c);
	invite_notify_both(c, to, length, game != NULL ? game : VARIANT_FIBS, saved, true);
	if (to->away_text[0] != '\0')
		msg_is_away(c->out, to->player->name, to->away_text);
	if (length < 0 && !to->player->bot)
		(void)match_request_resume(c->w, c->s, saved, true);
	bots_invited(c->w, to, c->s, 0);
	return true;
}

bool
invite_offer(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock, bool practice)
{
	return make_invitation(c, to, length, game, clock, practice, false);
}

/* Resumes, without an invitation, a match that the user left and in which `other` is waiting.
 * Returns false if there is none. */
static bool
resume_left_match(struct ctx *c, const struct session *other)
{
	return match_rejoin(c->w, c->s, other) != RESUME_NONE;
}

void
cmd_invite(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const char *word = word_next(&rest);
	const struct invite_options words = invite_parse_options(c->s, rest);
	const struct variant *game = invite_parse_game(c, words.game);
	const struct clock_preset *clock;
	struct session *to;
	int length;

	if (name == NULL) {
		msg_invite_who(c->out);
		return;
	}
	if (word == NULL && !matchmaking_bring_bot_online(c, name, -1, NULL))
		return;
	to = cmd_find_online(c, name, msg_no_one_called);
	if (to != NULL && word == NULL && resume_left_match(c, to))
		return;
	if (to == NULL || !invite_check_invitee(c, to)) {
		if (word == NULL)
			ask_to_resume(c, to != NULL ? to->player->name : name);
		return;
	}
	if (is_clock_word(word))
		msg_clock_length(c->out);
	else if (!invite_parse_length(c, word, game, &length) ||
		 !invite_parse_clock(c, words.clock, length, &clock))
		return;
	else if (length >= 0 && game == NULL)
		msg_bad_variant(c->out, words.game);
	else if (words.unexpected != NULL)
		msg_word_more(c->out, words.unexpected);
	else
		(void)make_invitation(c, to, length, game, clock, false, words.yes);
}

/* ---- join ---- */

static void
join_resumed_match(struct ctx *c, struct session *inviter)
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
	inviter->invitation.user = 0;
}

static void
join_new_match(struct ctx *c, struct session *inviter)
{
	unsigned length = (unsigned)inviter->invitation.length;
	struct dice_record dice = player_invitation_dice(inviter->player, c->p);
	struct match_terms terms = { .dice = &dice, .practice = inviter->invitation.practice };

	match_terms_set_clock(&terms, inviter->invitation.clock, length, 0);
	if (match_begin(c->w, inviter, c->s, length, inviter->invitation.variant, &terms) == 0)
		msg_server_full(c->out);
}

/* Returns whether the inviter's request to resume a saved match with the user is still in
 * force.  The request can be accepted even if the inviter has invited someone else since. */
static bool
has_asked_to_resume(
    struct ctx *c, const struct session *inviter, struct match_record *saved_out)
{
	return store_match_find_unfinished(
		   c->w->store, c->p->user, inviter->player->user, saved_out) &&
	       match_requests_resume(c->w, inviter, saved_out->id);
}

static void
join_invitation(struct ctx *c, struct session *inviter)
{
	const char *name = inviter->player->name;
	bool invited = inviter->invitation.user == c->p->user;
	struct match_record saved;

	if (matchmaking_join(c, inviter))
		return;
	if (inviter->match != 0)
		msg_error_plays_someone(c->out, name);
	else if (!invited && !has_asked_to_resume(c, inviter, &saved))
		msg_didnt_invite(c->out, name);
	else if (!player_has_toggle(inviter->player, TOGGLE_ready))
		msg_refusing_games(c->out, name);
	else if (!player_has_toggle(c->p, TOGGLE_ready))
		msg_use_toggle_ready(c->out);
	else if (invite_is_bound_by_tournament(c, inviter) ||
		 !both_accept_game(c, inviter,
		     invited ? inviter->invitation.variant : variant_find(saved.variant)))
		return;
	else if (!invited || inviter->invitation.length < 0)
		join_resumed_match(c, inviter);
	else
		join_new_match(c, inviter);
}

/* Joins the next game of the current match. */
static void
join_next_game(struct ctx *c, struct match *m)
{
	enum match_err err = match_join_next_game(c->w, m, c->s->seat);

	if (err == MATCH_PAUSED)
		msg_match_paused(c->out);
	else if (err == MATCH_OK && m->wants_next_game[c->s->seat])
		msg_wait_join(c->out, match_player_name(c->w, m, seat_other(c->s->seat)));
}

/* Returns the only user who has invited this interactive user since their last match.  Returns
 * NULL if there are none or several: with several, the user may mean an invitation that was
 * withdrawn a moment ago. */
static struct session *
only_inviter(const struct ctx *c)
{
	const struct inviter *i = &c->p->inviter;

	return session_is_interactive(c->s) && !i->others_too ? session_get(c->w, i->session)
							      : NULL;
}

void
cmd_join(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	struct match *m = session_match(c->w, c->s);
	struct session *inviter;

	if (m != NULL) {
		if (m->state.phase == PH_BETWEEN_GAMES &&
		    (name == NULL ||
			word_is_prefix(name, session_opponent(c->w, c->s)->player->name)))
			join_next_game(c, m);
		else if (name == NULL || !matchmaking_join_named(c, name))
			msg_two_games(c->out);
		return;
	}
	inviter =
	    name != NULL ? cmd_find_online(c, name, msg_error_cant_find) : only_inviter(c);
	if (name == NULL && inviter == NULL)
		(session_is_interactive(c->s) && c->p->inviter.others_too
			? msg_join_which
			: msg_join_who)(c->out);
	else if (inviter != NULL && !resume_left_match(c, inviter))
		join_invitation(c, inviter);
}

/* ---- rematch ---- */

static bool
read_first_action(void *ctx, const struct action_record *r)
{
	if (!match_read_action(r, ctx))
		((struct action *)ctx)->kind = ACT_COUNT;
	return false;
}

/* Returns the clock with which a stored match began, NULL if it had none.  The clock is set by
 * the first action of the match. */
static const struct clock_preset *
clock_of_match(struct ctx *c, const struct match_record *r)
{
	struct action a = { .kind = ACT_COUNT };

	store_actions_from(c->w->store, r->id, 0, 1, read_first_action, &a);
	if (a.kind != ACT_CLOCK)
		return NULL;
	return clock_preset_of(a.clock.delay_ms, a.clock.reserve_ms[0], r->length);
}

/* Returns whether `by` has invited the user to exactly this match. */
static bool
is_same_match_offered(const struct ctx *c, const struct session *by,
    const struct match_record *r, const struct variant *game, const struct clock_preset *clock)
{
	return by->match == 0 && by->invitation.user == c->p->user &&
	       by->invitation.length == r->length && by->invitation.variant == game &&
	       by->invitation.clock == clock && by->invitation.practice == match_is_practice(r);
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
	if (game != NULL && !matchmaking_bring_bot_online(c, name, r.length, game))
		return;
	to = session_by_name(c->w, name);
	if (to == NULL || game == NULL) {
		msg_no_one_called(c->out, name);
		return;
	}
	clock = clock_of_match(c, &r);
	if (c->s->match == 0 && is_same_match_offered(c, to, &r, game, clock))
		join_invitation(c, to);
	else if (invite_check_invitee(c, to) && invite_check_experience(c, r.length, game))
		(void)make_invitation(
		    c, to, r.length, game, clock, match_is_practice(&r), word_is(rest, "yes"));
}

/* ---- log-in by token ---- */

/* Returns whether both players have returned to their match by token; it is then resumed
 * without an invitation. */
static bool
opponent_returned_too(const struct session *s, const struct session *other)
{
	return other->resume.back_by_token && other->resume.row == s->resume.row;
}

/* Returns the opponent in an unfinished match if they are online and not playing, else NULL. */
static struct session *
find_waiting_opponent(struct ctx *c, int64_t row, struct match_record *r)
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
	struct session *other = find_waiting_opponent(c, c->s->resume.row, &r);
	char name[STORE_NAME_MAX + 1];

	if (other == NULL || match_interrupted(c->w, r.id) || /* an interrupted match is resumed
							       * automatically */
	    !player_has_toggle(other->player, TOGGLE_ready) || store_refusing(c->w->store))
		return;
	(void)sbuf_copy(name, sizeof(name), other->player->name);
	if (other->invitation.user == c->p->user && other->invitation.length < 0)
		cmd_join(c, name);
	else if (!opponent_returned_too(c->s, other) || recovery_is_shown(other))
		cmd_invite(c, name); /* cmd_resume_after_code accepts the invitation once the
					code has been read */
	else if (both_accept_game(c, other, variant_find(r.variant)))
		join_resumed_match(c, other);
}

void
cmd_resume_after_code(struct ctx *c)
{
	struct match_record r;
	struct session *other =
	    c->s->resume.back_by_token ? find_waiting_opponent(c, c->s->resume.row, &r) : NULL;
	char name[STORE_NAME_MAX + 1];

	if (other == NULL || !opponent_returned_too(c->s, other) ||
	    store_refusing(c->w->store) || other->invitation.user != c->p->user ||
	    other->invitation.length >= 0)
		return;
	(void)sbuf_copy(name, sizeof(name), other->player->name);
	cmd_join(c, name);
}
