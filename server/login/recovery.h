/* SPDX-License-Identifier: MIT */
/* The code by which somebody who has forgotten their password chooses a new one, and passwords
 * that operators make for others.  Both are random, and told once. */
#ifndef LOGIN_RECOVERY_H
#define LOGIN_RECOVERY_H

#include "people/session.h"

#define RECOVERY_HASH_BYTES STORE_TOKEN_HASH_BYTES
#define RECOVERY_RESET_S (7 * 86400) /* an operator's password is good for so long */

/* Makes the only code of the account from now on, and tells it. */
void recovery_give(struct world *w, struct session *s);

/* The hash of what was typed: case, '-' and blanks do not count. */
void recovery_hash(const char *text, uint8_t hash_out[RECOVERY_HASH_BYTES]);

/* A password that nobody can guess. */
#define RECOVERY_TEXT_MAX 24u
void recovery_draw(struct world *w, char text_out[RECOVERY_TEXT_MAX]);

#endif
