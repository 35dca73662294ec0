/* SPDX-License-Identifier: MIT */
/* Recovery codes, with which users who have forgotten their password choose a new one, and
 * passwords issued by operators.  Both are random and shown once. */
#ifndef LOGIN_RECOVERY_H
#define LOGIN_RECOVERY_H

#include "people/session.h"

#define RECOVERY_HASH_BYTES STORE_TOKEN_HASH_BYTES
#define RECOVERY_RESET_VALID_S (7 * 86400) /* how long an operator's password is valid */

/* how long a code requested by a user is pending before it becomes valid */
#define RECOVERY_DELAY_S (7 * 86400)

/* Creates a code that is valid at once, and shows it.  Called for a user's first code, and when
 * the previous code has been used to choose a new password. */
void recovery_give_code(struct world *w, struct session *s, int64_t user, const char *name);

/* Creates a code that takes effect after RECOVERY_DELAY_S, and shows it.  The delay protects
 * against an intruder who knew the password for a while: the pending code is reported to the
 * owner at each log-in, and a change of the password voids it. */
void recovery_give_delayed_code(struct world *w, struct session *s);

/* Makes a pending code valid if its time has come.  Call before any other check of codes. */
void recovery_activate_due(struct world *w, int64_t user);

/* Voids a pending code.  Call when the password was changed by a user who knew it or who used
 * the code. */
void recovery_void_pending(struct world *w, int64_t user);

/* Returns the time at which the user's pending code takes effect (seconds since 1970); 0 if
 * there is none. */
int64_t recovery_code_valid_from_s(struct world *w, int64_t user);

/* Hashes a typed code.  Case, '-', spaces and tabs are ignored. */
void recovery_hash(const char *text, uint8_t hash_out[RECOVERY_HASH_BYTES]);

/* Writes a random password of 20 letters and digits in groups of five. */
#define RECOVERY_TEXT_MAX 24u
void recovery_random_text(struct world *w, char text_out[RECOVERY_TEXT_MAX]);

/* ---- a code on the screen of an online user ---- */

#define RECOVERY_READ_MS 120000 /* how long a code on the screen delays a match */

/* Begins the dialogue that ends with [Return].  The session must have a form.  Call when the
 * code is shown. */
void recovery_begin_reading(struct session *s);
bool recovery_is_shown(const struct session *s);

/* Clears the screen if the size of the terminal is known, so that a code is not left on it. */
void recovery_clear_screen(struct session *s);

/* Ends the dialogue and removes the code from the screen.  Publishes code_read. */
void recovery_end_reading(struct world *w, struct session *s);

/* Returns whether a match of two players may begin or be resumed.  It may not if a code was
 * shown to one of them less than RECOVERY_READ_MS ago, because a board would replace the code
 * on the screen.  The event code_read reports when the answer may change. */
bool recovery_allows_match(const struct world *w, struct session *const player[2]);

/* Called when a match of the user begins or is resumed.  If a code is still on the screen, ends
 * the dialogue and notifies the user.  If a command was waiting for the end of the dialogue,
 * also reports that it is not run. */
void recovery_clear_for_match(struct world *w, struct session *s);

#endif
