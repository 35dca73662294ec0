/* SPDX-License-Identifier: MIT */
/* Connections, log-in, log-out. */
#ifndef LOGIN_LIFECYCLE_H
#define LOGIN_LIFECYCLE_H

#include "output/visit_words.h"

/* Creates an empty session without a connection.  Returns NULL if the pool is full. */
struct session *session_new(struct world *w);

/* Creates a session for a new connection, in the state of the "login: " prompt.  Returns NULL
 * if the pool is full. */
struct session *session_open(struct world *w, conn_id conn, const char *addr);
/* Returns whether s is a session of the front itself, not of one of its users.  Such a session
 * may become a spectator but not log in. */
bool session_is_front(const struct world *w, const struct session *s);

/* If the server offers TLS, session_warn_cleartext prints a warning on a connection that others
 * could read. session_greet prints the banner, that warning, the time and the first prompt. */
void session_warn_cleartext(const struct world *w, struct session *s);

void session_greet(struct world *w, struct session *s);

/* Changes the state; no other function does.  CHECKs that the transition is permitted. */
void session_set_state(struct world *w, struct session *s, enum session_state to);

/* Ends a session: saves its match, stops watching, notifies other users, closes the
 * connection. */
void session_close(struct world *w, struct session *s, enum session_end why);

/* Ends a session by order of an operator.  Other users are notified of the reason: `why` (at
 * most KICK_REASON_MAX bytes), or, if `why` is NULL, the message `reason` in their language.
 * The caller notifies the session itself. */
void session_kick(struct world *w, struct session *s, const char *why, enum msg_id reason);

/* Ends a session because the server stops; other users are not notified. */
void session_shutdown(struct world *w, struct session *s);

/* Ends a session whose connection has closed. */
void session_connection_closed(struct world *w, session_id id, enum net_close_reason why);

/* Completes the log-in of a user: prints the welcome and notifies other users.  record: the
 * user's row.  registered: the account is new. */
void session_login(
    struct world *w, struct session *s, const struct user_record *record, bool registered);

/* Like session_login, for a log-in by token; mode and client are taken from the form. */
void session_login_token(struct world *w, struct session *s, const struct user_record *record,
    const struct token_record *t);

/* Frees what a session owns, but not its slot in the pool. */
void session_free(struct session *s);

/* Wipes and frees what was typed at log-in. */
void session_form_free(struct session *s);

/* If the session watches a player, stops watching and notifies that player.  With `tell`, also
 * notifies the session ("** You stop watching X."). */
void session_stop_watching(struct world *w, struct session *s, bool tell);

/* Prints the message of the day. */
void session_print_motd(struct world *w, struct session *s);

/* Reminds a user of unfinished matches. */
void session_tell_open_matches(struct world *w, struct session *s);

/* session_print_message prints one message.  session_print_messages prints all stored messages,
 * with a heading for interactive users if `header` is set, and returns their number. */
void session_print_message(
    struct session *to, const char *sender, int64_t at_s, const char *text);
unsigned session_print_messages(struct world *w, struct session *s, bool header);
/* Sends each line of a text to a client program as a message from the user's own name, without
 * the leading "** ".  This is for lines that clients do not know.  Modifies the text. */
void session_send_as_messages(struct session *s, char *text);

/* Frees struct people, with all sessions and players.  Does nothing if w->people is NULL. */
void people_free(struct world *w);

#endif
