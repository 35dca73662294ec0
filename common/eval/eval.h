/* SPDX-License-Identifier: MIT */
/* What a position is worth, and which play is best, in every game of the table of variants.
 *
 * Pure: no I/O, malloc or clock, and no luck: the same position gives the same answer always,
 * with AVX2 and without.  The caller reads the weights (eval/nets, one file a game) and hands
 * them over as bytes.
 *
 *   struct eval_tables *t;   one for the process, 6 MB; eval_tables_fill once
 *   struct eval *e;          one for each game played, 1.5 MB, of which a net touches
 *                            what it has; eval_load
 *   struct eval_work *w;     one for each thread, scratch, 4 MB, little of it touched
 *
 * After eval_tables_fill and eval_load the tables and evaluators are only read, so threads may
 * share them. */
#ifndef EVAL_EVAL_H
#define EVAL_EVAL_H

#include <stddef.h>

#include "base/check.h"
#include "eval/bearoff.h"
#include "eval/inputs.h"
#include "eval/net.h"
#include "rules/move.h"
#include "rules/state.h"

#define EVAL_PLIES_MAX 2u
/* Plays that are looked at more deeply: so many, if they are so near to the best. */
#define EVAL_KEEP 8u
#define EVAL_WITHIN 0.16f
#define EVAL_TIE 1e-5f /* equities this near are equal: the first in the list is taken */

/* Chances of the side to roll: of winning at all, of winning a gammon or more, a backgammon,
 * and of losing so.  A draw is half a win.  Where a game counts each checker that is left
 * (American and European Acey-Deucey) only `win` is a chance, the others are 0.  `equity`: what
 * it wins on average without the cube, in points. */
struct eval_chances {
	float win, win_gammon, win_backgammon;
	float lose_gammon, lose_backgammon;
	float equity;
};

struct eval_tables {
	struct escape escapes[ESCAPES];
	struct bearoff_table bearoff;
};

/* Who looks plies ahead lets others work now and then: after so many positions, a quarter of a
 * millisecond. */
#define EVAL_PAUSE 128u

struct eval_pause {
	void (*fn)(void);
	unsigned looked_at; /* since then */
};

struct eval {
	const struct variant *variant;
	const struct eval_tables *tables;
	bool avx2; /* set by eval_load where the machine has it; may be turned off */
	struct eval_pause *pause; /* NULL, as eval_load sets it: none; else for one thread */
	struct net net[EVAL_PHASES];
};

struct eval_choice {
	unsigned index;              /* in the list of the roll */
	struct eval_chances chances; /* of the one who plays, after the play */
};

struct eval_work {
	struct move_space space[2]; /* the plays, and what follows them */
};

/* A tenth of a second of a core; what bearoff_fill works in is not needed afterwards. */
void eval_tables_fill(struct eval_tables *t, struct bearoff_steps *work);

/* The name of the file of weights, without folder: games with the same plays share one.  NULL
 * for a row that only names others. */
const char *eval_file(const struct variant *v);

/* The largest file. */
#define EVAL_FILE_MAX 400000u

/* Takes the weights out of a file's bytes.  False, *e not to be used: they are damaged
 * (SHA-256), of another version or another game.  v: a game of its own, not a row that names
 * others. */
MUST_USE bool eval_load(struct eval *e, const struct variant *v, const struct eval_tables *t,
    const void *bytes, size_t n);

/* The bytes of the file; returns how many, at most EVAL_FILE_MAX. */
size_t eval_store(const struct eval *e, unsigned char *bytes_out);

/* What a position is worth to p->turn, who is to roll (or to play, where there are no dice).
 * The game is not over. */
void eval_chances(
    const struct eval *e, const struct eval_position *p, struct eval_chances *out);

/* The best plays of m->turn, who has rolled m->dice (PH_MOVE; where there are no dice also
 * without), the best first: at most max, the number is returned, 0 when nothing can be played.
 * The plays are in w->space[0].  plies: 0, by the position it leads to; 1, by all rolls of the
 * other and their best replies, for the plays that came near the best (eval.c); 2, by the
 * replies to those.  Cost in the middle of a game of backgammon: 20 microseconds, some
 * milliseconds, a tenth of a second. */
unsigned eval_rank(const struct eval *e, const struct match_state *m, unsigned plies,
    struct eval_work *w, struct eval_choice *best_out, unsigned max);

/* The double to name, 1..6, where the game asks for one (PH_NAME). */
unsigned eval_name(const struct eval *e, const struct match_state *m, struct eval_work *w);

/* ---- for who makes the weights ---- */

/* As eval_load, but the nets are empty. */
void eval_init(struct eval *e, const struct variant *v, const struct eval_tables *t);

/* The outputs of the nets: win, then of winning and losing what eval_chances says (where each
 * checker counts, points won and lost on average, as parts of 15).  Of the other side: swapped.
 */
#define EVAL_POINTS_SCALE 15.0f

bool eval_counts_checkers(const struct variant *v);
void eval_outputs(const struct eval *e, const struct eval_position *p, float out[NET_OUTPUTS]);
void eval_outputs_turn(float out[NET_OUTPUTS]);
float eval_outputs_equity(const struct variant *v, const float out[NET_OUTPUTS]);
void eval_chances_of(
    const struct variant *v, const float out[NET_OUTPUTS], struct eval_chances *c_out);

/* Of m, to its turn.  It points to m->board. */
struct eval_position eval_position_of(const struct match_state *m);

/* Result r of the roll m->dice is played (PH_MOVE): m->phase, turn, dice, stage and streak say
 * what comes next; PH_OVER when it is not OUTCOME_NONE.  The rest of *m stays. */
enum outcome eval_advance(struct match_state *m, const struct move_result *r);

/* Who has won by that; SEAT_NONE: nobody. */
enum seat eval_winner(enum outcome outcome, enum seat mover);

/* The outputs of a game that is over, to seat; winner SEAT_NONE: drawn. */
void eval_outputs_over(const struct variant *v, const struct board *b, enum seat winner,
    enum seat seat, float out[NET_OUTPUTS]);

/* The outputs to m->turn after result r. */
void eval_after(const struct eval *e, const struct match_state *m, const struct move_result *r,
    float out[NET_OUTPUTS]);

/* Outputs to m->turn before its roll (PH_ROLL), over all rolls and its best plays, by the best
 * play of m->dice (PH_MOVE) or the best double (PH_NAME), each with the doubles that it brings;
 * plies more are looked ahead for what those lead to. */
void eval_expected(const struct eval *e, const struct match_state *m, unsigned plies,
    struct move_space *space, float out[NET_OUTPUTS]);

#endif
