/* SPDX-License-Identifier: MIT */
/* Data of people/: accounts in use, sessions, and their indexes.  For the files of this folder,
 * and for code that iterates over the sessions online. */
#ifndef PEOPLE_STATE_H
#define PEOPLE_STATE_H

#include "base/pool.h"
#include "base/tree.h"
#include "world/world.h"

struct player;
struct session;
struct waiting;

struct people {
	struct pool sessions, players;
	struct player *by_name; /* every player in the pool, by folded name */
	struct session *online; /* head: online for the longest time */
	uint64_t logins;        /* number of log-ins so far, from which session.login.no is
				 * assigned */
	uint64_t dice_no; /* numbers texts for dice and invitations in the order in which they
			     were made (player.dice) */
	struct session *idle;       /* head: idle for the longest time */
	struct session *wrote;      /* sessions that got output in this turn */
	struct session *pending;    /* sessions that must get more output, round robin */
	struct tree waking;         /* paused sessions, in order of wake_ms */
	struct tree by_login;       /* sessions online, in order of log-in */
	struct tree names;          /* sessions online, by name */
	struct tree folded_names;   /* sessions online, by folded name */
	struct tree changes;        /* sessions online, in order of news.row_no */
	struct tree hosts;          /* sessions online by address; users with a role first */
	struct tree away, watching; /* sessions away, or watching, in order of log-in */
	struct waiting *waited;     /* awaited users, see userlist.c */
	int64_t tokens_ms;          /* when resume_token.c does its next slice of work,
				     * monotonic; 0: not yet set */
	unsigned password_changes;  /* number of passwords being checked for a change */
	int64_t login_queue_ms;     /* next check of login_queue.c, monotonic; 0: none */
};

#endif
