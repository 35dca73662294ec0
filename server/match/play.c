/* SPDX-License-Identifier: MIT */
/* Actions in live matches.  Every change to a live match goes through apply_action(): the rules
 * check it, the store keeps the action, an event is published.  run_automatic_actions() does
 * what follows automatically (rolls, forced plays).  Each action generates one or two lists of
 * legal plays. */
#include "match/match_internal.h"

#include "people/people.h"
#include "output/output.h"

static struct player *
player_at(const struct world *w, const struct match *m, enum seat seat)
{
	return match_session(w, m, seat)->player;
}

/* ---- one action ---- */

/* Sets the time that the action took, and the part of it that was lag. */
static void
set_action_times(const struct world *w, const struct match *m, struct action *a)
{
	bool own = !a->automatic || a->kind == ACT_TIMEOUT;

	a->elapsed_ms = match_elapsed_ms(w, m);
	a->lag_credit_ms = 0;
	if (m->state.clock.on && own && a->seat != SEAT_NONE)
		a->lag_credit_ms = timing_lag_credit_ms(w, m, a->seat);
}

/* Handles the end of a game, and of the match if it is over too. */
static void
game_ended(struct world *w, struct match *m)
{
	const struct match_state *st = &m->state;
	struct match_record r;

	match_store_totals(w, m);
	if (st->phase != PH_OVER)
		store_match_score(w->store, m->row, st->score);
	event_publish(w, &(struct world_event){ .kind = EVENT_game_ended, .match = m });
	if (st->phase != PH_OVER)
		return;
	r = match_record_of(w, m);
	match_finish(w, &r, st, match_end_of(st));
}

static struct match_error
apply_action(struct world *w, struct match *m, struct action *a, enum act_how how)
{
	const struct match_state before = m->state;
	bool on = match_game_on(&m->state);
	struct match_events ev;
	struct match_error e;

	if (a->kind == ACT_ROLL) {
		a->roll_no = m->state.next_roll;
		fair_dice_roll(&m->dice, a->roll_no, a->dice.d);
	}
	if (a->kind == ACT_TAKEBACK && a->seat != SEAT_NONE)
		a->roll_no = m->state.takeback[a->seat].next_roll;
	set_action_times(w, m, a);
	e = match_apply(&m->state, a, match_move_space(w), &ev);
	if (e.err != MATCH_OK)
		return e;
	match_store_action(w, m->row, m->next_seq++, a);
	if (!a->automatic && a->seat != SEAT_NONE)
		m->asks_adjourn[a->seat] = false;
	if (!before.practice)
		totals_count_action(&m->totals, &before, a, &ev);
	if (m->not_yet_acted != 0 && !a->automatic && a->seat != SEAT_NONE)
		match_has_acted(w, m, a->seat);
	if (m->last_ms < w->mono_ms)
		m->last_ms = w->mono_ms;
	timing_arm(w, m);
	event_publish(w,
	    &(struct world_event){ .kind = EVENT_match_acted, .match_acted = { m, &ev, how } });
	if (m->state.phase == PH_OVER || (on && !match_game_on(&m->state)))
		game_ended(w, m);
	return e;
}

/* ---- automatic actions ---- */

/* Publishes that a player must act.  again: the player has been notified before. */
static void
publish_waits(struct world *w, struct match *m, bool again)
{
	event_publish(
	    w, &(struct world_event){ .kind = EVENT_match_waits, .match_waits = { m, again } });
}

/* Finds the play that the server makes for the player on roll, if there is one. */
static bool
automatic_move(struct world *w, const struct match *m, struct action *a, enum act_how *how)
{
	const struct match_state *st = &m->state;
	const struct player *p = player_at(w, m, st->turn);
	struct move_space *space = match_move_space(w);

	*a = (struct action){ .kind = ACT_MOVE, .seat = st->turn, .automatic = true };
	if (player_has_toggle(p, TOGGLE_greedy) &&
	    move_bearoff_all(
		st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], &a->play) &&
	    a->play.n == st->dice_to_play) {
		*how = HOW_GREEDY;
		return true;
	}
	if (!player_has_toggle(p, TOGGLE_automove) ||
	    move_list(st->variant, &st->board, st->turn, st->dice.d[0], st->dice.d[1], space) !=
		1)
		return false;
	a->play = space->result[0].play;
	*how = HOW_AUTOMATIC;
	return true;
}

static bool
stops_for_double(const struct world *w, const struct match *m)
{
	enum seat turn = m->state.turn;

	return match_may_double(&m->state, turn) &&
	       player_has_toggle(player_at(w, m, turn), TOGGLE_double);
}

/* Carries out automatic actions until a player must decide. */
static void
run_automatic_actions(struct world *w, struct match *m)
{
	const struct match_state *st = &m->state;
	enum act_how how = HOW_AUTOMATIC;

	while (m->live && !st->clock.paused && st->resign_by == SEAT_NONE &&
	       (st->phase == PH_ROLL || st->phase == PH_MOVE)) {
		struct action a = { .kind = ACT_ROLL, .seat = st->turn, .automatic = true };

		if (st->phase == PH_ROLL ? stops_for_double(w, m)
					 : !automatic_move(w, m, &a, &how))
			break;
		CHECK(apply_action(w, m, &a, how).err == MATCH_OK);
	}
	if (m->live && !st->clock.paused)
		publish_waits(w, m, false);
}

void
match_prompt_again(struct world *w, struct match *m)
{
	if (m->state.phase == PH_ROLL && m->state.resign_by == SEAT_NONE)
		run_automatic_actions(w, m);
	else
		publish_waits(w, m, true);
}

/* Ends the match if a player's time is up.  Returns whether it did. */
static bool
end_if_time_up(struct world *w, struct match *m)
{
	struct action a = {
		.kind = ACT_TIMEOUT, .seat = timing_loser(w, m), .automatic = true
	};

	return a.seat != SEAT_NONE && apply_action(w, m, &a, HOW_AUTOMATIC).err == MATCH_OK;
}

void
matches_end_timed_out(struct world *w)
{
	struct match *m;

	while ((m = timing_first_due(w)) != NULL)
		if (!end_if_time_up(w, m))
			timing_warn_and_rearm(w, m);
	absences_run_due(w);
}

void
matches_update_interrupted(struct world *w)
{
	outage_check(w);
	absences_run_due(w);
}

struct match_error
match_act(struct world *w, struct match *m, const struct action *a, enum act_how how)
{
	struct action mine = *a;
	struct match_error e = apply_action(w, m, &mine, how);

	if (e.err == MATCH_OUT_OF_TIME)
		(void)end_if_time_up(w, m);
	if (e.err != MATCH_OK)
		return e;
	if (a->kind == ACT_UNPAUSE)
		match_prompt_again(w, m);
	else if (a->kind == ACT_RESIGN_REJECT || a->kind == ACT_TAKEBACK)
		publish_waits(w, m, true);
	else if (action_has_flag(a->kind, ACTION_OF_PLAY))
		run_automatic_actions(w, m);
	return e;
}

/* ---- games ---- */

/* Rolls opening pairs from the match's dice until they differ. */
static void
draw_opening(struct match *m, struct action *a)
{
	uint8_t *d;

	do {
		/* fails only after OPENING_PAIRS_MAX ties */
		CHECK(a->start.npairs < OPENING_PAIRS_MAX);
		d = a->start.pair[a->start.npairs].d;
		fair_dice_roll(&m->dice, a->roll_no + a->start.npairs++, d);
	} while (d[0] == d[1]);
}

static enum seat
draw_colour(struct world *w)
{
	uint8_t byte;

	w->random.bytes(w->random.ctx, &byte, 1);
	return byte & 1u ? SEAT_1 : SEAT_0;
}

/* Colours are drawn for the first game and alternate after that (PROTOCOL.md 4). */
void
match_start_game(struct world *w, struct match *m)
{
	struct action a = { .kind = ACT_START, .seat = SEAT_NONE, .automatic = true };
	struct player *p[2] = { player_at(w, m, SEAT_0), player_at(w, m, SEAT_1) };

	a.start.o = m->state.game_no == 0 ? draw_colour(w) : seat_other(m->state.o);
	a.start.crawford = player_has_toggle(p[0], TOGGLE_crawford) ||
			   player_has_toggle(p[1], TOGGLE_crawford);
	a.start.autodouble = player_has_toggle(p[0], TOGGLE_autodouble) &&
			     player_has_toggle(p[1], TOGGLE_autodouble);
	for (unsigned i = 0; i < 2; i++) {
		a.start.redoubles[i] = p[i]->redoubles;
		m->wants_next_game[i] = false;
		player_reset_game_toggles(w, p[i]);
	}
	if (m->terms & (STORE_TERM_CRAWFORD | STORE_TERM_NO_CRAWFORD))
		a.start.crawford = (m->terms & STORE_TERM_CRAWFORD) != 0;
	a.start.no_cube = (m->terms & STORE_TERM_NO_CUBE) != 0;
	a.start.jacoby =
	    player_has_toggle(p[0], TOGGLE_jacoby) && player_has_toggle(p[1], TOGGLE_jacoby);
	a.roll_no = m->state.next_roll;
	if (match_needs_opening(&m->state))
		draw_opening(m, &a);
	CHECK(apply_action(w, m, &a, HOW_AUTOMATIC).err == MATCH_OK);
	run_automatic_actions(w, m);
}

void
match_start_at_position(struct world *w, struct match *m, const struct game_position *p)
{
	struct action a = {
		.kind = ACT_SET_POSITION, .seat = SEAT_NONE, .automatic = true, .position = *p
	};

	for (unsigned i = 0; i < 2; i++)
		player_reset_game_toggles(w, player_at(w, m, (enum seat)i));
	CHECK(apply_action(w, m, &a, HOW_AUTOMATIC).err == MATCH_OK);
	run_automatic_actions(w, m);
}

enum match_err
match_join_next_game(struct world *w, struct match *m, enum seat seat)
{
	struct action ready = { .kind = ACT_READY, .seat = seat };

	if (m->state.clock.paused)
		return MATCH_PAUSED;
	if (m->state.clock.on && !m->state.clock.ready[seat] &&
	    match_act(w, m, &ready, HOW_TYPED).err != MATCH_OK)
		return MATCH_OUT_OF_TIME;
	m->wants_next_game[seat] = true;
	if (m->wants_next_game[seat_other(seat)])
		match_start_game(w, m);
	return MATCH_OK;
}
