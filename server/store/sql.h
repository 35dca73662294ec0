/* SPDX-License-Identifier: MIT */
/* The interface with which the verbs (verbs.c, users.c, ...) are written, once for all engines
 * that use SQL: a statement of statements.def, its values and its rows.  Each such engine
 * supplies a struct sql_driver, and implements turns, syncs and opening itself.  Private to
 * this folder. */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store/store.h"

#define SQL_APPEND_CACHE_SIZE 4096 /* matches whose next action number is cached */

enum store_statement {
#define S(name, ...) Q_##name,
#include "store/statements.def"
#undef S
	Q_STATEMENT_COUNT
};

/* A value for a ? of a statement.  V(x) creates one from any number or text. */
struct sql_value {
	enum {
		SQL_INT,
		SQL_REAL,
		SQL_TEXT,
		SQL_BYTES
	} kind;
	union {
		int64_t n;
		double real;
		const void *bytes;
	};
	size_t len; /* bytes, only for SQL_BYTES */
};

static inline struct sql_value
sql_value_int(int64_t n)
{
	return (struct sql_value){ .kind = SQL_INT, .n = n };
}

static inline struct sql_value
sql_value_real(double real)
{
	return (struct sql_value){ .kind = SQL_REAL, .real = real };
}

static inline struct sql_value
sql_value_text(const char *text)
{
	return (struct sql_value){ .kind = SQL_TEXT, .bytes = text };
}

#define V(x)                                                                                   \
	_Generic((x), double                                                                   \
		 : sql_value_real, char *                                                      \
		 : sql_value_text, const char *                                                \
		 : sql_value_text, default                                                     \
		 : sql_value_int)(x)
#define SQL_BLOB(p, n) ((struct sql_value){ .kind = SQL_BYTES, .bytes = (p), .len = (n) })
#define SQL_VALUES(...)                                                                        \
	(const struct sql_value[]){ __VA_ARGS__ },                                             \
	    sizeof((const struct sql_value[]){ __VA_ARGS__ }) / sizeof(struct sql_value)

/* A statement that reads, with its values bound; defined by the engine. */
struct sql_query;

/* How an engine runs a statement.  Values are bound to ?1, ?2, ... and need not outlive the
 * call.  A failure is reported by sql_break_store. */
struct sql_driver {
	/* Begins a statement.  Returns NULL if the store is broken; step, end_query and the
	 * columns treat NULL as a query without rows.  May be called again for the same
	 * statement before end_query. */
	struct sql_query *(*start_query)(
	    struct store *s, enum store_statement st, const struct sql_value *values, size_t n);
	bool (*step)(struct store *s, struct sql_query *q);
	void (*end_query)(struct store *s, struct sql_query *q);
	/* Columns of the current row, from 0.  Text and bytes are valid until the next step;
	 * NULL if the column is NULL. */
	int64_t (*column_int)(struct sql_query *q, int at);
	double (*column_real)(struct sql_query *q, int at);
	const char *(*column_text)(struct sql_query *q, int at);
	const void *(*column_bytes)(struct sql_query *q, int at, size_t *n_out);
	/* See sql_write, sql_write_counted and sql_insert below. */
	bool (*write)(struct store *s, enum store_statement st, int rows,
	    const struct sql_value *values, size_t n);
	int64_t (*write_counted)(
	    struct store *s, enum store_statement st, const struct sql_value *values, size_t n);
	int64_t (*insert)(
	    struct store *s, enum store_statement st, const struct sql_value *values, size_t n);
};

struct sql_append_cache {
	int64_t match, seq;
	int64_t id, end;     /* next id of the match's run, which ends before `end`; both 0:
			      * unknown */
	uint64_t chain;      /* chain of the match's checksum: see checksums.c */
	bool chain_complete; /* `chain` covers everything since the match was created */
};

/* Ids of actions are assigned in runs: schema/023_runs.sql. */
struct sql_id_runs {
	int64_t next_id; /* first id of the next run */
	int64_t run_length;
};

/* The number of ids in the longest run.  When a store is opened, the next run starts this far
 * after the id of the newest action, because the run of that action may extend up to there. */
#define SQL_ID_RUN_MAX 1024

/* The first member of struct store in an engine that uses SQL. */
struct sql_head {
	const struct store_engine *engine; /* must be first: see store.h */
	const struct sql_driver *driver;
	bool broken;   /* the store is broken for good; `why` is set */
	char why[400]; /* a sentence for the operator */
	/* a cache indexed by match number */
	struct sql_append_cache append_cache[SQL_APPEND_CACHE_SIZE];
	struct sql_id_runs id_runs;
};

static inline struct sql_head *
sql_head_of(struct store *s)
{
	return (struct sql_head *)(void *)s;
}

static inline bool
sql_broken(struct store *s)
{
	return sql_head_of(s)->broken;
}

/* Begins a statement that reads.  The caller must end it with sql_end_query. */
#define sql_select(s, st, ...)                                                                 \
	sql_head_of(s)->driver->start_query(s, st, SQL_VALUES(__VA_ARGS__))
#define sql_select_all(s, st)                                                                  \
	sql_head_of(s)->driver->start_query(s, st, NULL, 0) /* no values */

/* Advances to the next row.  Returns false at the end, or after a failure, which is
 * recorded. */
static inline bool
sql_step(struct store *s, struct sql_query *q)
{
	return sql_head_of(s)->driver->step(s, q);
}

static inline void
sql_end_query(struct store *s, struct sql_query *q)
{
	sql_head_of(s)->driver->end_query(s, q);
}

/* Runs a statement that writes; the first in a turn begins its transaction.  rows: the number
 * of rows that it must change, or -1 for any.  Any other number breaks the store, because the
 * caller has assumed something that is wrong.  Returns false if the store is broken. */
#define sql_write(s, st, rows, ...)                                                            \
	sql_head_of(s)->driver->write(s, st, rows, SQL_VALUES(__VA_ARGS__))

/* Like sql_write, for a caller that depends on the number of changed rows.  Returns that
 * number, -1 if the store is broken. */
#define sql_write_counted(s, st, ...)                                                          \
	sql_head_of(s)->driver->write_counted(s, st, SQL_VALUES(__VA_ARGS__))

/* Like sql_write, for a statement that inserts a row.  Returns the row's id, 0 on failure. */
#define sql_insert(s, st, ...) sql_head_of(s)->driver->insert(s, st, SQL_VALUES(__VA_ARGS__))

/* Returns the number in the first column of a query's first row, 0 if it has no row. */
#define sql_number(s, st, ...) sql_read_number(s, sql_select(s, st, __VA_ARGS__))
int64_t sql_read_number(struct store *s, struct sql_query *q);

/* Read a column of the current row.  An impossible value is treated as damage and breaks the
 * store. */
int64_t sql_int(struct store *s, struct sql_query *q, int at, int64_t least, int64_t most);
int64_t sql_any_int(struct store *s, struct sql_query *q, int at); /* accepts any value */
double sql_real(struct store *s, struct sql_query *q, int at);
void sql_text(struct store *s, struct sql_query *q, int at, char *out, size_t size);
/* Returns a text column of the current row, never NULL; valid until the next step. */
const char *sql_text_ref(struct store *s, struct sql_query *q, int at);
/* Copies bytes of exactly `size`.  Returns false and leaves *out unchanged if the column has
 * another size. */
bool sql_bytes(struct store *s, struct sql_query *q, int at, void *out, size_t size);

/* Breaks the store, so that only a restart can help.  The first reason is kept. */
void sql_break_store(struct store *s, const char *why);

/* sql_schema_version: the version of the newest migration in schema/. sql_migration_number: NNN
 * of "schema/NNN_name.sql", 0 for any other name. */
int sql_schema_version(void);
int sql_migration_number(const char *name);

/* Returns the text of a statement. */
const char *sql_text_of(enum store_statement st);

/* ---- checksums.c ---- */

/* The parts of the checksum of a match, in this order: the row as created (without id), each
 * action, and the end (actions, ended_ms, end_reason, winner, score).  checksum_finish never
 * returns 0. */
uint64_t checksum_begin(int64_t id, const struct match_record *m);
uint64_t checksum_add_action(uint64_t chain, const struct action_record *a);
int64_t checksum_finish(uint64_t chain, const struct match_record *m);

/* Returns what a rating change adds to the checksum of the rating changes of its match. */
int64_t checksum_rating(const struct rating_record *r);

/* ---- imports.c ---- */

/* Do what verb_match_by_id and verb_actions_from do, for an imported match. */
bool import_read(struct store *s, int64_t id, struct match_record *m_out);
void import_actions_from(struct store *s, int64_t id, uint32_t seq, unsigned most,
    bool (*fn)(void *ctx, const struct action_record *a), void *ctx);

/* ---- the verbs ---- */

#define ENGINE_VERB(type, name, params, args)
#define ENGINE_VOID_VERB(name, params, args)
#define VERB(type, name, params, args) type verb_##name params;
#define VOID_VERB(name, params, args) void verb_##name params;
#include "store/verbs.def"

#endif
