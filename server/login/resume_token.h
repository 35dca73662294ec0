/* SPDX-License-Identifier: MIT */
/* Coming back without the password: the token of a user, and the match that they are brought
 * back to.  What client programs are told is in PROTOCOL.md 10.1. */
#ifndef LOGIN_RESUME_TOKEN_H
#define LOGIN_RESUME_TOKEN_H

#include "world/world.h"

#define TOKEN_PREFIX "token:" /* before the digits, in place of a password */
#define TOKEN_LIFE_S (24 * 3600)

/* Gives the user of a session a token, the only one from now on, and tells them ("token:...").
 */
void resume_token_give(struct world *w, struct session *s);

/* No token is worth anything any more; while the store refuses nothing is done.  The second
 * form is for whoever is not on line. */
void resume_token_revoke(struct world *w, struct session *s);
void resume_token_revoke_user(struct world *w, int64_t user);

/* Whose token this is; false: nobody's, or it is over.  Costs the same whatever the text. */
bool resume_token_find(struct world *w, const char *text, struct token_record *t_out);

/* The session has just logged in by this token: it is told the successor, unless the
 * store refuses, when it holds as before. */
void resume_token_used(struct world *w, struct session *s, const struct token_record *t);

/* What they play from now on (row of a match), 0 nothing that they would be brought back to:
 * kept with the token. */
void resume_token_playing(struct world *w, struct session *s, int64_t match);

/* Tokens that are over are forgotten a slice at a time. */
void resume_token_timers(struct world *w);
int64_t resume_token_next_timer(const struct world *w); /* monotonic ms */

#endif
