/* SPDX-License-Identifier: MIT */
/* What the files of the PostgreSQL engine share.  Nobody else includes it.
 *
 *	postgresql.c   turns, syncs, statements
 *	open.c         opening, migrations, closing
 *	line.c         the line to the server: what was sent, and its answers
 *	kept.c         what was sent and is not committed, and how it is sent again
 *	again.c        the thread that connects anew
 *	../dialect.c   what SQLite's words are in PostgreSQL's
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
 * and replaced, can never commit again.  Who waits for a server to end (store_open_next) looks
 * at the turns, of which there is one every PG_BEAT_MS at least.
 *
 * The line may be lost: libpq says so, or nothing has been answered for long.  What turns
 * write is kept until their COMMIT is answered, so nothing is lost with it: a thread connects
 * anew, ends the old connection, takes the lock, and reads the generation and the number of the
 * last turn.  With another generation somebody else has taken over, and the store is broken.
 * Else the turns that are not there are sent again as they were, before anything else.  Until
 * then, and while answers are late, the store refuses; what reads all the same waits.  How long
 * all that is borne stands in struct pg_limits. */
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

/* What is borne of the line: LIMITS.md D13.  Tests have less patience. */
struct pg_limits {
	int64_t silent_ms; /* without an answer: the store refuses */
	int64_t lost_ms;   /* the line is taken for lost */
	int64_t gone_ms;   /* since the first loss without a turn answered: it is broken */
	int64_t stands_ms; /* who waits for a line meanwhile, and the loop with them */
	size_t kept_bytes; /* what is kept without a line */
};

extern const struct pg_limits PG_LIMITS;

/* A process of PostgreSQL's that serves a connection.  Their numbers come again, so it also has
 * the time at which it was started, by PostgreSQL's clock. */
struct pg_backend {
	int pid;
	int64_t started_us;
};

/* How a statement is prepared. */
enum pg_form {
	PG_PLAIN,
	PG_ONE, /* it must change one row, or fails */
	PG_ID,  /* it answers the id of the row that it adds */
	PG_FORMS
};

/* What a turn has written, with copies of its values. */
struct pg_sent {
	uint64_t turn;
	size_t bytes; /* of it all */
	enum store_statement st;
	enum pg_form form;
	int64_t id; /* PG_ID: that was answered */
	size_t n;
	struct sql_value values[PG_VALUES_MAX];
};

enum pg_line {
	PG_UP,
	PG_SILENT, /* answers are late */
	PG_LOST,   /* there is no connection */
};

struct pg_again; /* again.c */

/* What is kept of turns that are not answered: an array with room for `room`, of which those
 * from `first` on, before `end`, are there. */
struct pg_turns {
	struct pg_sent **at;
	size_t room, first, end, bytes;
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
	int params[Q_COUNT];    /* the highest ?n, once it is prepared */
	bool prepared_together; /* the statement for several actions */
	unsigned gathered;      /* actions, the last of what is kept, that are not sent yet */
	int64_t generation;
	/* what was sent and not answered, in order: a ring */
	struct pg_expected expected[PG_EXPECTED_MAX];
	unsigned first, waiting;
	PGresult *kept;
	bool transaction; /* has begun, and is not committed */
	int64_t rows;     /* that the turn has written */
	int64_t turn_ms;  /* when the last one was committed, by pg_now_ms */
	/* turns: whose COMMIT was sent; was answered; of which a sync that has begun covers;
	 * which one has covered that has ended */
	uint64_t done, answered, covered, synced;
	int64_t turns_before; /* committed, by others */
	bool syncing;
	int wake[2];          /* a pipe: what a sync waits for has been read by somebody else */
	int sync_socket;      /* what the sync that has begun waits for; -1 only the pipe */
	uint64_t round_trips; /* answers that were waited for */
	/* the line */
	enum pg_line line;
	bool cut;      /* the other side says that it ends it */
	bool refusing; /* as it was last found */
	struct pg_backend backend;
	int64_t heard_ms;       /* the last of an answer, or when the first was waited for */
	int64_t looked_ms;      /* when it was last judged */
	int64_t lost_ms;        /* when it was lost first since a turn was answered */
	unsigned losses;        /* since a turn was answered */
	struct pg_again *again; /* NULL: a loss is final */
	const struct pg_limits *limits;
	struct pg_turns sent;
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
void pg_prepare_frames(struct store *s);

/* Statements and what a turn consists of, sent without waiting; nothing when there is no line.
 */
bool pg_send(struct store *s, enum store_statement st, enum pg_form form, enum pg_answer answer,
    const struct sql_value *values, size_t n);
void pg_send_begin(struct store *s);
void pg_send_commit(struct store *s);
/* The next row of the statement's table gets this id. */
void pg_send_id(struct store *s, enum store_statement st, int64_t id);

/* ---- line.c ---- */

/* Milliseconds of a clock that nobody sets. */
int64_t pg_now_ms(void);

/* True: nothing can be sent. */
static inline bool
pg_out(const struct store *s)
{
	return s->head.broken || s->line == PG_LOST;
}

/* A call of libpq has failed: the line is lost. */
void pg_break(struct store *s, const char *doing);

/* An answer of that kind will come; of what: a constant text. */
void pg_expect(struct store *s, enum pg_answer kind, const char *what);

/* Sends a mark behind which a failure before it counts no more, and all that was kept back. */
void pg_mark(struct store *s);

/* Reads what has come.  wait: until all is there. */
void pg_read(struct store *s, bool wait);

/* Reads what has come and judges the line; takes a new one that the thread has made. */
void pg_look(struct store *s);

/* The same, and waits until there is a line; at most until then, by pg_now_ms.  False: broken,
 * also by the wait. */
bool pg_there(struct store *s, int64_t until_ms);

/* Ends the wait of a sync. */
void pg_wake(struct store *s);

/* ---- kept.c ---- */

/* Keeps what the present turn has written. */
void pg_keep(struct store *s, enum store_statement st, enum pg_form form, int64_t id,
    const struct sql_value *values, size_t n);

/* Forgets the turns that are answered; all. */
void pg_forget(struct store *s);
void pg_forget_all(struct store *s);

/* Sends what is kept, from the first turn that is not answered on; the present one is left
 * open. */
void pg_send_again(struct store *s);

/* ---- again.c ---- */

/* Starts the thread: before the sandbox.  fd gets a byte when it has ended a task.  NULL: it
 * cannot be started. */
struct pg_again *pg_again_start(const char *conninfo, const char *schema, bool durable, int fd);

/* A connection that is being made is given up.  NULL does nothing. */
void pg_again_stop(struct pg_again **a);

/* Looks for a new connection, in place of that of a process of PostgreSQL's, until it has one
 * or the generation is another one. */
void pg_again_begin(struct pg_again *a, struct pg_backend backend, int64_t generation);

/* What it has found: a connection with the lock, which is the caller's; the number of the last
 * turn. */
struct pg_found {
	PGconn *conn; /* NULL: another server has taken over */
	struct pg_backend backend;
	int64_t turn;
};

/* A task has ended. */
bool pg_again_done(struct pg_again *a);

/* The same, once for each task.  Waits at most so long. */
bool pg_again_ended(struct pg_again *a, int64_t wait_ms, struct pg_found *found_out);

/* ---- open.c ---- */

/* The number is "gamm". */
#define PG_LOCK_ROW                                                                            \
	"locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE " \
	"datname = current_database()) AND classid = 1734438253 "                              \
	"AND objid::bigint = hashtext(current_schema())::bigint & 4294967295"

/* Microseconds, as text: in whichever way its session writes times. */
#define PG_STARTED "(extract(epoch FROM backend_start) * 1000000)::bigint"

/* A connection that is tried. */
PGconn *pg_connect(const char *conninfo);

/* The calls below are of a connection that is not in pipeline mode.  Each waits until then by
 * pg_now_ms, or however long (PG_EVER).  False: it failed, with a sentence. */
#define PG_EVER INT64_MAX

/* The first value of the first row of the last answer that has rows, "" none; out and error may
 * be NULL.  A refusal is read to its end, so the connection can be asked again; without an
 * answer it is of no more use. */
bool pg_ask(PGconn *conn, int64_t until_ms, const char *sql, char *out, size_t size,
    struct sbuf *error);

/* What is said first; schema as of struct store.  error may be NULL. */
bool pg_settle(
    PGconn *conn, int64_t until_ms, const char *schema, bool durable, struct sbuf *error);

/* Whose connection that is: known before it takes the lock, because the answer to that may be
 * lost. */
bool pg_who(PGconn *conn, int64_t until_ms, struct pg_backend *own_out, struct sbuf *error);

/* Tries to take the lock, once more if it has it; not: somebody else has it.  error may be
 * NULL.
 */
bool pg_try_lock(PGconn *conn, int64_t until_ms, bool *taken_out, struct sbuf *error);

/* The first line of a message; error may be NULL. */
void pg_add_line(struct sbuf *error, const char *message);

/* It goes into pipeline mode, for s.  False: out of memory. */
bool pg_begin_pipeline(struct store *s, PGconn *conn, struct pg_backend backend);

#endif
