/* SPDX-License-Identifier: MIT */
/* What people/ keeps: the accounts in use and the sessions, and how they are found.  For the
 * files of this folder, and for lists that walk over all who are on line. */
#ifndef PEOPLE_STATE_H
#define PEOPLE_STATE_H

#include "base/pool.h"
#include "base/tree.h"
#include "world/world.h"

struct player;
struct session;
struct waiting;

/* The accounts in use and the sessions. */
struct people {
	struct pool sessions, players;
	struct player *by_name;     /* table by folded name: every player in the pool */
	struct session *online;     /* head: longest on line */
	uint64_t logins;            /* for session.login.no */
	uint64_t dice_no;           /* texts and invitations so far: player.dice */
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
	int64_t tokens_ms; /* next slice of resume_token.c, monotonic; 0 not known yet */
	unsigned password_changes; /* that are being looked at */
	int64_t login_queue_ms;    /* when login_queue.c looks again; 0: nobody waits */
};

#endif
