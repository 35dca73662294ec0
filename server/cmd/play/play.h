/* SPDX-License-Identifier: MIT */
/* For the files of this folder: actions of a match (play.c, offer.c), and how one begins and is
 * left (invite.c, seek.c, leave.c). */
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

/* ---- invite.c ---- */

/* The game that a word names, or without one the user's own; NULL if there is none of that
 * name. */
const struct variant *invite_game(const struct ctx *c, const char *word);

/* Reads a length: 1..99, 0 unlimited, -1 resume (NULL).  False after printing an error. */
bool invite_length(
    struct ctx *c, const char *word, const struct variant *game, int *length_out);

/* Long matches are for the experienced.  False after printing so. */
bool invite_may_play(struct ctx *c, int length, const struct variant *game);

/* Whether a player takes invitations to that game. */
bool invite_plays(const struct player *p, const struct variant *v);

/* Returns true, after printing so, if a match of a tournament waits for one of the two. */
bool invite_bound(struct ctx *c, const struct session *other);

/* Whether `to` may be invited.  False after printing an error. */
bool invite_may(struct ctx *c, const struct session *to);

/* Tells both of an invitation; rings: with the bell of `to`, if that is on.  saved: their
 * match, NULL none. */
void invite_tell(struct ctx *c, struct session *to, int length, const struct variant *v,
    const struct match_record *saved, bool rings);

/* Tells both, before a match, what it may still do to their ratings. */
void invite_allowances(
    struct ctx *c, struct session *other, unsigned length, const struct variant *v, bool rated);

/* Settles the dice of what the user invites to. */
void invite_fix_dice(struct ctx *c, bool anew);

/* Switches `toggle ready` on. */
void invite_ready(struct ctx *c);

/* Makes an invitation.  length as in struct session; a match that is resumed has its game and
 * its clock already.  False after printing why it cannot be. */
bool invite_offer(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock, bool practice);

/* ---- seek.c ---- */

/* `join` of a user who has typed `play`.  False: they have not, or it cannot be; nothing was
 * printed. */
bool seek_join(struct ctx *c, struct session *x);

/* The same by name, for a user who plays a bot that `play` found. */
bool seek_join_named(struct ctx *c, const char *name);

/* Brings the bot of that name back if it is not online: for a saved match with the user, or for
 * one more match.  False after printing that it cannot come. */
bool seek_bring(struct ctx *c, const char *name, bool again);

/* ---- leave.c ---- */

/* Leaves the match of a session, which is saved. */
void leave_match(struct ctx *c, struct match *m);

#endif
