/* SPDX-License-Identifier: MIT */
/* Shared by the files of the PostgreSQL engine.  No other file includes it.
 *
 *	postgresql.c   turns, syncs, statements
 *	open.c         opening, migrations, closing
 *	connection.c   sends, reads answers, judges the connection
 *	resend.c       keeps uncommitted statements, and sends them again
 *	reconnect.c    the thread that reconnects
 *	../dialect.c   translates SQLite's SQL into PostgreSQL's
 *
 * There is one connection, in libpq's pipeline mode.  The writes of a turn are sent at once,
 * and its COMMIT at its end, without waiting for any answer.  A sync of turns waits for the
 * answer to the COMMIT, which PostgreSQL sends when the turn is on its disk, and on its
 * standby's as well if synchronous_commit requires that.  Turns that end before the answer
 * arrives are held, and then committed together.  A read waits for its answer, and so for the
 * answers to everything that was sent before it.
 *
 * Only one server may write.  It holds an advisory lock while it is connected.  It increments
 * the generation in the table gammond when it opens the database, and each COMMIT follows a
 * statement that fails if the generation has changed.  So a server that was frozen or cut off,
 * and replaced, can never commit again.  A process that waits for a server to end
 * (store_open_when_free) watches the number of turns, which increases at least every
 *PG_COMMIT_INTERVAL_MS.
 *
 * The connection may be lost: libpq reports it, or there is no answer for too long.  Nothing is
 * lost, because the writes of a turn are kept until its COMMIT is answered.  A thread
 * reconnects, ends the old connection, takes the lock, and reads the generation and the number
 * of the last turn.  If the generation has changed, another server has taken over, and the
 * store is broken.  Otherwise the turns that are missing are sent again unchanged, before
 * anything else.  Until then, and while answers are late, the store refuses writes; any reads
 * wait.  struct pg_limits sets how long all this is tolerated. */
#ifndef STORE_POSTGRESQL_H
#define STORE_POSTGRESQL_H

#include <libpq-fe.h>

#include "store/sql.h"

#define PG_DATABASE_PREFIX "postgresql:" /* prefix of libpq's connection string */
#define PG_VALUES_MAX 20u
#define PG_COLUMNS_MAX 32u
#define PG_SQL_MAX 8192u /* length of a translated statement */
/* limit on unread answers; some must be read before more is sent */
#define PG_EXPECTED_ANSWERS_MAX 8192
#define PG_COMMIT_INTERVAL_MS 3000 /* longest time between two commits */
#define PG_TURN_ROWS_MAX 1000      /* rows after which a turn ends, as with SQLite */

/* Limits for an unresponsive connection: LIMITS.md D13.  Tests use shorter limits. */
struct pg_limits {
	/* time without an answer after which the store refuses writes */
	int64_t refuse_after_ms;
	int64_t give_up_after_ms; /* time without an answer after which the connection is given
				     up */
	int64_t break_after_ms;   /* time since the first loss, without an answered turn, after
				   * which the store breaks */
	int64_t read_wait_ms;     /* longest time that a read, and so the loop, waits for a new
				   * connection */
	size_t kept_bytes_max;    /* limit on statements kept while there is no connection */
};

extern const struct pg_limits PG_LIMITS;

/* A process of PostgreSQL that serves a connection.  Because process ids are reused, the start
 * time, by PostgreSQL's clock, is needed to identify it. */
struct pg_backend {
	int pid;
	int64_t process_started_us;
};

/* How a statement is prepared. */
enum pg_statement_form {
	PG_FORM_PLAIN,
	PG_FORM_ONE_ROW,   /* fails unless it changes exactly one row */
	PG_FORM_RETURN_ID, /* returns the id of the inserted row */
	PG_FORM_COUNT
};

/* A statement that a turn has sent, with copies of its values. */
struct pg_sent_statement {
	uint64_t turn;
	size_t bytes; /* size, including the copies of values */
	enum store_statement st;
	enum pg_statement_form form;
	int64_t id; /* set for PG_FORM_RETURN_ID: the id that PostgreSQL assigned */
	size_t n;
	struct sql_value values[PG_VALUES_MAX];
};

enum pg_state {
	PG_UP,
	PG_SILENT, /* answers are late */
	PG_LOST,   /* there is no connection */
};

struct pg_reconnect; /* see reconnect.c */

/* The statements of unanswered turns: an array with `capacity` elements, in use from `first` up
 * to but excluding `end`. */
struct pg_sent_queue {
	struct pg_sent_statement **at;
	size_t capacity, first, end, bytes;
};

/* An outstanding answer. */
struct pg_expected_answer {
	enum pg_answer_kind {
		PG_CHECK_SUCCESS, /* the answer is only checked for success */
		PG_KEEP_RESULT,   /* stored in s->kept_result for the caller that waits */
		PG_FENCE,         /* fails if another server has taken over */
		PG_COMMIT,        /* the turn is on disk */
		PG_SYNC           /* the end of a group that fails as a whole */
	} kind;
	const char *statement; /* the statement, for messages */
	bool result_read;      /* the result was read, but not its end */
};

struct store {
	struct sql_head head; /* must be first: see sql.h */
	PGconn *conn;
	int socket;              /* the socket of conn */
	char private_schema[64]; /* private schema, dropped with the store; "": none */
	char *conninfo;
	bool read_only; /* read-only */
	bool durable;   /* turns wait for the answer to their COMMIT */
	bool prepared[Q_STATEMENT_COUNT][PG_FORM_COUNT];
	int param_counts[Q_STATEMENT_COUNT]; /* the highest ?n of a prepared statement */
	bool actions_together_ready;         /* the statement for several actions is prepared */
	unsigned gathered_actions; /* how many of the last kept statements are actions that are
				    * not sent yet */
	int64_t generation;
	/* unanswered statements in order: a ring buffer */
	struct pg_expected_answer expected_answers[PG_EXPECTED_ANSWERS_MAX];
	unsigned expected_first, expected_n;
	PGresult *kept_result;
	bool in_transaction;    /* a transaction has begun and is not committed */
	int64_t turn_rows;      /* rows written by the turn */
	int64_t last_commit_ms; /* time of the last commit, by pg_now_ms */
	/* Numbers of turns: COMMIT sent, COMMIT answered, covered by the sync in progress,
	 * covered by a completed sync. */
	uint64_t turns_sent, turns_answered, turns_covered, turns_synced;
	int64_t earlier_turns; /* number of turns committed by earlier processes */
	bool syncing;
	int wake_pipe[2]; /* a pipe that wakes a waiting sync when the answer was read elsewhere
			   */
	int sync_socket; /* socket on which the sync in progress waits; -1: it waits only on the
			    pipe */
	uint64_t round_trips; /* answers for which a caller waited */
	/* the connection: */
	enum pg_state conn_state;
	bool cut;      /* the server has announced that it closes the connection */
	bool refusing; /* whether the store refuses writes, as of the last check */
	struct pg_backend backend;
	int64_t last_answer_ms; /* time of the last answer, or when the wait for the first
				 * outstanding answer began */
	int64_t judged_ms;      /* time when the connection was last judged */
	int64_t first_loss_ms;  /* time of the first loss since a turn was last answered */
	unsigned losses;        /* losses since a turn was last answered */
	struct pg_reconnect *reconnect; /* NULL: a loss is final */
	const struct pg_limits *limits;
	struct pg_sent_queue unanswered;
};

/* ---- postgresql.c ---- */

extern const struct sql_driver PG_DRIVER;

#define ENGINE_VERB(type, name, params, args) type pg_##name params;
#define ENGINE_VOID_VERB(name, params, args) void pg_##name params;
#define VERB(type, name, params, args)
#define VOID_VERB(name, params, args)
#include "store/verbs.def"

/* Returns the number of times that a caller has waited for an answer since the opening. */
uint64_t pg_round_trips(const struct store *s);

/* Prepares all statements and waits.  A statement that cannot be prepared breaks the store. */
void pg_prepare_all(struct store *s);
void pg_prepare_turn_statements(struct store *s);

/* Send a statement, or the parts of a turn, without waiting.  Without a connection they do
 * nothing, and pg_send_statement returns false. */
bool pg_send_statement(struct store *s, enum store_statement st, enum pg_statement_form form,
    enum pg_answer_kind answer, const struct sql_value *values, size_t n);
void pg_send_begin(struct store *s);
void pg_send_commit(struct store *s);
/* Makes the next row that the statement inserts get this id. */
void pg_send_next_id(struct store *s, enum store_statement st, int64_t id);

/* ---- connection.c ---- */

/* Returns milliseconds of the monotonic clock. */
int64_t pg_now_ms(void);

/* Returns whether nothing can be sent. */
static inline bool
pg_is_disconnected(const struct store *s)
{
	return s->head.broken || s->conn_state == PG_LOST;
}

/* Gives up the connection after a libpq call has failed.  doing: for messages. */
void pg_connection_failed(struct store *s, const char *doing);

/* Records an outstanding answer; what: a constant text for messages. */
void pg_expect_answer(struct store *s, enum pg_answer_kind kind, const char *what);

/* Sends a sync point, which ends the effect of an earlier failure, and flushes everything
 * buffered. */
void pg_send_sync(struct store *s);

/* Reads the available answers; wait: reads all outstanding answers. */
void pg_read_answers(struct store *s, bool wait);

/* Reads the available answers and judges the connection; adopts a new connection that the
 * thread has opened. */
void pg_check_connection(struct store *s);

/* Waits for a connection, no longer than until_ms by pg_now_ms; a timeout breaks the store.
 * Returns false if the store is broken. */
bool pg_wait_connected(struct store *s, int64_t until_ms);

/* Ends the wait of a sync. */
void pg_wake_sync(struct store *s);

/* ---- resend.c ---- */

/* Keeps a copy of a statement of the current turn. */
void pg_keep_statement(struct store *s, enum store_statement st, enum pg_statement_form form,
    int64_t id, const struct sql_value *values, size_t n);

/* pg_drop_answered_turns drops answered turns; pg_drop_all_turns drops all. */
void pg_drop_answered_turns(struct store *s);
void pg_drop_all_turns(struct store *s);

/* Sends all kept statements again, starting with the first unanswered turn.  The current turn
 * stays open. */
void pg_resend(struct store *s);

/* ---- reconnect.c ---- */

/* Starts the thread; call it before the sandbox.  At the end of each task the thread writes a
 * byte to fd.  Returns NULL on failure. */
struct pg_reconnect *pg_reconnect_start(
    const char *conninfo, const char *schema, bool durable, int fd);

/* Stops the thread and abandons a connection that is being opened.  Does nothing for NULL. */
void pg_reconnect_stop(struct pg_reconnect **a);

/* Starts a task: opening a connection that replaces the connection to `backend`.  The thread
 * tries until it succeeds or the generation has changed. */
void pg_reconnect_request(
    struct pg_reconnect *a, struct pg_backend backend, int64_t generation);

/* The result of a task: a connection that holds the lock, now owned by the caller, and the
 * number of the last turn. */
struct pg_new_connection {
	PGconn *conn; /* NULL: another server has taken over */
	struct pg_backend backend;
	int64_t last_turn;
};

/* Returns whether a task has ended. */
bool pg_reconnect_has_result(struct pg_reconnect *a);

/* Waits at most wait_ms for a task to end, and takes its result.  Returns true once for each
 * task. */
bool pg_reconnect_take_result(
    struct pg_reconnect *a, int64_t wait_ms, struct pg_new_connection *found_out);

/* ---- open.c ---- */

/* The condition that selects our lock in pg_locks; the lock's number is "gamm". */
#define PG_LOCK_CONDITION_SQL                                                                  \
	"locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE " \
	"datname = current_database()) AND classid = 1734438253 "                              \
	"AND objid::bigint = hashtext(current_schema())::bigint & 4294967295"

/* A backend's start time in microseconds, which does not depend on the session's date
 * format. */
#define PG_BACKEND_START_SQL "(extract(epoch FROM backend_start) * 1000000)::bigint"

/* Tries to connect.  The caller must check the result with PQstatus. */
PGconn *pg_connect(const char *conninfo);

/* The calls below use a connection that is not in pipeline mode.  Each waits no longer than
 * until_ms by pg_now_ms, or without a limit (PG_NO_DEADLINE).  On failure they return false and
 * set `error` to a sentence. */
#define PG_NO_DEADLINE INT64_MAX

/* Runs sql and copies the first value of the first row of the last result with rows, or "" if
 * there is none; out and error may be NULL.  After an SQL error the connection can be used
 * again; after a timeout or a lost connection it cannot. */
bool pg_query_value(PGconn *conn, int64_t until_ms, const char *sql, char *out, size_t size,
    struct sbuf *error);

/* Sets the parameters of a new connection; schema as in struct store. error may be NULL. */
bool pg_configure_session(
    PGconn *conn, int64_t until_ms, const char *schema, bool durable, struct sbuf *error);

/* Identifies the connection's backend.  Call it before pg_try_lock, because the answer of
 * pg_try_lock may be lost. */
bool pg_identify_backend(
    PGconn *conn, int64_t until_ms, struct pg_backend *own_out, struct sbuf *error);

/* Tries to take the lock; also succeeds if the connection already holds it.  Sets *taken_out to
 * false if another connection holds the lock.  error may be NULL. */
bool pg_try_lock(PGconn *conn, int64_t until_ms, bool *taken_out, struct sbuf *error);

/* Appends the first line of a message; error may be NULL. */
void pg_add_first_line(struct sbuf *error, const char *message);

/* Puts the connection into pipeline mode, for s.  Returns false if out of memory. */
bool pg_begin_pipeline(struct store *s, PGconn *conn, struct pg_backend backend);

#endif
