/* SPDX-License-Identifier: MIT */
/* Hashes passwords outside the loop: jobs are copied in, a small number of threads run them,
 * and the turn collects copies of the results.  Uses Argon2id of libsodium.
 *
 * Addresses take turns, one job each, so an address with many jobs delays only itself.  New
 * accounts have their own queue, which is served only when no log-in waits: however many new
 * accounts there are, a log-in waits only for the jobs in progress.  Bots' thoughts come next,
 * and idle work last.
 *
 * With an engine (external.h), an additional thread runs the jobs that need the engine's
 * answers, thoughts first. */
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
	unsigned threads;              /* 1..4 */
	unsigned queue_max;            /* waiting jobs; more are refused */
	unsigned new_account_jobs_max; /* limit on waiting jobs for new accounts (WORK_HASH) */
	unsigned queue_address_max; /* limit for each address among the jobs that the two limits
				above count; 0: none */
	unsigned argon2_mem_kib;    /* memory for a hash */
	unsigned argon2_ops;        /* passes of Argon2id */
	struct external_address engine; /* the engine's address, if any; it needs now_ms */
	external_clock *now_ms;         /* clock for the engine */
};

enum work_kind {
	WORK_HASH,   /* hashes password */
	WORK_VERIFY, /* checks password against hash; with hash "", takes as long and always
			fails */
	WORK_CHANGE_PASSWORD, /* checks like WORK_VERIFY; if the password is right, also hashes
			       * new_password */
	WORK_TASK,    /* calls run(arg), which may use only the data that arg points to */
	WORK_THOUGHT, /* like WORK_TASK, but run only when no job of the kinds above waits */
	WORK_FILE,    /* like WORK_THOUGHT, but run only when no WORK_THOUGHT waits */
	WORK_IDLE,    /* like WORK_FILE, but run only when no WORK_FILE waits */
};

#define WORK_ADDRESS_BYTES 9u

struct work_job {
	enum work_kind kind;
	/* the address or network that the job is queued for */
	uint8_t address[WORK_ADDRESS_BYTES];
	bool no_address_limit; /* not subject to queue_address_max */
	bool from_unfamiliar;  /* WORK_VERIFY from an unfamiliar network; such jobs cannot fill
				* the queue */
	bool needs_engine;     /* WORK_THOUGHT, WORK_IDLE: run it in the engine's thread */
	uint64_t ticket;       /* chosen by the caller; returned with the result */
	char password[PASSWORD_MAX + 1];
	char hash[PASSWORD_HASH_MAX];        /* set for WORK_VERIFY and WORK_CHANGE_PASSWORD */
	char new_password[PASSWORD_MAX + 1]; /* set for WORK_CHANGE_PASSWORD: the new password,
					      * and the user who changes it */
	int64_t password_user;
	/* For WORK_TASK, WORK_THOUGHT, WORK_FILE, WORK_IDLE.  arg still belongs to the caller,
	 * who may not use or free it before the result has been taken or work_stop has
	 * returned. */
	void (*run)(void *arg);
	void *arg;
};

struct work_result {
	enum work_kind kind;
	bool used_engine; /* the job was run in the engine's thread */
	uint64_t ticket;
	bool ok; /* the password was right or was hashed; false: wrong, or out of memory */
	bool password_right; /* WORK_VERIFY, WORK_CHANGE_PASSWORD: the password was right */
	bool hash_renewed;   /* WORK_VERIFY: the password was right, but its hash had weaker
			      * parameters and was renewed */
	char hash[PASSWORD_HASH_MAX]; /* the new hash: for WORK_HASH, WORK_CHANGE_PASSWORD, and
				       * if stale */
	char checked_hash[PASSWORD_HASH_MAX]; /* the job's hash; the result is valid only if the
					       * account still has it */
	int64_t password_user;                /* set for WORK_CHANGE_PASSWORD */
};

/* The interface for the domain. */
struct work_port {
	void *ctx;
	struct external *engine; /* runs the jobs whose `engine` is set; NULL: none */
	/* Posts a copy of a job.  Returns false if the queue, or the address's share of it, is
	 * full: the user should try again. */
	bool (*post)(void *ctx, const struct work_job *job);
	/* Withdraws a waiting job; `from` as in the job.  Returns false if the job is not
	 * waiting; its result may still arrive. */
	bool (*withdraw)(void *ctx, const uint8_t from[WORK_ADDRESS_BYTES], uint64_t ticket);
	/* Calls fn for each waiting job, except thoughts and idle work, in the order in which
	 * they will be run if no more jobs arrive.  before: the number of jobs before it,
	 * including those being run. fn may not call the port. */
	void (*each_waiting)(void *ctx,
	    void (*fn)(void *fn_ctx, uint64_t ticket, unsigned before), void *fn_ctx);
};

struct work;

/* Starts the threads.  They call wake(ctx) when the queue of results becomes non-empty.
 * Returns NULL with errno on failure. */
MUST_USE struct work *work_start(
    const struct work_config *config, void (*wake)(void *ctx), void *ctx);

/* Waits for the jobs being run, but not for answers of the engine.  Drops all other jobs, wipes
 * and frees everything, and sets *w to NULL. */
void work_stop(struct work **w);

/* Returns the interface to these workers, which must outlive it. */
struct work_port work_port(struct work *w);

/* Lets other threads use the processor first.  Jobs that take several milliseconds call it
 * every quarter of a millisecond.  Without it the loop might have to wait: the kernel lets
 * a thread that has just started, or that has credit, run until the next tick, up to four
 * milliseconds later, whatever the nice value of that thread.  A job that calls it more often
 * gets little time on a processor that other threads use. */
void work_yield(void);

/* Counts the jobs that no thread has begun: those for new accounts, and all others. */
void work_count_waiting(struct work *w, unsigned *others_out, unsigned *accounts_out);

/* Returns whether a job that hashes a password or pairs a large round is waiting or being run,
 * or its result has not been collected. */
bool work_busy(struct work *w);

/* Takes the next result.  Returns false if there is none. */
bool work_next_result(struct work *w, struct work_result *result_out);

#endif
