/* SPDX-License-Identifier: MIT */
/* Password hashing away from the loop: jobs are copied in, a small number of threads work,
 * results are copied out and collected by the turn.  Argon2id through libsodium.
 *
 * Addresses take turns, one job each, so that somebody with many jobs delays only themselves.
 * New accounts have a queue of their own, and are made when no other job waits: however many
 * want one, nobody's log-in waits for more than those in hand.  What bots think comes behind
 * that, and what nobody waits for last.
 *
 * With an engine (external.h) one more thread does what waits for its answers, thoughts first.
 */
#ifndef WORK_WORK_H
#define WORK_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "work/external.h"

#define PASSWORD_MAX 128u      /* bytes */
#define PASSWORD_HASH_MAX 128u /* encoded Argon2id string with its NUL */

struct work_config {
	unsigned threads;             /* 1..4 */
	unsigned queue_max;           /* waiting jobs; further ones are refused */
	unsigned accounts_max;        /* the same of those for new accounts (WORK_HASH) */
	unsigned queue_each;          /* of either of one address; 0 as many as there are */
	unsigned argon2_mem_kib;      /* memory of a hash */
	unsigned argon2_ops;          /* passes */
	struct external_place engine; /* may be none; else */
	external_clock *now_ms;       /* ... the time for it */
};

enum work_kind {
	WORK_HASH,   /* password -> hash */
	WORK_VERIFY, /* password against hash; hash "" is an unknown user: the same work, always
			false */
	WORK_CHANGE, /* the same; if it is right, chosen -> hash */
	WORK_TASK,   /* run(arg), which touches nothing but what arg points to */
	WORK_THOUGHT, /* the same, when no other job waits */
	WORK_IDLE,    /* the same, when no thought waits either */
};

#define WORK_FROM_BYTES 9u

struct work_job {
	enum work_kind kind;
	uint8_t from[WORK_FROM_BYTES]; /* the address (or network) that takes turns with the
					  others */
	bool exempt;                   /* of queue_each */
	bool stranger;   /* WORK_VERIFY: not from where this account has been logged in before;
			    however many such wait, there is room for the others */
	bool engine;     /* WORK_THOUGHT, WORK_IDLE: by the thread that may ask the engine */
	uint64_t ticket; /* the poster's: comes back with the result */
	char password[PASSWORD_MAX + 1];
	char hash[PASSWORD_HASH_MAX];  /* WORK_VERIFY, WORK_CHANGE */
	char chosen[PASSWORD_MAX + 1]; /* WORK_CHANGE: the new password, and whose it is */
	int64_t user;
	/* WORK_TASK, WORK_THOUGHT, WORK_IDLE; arg stays the poster's, who may not touch or free
	 * it before the result, or work_stop */
	void (*run)(void *arg);
	void *arg;
};

struct work_result {
	enum work_kind kind;
	bool engine; /* as that of the job */
	uint64_t ticket;
	bool ok; /* verified, or hashed; false: wrong, or out of memory (WORK_HASH, WORK_CHANGE)
		  */
	bool right; /* WORK_VERIFY, WORK_CHANGE: the password was */
	bool
	    stale; /* WORK_VERIFY: right, but made with weaker parameters than now: hash anew */
	char hash[PASSWORD_HASH_MAX]; /* WORK_HASH, WORK_CHANGE, or WORK_VERIFY when stale: the
					 new hash */
	char checked[PASSWORD_HASH_MAX]; /* WORK_VERIFY, WORK_CHANGE: the hash of the job.  What
					    follows holds only while the user has that one */
	int64_t user;                    /* WORK_CHANGE */
};

/* What the domain may do. */
struct work_port {
	void *ctx;
	struct external *engine; /* for jobs with that flag alone; NULL: there is none */
	/* Posts a copy of a job.  False when the queue is full, or the address's part of it
	 * (tell the user to try again). */
	bool (*post)(void *ctx, const struct work_job *job);
	/* Takes back a job nobody waits for any more; from as it was posted.  False when it is
	 * not waiting (its result may come yet). */
	bool (*drop)(void *ctx, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket);
	/* Calls fn for each job that waits, thoughts and what is idle left out, in the order in
	 * which they will be done if no more come, with the number of jobs before it, those in
	 * hand included. fn may not call the port. */
	void (*each)(void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before),
	    void *fn_ctx);
};

struct work;

/* Starts the threads.  wake(ctx) is called from them when the queue of results becomes
 * non-empty; it must be safe to call from any thread.  NULL with errno on failure. */
MUST_USE struct work *work_start(
    const struct work_config *config, void (*wake)(void *ctx), void *ctx);

/* Waits for the jobs in hand, but not for the engine, forgets the rest, wipes, frees, nulls. */
void work_stop(struct work **w);

struct work_port work_port(struct work *w);

/* In a job of some milliseconds, each quarter of one: whoever waits for the processor goes
 * first.  The system by itself lets a thread that has just begun, or that is owed a little,
 * work on to its next tick, four milliseconds, however nice it is, and the loop would wait for
 * that. More often than so, it gets little of a processor that others want. */
void work_pause(void);

/* Jobs that no thread has begun: for new accounts, and all others. */
void work_waiting(struct work *w, unsigned *others_out, unsigned *accounts_out);

/* Passwords are hashed, or a large round is paired: such a job waits, is in hand, or its result
 * has not been collected. */
bool work_busy(struct work *w);

/* The next result; false when there is none. */
bool work_next(struct work *w, struct work_result *result_out);

#endif
