/* SPDX-License-Identifier: MIT */
/* Sends a tournament's notices to their recipients, each in the recipient's language.
 *
 * A notice to all users or to all members is delivered as news (feed.h): one text per language
 * with a list of recipients.  The list is fixed when the notice is issued, as the tournament
 * may be over when the news is delivered.  Directors and followers are notified at once.  An
 * empty text is not sent. */
#ifndef TOURNAMENT_AUDIENCE_H
#define TOURNAMENT_AUDIENCE_H

#include "tournament/live.h"

struct notice_context;

/* Writes a notice for one session, or for all sessions of one language. */
typedef void audience_write_fn(struct out *out, const struct notice_context *x);

/* Returns whether an entry is selected. */
typedef bool audience_entry_test(
    const struct world *w, const struct tourney_live *l, entry_no e);

/* Notifies all users; client programs only if their user directs, plays in or follows the
 * tournament. */
void audience_tell_all(
    struct world *w, struct tourney_live *l, audience_write_fn *says, struct notice_context *x);

/* Notifies entrants, directors and followers. */
void audience_tell_members(
    struct world *w, struct tourney_live *l, audience_write_fn *says, struct notice_context *x);

/* Notifies the users of entries that pass the test, even users who have switched `tournaments`
 * off. */
void audience_tell_entries(struct world *w, struct tourney_live *l, audience_entry_test *test,
    audience_write_fn *says, struct notice_context *x);

/* Notifies directors and followers. */
void audience_tell_followers(struct world *w, const struct tourney_live *l,
    audience_write_fn *says, struct notice_context *x);

/* Returns whether audience_tell_members reaches a session: its user is a director, an entrant
 * who has `tournaments` on, or a follower whom the act reaches. */
bool audience_reaches_as_member(const struct world *w, const struct tourney_live *l,
    const struct session *s, const struct notice_context *x);
bool audience_wants_news(const struct session *s);

/* ---- users outside the tournament: neither directors nor entrants ---- */

/* The minimum time between two notices that users outside the tournament receive, for kinds of
 * notice that a director can repeat at will (`limited`). */
#define AUDIENCE_OUTSIDE_INTERVAL_MS (5 * 60000)

/* Returns whether AUDIENCE_OUTSIDE_INTERVAL_MS have passed since users outside the tournament
 * last received a `limited` notice. */
bool audience_outside_is_allowed(const struct tourney_live *l, int64_t now_ms);

/* Starts a new period of AUDIENCE_OUTSIDE_INTERVAL_MS if the notice x is `limited` and may
 * reach users outside the tournament. */
void audience_note_outside(struct tourney_live *l, const struct notice_context *x);

/* Returns whether notices of an act may reach a session.  They always reach users inside the
 * tournament.  They reach other users if the limit allows it and the user gags neither the
 * actor, the maker nor a director. */
bool audience_reaches(const struct world *w, const struct tourney_live *l,
    const struct session *s, const struct notice_context *x);

/* Return the next director online, or the next director or follower; NULL at the end.  Start
 * with *at 0. */
struct session *audience_next_director(
    const struct world *w, const struct tourney_live *l, size_t *at);
struct session *audience_next_follower(
    const struct world *w, const struct tourney_live *l, size_t *at);

/* Leaves a message of one line for a user who is offline, in English because the user's
 * language is not known.  Does nothing if `from` is 0 or the user has too many messages. */
void audience_leave_message(struct world *w, int64_t user, int64_t from,
    audience_write_fn *says, const struct notice_context *x);

/* Shows a match to followers who have none to watch: to all of them if a match has begun or
 * ended, else to those who have just begun to follow the tournament. */
void audience_watch_next(struct world *w, struct tourney_live *l);

/* Makes a session follow the tournament that its user followed in an earlier session, and
 * notifies interactive users.  A tournament that is over is no longer followed. */
void audience_follow_again(struct world *w, struct session *s);

#endif
