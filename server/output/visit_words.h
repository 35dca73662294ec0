/* SPDX-License-Identifier: MIT */
/* Texts that announce log-ins and log-outs to other users. */
#ifndef OUTPUT_VISIT_WORDS_H
#define OUTPUT_VISIT_WORDS_H

#include "people/session.h"

enum session_end {
	END_LOGOUT,   /* "logs out" */
	END_DROPPED,  /* the peer closed: "drops connection" */
	END_NETWORK,  /* "Network error with" */
	END_TIMEOUT,  /* "Connection with X timed out" */
	END_REPLACED, /* logged in again from elsewhere */
	END_KICKED,   /* "ADMIN closes connection with X,": only by session_kick */
	END_SHUTDOWN, /* the server shuts down */
};

/* How a session came online.  An upgrade passes it by number, like the enums of session.h. */
enum login_kind {
	LOGIN_KIND_NORMAL,     /* logged in */
	LOGIN_KIND_AGAIN,      /* logged in while another session of the user was online */
	LOGIN_KIND_REGISTERED, /* registered a new account */
	LOGIN_KIND_COUNT,
};

#define KICK_REASON_MAX 160u /* bytes of an operator's reason */

/* Why an operator closed a connection: free text, or a message if why is NULL. */
struct kick {
	const char *why;
	enum msg_id reason;
};

/* How a session ended; kick is NULL unless an operator closed it. */
struct session_ending {
	enum session_end how;
	const struct kick *kick;
};

/* Writes the announcement of a stored visit event ("alice drops connection"), without the full
 * stop.  Returns false and writes nothing if the event is unknown. */
bool visit_event_text(struct out *out, const char *event, const char *name);

/* Writes the announcement of a log-out for one recipient ("alice drops connection"), without
 * the full stop. */
#define SESSION_LOGOUT_TEXT_MAX (96u + KICK_REASON_MAX)
void session_logout_text(const struct session *to, const struct session *about,
    const struct session_ending *p, char text[SESSION_LOGOUT_TEXT_MAX]);

/* Announce a log-in or log-out to one recipient: CLIP line 7 or 8, or the text alone.  why,
 * reason: only for END_KICKED, as in session_kick. */
void session_tell_login(struct session *to, const struct session *about);
void session_tell_logout(struct session *to, const char *name, enum session_end how,
    const char *why, enum msg_id reason);

/* Return the word for an event in the store; stored words must keep their meaning. */
const char *visit_login_word(enum login_kind how);
const char *visit_logout_word(enum session_end how);

#endif
