/* SPDX-License-Identifier: MIT */
/* Coming and going: connections, log-in, leaving. */
#ifndef LOGIN_VISIT_H
#define LOGIN_VISIT_H

#include "output/visit_words.h"

/* A new connection, at "login: ".  NULL when the world is full. */
struct session *session_open(struct world *w, conn_id conn, const char *addr);

/* Banner and first prompt. */
/* Says so where others could read what is said, and there is a better way. */
void session_clear_warning(const struct world *w, struct session *s);

void session_greet(struct world *w, struct session *s);

/* The only way to another state; CHECKs that the step is one of those allowed. */
void session_set_state(struct world *w, struct session *s, enum session_state to);

/* Ends it: leaves its match (saved) and whom it watches, tells everyone concerned, closes the
 * socket. */
void session_close(struct world *w, struct session *s, enum session_end why);

/* An operator ends it: as session_close; all others are told why, in the operator's words (at
 * most SESSION_WHY_MAX bytes), or by a row in their own language when why is NULL; the one who
 * goes, by the caller. */
void session_kick(struct world *w, struct session *s, const char *why, enum msg_id reason);

/* The server ends: as session_close, but nobody else is told. */
void session_shutdown(struct world *w, struct session *s);

/* The socket is already gone. */
void session_gone(struct world *w, session_id id, enum net_close why);

/* The log-in of a known user is complete: greets them with all they expect and tells the
 * others.  record: their row; registered: they have just made the account. */
void session_login(
    struct world *w, struct session *s, const struct user_record *record, bool registered);

/* The same for who has come by a token: in the mode that the form says. */
void session_login_token(struct world *w, struct session *s, const struct user_record *record,
    const struct token_record *t);

/* Frees all that a session keeps, but not its place in the pool. */
void session_free(struct session *s);

/* Frees what was typed at log-in; wipes it first. */
void session_form_free(struct session *s);

/* Stops watching, if they were: those they watched are told; they too with tell ("** You stop
 * watching X."). */
void session_stop_watching(struct world *w, struct session *s, bool tell);

/* The message of the day. */
void session_motd(struct world *w, struct session *s);

/* One message as it is read; all that are kept for them, with a heading for people; how many.
 */
void session_message(struct session *to, const char *sender, int64_t at_s, const char *text);
unsigned session_messages(struct world *w, struct session *s, bool header);
/* Sends each line of a text, without "** ", to a client program as a message from the user's
 * own name, for lines that clients do not know.  Modifies the text. */
void session_own_messages(struct session *s, char *text);

/* Frees struct people with all sessions; w->people NULL: nothing. */
void people_free(struct world *w);

#endif
