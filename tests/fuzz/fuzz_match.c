/* SPDX-License-Identifier: MIT */
/* Actions of all kinds, well formed or not, in a match of any game.  After an accepted action
 * the state and the events must be consistent.  A refused action must leave every byte
 * unchanged; if match_gate refuses an action, match_apply must return the same error.  The
 * first byte of the input selects the length of the match and where games begin (start
 * position, contact, bear-off, random checkers), the second the game.  Then one byte selects
 * each action, and further bytes its contents.  Missing bytes are 0. */
#include <stdint.h>
#include <string.h>

#include "rules/match.h"
#include "tests/support/rows.h"

#define ACTIONS_MAX 400u /* per input */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static struct move_space space;

struct input {
	const uint8_t *at, *end;
};

static uint8_t
next(struct input *in)
{
	return in->at < in->end ? *in->at++ : 0;
}

static uint8_t
die(struct input *in)
{
	return (uint8_t)(1 + next(in) % 6);
}

/* ---- actions ---- */

static void
random_start_action(struct input *in, const struct match_state *m, struct action *a)
{
	uint8_t flags = next(in);

	a->seat = SEAT_NONE;
	a->roll_no = m->next_roll;
	a->start.o = flags & 1 ? SEAT_1 : SEAT_0;
	a->start.crawford = flags & 2;
	a->start.autodouble = flags & 4;
	a->start.redoubles[0] = flags & 8 ? REDOUBLES_UNLIMITED : flags >> 5;
	a->start.redoubles[1] = flags & 16 ? REDOUBLES_UNLIMITED : flags >> 5;
	a->start.jacoby = (flags & 96) == 32;
	if (!match_needs_opening(m))
		return;
	a->start.npairs = (uint8_t)(1 + (flags >> 5) * (flags >> 5) % OPENING_PAIRS_MAX);
	for (unsigned i = 0; i < a->start.npairs; i++)
		a->start.pair[i] = (struct dice_pair){ { 4, 4 } };
	a->start.pair[a->start.npairs - 1].d[0] = flags & 64 ? 6 : 1;
}

/* Makes an action that is possible for the player who must act. */
static void
random_action(struct input *in, const struct match_state *m, struct action *a)
{
	a->seat = match_to_act(m);
	a->automatic = next(in) & 1;
	if (m->clock.on) {
		a->elapsed_ms = next(in) * 64u;
		a->lag_credit_ms = (uint16_t)(next(in) * 4u);
	}
	a->roll_no = m->next_roll;
	switch (a->kind) {
	case ACT_START:
		random_start_action(in, m, a);
		break;
	case ACT_ROLL:
		a->dice.d[0] = die(in);
		a->dice.d[1] = die(in);
		break;
	case ACT_MOVE:
		if (m->phase == PH_MOVE && move_list(m->variant, &m->board, m->turn,
					       m->dice.d[0], m->dice.d[1], &space) > 0)
			a->play = space.result[next(in) * 31u % space.n].play;
		break;
	case ACT_RESIGN:
		a->seat = next(in) & 1 ? SEAT_1 : SEAT_0;
		a->size = (uint8_t)(1 + next(in) % m->variant->resign_max);
		break;
	case ACT_NAME_DOUBLE:
		a->size = die(in);
		break;
	case ACT_DRAW:
	case ACT_DRAW_ACCEPT:
	case ACT_DRAW_REJECT:
	case ACT_DISCONNECT:
	case ACT_RETURN:
	case ACT_BREAK:
	case ACT_READY:
	case ACT_TIMEOUT:
		a->seat = next(in) & 1 ? SEAT_1 : SEAT_0;
		break;
	case ACT_CLOCK:
		a->seat = SEAT_NONE;
		a->clock.delay_ms = next(in) * 100u;
		a->clock.reserve_ms[0] = next(in) * 1000u;
		a->clock.reserve_ms[1] = next(in) * 1000u;
		a->clock.overtime_ms = next(in) & 1 ? 60000 : 0;
		break;
	case ACT_PENALTY_POINTS:
		a->seat = next(in) & 1 ? SEAT_1 : SEAT_0;
		a->size = (uint8_t)(1 + next(in) % 3);
		break;
	case ACT_ADDTIME:
		a->seat = next(in) & 1 ? SEAT_1 : SEAT_0;
		a->add_ms = 1 + next(in) * 1000u;
		break;
	case ACT_STOP_CLOCK:
		a->seat = SEAT_NONE;
		a->add_ms = 1 + next(in) * 2400u;
		break;
	case ACT_PAUSE:
	case ACT_UNPAUSE:
	case ACT_SAVE:
	case ACT_PRACTICE:
		a->seat = SEAT_NONE;
		break;
	case ACT_ABANDON:
	case ACT_FORFEIT: /* rare, since it ends the match */
		a->seat = next(in) > 250 ? (enum seat)(next(in) % 3) : (enum seat)3;
		break;
	case ACT_SET_RESULT:
		a->seat = next(in) > 250 ? (enum seat)(next(in) & 1) : (enum seat)3;
		a->score[0] = next(in) % (MATCH_LENGTH_MAX + 2);
		a->score[1] = next(in) % (MATCH_LENGTH_MAX + 2);
		break;
	case ACT_SET_SCORE:
		a->seat = SEAT_NONE;
		a->score[0] = next(in) % (MATCH_LENGTH_MAX + 2);
		a->score[1] = next(in) % (MATCH_LENGTH_MAX + 2);
		break;
	case ACT_SET_POSITION:
		a->seat = SEAT_NONE;
		a->position.cube = 1u << (next(in) & 1);
		a->position.cube_owner =
		    a->position.cube == 1 ? SEAT_NONE : (enum seat)(next(in) & 1);
		a->position.turn = (enum seat)(next(in) & 1);
		a->position.length = m->length;
		a->position.doubled = next(in) > 200;
		a->position.dice[0] = next(in) % 7;
		a->position.dice[1] = a->position.dice[0];
		for (unsigned i = 0; i < 8; i++)
			a->position.at[i & 1][1 + next(in) % 25]++;
		break;
	case ACT_MISPLAY:
		for (a->play.n = 0; a->play.n < next(in) % 3;)
			a->play.step[a->play.n++] = (struct step){ (uint8_t)(1 + next(in) % 25),
				(uint8_t)(next(in) % 25) };
		break;
	case ACT_TAKEBACK:
		a->seat = next(in) & 1 ? SEAT_1 : SEAT_0;
		a->roll_no = m->takeback[a->seat].next_roll;
		break;
	case ACT_DOUBLE:
	case ACT_TAKE:
	case ACT_DROP:
	case ACT_REDOUBLE:
	case ACT_RESIGN_ACCEPT:
	case ACT_RESIGN_REJECT:
	case ACT_COUNT:
		break;
	}
}

/* Makes an action with arbitrary field values. */
static void
raw(struct input *in, const struct match_state *m, struct action *a)
{
	a->kind = (enum act_kind)next(in);
	a->seat = (enum seat)(next(in) & 3);
	a->automatic = next(in) & 1;
	a->roll_no = next(in) & 1 ? m->next_roll : next(in);
	a->dice = (struct dice_pair){ { next(in), 3 } };
	a->size = next(in);
	a->elapsed_ms = next(in) * 0x01000001u;
	a->lag_credit_ms = (uint16_t)(next(in) * 8u);
	a->add_ms = next(in) * 0x01010101u;
	a->clock.delay_ms = next(in) * 0x8001u;
	a->clock.reserve_ms[1] = next(in) * 0x01000100u;
	a->clock.overtime_ms = next(in) * 1000u;
	a->play.n = next(in);
	for (unsigned i = 0; i < PLAY_MAX_STEPS; i++) {
		a->play.step[i].from = next(in);
		a->play.step[i].to = next(in);
	}
	a->start.o = (enum seat)(next(in) & 3);
	a->start.autodouble = next(in) & 1;
	a->start.redoubles[0] = next(in);
	a->start.redoubles[1] = next(in);
	a->start.npairs = next(in);
	for (unsigned i = 0; i < 3; i++)
		a->start.pair[i].d[0] = a->start.pair[i].d[1] = next(in);
	a->start.pair[next(in) % OPENING_PAIRS_MAX].d[0] = next(in);
}

/* Changes one field of a well-formed action. */
static void
spoil_action(struct input *in, struct action *a)
{
	uint8_t how = next(in), value = next(in);

	switch (how % 11) {
	case 0:
		a->seat = (enum seat)(value & 3);
		break;
	case 1:
		a->roll_no += value;
		break;
	case 2:
		a->dice.d[value & 1] = value >> 1;
		break;
	case 3:
		a->size = value;
		break;
	case 4:
		a->play.step[value & 3].from = value >> 2;
		break;
	case 5:
		a->play.step[value & 3].to = value >> 2;
		break;
	case 6:
		a->play.n = value & 7;
		break;
	case 7:
		a->elapsed_ms = value * 20000u;
		break;
	case 8:
		a->lag_credit_ms = (uint16_t)(value * 10u);
		break;
	case 9:
		a->clock.reserve_ms[value & 1] = value * 0x01000000u;
		break;
	default:
		a->start.npairs = value;
	}
}

static struct action
choose_action(struct input *in, const struct match_state *m)
{
	static const enum act_kind usual_kind[] = { [PH_BETWEEN_GAMES] = ACT_START,
		[PH_ROLL] = ACT_ROLL,
		[PH_MOVE] = ACT_MOVE,
		[PH_NAME_DOUBLE] = ACT_NAME_DOUBLE,
		[PH_DOUBLED] = ACT_TAKE,
		[PH_OVER] = ACT_START };
	uint8_t what = next(in);
	struct action a = { .kind = usual_kind[m->phase], .seat = SEAT_0 };

	if (what >= 250) {
		raw(in, m, &a);
		return a;
	}
	if (what >= 240)
		a.kind = what % 3 == 0   ? ACT_MISPLAY
			 : what % 3 == 1 ? ACT_SET_SCORE
					 : ACT_SET_POSITION;
	else if (what % 32 < ACT_COUNT)
		a.kind = (enum act_kind)(what % 32);
	random_action(in, m, &a);
	if (what >= 224)
		spoil_action(in, &a);
	return a;
}

/* ---- invariants ---- */

static void
check_events(const struct match_state *before, const struct match_state *after,
    const struct match_events *ev)
{
	uint32_t won[2] = { 0, 0 };
	unsigned ends = 0;
	bool over = false, decided = false, set = false, scored = false;
	bool moved[2] = { before->moved[0], before->moved[1] };

	CHECK(ev->n >= 1 && ev->n <= MATCH_EVENTS_MAX);
	for (unsigned i = 0; i < ev->n; i++) {
		if (ev->e[i].kind == EV_GAME_WON || ev->e[i].kind == EV_PENALTY_POINTS)
			won[ev->e[i].seat] += ev->e[i].points;
		if (ev->e[i].kind == EV_MOVED)
			moved[ev->e[i].seat] = true;
		ends += ev->e[i].kind == EV_GAME_WON || ev->e[i].kind == EV_GAME_DRAWN;
		over = over || ev->e[i].kind == EV_MATCH_WON;
		set = set || ev->e[i].kind == EV_RESULT_SET;
		scored =
		    scored || ev->e[i].kind == EV_SCORE_SET || ev->e[i].kind == EV_POSITION_SET;
		decided = decided || set || ev->e[i].kind == EV_TIME_OUT ||
			  ev->e[i].kind == EV_FORFEIT;
	}
	CHECK(over == (after->phase == PH_OVER && after->winner != SEAT_NONE));
	CHECK((over || decided) == (after->phase == PH_OVER));
	CHECK(decided == (after->phase == PH_OVER && match_cut_short(after)));
	CHECK(after->moved[0] == moved[0] && after->moved[1] == moved[1]);
	CHECK(decided ? ends == 0 : ends == (match_game_on(before) && !match_game_on(after)));
	if (set)
		CHECK(after->score[after->winner] >= after->length &&
		      after->score[seat_other(after->winner)] < after->length);
	for (unsigned s = 0; s < 2; s++)
		CHECK(set || scored || after->score[s] == before->score[s] + won[s]);
}

/* Checks that a player's time is increased only by a director's decision, and decreases only
 * while the player must act. */
static void
check_clock(
    const struct match_state *before, const struct action *a, const struct match_state *after)
{
	const struct match_clock *was = &before->clock, *is = &after->clock;

	for (unsigned s = 0; s < 2; s++) {
		uint32_t more = a->kind == ACT_ADDTIME && a->seat == s ? a->add_ms : 0;

		if (!is->overtime_used[s] || was->overtime_used[s])
			CHECK(a->kind == ACT_CLOCK ||
			      is->reserve_ms[s] <= was->reserve_ms[s] + more);
		CHECK(is->allowance_ms[s] <= was->allowance_ms[s] &&
		      is->disconnects[s] >= was->disconnects[s]);
		if (!clock_runs(was, (enum seat)s) && a->kind != ACT_CLOCK &&
		    a->kind != ACT_TIMEOUT)
			CHECK(is->reserve_ms[s] == was->reserve_ms[s] + more &&
			      is->allowance_ms[s] == was->allowance_ms[s]);
	}
	if (is->on && !is->paused && !is->away[0] && !is->away[1] && match_game_on(after))
		CHECK(clock_runs(is, match_to_act(after)) &&
		      !clock_runs(is, seat_other(match_to_act(after))));
}

static void
check_queries(const struct match_state *m)
{
	CHECK(match_check(m));
	CHECK(match_game_on(m) == (match_to_act(m) != SEAT_NONE));
	CHECK(m->phase != PH_NAME_DOUBLE || m->variant->follow_up != NULL);
	CHECK(!m->jacoby || (m->length == 0 && m->variant->cube));
	for (unsigned s = 0; s < 2; s++) {
		struct action a = { .kind = ACT_DOUBLE, .seat = (enum seat)s };

		CHECK(!match_may_double(m, a.seat) || match_gate(m, &a) == MATCH_OK);
		CHECK(!match_may_double(m, a.seat) || m->crawford != CRAWFORD_ACTIVE);
	}
}

static void
check_apply(struct match_state *m, const struct action *a)
{
	static struct match_events ev, ev_before;
	struct match_state before;
	enum match_err gate = match_gate(m, a);
	struct match_error e;

	memcpy(&before, m, sizeof(before));
	memcpy(&ev_before, &ev, sizeof(ev));
	e = match_apply(m, a, &space, &ev);
	CHECK(gate == MATCH_OK || e.err == gate);
	CHECK((e.err == MATCH_BAD_MOVE) == (e.move_err != MOVE_OK));
	if (e.err == MATCH_OK) {
		check_events(&before, m, &ev);
		check_clock(&before, a, m);
	} else {
		CHECK(memcmp(&before, m, sizeof(before)) == 0);
		CHECK(memcmp(&ev_before, &ev, sizeof(ev)) == 0);
	}
	check_queries(m);
}

static const struct board START_BOARDS[] = {
	{ .at = { { [1] = 2, [2] = 3, [6] = 5, [5] = 5 },
	      { [22] = 1, [6] = 4, [4] = 5, [3] = 5 } } },
	{ .at = { { [PT_OFF] = 13, [1] = 1, [3] = 1 }, { [PT_OFF] = 12, [2] = 2, [6] = 1 } } },
	{ .at = { { [PT_BAR] = 2, [6] = 13 },
	      { [1] = 2, [2] = 2, [3] = 2, [4] = 3, [5] = 4, [7] = 2 } } },
};

/* Sets a position in the middle of the game or near its end, in which the player on roll must
 * roll. */
static void
set_random_board(struct match_state *m, uint8_t head)
{
	struct rng r;

	if (m->variant == VARIANTS) {
		m->board = START_BOARDS[head % ARRAY_LEN(START_BOARDS)];
	} else if (m->variant->no_dice) {
		return; /* these positions cannot be made at random */
	} else {
		rng_seed(&r, head * 1000u + m->game_no);
		row_scatter(m->variant, &r, &m->board);
	}
	m->phase = PH_ROLL;
	m->opening = false;
	m->dice = (struct dice_pair){ { 0, 0 } };
	m->dice_to_play = 0;
	CHECK(match_check(m));
}

static const struct variant *
variant_number(uint8_t number)
{
	unsigned rows = 0;

	while (VARIANTS[rows].name != NULL)
		rows++;
	return &VARIANTS[number % rows];
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct input in = { data, data + n };
	struct match_state m;
	uint8_t head;

	if (n == 0)
		return 0;
	head = next(&in);
	match_init(&m, variant_number(next(&in)), head % 100u < 50 ? head % 8u : head % 100u);
	for (unsigned i = 0; i < ACTIONS_MAX && in.at < in.end; i++) {
		bool on = match_game_on(&m);
		struct action a = choose_action(&in, &m);

		check_apply(&m, &a);
		if (!on && match_game_on(&m) && head >= 128)
			set_random_board(&m, head);
	}
	return 0;
}
