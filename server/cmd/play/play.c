/* SPDX-License-Identifier: MIT */
/* The commands roll, move and off, and the texts of refusals.  Each handler turns its arguments
 * into one action. */
#include "cmd/play/play.h"

#include <string.h>

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "tell/tell.h"
#include "rules/expand.h"
#include "rules/notation.h"

/* ---- refusals of the rules ---- */

/* clang-format off */
#define WORDINGS(roll, move, off, dbl, answer) \
	{ { MSG_##roll, MSG_##move, MSG_##off, MSG_##dbl, MSG_##answer }, NULL }
#define SAME_WORDING(text) WORDINGS(text, text, text, text, text)
#define WITH_OPPONENT(fn) { { 0 }, fn } /* printed with the opponent's name */

/* Errors without a row are reported elsewhere, or cannot be caused by a command. */
static const struct {
	enum msg_id text[WORDING_COUNT]; /* indexed by enum refusal_wording */
	void (*print_with_opponent)(struct out *out, const char *opponent);
} REFUSALS[MATCH_BAD_ACTION + 1] = {
	/*                        roll            move             off              double              answer */
	[MATCH_NOT_YOUR_TURN] = WORDINGS(
	                          not_turn_roll,  not_turn_move,   not_your_turn,   not_turn_double,    not_your_turn),
	[MATCH_ALREADY_ROLLED] = WORDINGS(
	                          already_rolled, not_turn_move,   not_your_turn,   double_before_roll, not_your_turn),
	[MATCH_NOT_ROLLED] = WORDINGS(
	                          not_turn_roll,  roll_before_move, roll_before_move, not_turn_double,  not_your_turn),
	[MATCH_ANSWER_DOUBLE] = WORDINGS(
	                          not_turn_roll,  not_turn_move,   not_your_turn,   not_turn_double,    answer_double),
	[MATCH_NO_GAME] = SAME_WORDING(game_over),
	[MATCH_IS_OVER] = SAME_WORDING(game_over),
	[MATCH_AWAIT_DOUBLE] = WITH_OPPONENT(msg_await_double),
	[MATCH_AWAIT_RESIGN] = WITH_OPPONENT(msg_await_resign),
	[MATCH_ANSWER_RESIGN] = WITH_OPPONENT(msg_answer_resign),
	[MATCH_CRAWFORD_GAME] = SAME_WORDING(crawford_no_double),
	[MATCH_NO_CUBE] = SAME_WORDING(not_turn_double),
	[MATCH_NOTHING_OFFERED] = WITH_OPPONENT(msg_didnt_offer),
	[MATCH_NOT_UNLIMITED] = SAME_WORDING(redouble_limited),
	[MATCH_NO_REDOUBLE] = SAME_WORDING(redouble_denied),
	[MATCH_NAME_DOUBLE] = SAME_WORDING(name_double),
	[MATCH_NO_DOUBLE_TO_NAME] = SAME_WORDING(nothing_to_name),
	[MATCH_AWAIT_DRAW] = WITH_OPPONENT(msg_await_draw),
	[MATCH_BAD_RESIGN_SIZE] = SAME_WORDING(resign_too_high),
	[MATCH_NO_DICE] = SAME_WORDING(no_dice),
	[MATCH_PAUSED] = SAME_WORDING(match_paused),
	[MATCH_NO_CLOCK] = SAME_WORDING(clock_none),
	[MATCH_NO_BREAK] = SAME_WORDING(no_break),
	[MATCH_NOT_PRACTICE] = SAME_WORDING(practice_only),
	[MATCH_NO_PLAY_TO_TAKE_BACK] = SAME_WORDING(nothing_back),
};
/* clang-format on */

void
play_report_refusal(const struct ctx *c, enum match_err err, enum refusal_wording wording)
{
	if (session_match(c->w, c->s) == NULL)
		/* a player's time has run out and ended the match; both were notified */
		return;
	if (REFUSALS[err].print_with_opponent != NULL)
		REFUSALS[err].print_with_opponent(
		    c->out, session_opponent(c->w, c->s)->player->name);
	else if (REFUSALS[err].text[wording] != 0)
		msg_write(c->out, REFUSALS[err].text[wording]);
}

struct action
play_own_action(const struct ctx *c, enum act_kind kind)
{
	return (struct action){ .kind = kind, .seat = c->s->seat };
}

void
play_act(struct ctx *c, const struct action *a, enum refusal_wording wording)
{
	struct match_error e = match_act(c->w, session_match(c->w, c->s), a, HOW_TYPED);

	if (e.err != MATCH_OK)
		play_report_refusal(c, e.err, wording);
}

/* ---- rolling and moving ---- */

void
cmd_roll(struct ctx *c, char *rest)
{
	struct action a = play_own_action(c, ACT_ROLL);

	(void)rest;
	play_act(c, &a, WORDING_ROLL);
}

/* Returns "first" to "fourth", the number of a step within a play. */
static const char *
ordinal_text(const struct ctx *c, unsigned step)
{
	static const enum msg_id words[] = { MSG_ordinal_1, MSG_ordinal_2, MSG_ordinal_3,
		MSG_ordinal_4 };

	return msg_text(c->out, words[step < 4 ? step : 3]);
}

static unsigned
step_distance(const struct step *st)
{
	unsigned from = st->from <= PT_BAR ? st->from : PT_BAR;

	return from > st->to ? from - st->to : st->to - from;
}

/* Prints the rule of this game that was broken. */
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
		[RULE_WALL_BLOCKS] = MSG_rule_wall,
		[RULE_SCORE_WALL] = MSG_rule_score,
	};

	if (rule != RULE_NONE)
		msg_write(c->out, text[rule]);
}

static void
print_two_readings(const struct ctx *c, const struct expansion *x, enum numbering numbering)
{
	char text[2][64];
	struct sbuf b;

	for (unsigned i = 0; i < 2; i++) {
		SBUF_INIT(&b, text[i]);
		notation_write_fibs(&b, &x->play[i], numbering);
	}
	msg_move_two_ways(c->out, text[0], text[1]);
}

static void
print_wrong_move_count(const struct ctx *c, bool too_many)
{
	unsigned pieces = session_match(c->w, c->s)->state.dice_to_play;
	bool person = session_is_interactive(c->s);

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
	const char *k = ordinal_text(c, step);
	char word[2][16];

	for (unsigned i = 0; i < 2; i++) {
		struct sbuf b;

		SBUF_INIT(&b, word[i]);
		if (step < typed->play.n)
			sbuf_addn(&b, typed->word[step][i].at, typed->word[step][i].n);
	}
	switch (err) {
	case MOVE_TOO_FEW:
	case MOVE_USES_FEWER:
		print_wrong_move_count(c, false);
		break;
	case MOVE_TOO_MANY:
		print_wrong_move_count(c, true);
		break;
	case MOVE_NO_CHECKER:
		msg_cant_move_from(c->out, word[0], k);
		break;
	case MOVE_NOT_ON_DICE:
	case MOVE_LARGER_DIE:
		msg_cant_move_points(c->out, step_distance(st), k);
		break;
	case MOVE_BLOCKED:
		msg_cant_move_to(c->out, word[1], k);
		break;
	case MOVE_BAR_FIRST:
		msg_bar_first(c->out, k);
		break;
	case MOVE_NOT_HOME: /* this checker or another one is not home yet */
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
	case MOVE_TWO_WAYS: /* see print_two_readings */
	case MOVE_OK:
		break;
	}
}

/* Prints the dice that a refused play has to use. */
static void
print_dice_again(const struct ctx *c)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;

	if (session_is_interactive(c->s) && !st->variant->no_dice)
		msg_dice_again(c->out, st->dice.d[0], st->dice.d[1], st->dice_to_play);
}

/* Shows an interactive user the only legal play.  Of several plays, shows one where the
 * notation is easily got wrong: with a checker on the bar, and in games with a reserve or
 * without dice.  unclear: always shows one, because the user does not seem to know the
 * notation. */
static void
tell_legal_play(const struct ctx *c, bool unclear)
{
	const struct match *m = session_match(c->w, c->s);
	const struct match_state *st = &m->state;
	enum seat me = c->s->seat;
	unsigned n = move_list(
	    st->variant, &st->board, me, st->dice.d[0], st->dice.d[1], match_move_space(c->w));
	char text[64];
	struct sbuf b;

	if (!session_is_interactive(c->s) || n == 0 ||
	    (n > 1 && !unclear && st->board.at[me][PT_BAR] == 0 && !st->variant->no_dice &&
		st->board.at[me][PT_RESERVE] == 0))
		return;
	SBUF_INIT(&b, text);
	notation_write_fibs(&b, &match_move_space(c->w)->result[0].play,
	    point_numbering(session_direction_home(c->s), st, me, me));
	(n == 1 ? msg_only_play : msg_some_play)(c->out, text);
}

/* Explains why a point is closed, unless two opposing checkers close it as in most games. */
static void
print_why_point_closed(const struct ctx *c, unsigned to)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;

	if (st->variant->close_at == 1)
		msg_rule_one_closes(c->out);
	else if (to >= 1 && to <= 24 && board_pinned(&st->board, c->s->seat, to))
		msg_rule_pin_closes(c->out);
}

/* If a step goes the wrong way, explains which way the checkers move. */
static void
explain_direction(const struct ctx *c, const struct play *typed)
{
	for (unsigned i = 0; i < typed->n; i++) {
		const struct step *s = &typed->step[i];

		if (s->from >= 1 && s->from < s->to && s->to <= PT_BAR) {
			tell_direction(c->out, session_direction_home(c->s),
			    &session_match(c->w, c->s)->state, c->s->seat);
			return;
		}
	}
}

/* Prints the rule that was broken, for interactive users. */
static void
explain_move_rules(
    const struct ctx *c, enum move_err err, const struct expansion *x, const struct play *typed)
{
	explain_direction(c, typed);
	if (err == MOVE_USES_FEWER)
		msg_rule_most_dice(c->out);
	else if (err == MOVE_LARGER_DIE)
		msg_rule_larger_die(c->out);
	else if (err == MOVE_FORBIDDEN)
		tell_rule(c, x->broken_rule);
	else if (err == MOVE_BLOCKED || err == MOVE_NO_WAY)
		print_why_point_closed(c, typed->step[x->refused_step].to);
}

/* Parses a play.  Returns false after reporting that it cannot be read. */
static bool
parse_move(
    struct ctx *c, const char *text, const struct match_state *st, struct typed_play *typed)
{
	unsigned forms =
	    session_is_interactive(c->s) || session_is_json(c->s) ? NOTATION_BOOK : 0;
	unsigned n = 0;

	if (forms != 0 && st->variant->reserve != RESERVE_NONE)
		forms |= NOTATION_RESERVE;
	switch (notation_parse_typed(text, forms,
	    point_numbering(session_direction_home(c->s), st, c->s->seat, c->s->seat), typed,
	    &n)) {
	case NOTATION_OK:
		return true;
	case NOTATION_BAD_WORD:
		msg_legal_words(c->out, ordinal_text(c, n));
		break;
	case NOTATION_INCOMPLETE:
		print_wrong_move_count(c, false);
		break;
	case NOTATION_TOO_MANY:
		print_wrong_move_count(c, true);
		break;
	}
	print_dice_again(c);
	tell_legal_play(c, true);
	return false;
}

/* Returns whether the user typed nothing but the two numbers that were rolled. */
static bool
is_dice_instead_of_move(const struct ctx *c, const struct match_state *st, const struct play *p)
{
	enum numbering numbering =
	    point_numbering(session_direction_home(c->s), st, c->s->seat, c->s->seat);
	const uint8_t *d = st->dice.d;
	unsigned from, to;

	if (p->n != 1)
		return false;
	from = notation_renumber(p->step[0].from, numbering);
	to = notation_renumber(p->step[0].to, numbering);
	return (from == d[0] && to == d[1]) || (from == d[1] && to == d[0]);
}

/* Plays the typed moves.  Interactive users may combine several dice in one step.  A play that
 * cannot be expanded is passed unchanged to match_act, which refuses it with the reason. */
void
cmd_move(struct ctx *c, char *rest)
{
	struct match *m = session_match(c->w, c->s);
	const struct match_state *st = &m->state;
	struct action a = play_own_action(c, ACT_MOVE);
	const enum match_err may = match_gate(st, &a);
	bool person = session_is_interactive(c->s);
	enum move_err err = MOVE_OK;
	struct typed_play typed;
	struct match_error e;
	struct expansion x;

	if (may != MATCH_OK) {
		play_report_refusal(c, may, WORDING_MOVE);
		return;
	}
	if (!parse_move(c, rest, st, &typed))
		return;
	a.play = typed.play;
	if (person) {
		(void)move_list(st->variant, &st->board, a.seat, st->dice.d[0], st->dice.d[1],
		    match_move_space(c->w));
		err = move_expand(st->variant, &st->board, a.seat, st->dice.d[0], st->dice.d[1],
		    &typed, match_move_space(c->w), &x);
		if (err == MOVE_OK)
			a.play = x.play[0];
	}
	if (practice_rates_plays(c, m)) {
		const struct match_state before = *st;

		e = match_act(c->w, m, &a, HOW_TYPED);
		if (e.err == MATCH_OK)
			practice_rate_play(c, &before, &a.play);
	} else {
		e = match_act(c->w, m, &a, HOW_TYPED);
	}
	if (e.err == MATCH_BAD_MOVE && err == MOVE_TWO_WAYS)
		print_two_readings(
		    c, &x, point_numbering(session_direction_home(c->s), st, a.seat, a.seat));
	else if (e.err == MATCH_BAD_MOVE && person)
		tell_bad_move(c, err, x.refused_step, &typed);
	else if (e.err == MATCH_BAD_MOVE)
		tell_bad_move(c, e.move_err, e.step, &typed);
	else if (e.err != MATCH_OK)
		play_report_refusal(c, e.err, WORDING_MOVE);
	if (e.err == MATCH_BAD_MOVE && person) {
		explain_move_rules(c, err, &x, &typed.play);
		print_dice_again(c);
		tell_legal_play(c, is_dice_instead_of_move(c, st, &typed.play));
	}
}

void
cmd_off(struct ctx *c, char *rest)
{
	struct match *m = session_match(c->w, c->s);
	const struct match_state *st = &m->state;
	struct action a = play_own_action(c, ACT_MOVE);
	enum match_err err = match_gate(st, &a);

	(void)rest;
	if (err != MATCH_OK)
		play_report_refusal(c, err, WORDING_OFF);
	else if (!move_bearoff_all(
		     st->variant, &st->board, a.seat, st->dice.d[0], st->dice.d[1], &a.play) ||
		 (match_act(c->w, m, &a, HOW_TYPED_OFF).err != MATCH_OK &&
		     session_match(c->w, c->s) != NULL)) {
		msg_cant_bear_off_all(c->out);
		print_dice_again(c);
	}
}
