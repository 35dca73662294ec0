/* SPDX-License-Identifier: MIT */
/* Hashes passwords outside the loop: jobs are copied in, a small number of threads run them,
 * and the turn collects copies of the results.  Uses Argon2id of libsodium.
 *
 * Addresses take turns, one job each, so an address with many jobs delays only itself.  New
 * accounts have their own queue, and wait until no other job does: however many there are, a
 * log-in waits only for the jobs in progress.  Bots' thoughts follow, and idle work is last.
 *
 * With an engine (external.h), an additional thread runs the jobs that wait for its answers,
 * thoughts first. */
#ifndef WORK_WORK_H
#define WORK_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "work/external.h"

#define PASSWORD_MAX 128u      /* bytes */
#define PASSWORD_HASH_MAX 128u /* an encoded Argon2id string, with its NUL */

struct work_config {
	unsigned threads;             /* 1..4 */
	unsigned queue_max;           /* waiting jobs; more are refused */
	unsigned accounts_max;        /* the same for new accounts (WORK_HASH) */
	unsigned queue_each;          /* of either, for one address; 0: no limit */
	unsigned argon2_mem_kib;      /* memory for a hash */
	unsigned argon2_ops;          /* passes */
	struct external_place engine; /* may be none; otherwise now_ms is needed */
	external_clock *now_ms;       /* clock for the engine */
};

enum work_kind {
	WORK_HASH,    /* hashes password */
	WORK_VERIFY,  /* checks password against hash; hash "": the same work, always false */
	WORK_CHANGE,  /* the same, and if right hashes `chosen` */
	WORK_TASK,    /* calls run(arg), which uses only what arg points to */
	WORK_THOUGHT, /* the same, when no other job waits */
	WORK_IDLE,    /* the same, when no thought waits either */
};

#define WORK_FROM_BYTES 9u

struct work_job {
	enum work_kind kind;
	uint8_t from[WORK_FROM_BYTES]; /* the address or network that takes turns */
	bool exempt;                   /* from queue_each */
	bool stranger;   /* WORK_VERIFY from an unfamiliar place; cannot fill the queue */
	bool engine;     /* WORK_THOUGHT, WORK_IDLE: in the thread that may ask the engine */
	uint64_t ticket; /* the caller's; returned with the result */
	char password[PASSWORD_MAX + 1];
	char hash[PASSWORD_HASH_MAX];  /* for WORK_VERIFY, WORK_CHANGE */
	char chosen[PASSWORD_MAX + 1]; /* for WORK_CHANGE: the new password, and its user */
	int64_t user;
	/* For WORK_TASK, WORK_THOUGHT, WORK_IDLE. arg still belongs to the caller, who may not
	 * use or free it before the result, or work_stop. */
	void (*run)(void *arg);
	void *arg;
};

struct work_result {
	enum work_kind kind;
	bool engine; /* the job's */
	uint64_t ticket;
	bool ok;    /* verified or hashed; false: wrong, or out of memory */
	bool right; /* WORK_VERIFY, WORK_CHANGE: the password was right */
	bool stale; /* WORK_VERIFY: right, but its hash had weaker parameters and was renewed */
	char hash[PASSWORD_HASH_MAX];    /* the new one: WORK_HASH, WORK_CHANGE, stale */
	char checked[PASSWORD_HASH_MAX]; /* the job's; the result holds only while it is
					    unchanged */
	int64_t user;                    /* for WORK_CHANGE */
};

/* The interface for the domain. */
struct work_port {
	void *ctx;
	struct external *engine; /* only for jobs with `engine`; NULL: none */
	/* Posts a copy of a job.  Returns false if the queue, or the address's share of it, is
	 * full: the user should try again. */
	bool (*post)(void *ctx, const struct work_job *job);
	/* Withdraws a waiting job; `from` as in the job.  Returns false if it does not wait;
	 * its result may still arrive. */
	bool (*drop)(void *ctx, const uint8_t from[WORK_FROM_BYTES], uint64_t ticket);
	/* Calls fn for each waiting job, except thoughts and idle work, in the order in which
	 * they will be run if no more arrive.  before: the number of jobs before it, including
	 * those being run. fn may not call the port. */
	void (*each)(void *ctx, void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before),
	    void *fn_ctx);
};

struct work;

/* Starts the threads.  They call wake(ctx) when the queue of results becomes non-empty.
 * Returns NULL with errno on failure. */
MUST_USE struct work *work_start(
    const struct work_config *config, void (*wake)(void *ctx), void *ctx);

/* Waits for the jobs being run, but not for the engine.  Drops the others, wipes and frees
 * everything, and sets *w to NULL. */
void work_stop(struct work **w);

/* Returns the interface to these workers; they must outlive it. */
struct work_port work_port(struct work *w);

/* To be called every quarter of a millisecond in jobs that take some milliseconds: lets other
 * threads use the processor first.  The kernel lets a thread that has just started, or that has
 * credit, run until its next tick, four milliseconds later, whatever its nice value, and the
 * loop would wait for that.  If it is called more often, the job gets little time on a
 * processor that others use. */
void work_pause(void);

/* Counts jobs that no thread has begun: for new accounts, and all others. */
void work_waiting(struct work *w, unsigned *others_out, unsigned *accounts_out);

/* Returns whether a password is being hashed or a large round paired: such a job waits, is
 * being run, or its result was not collected. */
bool work_busy(struct work *w);

/* Takes the next result.  Returns false if there is none. */
bool work_next(struct work *w, struct work_result *result_out);

#endif
