/* SPDX-License-Identifier: MIT */
/* The code by which somebody who has forgotten their password chooses a new one, and passwords
 * that operators make for others.  Both are random, and told once. */
#ifndef LOGIN_RECOVERY_H
#define LOGIN_RECOVERY_H

#include "people/session.h"

#define RECOVERY_HASH_BYTES STORE_TOKEN_HASH_BYTES
#define RECOVERY_RESET_S (7 * 86400) /* an operator's password is good for so long */

#define RECOVERY_DELAY_S (7 * 86400) /* delay of a code that its owner makes */

/* Makes the code of the user, valid at once, and shows it: at the registration, and when the
 * one before was used, which is before the session is theirs. */
void recovery_give(struct world *w, struct session *s, int64_t user, const char *name);

/* Makes a code that takes effect after RECOVERY_DELAY_S, and shows it.  An intruder who knew
 * the password for a while gains nothing: a change of the password voids the code, and each
 * log-in reports it to the owner. */
void recovery_give_later(struct world *w, struct session *s);

/* Lets a pending code take effect if its time has come.  Before any question about codes. */
void recovery_settle(struct world *w, int64_t user);

/* The password was changed by someone who knew it, or by the code: a pending code is void. */
void recovery_void_pending(struct world *w, int64_t user);

/* When the pending code of the user takes effect; 0: there is none. */
int64_t recovery_pending_s(struct world *w, int64_t user);

/* The hash of what was typed: case, '-' and blanks do not count. */
void recovery_hash(const char *text, uint8_t hash_out[RECOVERY_HASH_BYTES]);

/* A password that nobody can guess. */
#define RECOVERY_TEXT_MAX 24u
void recovery_draw(struct world *w, char text_out[RECOVERY_TEXT_MAX]);

#endif
