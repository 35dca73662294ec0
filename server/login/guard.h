/* SPDX-License-Identifier: MIT */
/* How many accounts may be made, in all and from one network.  Addresses in `exempt` are not
 * counted. */
#ifndef LOGIN_GUARD_H
#define LOGIN_GUARD_H

#include "people/session.h"

/* NULL when memory is out. */
MUST_USE struct guard *guard_new(void);
void guard_free(struct guard **g);

/* Whether one more account may be made from there now; one is being made. */
bool guard_may_register(const struct world *w, const struct session *s);
void guard_registers(struct world *w, const struct session *s);

#endif
