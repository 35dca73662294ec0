/* SPDX-License-Identifier: MIT */
/* Exams of the evaluator: positions with a roll, and the rolled-out equities of some of its
 * plays (tests/data/exam-backgammon.txt).  gammonduel makes and runs them. */
#ifndef SUPPORT_EXAM_H
#define SUPPORT_EXAM_H

#include <stdio.h>

#include "tests/support/players.h"

#define EXAM_PLAYS 4u

enum exam_subject {
	RACE,
	RANDOM_RACE,
	BEAROFF,
	BACK_GAME,
	CONTACT,
	EXAM_SUBJECTS,
};

extern const char *const EXAM_SUBJECT[EXAM_SUBJECTS];

/* The mover is seat 0.  The equities are the mover's. */
struct exam_question {
	enum exam_subject subject;
	struct match_state m;  /* PH_MOVE */
	double standard_error; /* standard error of the equities, rms over the plays */
	unsigned n;
	struct board board_after[EXAM_PLAYS];
	double equity[EXAM_PLAYS];
};

/* Sums over the questions of a subject. */
struct exam_marks {
	unsigned questions, plays, best_chosen;
	double off; /* sum of the errors in the equities of the plays */
	double square_error,
	    square_error2;                /* mean square error of a question, and its square */
	double standard_error2;           /* square of the standard error */
	double equity_lost, equity_lost2; /* equity lost by a choice, and its square */
};

/* Exits with an error if there is no such subject. */
enum exam_subject exam_subject_named(const char *name);

/* Prints a board as in an exam: one digit in base 36 for each point in the mover's and then the
 * opponent's own numbering; a capital letter is a run of one (A) to 26 (Z) empty points. */
void exam_board_print(const struct board *b, enum seat me);

/* Reads a line: the subject, the board, the dice, the standard error, and for each play the
 * board after it and its equity.  Returns false at the end; exits with an error if the line is
 * damaged. */
bool exam_read(FILE *f, const struct variant *v, struct exam_question *q_out);

/* Adds a player's answer.  A play that is not listed counts as the worst listed play. */
void exam_mark(const struct player *pl, const struct exam_question *q, struct exam_marks *to);

#endif
