/* SPDX-License-Identifier: MIT */
/* Offers and the opponent's answers: doubles, instant redoubles, draws, resignations.  Also the
 * command choose, for games in which a player names a double. */
#include "cmd/play/play.h"

#include "match/match.h"
#include "people/people.h"
#include "output/output.h"
#include "proto/words.h"

/* ---- the cube ---- */

/* Explains to an interactive user why they cannot double before the next roll either. */
static void
print_why_no_double(const struct ctx *c, const struct match_state *st, enum seat me)
{
	enum seat other = seat_other(me);

	if (st->length == 1 || st->no_cube || !st->variant->cube)
		msg_no_cube(c->out);
	else if (st->crawford == CRAWFORD_ACTIVE)
		msg_crawford_no_double(c->out);
	else if (st->cube_owner == other)
		msg_cube_of_other(c->out, session_opponent(c->w, c->s)->player->name);
}

/* Prints why a player may not double after the roll.  In the Crawford game, and when a player
 * has no access to the cube, the dice are rolled at once, so the player never gets to double
 * before a roll.  Client programs get that reason instead of "before the roll" (PROTOCOL.md 5).
 * Interactive users get both. */
static void
refuse_double(struct ctx *c, const struct match_state *st, enum seat me)
{
	if (session_is_interactive(c->s)) {
		msg_double_before_roll(c->out);
		print_why_no_double(c, st, me);
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
	struct action a = play_own_action(c, ACT_DOUBLE);
	enum match_err err = match_gate(st, &a);

	(void)rest;
	if (st->resign_by == a.seat)
		msg_double_resign(c->out);
	else if (st->doubler == a.seat)
		msg_not_turn_double(c->out);
	else if (err == MATCH_NOT_YOUR_TURN)
		msg_wait_until_moved(c->out, match_player_name(c->w, m, seat_other(a.seat)));
	else if (err == MATCH_ALREADY_ROLLED)
		refuse_double(c, st, a.seat);
	else
		play_act(c, &a, WORDING_DOUBLE);
}

/* Answers the opponent's resignation, draw offer or double, whichever is open. */
static void
answer_offer(
    struct ctx *c, enum act_kind to_double, enum act_kind to_resign, enum act_kind to_draw)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	struct action a = play_own_action(c, to_double);

	if (st->resign_by == seat_other(a.seat))
		a.kind = to_resign;
	else if (st->doubler == SEAT_NONE && st->draw_by == seat_other(a.seat))
		a.kind = to_draw;
	else if (st->resign_by == SEAT_NONE && st->doubler != seat_other(a.seat)) {
		play_report_refusal(c, MATCH_NOTHING_OFFERED, WORDING_ANSWER);
		return;
	}
	play_act(c, &a, WORDING_ANSWER);
}

void
cmd_accept(struct ctx *c, char *rest)
{
	(void)rest;
	answer_offer(c, ACT_TAKE, ACT_RESIGN_ACCEPT, ACT_DRAW_ACCEPT);
}

void
cmd_reject(struct ctx *c, char *rest)
{
	(void)rest;
	answer_offer(c, ACT_DROP, ACT_RESIGN_REJECT, ACT_DRAW_REJECT);
}

static const struct {
	const char *command;    /* the command */
	const char *in_message; /* the word used in the message */
} REDOUBLES[] = { { "beaver", "a beaver" }, { "raccoon", "a raccoon" },
	{ "otter", "an otter" } };

void
cmd_redouble(struct ctx *c, char *rest)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	struct action a = play_own_action(c, ACT_REDOUBLE);

	(void)rest;
	if (st->length != 0)
		msg_redouble_limited(c->out);
	else if (st->resign_by == SEAT_NONE && st->doubler != seat_other(a.seat))
		msg_redouble_denied(c->out);
	else
		play_act(c, &a, WORDING_ANSWER);
}

/* Checks the word: a beaver is the first instant redouble, a raccoon the second, an otter the
 * third. */
static void
redouble_by_name(struct ctx *c, unsigned which)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	unsigned now = st->redoubles_done;

	if (st->doubler != seat_other(c->s->seat) || st->length != 0 || now == which)
		cmd_redouble(c, NULL);
	else if (now < ARRAY_LEN(REDOUBLES))
		msg_wrong_redouble(c->out, REDOUBLES[which].in_message, REDOUBLES[now].command);
	else
		msg_wrong_redouble_late(c->out, REDOUBLES[which].in_message);
}

void
cmd_beaver(struct ctx *c, char *rest)
{
	(void)rest;
	redouble_by_name(c, 0);
}

void
cmd_raccoon(struct ctx *c, char *rest)
{
	(void)rest;
	redouble_by_name(c, 1);
}

void
cmd_otter(struct ctx *c, char *rest)
{
	(void)rest;
	redouble_by_name(c, 2);
}

/* ---- games other than backgammon ---- */

void
cmd_choose(struct ctx *c, char *rest)
{
	struct action a = play_own_action(c, ACT_NAME_DOUBLE);
	const char *word = word_next(&rest);
	long n;

	if (word == NULL || !word_number(word, &n) || n < 1 || n > 6) {
		msg_choose_usage(c->out);
		return;
	}
	a.size = (uint8_t)n;
	play_act(c, &a, WORDING_ANSWER);
}

/* Offers a draw, or answers the opponent's offer. */
void
cmd_draw(struct ctx *c, char *rest)
{
	const struct match_state *st = &session_match(c->w, c->s)->state;
	const char *word = word_next(&rest);
	bool offered = st->draw_by == seat_other(c->s->seat);
	struct action a = play_own_action(c, ACT_DRAW);

	if (word != NULL && word_is_prefix(word, "accept"))
		a.kind = ACT_DRAW_ACCEPT;
	else if (word != NULL && word_is_prefix(word, "reject"))
		a.kind = ACT_DRAW_REJECT;
	else if (word != NULL) {
		msg_draw_usage(c->out);
		return;
	}
	if (a.kind != ACT_DRAW && !offered)
		msg_no_draw_offered(c->out, session_opponent(c->w, c->s)->player->name);
	else
		play_act(c, &a, WORDING_ANSWER);
}

/* ---- resignation ---- */

void
cmd_resign(struct ctx *c, char *rest)
{
	static const char *const sizes[] = { "normal", "gammon", "backgammon" };
	struct action a = play_own_action(c, ACT_RESIGN);
	const char *word = word_next(&rest);
	enum match_err err = match_gate(&session_match(c->w, c->s)->state, &a);

	if (err == MATCH_AWAIT_RESIGN) {
		msg_resign_again(c->out);
		return;
	}
	for (unsigned i = 0; word != NULL && i < ARRAY_LEN(sizes); i++)
		if (word_is_prefix(word, sizes[i]))
			a.size = (uint8_t)(i + 1);
	if (err == MATCH_OK && a.size == 0)
		msg_resign_what(c->out);
	else
		play_act(c, &a, WORDING_ANSWER);
}
