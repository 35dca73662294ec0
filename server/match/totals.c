/* SPDX-License-Identifier: MIT */
/* Counting: see totals.h.  An action costs a few tens of nanoseconds. */
#include "match/totals.h"

#include <string.h>

/* Counts entering from the bar, in backgammon only.  With k of six points closed, a roll enters
 * with probability 1 - (k / 6)^2. */
static void
count_entering(struct roll_record *r, const struct match_state *before, enum seat seat,
    const uint8_t dice[2])
{
	const uint8_t *other = before->board.at[seat_other(seat)];
	unsigned closed = 0;

	if (!before->variant->fibs || before->board.at[seat][PT_BAR] == 0)
		return;
	for (unsigned d = 1; d <= 6; d++)
		closed += other[d] >= 2;
	r->bar++;
	r->bar_entered += other[dice[0]] < 2 || other[dice[1]] < 2;
	r->bar_entered_expected += 1 - closed * closed / 36.0;
}

static void
count_game_won(
    struct match_totals *t, const struct match_state *before, const struct match_event *e)
{
	enum seat loser = seat_other(e->seat);

	if (e->how == WON_DROP) {
		t->of[e->seat].doubles_passed++;
		t->of[loser].passes++;
	} else if (e->points >= 2 * before->cube) {
		t->of[e->seat].gammons_won++;
		t->of[loser].gammons_lost++;
	}
	t->of[e->seat].takes_won += t->took_double[e->seat];
	t->took_double[0] = t->took_double[1] = false;
	if (before->cube > t->highest_cube)
		t->highest_cube = before->cube;
}

static void
count_event(struct match_totals *t, const struct match_state *before, const struct action *a,
    const struct match_event *e)
{
	switch (e->kind) {
	case EV_ROLLED:
		t->rolls[e->seat].dice_counts[e->dice.d[0] - 1][e->dice.d[1] - 1]++;
		count_entering(&t->rolls[e->seat], before, e->seat, e->dice.d);
		break;
	case EV_MOVED:
		if (!a->automatic) {
			t->of[e->seat].timed_plays++;
			t->of[e->seat].ms += a->elapsed_ms;
		}
		break;
	case EV_DOUBLE_TAKEN:
		t->of[e->seat].takes++;
		t->of[seat_other(e->seat)].doubles_taken++;
		t->took_double[e->seat] = true;
		break;
	case EV_GAME_STARTED:
	case EV_GAME_DRAWN:
		t->took_double[0] = t->took_double[1] = false;
		break;
	case EV_GAME_WON:
		count_game_won(t, before, e);
		break;
	default:
		break;
	}
}

void
totals_count_action(struct match_totals *t, const struct match_state *before,
    const struct action *a, const struct match_events *ev)
{
	for (unsigned i = 0; i < ev->n; i++)
		count_event(t, before, a, &ev->e[i]);
}

void
totals_clear(struct match_totals *t)
{
	memset(t->of, 0, sizeof(t->of));
	memset(t->rolls, 0, sizeof(t->rolls));
	t->highest_cube = 0;
}
