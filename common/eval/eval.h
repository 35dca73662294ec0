/* SPDX-License-Identifier: MIT */
/* Evaluates positions and chooses plays in every game of the table of variants.
 *
 * Pure: no I/O, allocation, clock or randomness.  The same position always gives the same
 * answer, with AVX2 and without.  The caller reads the weights (eval/nets, one file per game)
 * and passes them as bytes.
 *
 *   struct eval_tables *t;   one per process, 6 MB; call eval_tables_fill once
 *   struct eval *e;          one per game played, 1.5 MB, partly used; eval_load
 *   struct eval_scratch *w;     one per thread, 4 MB of scratch, of which little is used
 *
 * After eval_tables_fill and eval_load the tables and evaluators are read-only, so threads may
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
/* Deeper evaluation is limited to EVAL_DEEP_PLAYS_MAX plays, and to plays within
 * EVAL_DEEP_WITHIN of the best. */
#define EVAL_DEEP_PLAYS_MAX 8u
#define EVAL_DEEP_WITHIN 0.16f
/* Limit on the number of replies evaluated at one ply.  A further play is evaluated only if the
 * replies to the plays so far, plus their average for the further play, stay within the limit.
 * Few positions exceed it, except where a turn can have several plays, as in Acey-Deucey and
 * Gul Bara.  If the limit does not allow a second play, all plays are ranked at 0 plies.
 * Otherwise a list ranked at one ply has only plays that were evaluated at one ply, or the only
 * legal play. */
#define EVAL_REPLIES_MAX 11000u
/* the limit in the browser, where the processor may be four times slower */
#define EVAL_REPLIES_PAGE_MAX 6000u
/* equities this close count as equal: the first in the list is chosen */
#define EVAL_TIE_TOLERANCE 1e-5f

/* Chances of the side to roll: to win at all, to win at least a gammon, to win a backgammon,
 * to lose at least a gammon, to lose a backgammon.  A draw counts as half a win.  In games
 * scored by the remaining checkers (American and European Acey-Deucey) only `win` is a chance
 * and the others are 0.  `equity` is the average result without the cube, in points. */
struct eval_chances {
	float win, win_gammon, win_backgammon;
	float lose_gammon, lose_backgammon;
	float equity;
};

/* A search of one or more plies calls `fn` after this many positions, about a quarter of a
 * millisecond, so that other work can run. */
#define EVAL_PAUSE_POSITIONS 128u

struct eval_pause {
	void (*fn)(void);
	unsigned positions_since_call; /* positions evaluated since the last call */
};

struct eval {
	const struct variant *variant;
	const struct eval_tables *tables;
	bool avx2;                /* set by eval_load if the machine has it; may be cleared */
	struct eval_pause *pause; /* NULL, as after eval_load: no pauses; otherwise only one
				   * thread may use the evaluator */
	unsigned replies_max;     /* EVAL_REPLIES_MAX, as after eval_load, or less */
	struct net net[EVAL_PHASE_COUNT];
};

struct eval_choice {
	unsigned index;              /* index in the list of plays of the roll */
	struct eval_chances chances; /* chances of the side that plays, after the play */
};

struct eval_scratch {
	struct move_space move_space[2]; /* the plays, and the plays that follow them */
};

/* Fills the tables.  Takes a tenth of a second on one core.  `work` is not needed
 * afterwards. */
void eval_tables_fill(struct eval_tables *t, struct bearoff_scratch *work);

/* Returns the name of the weights file without its folder; games with the same plays share a
 * file.  Returns NULL for a variant that only lists other games. */
const char *eval_file_name(const struct variant *v);

/* Size of the largest file in bytes. */
#define EVAL_FILE_MAX 400000u

/* Loads the weights from the bytes of a file.  Returns false if they are damaged (SHA-256), of
 * another version or for another game; *e must not be used then.  v must not be a variant that
 * only lists other games. */
MUST_USE bool eval_load(struct eval *e, const struct variant *v, const struct eval_tables *t,
    const void *bytes, size_t n);

/* Writes the bytes of the file.  Returns their number, at most EVAL_FILE_MAX. */
size_t eval_store(const struct eval *e, unsigned char *bytes_out);

/* Evaluates a position for p->turn, the side to roll, or to play in the game without dice.  The
 * game must not be over. */
void eval_chances(
    const struct eval *e, const struct eval_position *p, struct eval_chances *out);

/* Ranks the plays of m->turn with the roll m->dice (PH_MOVE; without dice in the game that has
 * none), best first.  Returns the number of plays written, at most max; 0 when nothing can be
 * played.  Indices refer to w->move_space[0]. plies 0 evaluates the position after each play; 1
 * evaluates all replies of the opponent to the plays near the best; 2 also evaluates the
 * answers to these replies.  In the middle of a game of backgammon this takes 20 microseconds,
 * a few milliseconds and a tenth of a second, respectively. */
unsigned eval_rank_plays(const struct eval *e, const struct match_state *m, unsigned plies,
    struct eval_scratch *w, struct eval_choice *best_out, unsigned max);

/* Returns the double to name, 1..6, where the game asks for one (PH_NAME_DOUBLE). */
unsigned eval_double_to_name(
    const struct eval *e, const struct match_state *m, struct eval_scratch *w);

/* ---- for programs that train the weights ---- */

/* Like eval_load, with empty nets. */
void eval_init(struct eval *e, const struct variant *v, const struct eval_tables *t);

/* Outputs of the nets: the five chances of struct eval_chances, in the same order.  In games
 * scored by the remaining checkers: average points won and lost, as fractions of 15.
 * eval_outputs_swap_sides converts them to the view of the other side. */
#define EVAL_POINTS_SCALE 15.0f

bool eval_counts_checkers(const struct variant *v);
/* Returns whether the bear-off table covers the position, so that no net is needed. */
bool eval_in_bearoff_table(const struct eval_position *p);
void eval_outputs(const struct eval *e, const struct eval_position *p, float out[NET_OUTPUTS]);
void eval_outputs_swap_sides(float out[NET_OUTPUTS]);
float eval_outputs_equity(const struct variant *v, const float out[NET_OUTPUTS]);
void eval_chances_from_outputs(
    const struct variant *v, const float out[NET_OUTPUTS], struct eval_chances *c_out);

/* Returns the position of m as the side to move sees it.  The result points to m->board. */
struct eval_position eval_position_of(const struct match_state *m);

/* Plays result r of the roll m->dice (PH_MOVE).  Sets m->phase, turn, dice, stage and streak to
 * what follows; the phase is PH_OVER unless OUTCOME_NONE is returned.  Other fields of *m are
 * unchanged. */
enum outcome eval_apply_play(struct match_state *m, const struct move_result *r);

/* Returns the seat that wins if the play of `mover` has this outcome; SEAT_NONE if neither
 * does. */
enum seat eval_winner(enum outcome outcome, enum seat mover);

/* Computes the outputs for `seat` once the game is over.  `winner` is SEAT_NONE for a draw. */
void eval_outputs_at_end(const struct variant *v, const struct board *b, enum seat winner,
    enum seat seat, float out[NET_OUTPUTS]);

/* Computes the outputs for m->turn after result r. */
void eval_outputs_after(const struct eval *e, const struct match_state *m,
    const struct move_result *r, float out[NET_OUTPUTS]);

/* Computes the outputs for m->turn, averaged over all rolls with their best plays (PH_ROLL),
 * after the best play of m->dice (PH_MOVE), or after naming the best double (PH_NAME_DOUBLE).
 * Doubles that follow from these are played too.  The resulting positions are evaluated `plies`
 * plies deeper. */
void eval_expected_outputs(const struct eval *e, const struct match_state *m, unsigned plies,
    struct move_space *space, float out[NET_OUTPUTS]);

#endif
