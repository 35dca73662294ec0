/* SPDX-License-Identifier: MIT */
/* Declarations shared by the files of this folder. */
#ifndef CMD_JSON_COMMAND_H
#define CMD_JSON_COMMAND_H

#include <jansson.h>

#include "cmd/cmd.h"
#include "output/json_lines.h"

/* Returns the number of a member, or `otherwise` if it is missing, negative or not an
 * integer. */
int64_t json_number_of(const json_t *o, const char *key, int64_t otherwise);

/* Returns a string member, or "". */
const char *json_text_of(const json_t *o, const char *key);

/* The refusal of commands that read the database, while it cannot be reached. */
#define JSON_STORE_UNREACHABLE "The server cannot reach its database just now."

/* The command `public` turns a session that has not logged in into a spectator.  `unwatch` and
 * `file` are commands of spectators (json_follow.c). */
void json_become_spectator(struct world *w, struct session *s, const json_t *o);
void json_spectator_unwatch(struct world *w, struct session *s, const json_t *o);
void json_spectator_file(struct world *w, struct session *s, const json_t *o);

#define JSON_FOLLOWED_MAX 8u /* matches that a user may follow besides the one watched */

/* Follows one more match.  json_unfollow returns false, and does nothing, if the session does
 * not follow the match (json_follow.c). */
void json_follow(struct world *w, struct session *s, const json_t *o);
bool json_unfollow(struct world *w, struct session *s, const json_t *o);

/* Finds the match of the member `m`.  Returns false if there is none that the session may be
 * shown (json_follow.c). */
bool json_find_match(
    struct world *w, const struct session *s, const json_t *o, struct match_record *r_out);

/* Finds the match named by the member `m`, or else the match of the user `player`.  Returns
 * NULL, after refusing the command, if there is no such live match that the session may be
 * shown. */
struct match *json_find_live_match(struct world *w, struct session *s, const json_t *o);

/* Handles "get" (json_get.c). */
void json_get(struct world *w, struct session *s, const json_t *o);

#endif
