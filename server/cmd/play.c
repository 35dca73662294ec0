/* SPDX-License-Identifier: MIT */
/* Inviting, joining, playing.  Handlers turn words into one action; what the rules refuse is
 * worded here, each command in its own way (PROTOCOL.md 5). */
#include "cmd/cmd.h"

#include <string.h>

#include "tell/announce.h"
#include "people/resume_token.h"
#include "match/match.h"
#include "people/player.h"
#include "people/session.h"
#include "tournament/tournament.h"
#include "tell/timetext.h"
#include "proto/words.h"
#include "rules/expand.h"
#include "rules/notation.h"

/* ---- refusals of the rules ---- */

/* How a command words the refusals that differ from command to command. */
struct wording {
	enum msg_id not_your_turn;
	enum msg_id already_rolled;
	enum msg_id not_rolled;
	enum msg_id answer_double;
};

static const struct wording ROLL_WORDS = { MSG_not_turn_roll, MSG_already_rolled,
	MSG_not_turn_roll, MSG_not_turn_roll };
static const struct wording MOVE_WORDS = { MSG_not_turn_move, MSG_not_turn_move,
	MSG_roll_before_move, MSG_not_turn_move };
static const struct wording OFF_WORDS = { MSG_not_your_turn, MSG_not_your_turn,
	MSG_roll_before_move, MSG_not_your_turn };
static const struct wording DOUBLE_WORDS = { MSG_not_turn_double, MSG_double_before_roll,
	MSG_not_turn_double, MSG_not_turn_double };
static const struct wording ANSWER_WORDS = { MSG_not_your_turn, MSG_not_your_turn,
	MSG_not_your_turn, MSG_answer_double };

static void
tell_refusal(const struct ctx *c, enum match_err err, const struct wording *k)
{
	const char *opponent;

	if (session_match(c->w, c->s) == NULL)
		return; /* it has just ended, because somebody's time was up: he was told */
	opponent = session_opponent(c->w, c->s)->player->name;
	switch (err) {
	case MATCH_NO_GAME:
	case MATCH_IS_OVER:
		msg_game_over(c->out);
		break;
	case MATCH_NOT_YOUR_TURN:
		msg_plain(c->out, k->not_your_turn);
		break;
	case MATCH_ALREADY_ROLLED:
		msg_plain(c->out, k->already_rolled);
		break;
	case MATCH_NOT_ROLLED:
		msg_plain(c->out, k->not_rolled);
		break;
	case MATCH_AWAIT_DOUBLE:
		msg_await_double(c->out, opponent);
		break;
	case MATCH_ANSWER_DOUBLE:
		msg_plain(c->out, k->answer_double);
		break;
	case MATCH_AWAIT_RESIGN:
		msg_await_resign(c->out, opponent);
		break;
	case MATCH_ANSWER_RESIGN:
		msg_answer_resign(c->out, opponent);
		break;
	case MATCH_CRAWFORD_GAME:
		msg_crawford_no_double(c->out);
		break;
	case MATCH_NO_CUBE:
		msg_not_turn_double(c->out);
		break;
	case MATCH_NOTHING_OFFERED:
		msg_didnt_offer(c->out, opponent);
		break;
	case MATCH_LIMITED:
		msg_redouble_limited(c->out);
		break;
	case MATCH_NO_REDOUBLE:
		msg_redouble_denied(c->out);
		break;
	case MATCH_NAME_DOUBLE:
		msg_name_double(c->out);
		break;
	case MATCH_NOTHING_TO_NAME:
		msg_nothing_to_name(c->out);
		break;
	case MATCH_AWAIT_DRAW:
		msg_await_draw(c->out, opponent);
		break;
	case MATCH_RESIGN_SIZE:
		msg_resign_too_high(c->out);
		break;
	case MATCH_NO_DICE:
		msg_no_dice(c->out);
		break;
	case MATCH_PAUSED:
		msg_match_paused(c->out);
		break;
	case MATCH_NO_BREAK:
		msg_no_break(c->out);
		break;
	case MATCH_NO_CLOCK:
		msg_clock_none(c->out);
		break;
	case MATCH_OK:
	case MATCH_AWAY:
	case MATCH_OUT_OF_TIME:
	case MATCH_TIME_LEFT:
	case MATCH_GAME_ON:
	case MATCH_BAD_MOVE:
	case MATCH_BAD_ACTION:
		break;
	}
}

static struct action
action_of(const struct ctx *c, enum act_kind kind)
{
	return (struct action){ .kind = kind, .seat = c->s->seat };
}

static void
act(struct ctx *c, const struct action *a, const struct wording *k)
{
	struct match_error e = match_act(c->w, session_match(c->w, c->s), a, HOW_TYPED);

	if (e.err != MATCH_OK)
		tell_refusal(c, e.err, k);
}

/* ---- rolling and moving ---- */

void
cmd_roll(struct ctx *c, char *rest)
{
	struct action a = action_of(c, ACT_ROLL);

	(void)rest;
	act(c, &a, &ROLL_WORDS);
}

/* "first": which of the moves of a roll. */
static const char *
ordinal(const struct ctx *c, unsigned step)
{
	static const enum msg_id words[] = { MSG_ordinal_1, MSG_ordinal_2, MSG_ordinal_3,
		MSG_ordinal_4 };

	return msg_text(c->out, words[step < 4 ? step : 3]);
}

static unsigned
step_points(const struct step *st)
{
	unsigned from = st->from <= PT_BAR ? st->from : PT_BAR;

	return from > st->to ? from - st->to : st->to - from;
}

/* People read what a rule of their game is, a program the line that it knows. */
static void
tell_rule(const struct ctx *c, enum rule rule)
{
	static const enum msg_id text[RULE_COUNT] = {
		[RULE_RUNNER] = MSG_rule_runner,
		[RULE_START_PRIME] = MSG_rule_start_prime,
		[RULE_SHUT_IN] = MSG_rule_shut_in,
		[RULE_FOUR_POINTS] = MSG_rule_four_points,
		[RULE_HEAD] = MSG_rule_head,
		[RULE_PRIME] = MSG_rule_prime,
		[RULE_ENTER] = MSG_rule_enter,
		[RULE_NEXT_QUARTER] = MSG_rule_next_quarter,
		[RULE_EMPTY_POINT] = MSG_rule_empty_point,
		[RULE_WALL] = MSG_rule_wall,
		[RULE_SCORE] = MSG_rule_score,
	};

	if (rule != RULE_NONE)
		msg_plain(c->out, text[rule]);
}

static void
tell_two_ways(const struct ctx *c, const struct expansion *x, enum numbering numbering)
{
	char text[2][64];
	struct sbuf b;

	for (unsigned i = 0; i < 2; i++) {
		SBUF_ON(&b, text[i]);
		notation_play(&b, &x->play[i], numbering);
	}
	msg_move_two_ways(c->out, text[0], text[1]);
}

static void
tell_number(const struct ctx *c, bool too_many)
{
	unsigned pieces = session_match(c->w, c->s)->state.pieces;
	bool person = session_person(c->s);

	if (too_many)
		(person ? msg_too_many_moves_people : msg_too_many_moves)(c->out, pieces);
	else
		(person ? msg_must_give_people : msg_must_give)(c->out, pieces);
}

static void
tell_bad_move(
    const struct ctx *c, enum move_err err, unsigned step, const struct typed_play *typed)
{
	const struct step *st = &typed->play.step[step];
	const char *k = ordinal(c, step);
	char word[2][16];

	for (unsigned i = 0; i < 2; i++) {
		struct sbuf b;

		SBUF_ON(&b, word[i]);
		if (step < typed->play.n)
			sbuf_addn(&b, typed->word[step][i].at, typed->word[step][i].n);
	}
	switch (err) {
	case MOVE_TOO_FEW:
	case MOVE_USES_FEWER:
		tell_number(c, false);
		break;
	case MOVE_TOO_MANY:
		tell_number(c, true);
		break;
	case MOVE_NO_CHECKER:
		msg_cant_move_from(c->out, word[0], k);
		break;
	case MOVE_NOT_ON_DICE:
	case MOVE_LARGER_DIE:
		msg_cant_move_points(c->out, step_points(st), k);
		break;
	case MOVE_BLOCKED:
		msg_cant_move_to(c->out, word[1], k);
		break;
	case MOVE_BAR_FIRST:
		msg_bar_first(c->out, k);
		break;
	case MOVE_NOT_HOME: /* this one is not, or another */
		if (st->from > HOME_TOP)
			msg_cant_move_P_home(c->out, word[0], k);
		else
			msg_cant_move_home(c->out, k);
		break;
	case MOVE_BAD_BEAROFF:
		msg_cant_remove(c->out, k);
		break;
	case MOVE_PINNED:
		msg_move_pinned(c->out, k);
		break;
	case MOVE_FORBIDDEN:
		msg_move_forbidden(c->out, k);
		break;
	case MOVE_NO_WAY:
		msg_move_no_way(c->out, word[0], word[1]);
		break;
	case MOVE_TWO_WAYS: /* tell_two_ways */
	case MOVE_OK:
		break;
	}
}

/* What a refused move has to be made of. */
static void
tell_dice(const struct ctx *c)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;

	if (session_person(c->s) && !st->variant->no_dice)
		msg_dice_again(c->out, st->dice.d[0], st->dice.d[1], st->pieces);
}

/* In many games two checkers close a point; where it is otherwise people read it. */
static void
tell_why_closed(const struct ctx *c, unsigned to)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;

	if (st->variant->close_at == 1)
		msg_rule_one_closes(c->out);
	else if (to >= 1 && to <= 24 && board_pinned(&st->board, c->s->seat, to))
		msg_rule_pin_closes(c->out);
}

/* What people read behind the line of a refusal: the rule. */
static void
explain_to_people(
    const struct ctx *c, enum move_err err, const struct expansion *x, const struct play *typed)
{
	if (err == MOVE_USES_FEWER)
		msg_rule_most_dice(c->out);
	else if (err == MOVE_LARGER_DIE)
		msg_rule_larger_die(c->out);
	else if (err == MOVE_FORBIDDEN)
		tell_rule(c, x->rule);
	else if (err == MOVE_BLOCKED || err == MOVE_NO_WAY)
		tell_why_closed(c, typed->step[x->step].to);
}

/* False: it is no move at all, and that is told. */
static bool
read_move(
    struct ctx *c, const char *text, const struct match_state *st, struct typed_play *typed)
{
	unsigned forms = session_person(c->s) ? NOTATION_FREE : 0;
	unsigned n = 0;

	if (forms != 0 && st->variant->entry != ENTRY_NONE)
		forms |= NOTATION_RESERVE;
	switch (notation_parse_typed(
	    text, forms, match_numbering_for(c->s, st, c->s->seat, c->s->seat), typed, &n)) {
	case NOTATION_OK:
		return true;
	case NOTATION_BAD_WORD:
		msg_legal_words(c->out, ordinal(c, n));
		break;
	case NOTATION_ODD:
		tell_number(c, false);
		break;
	case NOTATION_TOO_MANY:
		tell_number(c, true);
		break;
	}
	tell_dice(c);
	return false;
}

/* People may give several dice in one step.  What that cannot mean is put to the match as it
 * stands, which refuses it too, unless somebody's time is up. */
static void
move_typed(struct ctx *c, const char *text, struct match *m)
{
	const struct match_state *st = &m->state;
	struct action a = action_of(c, ACT_MOVE);
	bool person = session_person(c->s);
	enum move_err err = MOVE_OK;
	struct typed_play typed;
	struct match_error e;
	struct expansion x;

	if (!read_move(c, text, st, &typed))
		return;
	a.play = typed.play;
	if (person) {
		(void)move_list(
		    st->variant, &st->board, a.seat, st->dice.d[0], st->dice.d[1], c->w->space);
		err = move_expand(st->variant, &st->board, a.seat, st->dice.d[0], st->dice.d[1],
		    &typed.play, c->w->space, &x);
		if (err == MOVE_OK)
			a.play = x.play[0];
	}
	e = match_act(c->w, m, &a, HOW_TYPED);
	if (e.err == MATCH_BAD_MOVE && err == MOVE_TWO_WAYS)
		tell_two_ways(c, &x, match_numbering_for(c->s, st, a.seat, a.seat));
	else if (e.err == MATCH_BAD_MOVE && person)
		tell_bad_move(c, err, x.step, &typed);
	else if (e.err == MATCH_BAD_MOVE)
		tell_bad_move(c, e.move, e.step, &typed);
	else if (e.err != MATCH_OK)
		tell_refusal(c, e.err, &MOVE_WORDS);
	if (e.err == MATCH_BAD_MOVE && person) {
		explain_to_people(c, err, &x, &typed.play);
		tell_dice(c);
	}
}

void
cmd_move(struct ctx *c, char *rest)
{
	struct match *m = session_match(c->w, c->s);
	struct action a = action_of(c, ACT_MOVE);
	enum match_err err = match_gate(&m->state, &a);

	if (err != MATCH_OK)
		tell_refusal(c, err, &MOVE_WORDS);
	else
		move_typed(c, rest, m);
}

void
cmd_off(struct ctx *c, char *rest)
{
	struct match *m = session_match(c->w, c->s);
	const struct match_state *st = &m->state;
	struct action a = action_of(c, ACT_MOVE);
	enum match_err err = match_gate(st, &a);

	(void)rest;
	if (err != MATCH_OK)
		tell_refusal(c, err, &OFF_WORDS);
	else if (!move_bearoff_all(
		     st->variant, &st->board, a.seat, st->dice.d[0], st->dice.d[1], &a.play) ||
		 (match_act(c->w, m, &a, HOW_OFF).err != MATCH_OK &&
		     session_match(c->w, c->s) != NULL)) {
		msg_cant_bear_off_all(c->out);
		tell_dice(c);
	}
}

/* ---- the cube ---- */

/* Why nobody, or not this player, can double before the next roll either. */
static void
tell_no_cube(const struct ctx *c, const struct match_state *st, enum seat me)
{
	enum seat other = seat_other(me);

	if (st->length == 1 || st->no_cube || !st->variant->cube)
		msg_no_cube(c->out);
	else if (st->crawford == CRAWFORD_ACTIVE)
		msg_crawford_no_double(c->out);
	else if (st->cube_owner == other)
		msg_cube_of_other(c->out, session_opponent(c->w, c->s)->player->name);
}

/* In the Crawford game, and without the cube, the dice are rolled at once: programs are told of
 * that in place of the dice, or they would never hear of it (PROTOCOL.md 5), people of both. */
static void
double_refused(struct ctx *c, const struct match_state *st, enum seat me)
{
	if (session_person(c->s)) {
		msg_double_before_roll(c->out);
		tell_no_cube(c, st, me);
	} else if (st->crawford == CRAWFORD_ACTIVE) {
		msg_crawford_no_double(c->out);
	} else if (st->length == 1 || st->cube_owner == seat_other(me)) {
		msg_not_turn_double(c->out);
	} else {
		msg_double_before_roll(c->out);
	}
}

void
cmd_double(struct ctx *c, char *rest)
{
	struct match *m = session_match(c->w, c->s);
	const struct match_state *st = &m->state;
	struct action a = action_of(c, ACT_DOUBLE);
	enum match_err err = match_gate(st, &a);

	(void)rest;
	if (st->resign_by == a.seat)
		msg_double_resign(c->out);
	else if (st->offer_by == a.seat)
		msg_not_turn_double(c->out);
	else if (err == MATCH_NOT_YOUR_TURN)
		msg_wait_until_moved(c->out, match_name(c->w, m, seat_other(a.seat)));
	else if (err == MATCH_ALREADY_ROLLED)
		double_refused(c, st, a.seat);
	else
		act(c, &a, &DOUBLE_WORDS);
}

/* What an answer means depends on what was offered. */
static void
answer(struct ctx *c, enum act_kind to_double, enum act_kind to_resign, enum act_kind to_draw)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	struct action a = action_of(c, to_double);

	if (st->resign_by == seat_other(a.seat))
		a.kind = to_resign;
	else if (st->offer_by == SEAT_NONE && st->draw_by == seat_other(a.seat))
		a.kind = to_draw;
	else if (st->resign_by == SEAT_NONE && st->offer_by != seat_other(a.seat)) {
		tell_refusal(c, MATCH_NOTHING_OFFERED, &ANSWER_WORDS);
		return;
	}
	act(c, &a, &ANSWER_WORDS);
}

void
cmd_accept(struct ctx *c, char *rest)
{
	(void)rest;
	answer(c, ACT_TAKE, ACT_RESIGN_ACCEPT, ACT_DRAW_ACCEPT);
}

void
cmd_reject(struct ctx *c, char *rest)
{
	(void)rest;
	answer(c, ACT_DROP, ACT_RESIGN_REJECT, ACT_DRAW_REJECT);
}

static const struct {
	const char *word; /* to type */
	const char *said; /* in the refusal */
} REDOUBLES[] = { { "beaver", "a beaver" }, { "raccoon", "a raccoon" },
	{ "otter", "an otter" } };

void
cmd_redouble(struct ctx *c, char *rest)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	struct action a = action_of(c, ACT_REDOUBLE);

	(void)rest;
	if (st->length != 0)
		msg_redouble_limited(c->out);
	else if (st->resign_by == SEAT_NONE && st->offer_by != seat_other(a.seat))
		msg_redouble_denied(c->out);
	else
		act(c, &a, &ANSWER_WORDS);
}

/* A beaver is the first instant redouble, a raccoon the second, an otter the third. */
static void
named_redouble(struct ctx *c, unsigned which)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	unsigned now = st->redoubles_done;

	if (st->offer_by != seat_other(c->s->seat) || st->length != 0 || now == which)
		cmd_redouble(c, NULL);
	else if (now < ARRAY_LEN(REDOUBLES))
		msg_wrong_redouble(c->out, REDOUBLES[which].said, REDOUBLES[now].word);
	else
		msg_wrong_redouble_late(c->out, REDOUBLES[which].said);
}

void
cmd_beaver(struct ctx *c, char *rest)
{
	(void)rest;
	named_redouble(c, 0);
}

void
cmd_raccoon(struct ctx *c, char *rest)
{
	(void)rest;
	named_redouble(c, 1);
}

void
cmd_otter(struct ctx *c, char *rest)
{
	(void)rest;
	named_redouble(c, 2);
}

/* ---- games other than backgammon ---- */

void
cmd_choose(struct ctx *c, char *rest)
{
	struct action a = action_of(c, ACT_NAME);
	const char *word = word_next(&rest);
	long n;

	if (word == NULL || !word_number(word, &n) || n < 1 || n > 6) {
		msg_choose_usage(c->out);
		return;
	}
	a.size = (uint8_t)n;
	act(c, &a, &ANSWER_WORDS);
}

/* Offers a draw, or answers the other's offer. */
void
cmd_draw(struct ctx *c, char *rest)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	const char *word = word_next(&rest);
	bool offered = st->draw_by == seat_other(c->s->seat);
	struct action a = action_of(c, ACT_DRAW);

	if (word != NULL && word_begins(word, "accept"))
		a.kind = ACT_DRAW_ACCEPT;
	else if (word != NULL && word_begins(word, "reject"))
		a.kind = ACT_DRAW_REJECT;
	else if (word != NULL) {
		msg_draw_usage(c->out);
		return;
	}
	if (a.kind != ACT_DRAW && !offered)
		msg_no_draw_offered(c->out, session_opponent(c->w, c->s)->player->name);
	else
		act(c, &a, &ANSWER_WORDS);
}

/* ---- resigning and leaving ---- */

void
cmd_resign(struct ctx *c, char *rest)
{
	static const char *const sizes[] = { "normal", "gammon", "backgammon" };
	struct action a = action_of(c, ACT_RESIGN);
	const char *word = word_next(&rest);
	enum match_err err = match_gate(&session_match(c->w, c->s)->state, &a);

	if (err == MATCH_AWAIT_RESIGN) {
		msg_resign_again(c->out);
		return;
	}
	for (unsigned i = 0; word != NULL && i < ARRAY_LEN(sizes); i++)
		if (word_begins(word, sizes[i]))
			a.size = (uint8_t)(i + 1);
	if (err == MATCH_OK && a.size == 0)
		msg_resign_what(c->out);
	else
		act(c, &a, &ANSWER_WORDS);
}

void
cmd_leave(struct ctx *c, char *rest)
{
	struct match *m = session_match(c->w, c->s);
	struct session *opponent = session_opponent(c->w, c->s);

	(void)rest;
	if (m->event != 0) {
		msg_tt_leave(c->out);
		return;
	}
	msg_terminated(c->out);
	msg_left_game(&opponent->out, c->p->name);
	announce_left(c->w, m, c->s->seat);
	resume_token_playing(c->w, c->s, 0);
	resume_token_playing(c->w, opponent, 0);
	match_suspend(c->w, m, c->s->seat);
	announce_who(c->w, c->s);
	announce_who(c->w, opponent);
}

/* ---- inviting ---- */

/* The game that the third word names, or his own choice; NULL when there is none of that name.
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

/* False: one of the two does not want that game, and it is told.  A match that was left can be
 * a game that one of them no longer wants. */
static bool
both_want_game(struct ctx *c, const struct session *other, const struct variant *v)
{
	if (v == NULL || v->fibs)
		return true;
	if (!player_has(c->p, TOGGLE_variants))
		msg_variants_off(c->out);
	else if (!player_has(other->player, TOGGLE_variants))
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

/* True when he may be invited; else the refusal is told. */
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
};

static bool
is_clock_word(const char *word)
{
	return word != NULL && strlen(word) == strlen("clock") && word_begins(word, "clock");
}

static struct invite_words
invite_words(char *rest)
{
	struct invite_words words = { word_next(&rest), NULL };
	const char *word = words.game;

	if (is_clock_word(words.game))
		words.game = NULL;
	else
		word = word_next(&rest);
	if (!is_clock_word(word))
		return words;
	words.clock = word_next(&rest);
	if (words.clock == NULL)
		words.clock = "";
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
	if (c->s->invited_clock != NULL) {
		tell_clock(c->out, c->s->invited_clock, (unsigned)length);
		tell_clock(&to->out, c->s->invited_clock, (unsigned)length);
	}
	session_bell(to);
	msg_type_join(&to->out, me);
	if (length >= 0 && saved != NULL && saved->length > 0)
		msg_warning_saved(&to->out, saved->length);
	else if (length >= 0 && saved != NULL)
		msg_warning_saved_unlimited(&to->out);
}

/* Every invitation passes here, however it was typed.  length as in struct session; a match
 * that is resumed has its game and its clock already. */
static void
offer(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock)
{
	struct match_record saved;
	bool have_saved = store_match_open(c->w->store, c->p->user, to->player->user, &saved);

	if (length < 0 && !may_resume(c, to, have_saved ? &saved : NULL))
		return;
	if (length >= 0 && !have_saved &&
	    store_matches_open_count(c->w->store, c->p->user) >= c->w->config.saved_max) {
		msg_too_many_saved(c->out);
		return;
	}
	if (length < 0)
		game = variant_find(saved.variant);
	else if (!both_want_game(c, to, game))
		return;
	c->s->invited_user = to->player->user;
	c->s->invited_length = length;
	c->s->invited_variant = game;
	c->s->invited_clock = clock;
	if (!player_has(c->p, TOGGLE_ready)) {
		player_set_toggle(c->w, c->p, TOGGLE_ready, true);
		announce_who(c->w, c->s);
	}
	tell_invitation(
	    c, to, length, game != NULL ? game : VARIANT_FIBS, have_saved ? &saved : NULL);
	if (to->away[0] != '\0')
		msg_is_away(c->out, to->player->name, to->away);
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
	to = cmd_someone(c, name);
	if (to == NULL)
		msg_no_one_called(c->out, name);
	else if (!may_invite(c, to))
		return;
	else if (is_clock_word(word))
		msg_clock_length(c->out);
	else if (!invite_length(c, word, game, &length) ||
		 !invite_clock(c, words.clock, length, &clock))
		return;
	else if (length >= 0 && game == NULL)
		msg_bad_variant(c->out, words.game);
	else
		offer(c, to, length, game, clock);
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
	case RESUME_OVER: /* of matches of events */
		break;
	case RESUME_CORRUPT:
		msg_corrupt_match(c->out);
		msg_corrupt_match(&inviter->out);
		break;
	}
	inviter->invited_user = 0;
}

static void
join_new(struct ctx *c, struct session *inviter)
{
	unsigned length = (unsigned)inviter->invited_length;
	struct match_terms terms = { 0 };

	match_terms_clock(&terms, inviter->invited_clock, length, 0);
	if (match_begin(c->w, inviter, c->s, length, inviter->invited_variant, &terms) == 0)
		msg_server_full(c->out);
}

static void
join_invitation(struct ctx *c, struct session *inviter)
{
	const char *name = inviter->player->name;

	if (inviter->match != 0)
		msg_error_plays_someone(c->out, name);
	else if (inviter->invited_user != c->p->user)
		msg_didnt_invite(c->out, name);
	else if (!player_has(inviter->player, TOGGLE_ready))
		msg_refusing_games(c->out, name);
	else if (!player_has(c->p, TOGGLE_ready))
		msg_use_toggle_ready(c->out);
	else if (tournament_binds(c, inviter) ||
		 !both_want_game(c, inviter, inviter->invited_variant))
		return;
	else if (inviter->invited_length < 0)
		join_resumed(c, inviter);
	else
		join_new(c, inviter);
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
			match_join_next(c->w, m, c->s->seat);
		else
			msg_two_games(c->out);
		return;
	}
	if (name == NULL) {
		msg_join_who(c->out);
		return;
	}
	inviter = cmd_someone(c, name);
	if (inviter == NULL)
		msg_error_cant_find(c->out, name);
	else
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
	return by->match == 0 && by->invited_user == c->p->user &&
	       by->invited_length == r->length && by->invited_variant == game &&
	       by->invited_clock == clock;
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
		offer(c, to, r.length, game, clock);
}

/* ---- coming back ---- */

/* Both have come back by tokens: nobody need be asked. */
static bool
both_came_back(const struct session *s, const struct session *other)
{
	return other->came_back && other->back_to == s->back_to;
}

/* The other player of a match that is not over, who is here and plays nobody; NULL when there
 * is none: when he comes back by a token, he is brought here. */
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
	struct session *other = waits_in(c, c->s->back_to, &r);
	char name[STORE_NAME_MAX + 1];

	if (other == NULL || !player_has(other->player, TOGGLE_ready) ||
	    store_refusing(c->w->store))
		return;
	(void)sbuf_copy(name, sizeof(name), other->player->name);
	if (other->invited_user == c->p->user && other->invited_length < 0)
		cmd_join(c, name);
	else if (!both_came_back(c->s, other))
		cmd_invite(c, name);
	else if (both_want_game(c, other, variant_find(r.variant)))
		join_resumed(c, other);
}
