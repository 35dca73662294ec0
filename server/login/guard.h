/* SPDX-License-Identifier: MIT */
/* Rate limits on log-ins and registrations (LIMITS.md 2.3).  Addresses in `exempt` are not
 * counted. */
#ifndef LOGIN_GUARD_H
#define LOGIN_GUARD_H

#include "people/session.h"

/* Creates empty counts.  Returns NULL if out of memory. */
MUST_USE struct guard *guard_new(void);
void guard_free(struct guard **g);

/* Password guesses for the name in the session's form, whether or not an account of that name
 * exists.  Guesses from a network from which the owner has logged in before are counted
 * separately.  So strangers who use up all guesses for a name cannot lock its owner out. */

/* Notes whether the session comes from a network from which the owner has logged in.  u: the
 * account whose name is in the session's form; its id is 0 if there is no such account.  Call
 * it before the other functions. */
void guard_check_network(const struct world *w, struct session *s, const struct user_record *u);
/* guard_may_guess returns whether another guess is permitted, and logs a refusal.
 * guard_count_guess counts a guess.  guard_uncount_guess takes it back if it was right or was
 * never checked. */
bool guard_may_guess(const struct world *w, const struct session *s);
void guard_count_guess(struct world *w, const struct session *s);
void guard_uncount_guess(struct world *w, const struct session *s);

/* Like guard_may_guess and guard_count_guess, for secrets that are too long to be guessed.
 * They count only the guesses from the session's own address, so that guesses by others never
 * block the owner. */
bool guard_address_may_guess(const struct world *w, const struct session *s);
void guard_count_address_guess(struct world *w, const struct session *s);

/* Call after a log-in.  Remembers the session's network for the account; the last
 * GUARD_KNOWN_NETWORKS are kept. */
#define GUARD_KNOWN_NETWORKS 8u
void guard_remember_network(struct world *w, const struct session *s);

/* guard_may_register returns whether the address may register another account now.
 * guard_count_registration counts a registration, guard_refund_registration takes it back. */
bool guard_may_register(const struct world *w, const struct session *s);
void guard_count_registration(struct world *w, const struct session *s);
void guard_refund_registration(struct world *w, const struct session *s);

/* Packs or unpacks all counts for another process. */
void guard_hand_over(struct guard *g, struct pack *p);

#endif
