/* SPDX-License-Identifier: MIT */
/* How others read that somebody comes or goes. */
#ifndef OUTPUT_VISIT_WORDS_H
#define OUTPUT_VISIT_WORDS_H

#include "people/session.h"

enum session_end {
	END_LOGOUT,   /* "logs out" */
	END_DROPPED,  /* the peer closed: "drops connection" */
	END_NETWORK,  /* "Network error with" */
	END_TIMEOUT,  /* "Connection with X timed out" */
	END_REPLACED, /* logged in again from elsewhere */
	END_KICKED,   /* "ADMIN closes connection with X,": by session_kick only */
	END_SERVER,   /* the server goes down */
};

enum coming {
	COME_IN,
	COME_AGAIN,
	COME_REGISTERED,
};

#define SESSION_WHY_MAX 160u

/* Why an operator has closed a connection: their words, or a row where they gave none. */
struct kick {
	const char *why;
	enum msg_id reason;
};

/* One going; kick NULL when no operator had a hand in it. */
struct parting {
	enum session_end how;
	const struct kick *kick;
};

/* How others heard of an event of the visits in the store ("alice drops connection"), without
 * the period.  False: not an event that this program knows; then nothing is written. */
bool session_visit_text(struct out *out, const char *event, const char *name);

/* How one listener reads that somebody goes ("alice drops connection"), without the period. */
#define SESSION_FAREWELL_MAX (96u + SESSION_WHY_MAX)
void session_farewell(const struct session *to, const struct session *about,
    const struct parting *p, char text[SESSION_FAREWELL_MAX]);

/* How one listener hears that somebody came or went: line 7 or 8, or the text alone.  why and
 * reason: of END_KICKED only, as in session_kick. */
void session_tell_came(struct session *to, const struct session *about);
void session_tell_left(struct session *to, const char *name, enum session_end how,
    const char *why, enum msg_id reason);

/* The events as they stand in the store: they must keep their meaning. */
const char *visit_came_word(enum coming how);
const char *visit_left_word(enum session_end how);

#endif
