/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of server/cmd/play: actions within a match (play.c, offer.c,
 * practice.c), and how a match begins (invite.c, matchmaking.c) and is left (leave.c). */
#ifndef CMD_PLAY_H
#define CMD_PLAY_H

#include "bot/bot.h"
#include "cmd/cmd.h"

/* Commands that word some refusals differently (PROTOCOL.md 5). */
enum play_words {
	WORDS_ROLL,
	WORDS_MOVE,
	WORDS_OFF,
	WORDS_DOUBLE,
	WORDS_ANSWER, /* all other commands */
	WORDS_COUNT,
};

/* Returns an action of the user's seat.  The session must be in a match. */
struct action play_action(const struct ctx *c, enum act_kind kind);

/* Applies the action to the user's match.  Reports a refusal. */
void play_act(struct ctx *c, const struct action *a, enum play_words words);

/* practice_judges: whether the user wants to know what each play of this match cost.  If so,
 * practice_judge starts the calculation for a play made in the state `before`; the result is
 * printed when it is ready. */
bool practice_judges(const struct ctx *c, const struct match *m);
void practice_judge(struct ctx *c, const struct match_state *before, const struct play *p);

/* If a question to the bots was refused, reports why (practice.c). */
void play_asked(struct ctx *c, enum ask_err err);

/* Reports a refusal.  Prints nothing for errors that are reported elsewhere or that no command
 * can cause. */
void play_refuse(const struct ctx *c, enum match_err err, enum play_words words);

/* ---- invite.c ---- */

/* Returns the game that a word names, or the user's default game if `word` is NULL.  Returns
 * NULL if there is no such game. */
const struct variant *invite_game(const struct ctx *c, const char *word);

/* Reads a match length: 1..99, or 0 for unlimited.  Without a word (NULL) the length is -1,
 * which means to resume.  Returns false after printing an error. */
bool invite_length(
    struct ctx *c, const char *word, const struct variant *game, int *length_out);

/* Returns whether the user is experienced enough for that length.  Reports the reason if not.
 */
bool invite_may_play(struct ctx *c, int length, const struct variant *game);

/* Returns whether a player accepts invitations to that game. */
bool invite_plays(const struct player *p, const struct variant *v);

/* Returns true, after printing a message, if either user has a tournament match to play. */
bool invite_bound(struct ctx *c, const struct session *other);

/* Returns whether `to` may be invited.  Reports the reason if not. */
bool invite_may(struct ctx *c, const struct session *to);

/* Returns whether the user may invite that opponent, as far as it depends on the user alone.
 * Reports the reason if not.  Does not check the experience: see invite_may_play.  Called
 * before a bot is brought online, because that can end another user's match.  length: as in
 * struct invitation; if `length` is < 0, `game` is not used.  saved: the two users' saved
 * match, NULL if there is none. */
bool invite_own_side(struct ctx *c, const char *name, bool bot, int length,
    const struct variant *game, const struct match_record *saved);

/* Notifies both users of an invitation.  rings: sounds the bell of `to`, if it is switched on.
 * saved: their saved match, NULL if there is none. */
void invite_tell(struct ctx *c, struct session *to, int length, const struct variant *v,
    const struct match_record *saved, bool rings);

/* Shows both users, before a match, how far it may still change their ratings. */
void invite_allowances(
    struct ctx *c, struct session *other, unsigned length, const struct variant *v, bool rated);

/* Fixes the dice of the user's invitation.  If `anew`, draws a new seed. */
void invite_fix_dice(struct ctx *c, bool anew);

/* Switches `toggle ready` on. */
void invite_set_ready(struct ctx *c);

/* Makes an invitation. length as in struct invitation; a resumed match keeps its game and its
 * clock.  Returns false after printing the reason if it is not possible. */
bool invite_offer(struct ctx *c, struct session *to, int length, const struct variant *game,
    const struct clock_preset *clock, bool practice);

/* ---- matchmaking.c ---- */

/* Handles `join` with x, if x has typed `play`.  Returns false, without output, if x used
 * `invite` or if no such match is possible. */
bool matchmaking_join(struct ctx *c, struct session *x);

/* Handles `join NAME` for a user who is playing a bot found by `play`.  Returns false, without
 * output, if the user is playing no such bot or matchmaking_join returns false. */
bool matchmaking_join_named(struct ctx *c, const char *name);

/* Brings a bot online by name if it is offline: to resume a saved match with the user (length
 * < 0), or for a new match of that length and game.  Returns false after printing why there is
 * no such match: the user may not play it, or the bot is not available. */
bool matchmaking_bring_bot(
    struct ctx *c, const char *name, int length, const struct variant *game);

/* Returns a bot that is free for a practice match of the user, or NULL. */
struct session *matchmaking_practice_bot(struct ctx *c, const struct variant *game);

/* ---- leave.c ---- */

/* Leaves the session's match, which is saved. */
void leave_match(struct ctx *c, struct match *m);

#endif
