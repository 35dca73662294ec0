/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of server/cmd/play: actions within a match (play.c, offer.c,
 * practice.c), and how a match begins (invite.c, matchmaking.c) and is left (leave.c). */
#ifndef CMD_PLAY_H
#define CMD_PLAY_H

#include "bot/bot.h"
#include "cmd/cmd.h"

/* Commands that word some refusals differently (PROTOCOL.md 5). */
enum refusal_wording {
	WORDING_ROLL,
	WORDING_MOVE,
	WORDING_OFF,
	WORDING_DOUBLE,
	WORDING_ANSWER, /* all other commands */
	WORDING_COUNT,
};

/* Returns an action of the user's seat.  The session must be in a match. */
struct action play_own_action(const struct ctx *c, enum act_kind kind);

/* Applies the action to the user's match.  Reports a refusal. */
void play_act(struct ctx *c, const struct action *a, enum refusal_wording wording);

/* practice_rates_plays: whether the user wants to know what each play of this match cost.  If
 * so, practice_rate_play starts the calculation for a play made in the state `before`; the
 * result is printed when it is ready. */
bool practice_rates_plays(const struct ctx *c, const struct match *m);
void practice_rate_play(struct ctx *c, const struct match_state *before, const struct play *p);

/* If a question to the bots was refused, reports why (practice.c). */
void play_report_ask_error(struct ctx *c, enum bots_ask_err err);

/* Reports a refusal.  Prints nothing for errors that are reported elsewhere or that no command
 * can cause. */
void play_report_refusal(const struct ctx *c, enum match_err err, enum refusal_wording wording);

/* ---- invite.c ---- */

/* Returns the game that a word names, or the user's default game if `word` is NULL.  Returns
 * NULL if there is no such game. */
const struct variant *invite_parse_game(const struct ctx *c, const char *word);

/* Reads a match length: 1..99, or 0 for unlimited.  Without a word (NULL) the length is -1,
 * which means to resume.  Returns false after printing an error. */
bool invite_parse_length(
    struct ctx *c, const char *word, const struct variant *game, int *length_out);

/* Returns whether the user is experienced enough for that length.  Reports the reason if not.
 */
bool invite_check_experience(struct ctx *c, int length, const struct variant *game);

/* Returns whether a player accepts invitations to that game. */
bool invite_accepts_game(const struct player *p, const struct variant *v);

/* Returns true, after printing a message, if either user has a tournament match to play. */
bool invite_is_bound_by_tournament(struct ctx *c, const struct session *other);

/* Returns whether `to` may be invited.  Reports the reason if not. */
bool invite_check_invitee(struct ctx *c, const struct session *to);

/* Returns whether the user may invite that opponent, as far as it depends on the user alone.
 * Reports the reason if not.  Does not check the experience: see invite_check_experience.
 * Called before a bot is brought online, because that can end another user's match.  length: as
 * in struct invitation; if `length` is < 0, `game` is not used.  saved: the two users' saved
 * match, NULL if there is none. */
bool invite_check_own_side(struct ctx *c, const char *name, bool bot, int length,
    const struct variant *game, const struct match_record *saved);

/* Notifies both users of an invitation.  rings: sounds the bell of `to`, if it is switched on.
 * saved: their saved match, NULL if there is none. */
void invite_notify_both(struct ctx *c, struct session *to, int length, const struct variant *v,
    const struct match_record *saved, bool rings);

/* Shows both users, before a match, how far it may still change their ratings. */
void invite_print_allowances(
    struct ctx *c, struct session *other, unsigned length, const struct variant *v, bool rated);

/* Fixes the dice of the user's invitation.  If `anew`, draws a new seed. */
void invite_commit_dice(struct ctx *c, bool anew);

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
bool matchmaking_bring_bot_online(
    struct ctx *c, const char *name, int length, const struct variant *game);

/* Returns a bot that is free for a practice match of the user, or NULL. */
struct session *matchmaking_find_practice_bot(struct ctx *c, const struct variant *game);

/* ---- leave.c ---- */

/* Leaves the session's match, which is saved. */
void leave_match(struct ctx *c, struct match *m);

#endif
