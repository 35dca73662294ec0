/* SPDX-License-Identifier: MIT */
/* See exam.h. */
#include "tests/support/exam.h"

#include <string.h>

#define BOARD_NUMBERS (2u * PT_COUNT)
#define LINE_BYTES 1024u

const char *const EXAM_SUBJECT[EXAM_SUBJECTS] = { "race", "random-race", "bearoff", "back",
	"contact" };

enum exam_subject
exam_subject_named(const char *name)
{
	for (enum exam_subject s = 0; s < EXAM_SUBJECTS; s++)
		if (strcmp(name, EXAM_SUBJECT[s]) == 0)
			return s;
	player_die(name, "no subject");
}

void
exam_board_print(const struct board *b, enum seat me)
{
	unsigned empty = 0;

	for (unsigned i = 0; i < BOARD_NUMBERS; i++) {
		unsigned n = b->at[i < PT_COUNT ? me : seat_other(me)][i % PT_COUNT];

		if (empty > 0 && (n > 0 || empty == 26)) {
			putchar('A' + (int)empty - 1);
			empty = 0;
		}
		if (n == 0)
			empty++;
		else
			putchar("0123456789abcdefghijklmnopqrstuvwxyz"[n]);
	}
	if (empty > 0)
		putchar('A' + (int)empty - 1);
}

static void
read_board(struct board *b, const char *text)
{
	const char *at = text;
	unsigned i = 0;

	memset(b, 0, sizeof(*b));
	for (; *at != '\0' && i < BOARD_NUMBERS; at++) {
		if (*at >= 'A' && *at <= 'Z') {
			i += (unsigned)(*at - 'A') + 1;
			continue;
		}
		b->at[i / PT_COUNT][i % PT_COUNT] =
		    (uint8_t)(*at <= '9' ? *at - '0' : *at - 'a' + 10);
		i++;
	}
	if (*at != '\0' || i != BOARD_NUMBERS)
		player_die(text, "no board");
}

bool
exam_read(FILE *f, const struct variant *v, struct exam_question *q_out)
{
	char line[LINE_BYTES], subject[16], text[BOARD_NUMBERS + 1];
	unsigned d1, d2;
	int used, more;

	if (fgets(line, sizeof(line), f) == NULL)
		return false;
	if (sscanf(line, "%15s %54s %u %u %lf%n", subject, text, &d1, &d2,
		&q_out->standard_error, &used) != 5)
		player_die(line, "no question");
	match_init(&q_out->m, v, 0);
	q_out->m.turn = SEAT_0;
	q_out->m.phase = PH_MOVE;
	q_out->m.dice = (struct dice_pair){ { (uint8_t)d1, (uint8_t)d2 } };
	q_out->subject = exam_subject_named(subject);
	read_board(&q_out->m.board, text);
	for (q_out->n = 0; q_out->n < EXAM_PLAYS; q_out->n++, used += more) {
		double *equity = &q_out->equity[q_out->n];

		if (sscanf(line + used, "%54s %lf%n", text, equity, &more) != 2)
			break;
		read_board(&q_out->board_after[q_out->n], text);
	}
	return true;
}

/* Returns the net's equity of a play, as seen by the mover. */
static double
equity_after(const struct player *pl, const struct exam_question *q, const struct board *after)
{
	struct match_state m = q->m;
	float out[NET_OUTPUTS];

	m.board = *after;
	m.turn = SEAT_1;
	m.phase = PH_ROLL;
	if (pl->plies > 0) {
		eval_expected_outputs(
		    pl->e, &m, pl->plies - 1, &player_work.move_space[1], out);
	} else {
		const struct eval_position p = eval_position_of(&m);

		eval_outputs(pl->e, &p, out);
	}
	return -(double)eval_outputs_equity(m.variant, out);
}

void
exam_mark(const struct player *pl, const struct exam_question *q, struct exam_marks *to)
{
	double best = -99.0, worst = 99.0, got = -99.0, squares = 0.0;
	struct match_state m = q->m;
	struct rng luck;

	rng_seed(&luck, 1);
	(void)player_step(pl, &m, &luck);
	for (unsigned k = 0; k < q->n; k++) {
		best = q->equity[k] > best ? q->equity[k] : best;
		worst = q->equity[k] < worst ? q->equity[k] : worst;
		if (memcmp(&m.board, &q->board_after[k], sizeof(m.board)) == 0)
			got = q->equity[k];
		if (pl->e != NULL) {
			double off = equity_after(pl, q, &q->board_after[k]) - q->equity[k];

			to->off += off;
			squares += off * off;
		}
	}
	got = got < worst ? worst : got;
	squares /= q->n;
	to->questions++;
	to->plays += q->n;
	to->best_chosen += got >= best;
	to->square_error += squares;
	to->standard_error2 += q->standard_error * q->standard_error;
	to->square_error2 += squares * squares;
	to->equity_lost += best - got;
	to->equity_lost2 += (best - got) * (best - got);
}
