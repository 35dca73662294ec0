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
struct awaited_user;

struct people {
	struct pool sessions, players;
	struct player *players_by_name; /* every player in the pool, by folded name */
	struct session *online;         /* head: online for the longest time */
	uint64_t login_count; /* number of log-ins so far, from which session.login.no is
			       * assigned */
	uint64_t dice_seq; /* numbers texts for dice and invitations in the order in which they
			     were made (player.dice) */
	struct session *idle_list;         /* head: idle for the longest time */
	struct session *wrote_list;        /* sessions that got output in this turn */
	struct session *pending_output;    /* sessions that must get more output, round robin */
	struct tree paused;                /* paused sessions, in order of pause_end_ms */
	struct tree online_by_login;       /* sessions online, in order of log-in */
	struct tree online_by_name;        /* sessions online, by name */
	struct tree online_by_folded_name; /* sessions online, by folded name */
	struct tree online_by_change;      /* sessions online, in order of news.row_item_no */
	struct tree online_by_host; /* sessions online by address; users with a role first */
	struct tree online_away,
	    online_watching;               /* sessions away, or watching, in order of log-in */
	struct awaited_user *awaited;      /* awaited users, see userlist.c */
	int64_t next_token_work_ms;        /* when resume_token.c does its next slice of work,
					    * monotonic; 0: not yet set */
	unsigned password_changes_pending; /* number of passwords being checked for a change */
	int64_t login_queue_check_ms;      /* next check of login_queue.c, monotonic; 0: none */
};

#endif
