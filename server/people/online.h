/* SPDX-License-Identifier: MIT */
/* Who is on line, and how they are found. */
#ifndef PEOPLE_ONLINE_H
#define PEOPLE_ONLINE_H

#include "base/pool.h"
#include "people/session.h"

struct waiting;

/* The accounts in use and the sessions. */
struct people {
	struct pool sessions, players;
	struct player *by_name;     /* table by folded name: every player in the pool */
	struct session *online;     /* head: longest on line */
	uint64_t logins;            /* for session.login.no */
	struct session *idle;       /* head: longest without input */
	struct session *wrote;      /* got output in this turn */
	struct session *pending;    /* are to get more, in turn */
	struct tree waking;         /* those whose wake_ms is not 0, in that order */
	struct tree by_login;       /* those on line, in order of log-in */
	struct tree names;          /* the same by name, and by folded name */
	struct tree folded_names;   /* (who is given in any case of letters) */
	struct tree changes;        /* in order of row_no */
	struct tree hosts;          /* those on line by address; operators first */
	struct tree away, watching; /* those who are away, or watch; in order of log-in */
	struct waiting *waited;     /* table of those who are waited for: userlist.c */
	int64_t tokens_ms;      /* next slice of resume_token.c, monotonic; 0 not known yet */
	int64_t login_queue_ms; /* when login_queue.c looks again; 0: nobody waits */
};

/* Empty, for at most so many sessions; NULL when memory is out. */
struct people *people_new(unsigned sessions_max);
/* With the texts that sessions keep; w->people NULL: nothing.  In session.c. */
void people_free(struct world *w);

/* After a change of who is away, watches, or has a role: into or out of their trees. */
void online_index(struct world *w, struct session *s);

/* The first one on line whose login_no is at least that; NULL none. */
struct session *online_from(const struct world *w, uint64_t login_no);

/* The next one on line from a network behind `after`, or the first one (NULL): of those with a
 * role, or of those without.  NULL none. */
struct session *online_at(const struct world *w, const struct netaddr *network, bool role,
    const struct session *after);

/* Puts a session into or out of the list of those on line, in order of login_no, and what is
 * looked up with it. */
void online_add(struct world *w, struct session *s);
void online_remove(struct world *w, struct session *s);

/* All trees are in order. */
void online_check(const struct world *w);

#endif
