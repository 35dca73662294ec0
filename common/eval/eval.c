/* SPDX-License-Identifier: MIT */
/* See eval.h. */
#include "eval/eval.h"

#include <sodium.h>
#include <string.h>

#include "rules/hooks.h"

/* ---- weights ---- */

#define MAGIC "GEV1"
#define MAGIC_BYTES 4u
#define HASH_OFFSET MAGIC_BYTES
/* the hash covers everything from here on */
#define NAME_OFFSET (HASH_OFFSET + crypto_hash_sha256_BYTES)
#define NAME_BYTES 20u
#define NETS_OFFSET (NAME_OFFSET + NAME_BYTES)

/* Variants with the same legal plays share a file of weights, even if their starting positions
 * differ. */
static const struct {
	const char *name, *file;
} SHARED_FILES[] = {
	{ "nackgammon", "backgammon" },
	{ "longgammon", "backgammon" },
	{ "portes", "backgammon" },
	{ "tapa", "plakoto" },
};

const char *
eval_file_name(const struct variant *v)
{
	for (unsigned i = 0; i < ARRAY_LEN(SHARED_FILES); i++)
		if (strcmp(SHARED_FILES[i].name, v->name) == 0)
			return SHARED_FILES[i].file;
	return v->cycle == NULL ? v->name : NULL;
}

void
eval_tables_fill(struct eval_tables *t, struct bearoff_scratch *work)
{
	escapes_fill(t->escapes);
	bearoff_table_fill(&t->bearoff, work);
}

static unsigned
net_count(const struct variant *v)
{
	return v->no_dice ? 1 : EVAL_PHASE_COUNT;
}

void
eval_init(struct eval *e, const struct variant *v, const struct eval_tables *t)
{
	CHECK(v->cycle == NULL);
	e->variant = v;
	e->tables = t;
	e->avx2 = net_has_avx2();
	e->pause = NULL;
	e->replies_max = EVAL_REPLIES_MAX;
	for (unsigned phase = 0; phase < EVAL_PHASE_COUNT; phase++)
		e->net[phase].inputs = e->net[phase].hidden = 0;
}

bool
eval_load(struct eval *e, const struct variant *v, const struct eval_tables *t,
    const void *bytes, size_t n)
{
	const unsigned char *from = bytes;
	unsigned char hash[crypto_hash_sha256_BYTES];
	char name[NAME_BYTES] = { 0 };
	size_t at = NETS_OFFSET;

	eval_init(e, v, t);
	memcpy(name, eval_file_name(v), strlen(eval_file_name(v)));
	if (n < NETS_OFFSET || memcmp(from, MAGIC, MAGIC_BYTES) != 0 ||
	    memcmp(from + NAME_OFFSET, name, NAME_BYTES) != 0)
		return false;
	(void)crypto_hash_sha256(hash, from + NAME_OFFSET, n - NAME_OFFSET);
	if (memcmp(hash, from + HASH_OFFSET, sizeof(hash)) != 0)
		return false;
	for (unsigned phase = 0; phase < net_count(v); phase++) {
		size_t used = net_read(&e->net[phase], from + at, n - at);

		if (used == 0 || !inputs_count_fits(v, phase, e->net[phase].inputs))
			return false;
		at += used;
	}
	return at == n;
}

size_t
eval_store(const struct eval *e, unsigned char *bytes_out)
{
	size_t at = NETS_OFFSET;

	memset(bytes_out, 0, NETS_OFFSET);
	memcpy(bytes_out, MAGIC, MAGIC_BYTES);
	memcpy(bytes_out + NAME_OFFSET, eval_file_name(e->variant),
	    strlen(eval_file_name(e->variant)));
	for (unsigned phase = 0; phase < net_count(e->variant); phase++) {
		CHECK(at + net_stored_bytes(&e->net[phase]) <= EVAL_FILE_MAX);
		net_write(&e->net[phase], bytes_out + at);
		at += net_stored_bytes(&e->net[phase]);
	}
	(void)crypto_hash_sha256(
	    bytes_out + HASH_OFFSET, bytes_out + NAME_OFFSET, at - NAME_OFFSET);
	return at;
}

/* ---- outputs ---- */

enum net_output {
	WIN,
	WIN_GAMMON,
	WIN_BACKGAMMON,
	LOSE_GAMMON,
	LOSE_BACKGAMMON,
};

bool
eval_counts_checkers(const struct variant *v)
{
	return v->score == score_checkers_left;
}

void
eval_outputs_swap_sides(float out[NET_OUTPUTS])
{
	const float o[NET_OUTPUTS] = { 1.0f - out[WIN], out[LOSE_GAMMON], out[LOSE_BACKGAMMON],
		out[WIN_GAMMON], out[WIN_BACKGAMMON] };

	memcpy(out, o, sizeof(o));
}

float
eval_outputs_equity(const struct variant *v, const float out[NET_OUTPUTS])
{
	if (eval_counts_checkers(v))
		return EVAL_POINTS_SCALE * (out[WIN_GAMMON] - out[LOSE_GAMMON]);
	return 2.0f * out[WIN] - 1.0f + out[WIN_GAMMON] + out[WIN_BACKGAMMON] -
	       out[LOSE_GAMMON] - out[LOSE_BACKGAMMON];
}

void
eval_outputs_at_end(const struct variant *v, const struct board *b, enum seat winner,
    enum seat seat, float out[NET_OUTPUTS])
{
	unsigned size;

	memset(out, 0, NET_OUTPUTS * sizeof(*out));
	out[WIN] = 0.5f;
	if (winner == SEAT_NONE)
		return;
	size = v->score(v, b, winner);
	out[WIN] = 1.0f;
	if (eval_counts_checkers(v)) {
		out[WIN_GAMMON] = (float)size / EVAL_POINTS_SCALE;
	} else {
		out[WIN_GAMMON] = size >= 2 ? 1.0f : 0.0f;
		out[WIN_BACKGAMMON] = size >= 3 ? 1.0f : 0.0f;
	}
	if (winner != seat)
		eval_outputs_swap_sides(out);
}

static float
clamp(float x, float low, float high)
{
	return x < low ? low : x > high ? high : x;
}

/* Sets the chances of impossible results to 0, and limits the chance of a gammon to the chance
 * of a win. */
static void
repair_outputs(const struct eval_position *p, float *out)
{
	const struct variant *v = p->variant;
	const uint8_t *me = p->board->at[p->turn], *other = p->board->at[seat_other(p->turn)];
	bool reversed = v->score == score_reversed;
	bool three = reversed || v->score == score_backgammon;
	bool two = three || v->score == score_gammon;
	float lose;

	out[WIN] = clamp(out[WIN], 0.0f, 1.0f);
	lose = 1.0f - out[WIN];
	if (eval_counts_checkers(v)) {
		const float one = 1.0f / EVAL_POINTS_SCALE;

		out[WIN_GAMMON] = clamp(out[WIN_GAMMON], one * out[WIN], out[WIN]);
		out[LOSE_GAMMON] = clamp(out[LOSE_GAMMON], one * lose, lose);
		out[WIN_BACKGAMMON] = out[LOSE_BACKGAMMON] = 0.0f;
		return;
	}
	if (!two || (reversed ? me : other)[PT_OFF] > 0)
		out[WIN_GAMMON] = 0.0f;
	if (!two || (reversed ? other : me)[PT_OFF] > 0)
		out[LOSE_GAMMON] = 0.0f;
	out[WIN_GAMMON] = clamp(out[WIN_GAMMON], 0.0f, out[WIN]);
	out[LOSE_GAMMON] = clamp(out[LOSE_GAMMON], 0.0f, lose);
	out[WIN_BACKGAMMON] = three ? clamp(out[WIN_BACKGAMMON], 0.0f, out[WIN_GAMMON]) : 0;
	out[LOSE_BACKGAMMON] = three ? clamp(out[LOSE_BACKGAMMON], 0.0f, out[LOSE_GAMMON]) : 0;
}

/* True when at most fifteen checkers remain, all of them in the home board. */
static bool
is_bearing_off(const uint8_t *at)
{
	unsigned n = 0;

	for (unsigned p = HOME_TOP + 1u; p <= 24; p++)
		if (at[p] > 0)
			return false;
	for (unsigned p = 1; p <= HOME_TOP; p++)
		n += at[p];
	return n > 0 && n <= BEAROFF_CHECKERS_MAX;
}

bool
eval_in_bearoff_table(const struct eval_position *p)
{
	const struct variant *v = p->variant;

	return v->objective == OBJECTIVE_FIRST_OFF_WINS && !eval_counts_checkers(v) &&
	       inputs_phase(p) == EVAL_PHASE_RACE && is_bearing_off(p->board->at[SEAT_0]) &&
	       is_bearing_off(p->board->at[SEAT_1]);
}

void
eval_outputs(const struct eval *e, const struct eval_position *p, float out[NET_OUTPUTS])
{
	enum eval_phase phase = inputs_phase(p);
	struct net_inputs x;

	if (phase == EVAL_PHASE_RACE && eval_in_bearoff_table(p)) {
		out[WIN_BACKGAMMON] = out[LOSE_BACKGAMMON] = 0.0f;
		bearoff_chances(&e->tables->bearoff, p->board->at[p->turn],
		    p->board->at[seat_other(p->turn)], &out[WIN], &out[WIN_GAMMON],
		    &out[LOSE_GAMMON]);
		repair_outputs(p, out);
		return;
	}
	inputs_compute(e->tables, p, phase, e->net[phase].inputs, &x);
	net_run(&e->net[phase], &x, 1, e->avx2, NULL, (float(*)[NET_OUTPUTS])out);
	repair_outputs(p, out);
}

void
eval_chances_from_outputs(
    const struct variant *v, const float out[NET_OUTPUTS], struct eval_chances *c_out)
{
	bool counts = eval_counts_checkers(v);

	*c_out = (struct eval_chances){
		.win = out[WIN],
		.win_gammon = counts ? 0.0f : out[WIN_GAMMON],
		.win_backgammon = out[WIN_BACKGAMMON],
		.lose_gammon = counts ? 0.0f : out[LOSE_GAMMON],
		.lose_backgammon = out[LOSE_BACKGAMMON],
		.equity = eval_outputs_equity(v, out),
	};
}

void
eval_chances(const struct eval *e, const struct eval_position *p, struct eval_chances *out)
{
	float o[NET_OUTPUTS];

	eval_outputs(e, p, o);
	eval_chances_from_outputs(p->variant, o, out);
}

/* ---- what a play leads to ---- */

static enum outcome
outcome_of_play(struct match_state *m, const struct move_result *r)
{
	const uint8_t *at = m->board.at[m->turn];

	if (m->variant->outcome != NULL)
		return m->variant->outcome(m, m->turn, &r->play);
	for (unsigned p = 1; p < PT_COUNT; p++)
		if (at[p] != 0)
			return OUTCOME_NONE;
	return m->variant->objective == OBJECTIVE_FIRST_OFF_WINS ? OUTCOME_MOVER_WINS
								 : OUTCOME_OPPONENT_WINS;
}

static void
pass_turn(struct match_state *m)
{
	m->turn = seat_other(m->turn);
	m->play_stage = 0;
	m->phase = m->variant->no_dice ? PH_MOVE : PH_ROLL;
}

enum outcome
eval_apply_play(struct match_state *m, const struct move_result *r)
{
	const struct variant *v = m->variant;
	bool four = m->dice.d[0] == m->dice.d[1] && v->doubles == DOUBLES_FOUR;
	enum outcome outcome;

	m->board = r->after;
	outcome = outcome_of_play(m, r);
	if (outcome != OUTCOME_NONE) {
		m->phase = PH_OVER;
		return outcome;
	}
	switch (v->follow_up != NULL ? v->follow_up(m, r->play.n == (four ? 4 : 2))
				     : FOLLOW_UP_TURN_OVER) {
	case FOLLOW_UP_TURN_OVER:
		pass_turn(m);
		break;
	case FOLLOW_UP_NAME_DOUBLE:
		m->phase = PH_NAME_DOUBLE;
		break;
	case FOLLOW_UP_PLAY_DOUBLE:
		m->phase = PH_MOVE;
		break;
	case FOLLOW_UP_ROLL_AGAIN:
		m->phase = PH_ROLL;
		break;
	}
	return OUTCOME_NONE;
}

enum seat
eval_winner(enum outcome outcome, enum seat mover)
{
	switch (outcome) {
	case OUTCOME_MOVER_WINS:
		return mover;
	case OUTCOME_OPPONENT_WINS:
		return seat_other(mover);
	case OUTCOME_NONE:
	case OUTCOME_DRAW:
		break;
	}
	return SEAT_NONE;
}

struct eval_position
eval_position_of(const struct match_state *m)
{
	return (struct eval_position){
		.variant = m->variant,
		.board = &m->board,
		.turn = m->turn,
		.streak = { m->score_streak[0], m->score_streak[1] },
	};
}

/* Evaluates the positions after `count` plays, at most NET_BATCH_MAX, for m->turn.  If a double
 * remains to be played, evaluates as if a roll followed instead. */
static void
outputs_after_plays(const struct eval *e, const struct match_state *m,
    const struct move_result *r, unsigned count, float out[][NET_OUTPUTS])
{
	struct net_inputs x[NET_BATCH_MAX];
	struct eval_position p[NET_BATCH_MAX];
	float o[NET_BATCH_MAX][NET_OUTPUTS];
	unsigned of[NET_BATCH_MAX], n = 0; /* indices of the plays with contact */

	for (unsigned i = 0; i < count; i++) {
		struct match_state next = *m;
		enum outcome outcome = eval_apply_play(&next, &r[i]);

		p[n] = eval_position_of(&next);
		p[n].board = &r[i].after;
		if (outcome != OUTCOME_NONE) {
			eval_outputs_at_end(m->variant, p[n].board,
			    eval_winner(outcome, m->turn), m->turn, out[i]);
		} else if (inputs_phase(&p[n]) == EVAL_PHASE_CONTACT) {
			inputs_compute(e->tables, &p[n], EVAL_PHASE_CONTACT,
			    e->net[EVAL_PHASE_CONTACT].inputs, &x[n]);
			of[n++] = i;
		} else {
			eval_outputs(e, &p[n], out[i]);
			if (next.turn != m->turn)
				eval_outputs_swap_sides(out[i]);
		}
	}
	if (n > 0)
		net_run(&e->net[EVAL_PHASE_CONTACT], x, n, e->avx2, NULL, o);
	for (unsigned k = 0; k < n; k++) {
		repair_outputs(&p[k], o[k]);
		if (p[k].turn != m->turn)
			eval_outputs_swap_sides(o[k]);
		memcpy(out[of[k]], o[k], sizeof(o[k]));
	}
}

void
eval_outputs_after(const struct eval *e, const struct match_state *m,
    const struct move_result *r, float out[NET_OUTPUTS])
{
	outputs_after_plays(e, m, r, 1, (float(*)[NET_OUTPUTS])out);
}

/* Returns the outputs of play i of the list for m->turn.  Must be called for i = 0, 1, 2 and so
 * on.  `batch` holds the outputs of this and the following plays. */
static const float *
next_outputs_after(const struct eval *e, const struct match_state *m,
    const struct move_space *space, unsigned i, float batch[NET_BATCH_MAX][NET_OUTPUTS])
{
	const unsigned left = space->n - i;

	if (i % NET_BATCH_MAX == 0)
		outputs_after_plays(e, m, &space->result[i],
		    left < NET_BATCH_MAX ? left : NET_BATCH_MAX, batch);
	return batch[i % NET_BATCH_MAX];
}

/* Finds the best of the plays in space for m->turn.  Returns false when there is none. */
static bool
find_best_play(const struct eval *e, const struct match_state *m,
    const struct move_space *space, unsigned *index_out, float *out)
{
	float batch[NET_BATCH_MAX][NET_OUTPUTS], best = 0.0f;

	for (unsigned i = 0; i < space->n; i++) {
		const float *o = next_outputs_after(e, m, space, i, batch);
		float equity = eval_outputs_equity(m->variant, o);

		if (i > 0 && equity <= best + EVAL_TIE_TOLERANCE)
			continue;
		best = equity;
		*index_out = i;
		memcpy(out, o, NET_OUTPUTS * sizeof(*o));
	}
	return space->n > 0;
}

static void
pause_after(struct eval_pause *p, unsigned plays)
{
	if (p == NULL || (p->positions_since_call += plays) < EVAL_PAUSE_POSITIONS)
		return;
	p->positions_since_call = 0;
	p->fn();
}

static void expected_outputs(const struct eval *e, const struct match_state *m, unsigned plies,
    struct move_space *space, unsigned *looked_at, float *out);
static unsigned outputs_after_naming(const struct eval *e, const struct match_state *m,
    unsigned plies, struct move_space *space, unsigned *looked_at, float *out);

/* Computes the outputs for m->turn after the best play of m->dice and of any doubles that
 * follow from it.  Adds the number of plays to *looked_at. */
static void
outputs_after_roll(const struct eval *e, const struct match_state *m, unsigned plies,
    struct move_space *space, unsigned *looked_at, float *out)
{
	struct match_state next = *m;
	unsigned best;

	(void)move_list(m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], space);
	pause_after(e->pause, space->n);
	*looked_at += space->n;
	if (!find_best_play(e, m, space, &best, out)) {
		struct eval_position p;

		pass_turn(&next);
		p = eval_position_of(&next);
		eval_outputs(e, &p, out);
		eval_outputs_swap_sides(out);
	} else if (eval_apply_play(&next, &space->result[best]) != OUTCOME_NONE) {
		return;
	}
	if (next.phase == PH_NAME_DOUBLE) {
		(void)outputs_after_naming(e, &next, plies, space, looked_at, out);
	} else if (next.phase == PH_MOVE && !next.variant->no_dice) {
		outputs_after_roll(e, &next, plies, space, looked_at, out);
	} else if (plies > 0) {
		expected_outputs(e, &next, plies - 1, space, looked_at, out);
		if (next.turn != m->turn)
			eval_outputs_swap_sides(out);
	}
}

/* Computes the outputs for m->turn, which must name a double.  Returns the best double. */
static unsigned
outputs_after_naming(const struct eval *e, const struct match_state *m, unsigned plies,
    struct move_space *space, unsigned *looked_at, float *out)
{
	struct match_state named = *m;
	float best = 0.0f;
	unsigned name = 0;

	named.phase = PH_MOVE;
	for (uint8_t d = 6; d >= 1; d--) {
		float o[NET_OUTPUTS], equity;

		named.dice = (struct dice_pair){ { d, d } };
		outputs_after_roll(e, &named, 0, space, looked_at, o);
		equity = eval_outputs_equity(m->variant, o);
		if (name != 0 && equity <= best + EVAL_TIE_TOLERANCE)
			continue;
		best = equity;
		name = d;
		memcpy(out, o, sizeof(o));
	}
	if (plies > 0) {
		named.dice = (struct dice_pair){ { (uint8_t)name, (uint8_t)name } };
		outputs_after_roll(e, &named, plies, space, looked_at, out);
	}
	return name;
}

static void
expected_outputs(const struct eval *e, const struct match_state *m, unsigned plies,
    struct move_space *space, unsigned *looked_at, float *out)
{
	struct match_state rolled = *m;

	if (m->phase == PH_NAME_DOUBLE) {
		(void)outputs_after_naming(e, m, plies, space, looked_at, out);
		return;
	}
	rolled.phase = PH_MOVE;
	if (m->variant->no_dice || m->phase == PH_MOVE) {
		outputs_after_roll(e, &rolled, plies, space, looked_at, out);
		return;
	}
	memset(out, 0, NET_OUTPUTS * sizeof(*out));
	for (uint8_t a = 1; a <= 6; a++)
		for (uint8_t b = 1; b <= a; b++) {
			float o[NET_OUTPUTS];

			rolled.dice = (struct dice_pair){ { a, b } };
			outputs_after_roll(e, &rolled, plies, space, looked_at, o);
			for (unsigned k = 0; k < NET_OUTPUTS; k++)
				out[k] += o[k] * (a == b ? 1.0f : 2.0f) / 36.0f;
		}
}

void
eval_expected_outputs(const struct eval *e, const struct match_state *m, unsigned plies,
    struct move_space *space, float out[NET_OUTPUTS])
{
	unsigned looked_at = 0;

	expected_outputs(e, m, plies, space, &looked_at, out);
}

/* ---- choosing ---- */

/* Inserts a choice into a list sorted by equity, after choices of equal equity.  When the list
 * has `max` entries, the last one is dropped. */
static void
insert_choice(struct eval_choice *list, unsigned *n, unsigned max, const struct eval_choice *c)
{
	unsigned i = *n;

	while (i > 0 && c->chances.equity > list[i - 1].chances.equity + EVAL_TIE_TOLERANCE)
		i--;
	if (i == max)
		return;
	if (*n < max)
		++*n;
	memmove(list + i + 1, list + i, (*n - 1 - i) * sizeof(*list));
	list[i] = *c;
}

/* Ranks the plays of m->dice, which are in w->move_space[0], at `plies` plies. */
static unsigned
rank_listed_plays(const struct eval *e, const struct match_state *m, unsigned plies,
    struct eval_scratch *w, struct eval_choice *best_out, unsigned max)
{
	struct eval_choice kept[EVAL_DEEP_PLAYS_MAX];
	float batch[NET_BATCH_MAX][NET_OUTPUTS];
	unsigned n_kept = 0, n = 0, looked_at = 0;

	if (plies == 0) {
		for (unsigned i = 0; i < w->move_space[0].n; i++) {
			struct eval_choice c = { .index = i };

			eval_chances_from_outputs(m->variant,
			    next_outputs_after(e, m, &w->move_space[0], i, batch), &c.chances);
			insert_choice(best_out, &n, max, &c);
		}
		return n;
	}
	n_kept = rank_listed_plays(e, m, 0, w, kept, EVAL_DEEP_PLAYS_MAX);
	for (unsigned i = 0; i < n_kept; i++) {
		struct eval_choice c = kept[i];
		struct match_state next = *m;
		float o[NET_OUTPUTS];

		if (i > 0 && c.chances.equity < kept[0].chances.equity - EVAL_DEEP_WITHIN)
			break;
		if (i > 0 && plies == 1 && looked_at + looked_at / i > e->replies_max) {
			/* a single equity at one ply cannot be compared with the others */
			if (i == 1)
				return rank_listed_plays(e, m, 0, w, best_out, max);
			break;
		}
		if (n_kept > 1 &&
		    eval_apply_play(&next, &w->move_space[0].result[c.index]) == OUTCOME_NONE) {
			expected_outputs(e, &next, plies - 1, &w->move_space[1], &looked_at, o);
			if (next.turn != m->turn)
				eval_outputs_swap_sides(o);
			eval_chances_from_outputs(m->variant, o, &c.chances);
		}
		insert_choice(best_out, &n, max, &c);
	}
	return n;
}

unsigned
eval_rank_plays(const struct eval *e, const struct match_state *m, unsigned plies,
    struct eval_scratch *w, struct eval_choice *best_out, unsigned max)
{
	(void)move_list(
	    m->variant, &m->board, m->turn, m->dice.d[0], m->dice.d[1], &w->move_space[0]);
	return rank_listed_plays(e, m, plies, w, best_out, max);
}

unsigned
eval_double_to_name(const struct eval *e, const struct match_state *m, struct eval_scratch *w)
{
	float out[NET_OUTPUTS];
	unsigned looked_at = 0;

	return outputs_after_naming(e, m, 0, &w->move_space[0], &looked_at, out);
}
