/* SPDX-License-Identifier: MIT */
/* What the files of the PostgreSQL engine share.  Nobody else includes it.
 *
 *	postgresql.c        turns, syncs, statements
 *	postgresql_open.c   opening, migrations, closing
 *	postgresql_line.c   the line to the server: what was sent, and its answers
 *	dialect.c           what SQLite's words are in PostgreSQL's
 *
 * One connection, in libpq's pipeline mode.  What a turn writes is sent when it is written, and
 * its COMMIT at its end, without waiting for any answer.  A sync of turns is the answer to the
 * COMMIT, which PostgreSQL gives when it is on its disk, or on that of its standby as well:
 * what synchronous_commit says there.  Until it has come, what further turns write is not
 * committed, and then together.  What reads waits for its answer, and so for those to all that
 * was sent before it.
 *
 * Only one server may write.  It holds an advisory lock while it is connected; and it raises
 * the generation in the table gammond when it opens the database, and each COMMIT comes behind
 * a statement that fails when that is another one by then.  So one that was frozen, or cut off,
 * and replaced, can never commit again.  Who waits for a server to end (store_wait) looks at
 * the turns, of which there is one every PG_BEAT_MS at least. */
#ifndef STORE_POSTGRESQL_H
#define STORE_POSTGRESQL_H

#include <libpq-fe.h>

#include "store/sql.h"

#define PG_PLACE "postgresql:" /* before the words of libpq that say where it is */
#define PG_VALUES_MAX 20u
#define PG_COLUMNS_MAX 32u
#define PG_SQL_MAX 8192u     /* a statement, translated */
#define PG_EXPECTED_MAX 8192 /* answers that are not read yet; then they are waited for */
#define PG_BEAT_MS 3000      /* at most between two commits */
#define PG_TURN_ROWS 1000    /* as of the other engine */

/* How a statement is prepared. */
enum pg_form {
	PG_PLAIN,
	PG_ONE, /* it must change one row, or fails */
	PG_ID,  /* it answers the id of the row that it adds */
	PG_FORMS
};

/* An answer that will come. */
struct pg_expected {
	enum pg_answer {
		PG_DONE,   /* nothing more is asked of it */
		PG_KEPT,   /* kept for who waits: s->kept */
		PG_FENCE,  /* fails when somebody else has taken over */
		PG_COMMIT, /* a turn is on disk */
		PG_SYNC    /* the end of a part that fails as a whole */
	} kind;
	const char *what; /* the statement, for sentences */
	bool seen;        /* its result has come, its end has not */
};

struct store {
	struct sql_head head; /* first: sql.h */
	PGconn *conn;
	int socket;      /* its */
	char schema[64]; /* of a private store, which goes with it; "" none */
	char *conninfo;
	bool reader;  /* must not write */
	bool durable; /* turns wait for the answer to their COMMIT */
	bool prepared[Q_COUNT][PG_FORMS];
	int params[Q_COUNT]; /* the highest ?n, once it is prepared */
	int64_t generation;
	/* what was sent and not answered, in order: a ring */
	struct pg_expected expected[PG_EXPECTED_MAX];
	unsigned first, waiting;
	PGresult *kept;
	bool transaction;        /* has begun, and is not committed */
	int64_t rows;            /* that the turn has written */
	int64_t now_ms, turn_ms; /* of the turn; of the last one that was committed */
	/* turns: whose COMMIT was sent; was answered; of which a sync that has begun covers;
	 * which one has covered that has ended */
	uint64_t done, answered, covered, synced;
	bool syncing;
	int wake[2];          /* a pipe: what a sync waits for has been read by somebody else */
	uint64_t round_trips; /* answers that were waited for */
};

/* ---- postgresql.c ---- */

extern const struct sql_driver PG_DRIVER;

#define ENGINE_VERB(type, name, params, args) type pg_##name params;
#define ENGINE_VOID_VERB(name, params, args) void pg_##name params;
#define VERB(type, name, params, args)
#define VOID_VERB(name, params, args)
#include "store/verbs.def"

/* How often an answer was waited for since opening. */
uint64_t pg_round_trips(const struct store *s);

/* Prepares all statements and waits: one that cannot be breaks the store. */
void pg_prepare_all(struct store *s);

/* ---- postgresql_line.c ---- */

/* Notes what the connection says about a failure. */
void pg_break(struct store *s, const char *doing);

/* An answer of that kind will come; of what: a constant text. */
void pg_expect(struct store *s, enum pg_answer kind, const char *what);

/* Sends a mark behind which a failure before it counts no more, and all that was kept back. */
void pg_mark(struct store *s);

/* Reads what has come.  wait: until all is there. */
void pg_read(struct store *s, bool wait);

/* ---- postgresql_open.c ---- */

/* The first value of the first row, outside of the pipeline; "" none.  False: it failed, with
 * the connection's words in error. */
bool pg_ask(PGconn *conn, const char *sql, char *out, size_t size, struct sbuf *error);

#endif
