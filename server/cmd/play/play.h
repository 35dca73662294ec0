/* SPDX-License-Identifier: MIT */
/* For the commands that are actions of a match: play.c, offer.c. */
#ifndef CMD_PLAY_H
#define CMD_PLAY_H

#include "cmd/cmd.h"

/* Whose words: some refusals are worded differently from command to command (PROTOCOL.md 5). */
enum play_words {
	WORDS_ROLL,
	WORDS_MOVE,
	WORDS_OFF,
	WORDS_DOUBLE,
	WORDS_ANSWER, /* all others */
	WORDS_COUNT,
};

/* An action of who gives the command. */
struct action play_action(const struct ctx *c, enum act_kind kind);

/* Puts it to their match; a refusal is told. */
void play_act(struct ctx *c, const struct action *a, enum play_words words);

/* Whether they want to be told what the plays of this match cost; then, after one was made in
 * that state, that is found out. */
bool practice_judges(const struct ctx *c, const struct match *m);
void practice_judge(struct ctx *c, const struct match_state *before, const struct play *p);

/* Tells a refusal; nothing for those that are told otherwise, or that a command cannot meet. */
void play_refuse(const struct ctx *c, enum match_err err, enum play_words words);

#endif
