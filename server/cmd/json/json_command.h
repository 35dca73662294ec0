/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of this folder. */
#ifndef CMD_JSON_COMMAND_H
#define CMD_JSON_COMMAND_H

#include <jansson.h>

#include "cmd/cmd.h"
#include "output/json_lines.h"

/* Returns the number of a member, or `otherwise` if it is missing, negative or not an
 * integer. */
int64_t json_number(const json_t *o, const char *key, int64_t otherwise);

/* Says why commands that read the database are refused while it cannot be reached. */
#define JSON_AWAY "The server cannot reach its database just now."

/* Turns a session that has not logged in into a spectator; its commands besides those of every
 * session (json_public.c).  json_public_run returns false if there is no such command. */
void json_public(struct world *w, struct session *s, const json_t *o);
bool json_public_run(struct world *w, struct session *s, const char *name, const json_t *o);

/* Finds the match of the member `m`.  Returns false if there is none that the session may be
 * shown (json_public.c). */
bool json_find_match(
    struct world *w, const struct session *s, const json_t *o, struct match_record *r_out);

/* Handles "get" (json_get.c). */
void json_get(struct world *w, struct session *s, const json_t *o);

#endif
