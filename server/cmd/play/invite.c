/* SPDX-License-Identifier: MIT */
/* Inviting, joining, the same match again, going back to a match. */
#include "cmd/cmd.h"

#include <string.h>

#include "bot/bot.h"
#include "tell/tell.h"
#include "people/people.h"
#include "people/state.h"
#include "login/resume_token.h"
#include "output/output.h"
#include "match/match.h"
#include "tournament/tournament.h"
#include "proto/words.h"

/* ---- inviting ---- */

/* The game that the third word names, or their own choice; NULL when there is none of that
 * name.
 */
static const struct variant *
invite_game(const struct ctx *c, const char *word)
{
	if (word != NULL)
		return player_variant_named(word);
	return player_has(c->p, TOGGLE_variants) ? c->p->variant : VARIANT_FIBS;
}

/* Long matches are for the experienced; false: told so. */
static bool
may_play_length(struct ctx *c, int length, const struct variant *game)
{
	if (player_may_play(c->w, c->p, game, (unsigned)length))
		return true;
	msg_not_experienced(c->out);
	return false;
}

/* What the second word asks for: 1..99, 0 unlimited, -1 resume; false: told why not. */
static bool
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
		return may_play_length(c, *length_out, game);
	}
	return true;
}

static bool
plays_game(const struct player *p, const struct variant *v)
{
	return v == NULL || v->fibs || player_has(p, TOGGLE_variants);
}

/* False: one of the two does not want that game, and it is told.  A match that was left can be
 * a game that one of them no longer wants. */
static bool
both_want_game(struct ctx *c, const struct session *other, const struct variant *v)
{
	if (!plays_game(c->p, v))
		msg_variants_off(c->out);
	else if (!plays_game(other->player, v))
		msg_only_backgammon(c->out, other->player->name);
	else
		return true;
	return false;
}

/* True when a match of a tournament waits for one of the two: it is told, and nothing draws
 * them away from it. */
static bool
tournament_binds(struct ctx *c, const struct session *other)
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

/* True when they may be invited; else the refusal is told. */
static bool
may_invite(struct ctx *c, const struct session *to)
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
	else if (to->player->bot && bots_refuse(c->w, c->s))
		msg_bots_shared(c->out, name);
	else
		return !tournament_binds(c, to);
	return false;
}

/* saved: their match, NULL when there is none. */
static bool
may_resume(struct ctx *c, const struct session *to, const struct match_record *saved)
{
	if (saved != NULL)
		return both_want_game(c, to, variant_find(saved->variant));
	msg_no_saved_match(c->out, to->player->name);
	return false;
}

/* What comes behind the length: a game, "clock" and one of the clocks, both, or nothing. */
struct invite_words {
	const char *game;  /* NULL: none named */
	const char *clock; /* NULL: the word `clock` was not there; "": nothing behind it */
	const char *more;  /* NULL: nothing is left over */
};

static bool
is_clock_word(const char *word)
{
	return word != NULL && strlen(word) == strlen("clock") && word_begins(word, "clock");
}

static struct invite_words
invite_words(char *rest)
{
	struct invite_words words = { NULL, NULL, NULL };
	const char *word;

	while (words.more == NULL && (word = word_next(&rest)) != NULL) {
		if (words.clock == NULL && is_clock_word(word)) {
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

/* The clock that was asked for, NULL none; false: told why it cannot be. */
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

/* Before the match, what it may still do to the ratings of both. */
static void
tell_allowances(
    struct ctx *c, struct session *other, unsigned length, const struct variant *v, bool rated)
{
	tell_allowance(c->w, c->s, other, length, v, rated);
	tell_allowance(c->w, other, c->s, length, v, rated);
}

static void
tell_invitation(struct ctx *c, struct session *to, int length, const struct variant *v,
    const struct match_record *saved)
{
	const char *me = c->p->name;
	const char *name = to->player->name;

	if (length > 0) {
		msg_invited(c->out, name, (unsigned)length);
		msg_wants_match(&to->out, me, (unsigned)length);
	} else if (length == 0) {
		msg_invited_unlimited(c->out, name);
		msg_wants_unlimited(&to->out, me);
	} else {
		msg_invited_resume(c->out, name);
		msg_wants_resume(&to->out, me);
	}
	if (!v->fibs) {
		msg_game_is(c->out, v->title);
		msg_game_is(&to->out, v->title);
	}
	if (c->s->invited.clock != NULL) {
		tell_clock(c->out, c->s->invited.clock, (unsigned)length);
		tell_clock(&to->out, c->s->invited.clock, (unsigned)length);
	}
	session_bell(to);
	msg_type_join(&to->out, me);
	if (length >= 0 && saved != NULL && saved->length > 0)
		msg_warning_saved(&to->out, saved->length);
	else if (length >= 0 && saved != NULL)
		msg_warning_saved_unlimited(&to->out);
	tell_allowances(c, to, length >= 0 ? (unsigned)length : saved->length, v,
	    length >= 0 ? !c->s->invited.practice : !saved->unrated);
}

/* The dice of a match are settled when it is offered. */
static void
fix_dice(struct ctx *c, bool anew)
{
	c->p->dice.invited_no = ++c->w->people->dice_no;
	if (anew)
		c->w->random.bytes(c->w->random.ctx, c->p->dice.seed, sizeof(c->p->dice.seed));
}

static void
be_ready(struct ctx *c)
{
	if (player_has(c->p, TOGGLE_ready))
		return;
	player_set_toggle(c->w, c->p, TOGGLE_ready, true);
	feed_row(c->w, c->s);
}

/* An invitation to resume a saved match that could not be given, because the player is not here
 * or does not take it, is shown to them at their next log-in.  A bot needs none. */
static void
ask_in_vain(struct ctx *c, const char *name)
{
	struct match_record saved;
	struct user_record other;
	uint32_t pairing;
	bool counts;

	if (c->s->match != 0 || tourneys_binds(c->w, c->s, &pairing) != NULL ||
	    !cmd_user(c, name, NULL, &other) || user_is_bot(&other) ||
	    !store_match_open(c->w->store, c->p->user, other.id, &saved) ||
	    !plays_game(c->p, variant_find(saved.variant)))
		return;
	if (session_person(c->s)) /* for a program nothing changes, as on FIBS */
		be_ready(c);
	counts = match_ask(c->w, c->s, &saved, false);
	if (session_person(c->s)) {
		msg_ask_noted(c->out, other.name);
		if (counts)
			msg_ask_wait(c->out);
	}
}

/* Every invitation passes here, however it was typed.  length as in struct session; a match
 * that is resumed has its game and its clock already. */
static void
offer(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock, bool practice)
{
	struct match_record saved;
	bool have_saved = store_match_open(c->w->store, c->p->user, to->player->user, &saved);

	if (length < 0 && !may_resume(c, to, have_saved ? &saved : NULL)) {
		ask_in_vain(c, to->player->name);
		return;
	}
	if (length >= 0 && have_saved && to->player->bot &&
	    !match_is_practice(&saved)) { /* or a lost match would go unrated */
		msg_bots_saved(c->out, to->player->name, to->player->name);
		return;
	}
	if (length >= 0 && !have_saved &&
	    store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max) {
		msg_too_many_saved(c->out);
		return;
	}
	if (length < 0)
		game = variant_find(saved.variant);
	else if (!both_want_game(c, to, game))
		return;
	c->s->invited.user = to->player->user;
	c->s->invited.length = length;
	c->s->invited.variant = game;
	c->s->invited.clock = clock;
	c->s->invited.anybody = false;
	c->s->invited.practice = practice;
	fix_dice(c, length >= 0);
	be_ready(c);
	tell_invitation(
	    c, to, length, game != NULL ? game : VARIANT_FIBS, have_saved ? &saved : NULL);
	if (to->away[0] != '\0')
		msg_is_away(c->out, to->player->name, to->away);
	if (length < 0 && !to->player->bot)
		(void)match_ask(c->w, c->s, &saved, true);
	bots_invited(c->w, to, c->s);
}

/* Resumes a match that they have left and in which `other` waits, without asking. */
static bool
goes_back(struct ctx *c, const struct session *other)
{
	return match_return(c->w, c->s, other) != RESUME_NONE;
}

void
cmd_invite(struct ctx *c, char *rest)
{
	const char *name = word_next(&rest);
	const char *word = word_next(&rest);
	const struct invite_words words = invite_words(rest);
	const struct variant *game = invite_game(c, words.game);
	const struct clock_preset *clock;
	struct session *to;
	int length;

	if (name == NULL) {
		msg_invite_who(c->out);
		return;
	}
	to = cmd_someone(c, name, msg_no_one_called);
	if (to != NULL && word == NULL && goes_back(c, to))
		return;
	if (to == NULL || !may_invite(c, to)) {
		if (word == NULL)
			ask_in_vain(c, to != NULL ? to->player->name : name);
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
		offer(c, to, length, game, clock, false);
}

/* ---- joining ---- */

static void
join_resumed(struct ctx *c, struct session *inviter)
{
	switch (match_resume(c->w, inviter, c->s)) {
	case RESUME_OK:
		return;
	case RESUME_NONE:
		msg_no_saved_match(c->out, inviter->player->name);
		break;
	case RESUME_OVER: /* of matches of tournaments */
		break;
	case RESUME_CORRUPT:
		msg_corrupt_match(c->out);
		msg_corrupt_match(&inviter->out);
		break;
	}
	inviter->invited.user = 0;
}

static void
join_new(struct ctx *c, struct session *inviter)
{
	unsigned length = (unsigned)inviter->invited.length;
	struct dice_record dice = player_dice(inviter->player, c->p);
	/* who waits for anybody has told nobody of the dice: they are drawn anew */
	struct match_terms terms = { .dice = inviter->invited.anybody ? NULL : &dice };

	terms.practice = inviter->invited.practice;
	if (inviter->invited.anybody)
		tell_allowances(c, inviter, length, inviter->invited.variant, true);
	match_terms_clock(&terms, inviter->invited.clock, length, 0);
	if (match_begin(c->w, inviter, c->s, length, inviter->invited.variant, &terms) == 0)
		msg_server_full(c->out);
}

/* While an ask to resume a saved match counts for the inviter, it can be accepted, whomever
 * they have invited since. */
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

	if (inviter->match != 0)
		msg_error_plays_someone(c->out, name);
	else if (!invited && !asks_to_resume(c, inviter, &saved))
		msg_didnt_invite(c->out, name);
	else if (!player_has(inviter->player, TOGGLE_ready))
		msg_refusing_games(c->out, name);
	else if (!player_has(c->p, TOGGLE_ready))
		msg_use_toggle_ready(c->out);
	else if (tournament_binds(c, inviter) ||
		 !both_want_game(c, inviter,
		     invited ? inviter->invited.variant : variant_find(saved.variant)))
		return;
	else if (!invited || inviter->invited.length < 0)
		join_resumed(c, inviter);
	else
		join_new(c, inviter);
}

/* The next game of the match that is on. */
static void
join_next(struct ctx *c, struct match *m)
{
	enum match_err err = match_join_next(c->w, m, c->s->seat);

	if (err == MATCH_PAUSED)
		msg_match_paused(c->out);
	else if (err == MATCH_OK && m->joined[c->s->seat])
		msg_wait_join(c->out, match_name(c->w, m, seat_other(c->s->seat)));
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
		else
			msg_two_games(c->out);
		return;
	}
	if (name == NULL) {
		msg_join_who(c->out);
		return;
	}
	inviter = cmd_someone(c, name, msg_error_cant_find);
	if (inviter != NULL && !goes_back(c, inviter))
		join_invitation(c, inviter);
}

/* ---- the same match again ---- */

static bool
first_action(void *ctx, const struct action_record *r)
{
	if (!match_read_action(r, ctx))
		((struct action *)ctx)->kind = ACT_COUNT;
	return false;
}

/* The clock that a stored match began with, which is its first action; NULL none. */
static const struct clock_preset *
clock_of(struct ctx *c, const struct match_record *r)
{
	struct action a = { .kind = ACT_COUNT };

	store_actions_from(c->w->store, r->id, 0, 1, first_action, &a);
	if (a.kind != ACT_CLOCK)
		return NULL;
	return clock_preset_of(a.clock.delay_ms, a.clock.reserve_ms[0], r->length);
}

/* The other has offered this very match to who asks. */
static bool
is_offered(const struct ctx *c, const struct session *by, const struct match_record *r,
    const struct variant *game, const struct clock_preset *clock)
{
	return by->match == 0 && by->invited.user == c->p->user &&
	       by->invited.length == r->length && by->invited.variant == game &&
	       by->invited.clock == clock && by->invited.practice == match_is_practice(r);
}

/* Offers the last match that was played to its end once more, or accepts that. */
void
cmd_rematch(struct ctx *c, char *rest)
{
	const struct clock_preset *clock;
	const struct variant *game;
	struct match_record r;
	struct session *to;
	const char *name;

	(void)rest;
	if (c->s->last_match == 0 || !store_match_by_id(c->w->store, c->s->last_match, &r)) {
		msg_rematch_none(c->out);
		return;
	}
	name = r.name[r.user[0] == c->p->user ? 1 : 0];
	to = session_by_name(c->w, name);
	game = variant_find(r.variant);
	if (to == NULL || game == NULL) {
		msg_no_one_called(c->out, name);
		return;
	}
	clock = clock_of(c, &r);
	if (c->s->match == 0 && is_offered(c, to, &r, game, clock))
		join_invitation(c, to);
	else if (may_invite(c, to) && may_play_length(c, r.length, game))
		offer(c, to, r.length, game, clock, match_is_practice(&r));
}

/* ---- whoever is there ---- */

#define PLAY_LENGTH 3       /* when none is named */
#define PLAY_LOOK 500u      /* sessions, those longest here first */
#define PLAY_IDLE_MS 180000 /* who has typed nothing for so long is not asked */
#define PLAY_WAIT_MS 900000 /* nor who waits for so long */
#define NEWCOMER 15u        /* with less experience against bots: the easiest one */
#define STRONG 1600.0       /* with such a rating: the best one */

struct play_wish {
	int length;
	const struct variant *game;
	bool named; /* one of the two was */
	bool practice;
};

/* Neither keeps the other out, and both want the game. */
static bool
may_meet(struct ctx *c, const struct session *x, const struct variant *game)
{
	uint32_t pairing;

	return x != c->s && x->match == 0 && !x->player->bot &&
	       tourneys_binds(c->w, x, &pairing) == NULL &&
	       player_has(x->player, TOGGLE_ready) &&
	       (game->fibs || player_has(x->player, TOGGLE_variants)) &&
	       !session_gags(x, c->s) && !session_gags(c->s, x);
}

/* Somebody who waits for anybody to play that, or anything: their wish counts then. */
static bool
waits_for(struct ctx *c, const struct session *x, const struct play_wish *wish)
{
	const struct invitation *i = &x->invited;
	struct match_record saved; /* would be lost */

	if (!i->anybody || x->away[0] != '\0' ||
	    c->w->mono_ms - x->times.input_ms >= PLAY_WAIT_MS || !may_meet(c, x, i->variant) ||
	    store_match_open(c->w->store, c->p->user, x->player->user, &saved) ||
	    !player_may_play(c->w, c->p, i->variant, (unsigned)i->length))
		return false;
	if (wish->named)
		return i->length == wish->length && i->variant == wish->game;
	return i->variant->fibs || player_has(c->p, TOGGLE_variants);
}

/* Somebody who has said that they want to play, and is there. */
static bool
is_ready(struct ctx *c, const struct session *x, const struct play_wish *wish)
{
	return session_person(x) && x->away[0] == '\0' && x->invited.user == 0 &&
	       c->w->mono_ms - x->times.input_ms < PLAY_IDLE_MS && may_meet(c, x, wish->game);
}

static struct session *
play_find(struct ctx *c, const struct play_wish *wish,
    bool (*fits)(struct ctx *c, const struct session *x, const struct play_wish *wish))
{
	struct session *x = c->w->people->online;

	for (unsigned n = 0; x != NULL && n < PLAY_LOOK; n++, x = x->index.online_next)
		if (fits(c, x, wish))
			return x;
	return NULL;
}

/* Beginners get the one that errs most, the good the one that errs least. */
static struct session *
play_bot(struct ctx *c, bool practice)
{
	const struct standing with_bots = user_bots_standing(c->w, c->p->user, VARIANT_FIBS);
	enum bot_grade grade = GRADE_club;

	if ((!practice && !player_has(c->p, TOGGLE_bots)) || bots_refuse(c->w, c->s))
		return NULL;
	if (c->p->experience + with_bots.experience < NEWCOMER)
		grade = GRADE_beginner;
	else if (c->p->rating >= STRONG || with_bots.rating >= STRONG)
		grade = GRADE_strong;
	return bots_free_one(c->w, grade, c->s, practice);
}

/* A match that was saved goes on, unless it was for practice and this one is to count, or to be
 * another one. */
static void
play_with_bot(struct ctx *c, struct session *bot, const struct play_wish *wish)
{
	struct match_record saved;
	bool resume = store_match_open(c->w->store, c->p->user, bot->player->user, &saved) &&
		      match_is_practice(&saved) == wish->practice &&
		      (!wish->practice || !wish->named);

	if (may_invite(c, bot))
		offer(c, bot, resume ? -1 : wish->length, wish->game, NULL, wish->practice);
}

static void
play_wait(struct ctx *c, const struct play_wish *wish)
{
	c->s->invited = (struct invitation){
		.length = wish->length, .variant = wish->game, .anybody = true
	};
	fix_dice(c, true);
	be_ready(c);
	msg_play_waits(c->out);
}

/* A length and a game, in any order.  False: told what is wrong. */
static bool
play_words(struct ctx *c, char *rest, struct play_wish *wish)
{
	const char *word = word_next(&rest);
	const char *length = NULL, *game = NULL;
	long n;

	*wish = (struct play_wish){ .length = PLAY_LENGTH };
	wish->practice = word != NULL && word_is(word, "practice");
	if (wish->practice)
		word = word_next(&rest);
	wish->named = word != NULL;
	for (; word != NULL; word = word_next(&rest)) {
		if (length == NULL && (word_number(word, &n) || word_is(word, "unlimited"))) {
			length = word;
		} else if (game == NULL) {
			game = word;
		} else {
			msg_word_more(c->out, word);
			return false;
		}
	}
	wish->game = invite_game(c, game);
	if (wish->game == NULL)
		msg_bad_variant(c->out, game);
	else if (length == NULL)
		return may_play_length(c, wish->length, wish->game);
	else
		return invite_length(c, length, wish->game, &wish->length);
	return false;
}

/* Somebody who waits, else somebody who is ready and may want to, else a bot; who types it once
 * more does not wait for the one who was asked.  For practice a bot. */
void
cmd_play(struct ctx *c, char *rest)
{
	bool again = c->s->invited.user != 0;
	struct play_wish wish;
	struct session *x;

	if (c->s->match != 0) {
		msg_already_playing(c->out);
		return;
	}
	if (!play_words(c, rest, &wish) || tournament_binds(c, c->s))
		return;
	if (!wish.game->fibs && !player_has(c->p, TOGGLE_variants)) {
		msg_variants_off(c->out);
		return;
	}
	if (store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max) {
		msg_too_many_saved(c->out);
		return;
	}
	x = wish.practice ? NULL : play_find(c, &wish, waits_for);
	if (x != NULL) {
		be_ready(c);
		join_new(c, x);
		return;
	}
	x = again || wish.practice ? NULL : play_find(c, &wish, is_ready);
	if (x != NULL) {
		offer(c, x, wish.length, wish.game, NULL, false);
		msg_play_again(c->out);
		return;
	}
	x = play_bot(c, wish.practice);
	if (x != NULL)
		play_with_bot(c, x, &wish);
	else if (wish.practice)
		msg_practice_none(c->out);
	else
		play_wait(c, &wish);
}

/* ---- coming back ---- */

/* Both have come back by tokens: nobody need be asked. */
static bool
both_came_back(const struct session *s, const struct session *other)
{
	return other->resume.came_back && other->resume.row == s->resume.row;
}

/* The other player of a match that is not over, who is here and plays nobody; NULL when there
 * is none: whoever comes back by a token is brought here. */
static struct session *
waits_in(struct ctx *c, int64_t row, struct match_record *r)
{
	struct session *other;

	if (row == 0 || !store_match_by_id(c->w->store, row, r) || r->ended_ms != 0)
		return NULL;
	other = session_by_name(c->w, r->name[r->user[0] == c->p->user ? 1 : 0]);
	return other != NULL && other->match == 0 ? other : NULL;
}

void
cmd_go_back(struct ctx *c)
{
	struct match_record r;
	struct session *other = waits_in(c, c->s->resume.row, &r);
	char name[STORE_NAME_MAX + 1];

	if (other == NULL || match_interrupted(c->w, r.id) || /* resumed automatically */
	    !player_has(other->player, TOGGLE_ready) || store_refusing(c->w->store))
		return;
	(void)sbuf_copy(name, sizeof(name), other->player->name);
	if (other->invited.user == c->p->user && other->invited.length < 0)
		cmd_join(c, name);
	else if (!both_came_back(c->s, other))
		cmd_invite(c, name);
	else if (both_want_game(c, other, variant_find(r.variant)))
		join_resumed(c, other);
}
