/* SPDX-License-Identifier: MIT */
/* How often something may happen before somebody is on line (LIMITS.md 2.3).  Addresses in
 * `exempt` are not counted. */
#ifndef LOGIN_GUARD_H
#define LOGIN_GUARD_H

#include "people/session.h"

/* NULL when memory is out. */
MUST_USE struct guard *guard_new(void);
void guard_free(struct guard **g);

/* Guesses of a password for the name in the form.  The name may be nobody's, which makes no
 * difference.  They are counted apart where they come from a network from which its owner has
 * logged in before: so strangers, who have few for a name, do not keep its owner out. */

/* u: the account of that name; its id is 0 when there is none.  Before the others. */
void guard_look(const struct world *w, struct session *s, const struct user_record *u);
/* Whether one more may be made, and if not it is logged; it is made; it was none, because it
 * was right or has not been looked at. */
bool guard_may_guess(const struct world *w, const struct session *s);
void guard_guesses(struct world *w, const struct session *s);
void guard_guesses_not(struct world *w, const struct session *s);

/* The same of what nobody can guess, by the address alone: what others have guessed keeps
 * nobody from it. */
bool guard_may_guess_here(const struct world *w, const struct session *s);
void guard_guesses_here(struct world *w, const struct session *s);

/* They have logged in: the network is one of theirs, the last of at most GUARD_PLACES. */
#define GUARD_PLACES 8u
void guard_welcome(struct world *w, const struct session *s);

/* Whether one more account may be made from there now; one is being made; it is not. */
bool guard_may_register(const struct world *w, const struct session *s);
void guard_registers(struct world *w, const struct session *s);
void guard_registers_not(struct world *w, const struct session *s);

/* What is counted goes to another process. */
void guard_carry(struct guard *g, struct pack *p);

#endif
