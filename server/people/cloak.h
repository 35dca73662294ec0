/* SPDX-License-Identifier: MIT */
/* What others see in place of an address: a cloak, one word, the same for the same address
 * (IPv6: /64) as long as the server keeps its key. */
#ifndef PEOPLE_CLOAK_H
#define PEOPLE_CLOAK_H

#include "people/session.h"

/* The key of a server, made when it has none and kept then. */
void cloak_key(
    struct store *s, const struct random_port *random, uint8_t key_out[CLOAK_KEY_BYTES]);

#define CLOAK_MAX 19u /* with its NUL */

/* "c-" and letters or digits; "-" for "", and a bot's own word. */
void cloak_text(const struct world *w, const char *host, char text_out[CLOAK_MAX]);

/* Whether somebody may see the address and e-mail of an account: their own, or they have a
 * role. */
static inline bool
cloak_lifted(const struct player *who, int64_t user)
{
	return who->user == user || who->role != ROLE_USER;
}

/* What one may see of the address of another, who is on line. */
const char *cloak_for(const struct world *w, const struct player *who, const struct session *s,
    char text[CLOAK_MAX]);

#endif
