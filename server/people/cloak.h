/* SPDX-License-Identifier: MIT */
/* Cloaks, which other users see instead of addresses.  A cloak is one word.  The same address
 * (IPv6: /64) has the same cloak as long as the server keeps its key. */
#ifndef PEOPLE_CLOAK_H
#define PEOPLE_CLOAK_H

#include "people/session.h"

/* Reads the server's key from the store; makes and stores one if there is none.  While the
 * store refuses writes, a new key is not stored, and is valid until the server stops. */
void cloak_load_key(
    struct store *s, const struct random_port *random, uint8_t key_out[CLOAK_KEY_BYTES]);

#define CLOAK_MAX 19u /* including NUL */

/* Writes the cloak of a host: "c-" and 16 letters or digits.  Writes "-" for "", and BOT_HOST
 * unchanged. */
void cloak_text(const struct world *w, const char *host, char text_out[CLOAK_MAX]);

/* Returns whether `who` may see the address and e-mail of an account.  Users may see their own;
 * users with a role may see all. */
static inline bool
cloak_may_see_address(const struct player *who, int64_t user)
{
	return who->user == user || who->role != ROLE_USER;
}

/* Returns what `who` may see of the address of session s: the address itself, or its cloak in
 * text. */
const char *address_as_seen_by(const struct world *w, const struct player *who,
    const struct session *s, char text[CLOAK_MAX]);

#endif
