/* SPDX-License-Identifier: MIT */
/* Who hears what is told of a tournament, and in which language it is said.
 *
 * What all or all members hear is a story, told as news (feed.h): words in each language, and
 * who hears them, settled when it is told, as the tournament may be over when somebody hears
 * it. Directors and followers hear at once.  Words that say nothing are told to nobody. */
#ifndef TOURNAMENT_AUDIENCE_H
#define TOURNAMENT_AUDIENCE_H

#include "tournament/live.h"

struct telling;

/* Writes what is told, for one listener or for all of a language. */
typedef void audience_words(struct out *out, const struct telling *x);

typedef bool audience_test(const struct world *w, const struct tourney_live *l, entry_no e);

/* To everybody on line; of programs to those whose user it concerns. */
void audience_all(
    struct world *w, struct tourney_live *l, audience_words *says, struct telling *x);

/* To who takes part, directs, or follows. */
void audience_members(
    struct world *w, struct tourney_live *l, audience_words *says, struct telling *x);

/* To some entries, whether they want to hear of tournaments or not. */
void audience_called(struct world *w, struct tourney_live *l, audience_test *called,
    audience_words *says, struct telling *x);

/* To who directs or follows. */
void audience_followers(
    struct world *w, const struct tourney_live *l, audience_words *says, struct telling *x);

/* Whether audience_members reached a session: as a director, an entrant who wants to hear of
 * tournaments, or a follower whom the act reaches. */
bool audience_heard_members(const struct world *w, const struct tourney_live *l,
    const struct session *s, const struct telling *x);
bool audience_wants(const struct session *s);

/* ---- people outside the event: neither directors nor entrants ---- */

/* How often what a director says or sets, over and over, reaches them. */
#define AUDIENCE_OUTSIDE_MS (5 * 60000)

/* Whether the last time is long enough ago. */
bool audience_may_reach_outside(const struct tourney_live *l, int64_t now_ms);

/* Starts that time again when the act told was a limited one that reached them. */
void audience_spend(struct tourney_live *l, const struct telling *x);

/* Whether notices of an act may reach a session: always inside the event; outside, if the
 * limit allows it and the session gags neither the actor nor a director. */
bool audience_reaches(const struct world *w, const struct tourney_live *l,
    const struct session *s, const struct telling *x);

/* The next director on line, or of both kinds: start with 0.  NULL there are no more. */
struct session *audience_next_director(
    const struct world *w, const struct tourney_live *l, size_t *at);
struct session *audience_next_follower(
    const struct world *w, const struct tourney_live *l, size_t *at);

/* One line for somebody who is not on line, in English as nobody knows in which language they
 * read.  Not when there is nobody it could be from (0), or too many wait for them. */
void audience_message(
    struct world *w, int64_t user, int64_t from, audience_words *says, const struct telling *x);

/* Those who follow and have nothing to watch watch another match, when one has begun or ended.
 */
void audience_watch_next(struct world *w, struct tourney_live *l);

#endif
