/* SPDX-License-Identifier: MIT */
/* Log-in by token instead of password: issues, checks and revokes the token of a user, and
 * stores the match to resume with it.  PROTOCOL.md 10.1 describes it for client programs. */
#ifndef LOGIN_RESUME_TOKEN_H
#define LOGIN_RESUME_TOKEN_H

#include "world/world.h"

#define TOKEN_PREFIX "token:" /* typed in place of a password, before a token's digits */
#define TOKEN_LIFE_S (24 * 3600)

/* Issues a token to the session's user and sends it ("token:...").  It replaces any earlier
 * one. */
void resume_token_give(struct world *w, struct session *s);

/* Invalidate the user's token.  Do nothing while the store refuses writes.
 * resume_token_revoke_user is for users who may be offline. */
void resume_token_revoke(struct world *w, struct session *s);
void resume_token_revoke_user(struct world *w, int64_t user);

/* Looks a token up.  Returns false if it is unknown or has expired.  Takes the same time for
 * any text. */
bool resume_token_find(struct world *w, const char *text, struct token_record *t_out);

/* Call after a log-in by this token.  Replaces the token and sends the new token.  While the
 * store refuses writes, the old token remains valid. */
void resume_token_replace(struct world *w, struct session *s, const struct token_record *t);

/* Stores the row of the match that a later log-in by token resumes; 0: none. */
void resume_token_set_match(struct world *w, struct session *s, int64_t match);

/* Deletes expired tokens, a slice at a time. */
void resume_token_run_timers(struct world *w);
int64_t resume_token_next_timer(const struct world *w); /* monotonic ms; -1: never */

#endif
