/* SPDX-License-Identifier: MIT */
/* What the verbs are made of: a statement of statements.def, values for it, its rows.  The
 * verbs (verbs.c, users.c, ...) are written once, in this; an engine that speaks SQL brings a
 * struct sql_driver below them, and its own turns, syncs and opening.  Of the module only. */
#ifndef STORE_SQL_H
#define STORE_SQL_H

#include "store/store.h"

#define STORE_NEXT_SEQS 4096 /* matches of which it is known which action comes next */

enum store_statement {
#define S(name, ...) Q_##name,
#include "store/statements.def"
#undef S
	Q_COUNT
};

/* What stands for a ? of a statement.  V(x) makes one of any number or text. */
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
	size_t len; /* of SQL_BYTES */
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

/* A statement that reads and has its values: the engine's. */
struct sql_query;

/* What an engine does with a statement.  Values are bound to ?1, ?2, ...; what it was given may
 * change when a call has returned.  A failure is noted by sql_break. */
struct sql_driver {
	/* NULL when the store is broken; step, done and the columns take that for no rows.  May
	 * be called again for the same statement before `done`. */
	struct sql_query *(*get)(
	    struct store *s, enum store_statement st, const struct sql_value *values, size_t n);
	bool (*step)(struct store *s, struct sql_query *q);
	void (*done)(struct store *s, struct sql_query *q);
	/* Columns of the row that step has found, from 0 on; text and bytes until the next
	 * step, NULL when there is none. */
	int64_t (*number)(struct sql_query *q, int at);
	double (*real)(struct sql_query *q, int at);
	const char *(*text)(struct sql_query *q, int at);
	const void *(*bytes)(struct sql_query *q, int at, size_t *n_out);
	/* As sql_put, sql_change and sql_insert below. */
	bool (*put)(struct store *s, enum store_statement st, int rows,
	    const struct sql_value *values, size_t n);
	int64_t (*change)(
	    struct store *s, enum store_statement st, const struct sql_value *values, size_t n);
	int64_t (*insert)(
	    struct store *s, enum store_statement st, const struct sql_value *values, size_t n);
};

struct sql_next {
	int64_t match, seq;
	int64_t id, end; /* the next of its run, which ends before `end`; 0, 0: none is known */
};

/* Of the numbers of actions: schema/023_runs.sql. */
struct sql_runs {
	int64_t next; /* where the next run begins */
	int64_t room;
};

/* The longest that is made.  A store that is opened begins so far behind the newest action,
 * because that one's run may be so long. */
#define SQL_RUN_MOST 1024

/* The beginning of struct store of such an engine. */
struct sql_head {
	const struct store_engine *engine; /* first: store.h */
	const struct sql_driver *driver;
	bool broken;                           /* for good; `why` says what */
	char why[400];                         /* the sentence about `broken` */
	struct sql_next next[STORE_NEXT_SEQS]; /* by match, as far as they do not meet */
	struct sql_runs runs;
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

/* A statement that reads, to be given back with sql_done. */
#define sql_get(s, st, ...) sql_head_of(s)->driver->get(s, st, SQL_VALUES(__VA_ARGS__))
#define sql_read(s, st) sql_head_of(s)->driver->get(s, st, NULL, 0) /* without values */

/* Steps.  True: a row is there.  False: the end, or a failure, which is noted. */
static inline bool
sql_step(struct store *s, struct sql_query *q)
{
	return sql_head_of(s)->driver->step(s, q);
}

static inline void
sql_done(struct store *s, struct sql_query *q)
{
	sql_head_of(s)->driver->done(s, q);
}

/* Runs one that writes; the first of a turn begins its transaction.  rows: how many it must
 * change, -1 any number; another number breaks the store, because the caller relied on
 * something that is not so.  False: broken. */
#define sql_put(s, st, rows, ...)                                                              \
	sql_head_of(s)->driver->put(s, st, rows, SQL_VALUES(__VA_ARGS__))

/* The same, where what follows depends on how many it has changed; -1 broken. */
#define sql_change(s, st, ...) sql_head_of(s)->driver->change(s, st, SQL_VALUES(__VA_ARGS__))

/* The same of one that adds a row; its id, 0 when that failed. */
#define sql_insert(s, st, ...) sql_head_of(s)->driver->insert(s, st, SQL_VALUES(__VA_ARGS__))

/* The number that one answers, 0 when it has no row. */
#define sql_number(s, st, ...) sql_answer(s, sql_get(s, st, __VA_ARGS__))
int64_t sql_answer(struct store *s, struct sql_query *q);

/* Columns; a value that cannot be is damage and breaks the store. */
int64_t sql_int(struct store *s, struct sql_query *q, int at, int64_t least, int64_t most);
int64_t sql_any(struct store *s, struct sql_query *q, int at); /* every number may be */
double sql_real(struct store *s, struct sql_query *q, int at);
void sql_text(struct store *s, struct sql_query *q, int at, char *out, size_t size);
const char *sql_text_here(
    struct store *s, struct sql_query *q, int at); /* never NULL; until the next step */
/* False, and nothing of `out` changed: it has another size. */
bool sql_bytes(struct store *s, struct sql_query *q, int at, void *out, size_t size);

/* Notes a failure that only a restart can mend; keeps the first one. */
void sql_break(struct store *s, const char *why);

/* Of the newest migration in schema/; and NNN of "schema/NNN_name.sql", 0 for any other file.
 */
int sql_schema_version(void);
int sql_migration_of(const char *name);

/* The text of a statement. */
const char *sql_text_of(enum store_statement st);

/* ---- the verbs ---- */

#define ENGINE_VERB(type, name, params, args)
#define ENGINE_VOID_VERB(name, params, args)
#define VERB(type, name, params, args) type verb_##name params;
#define VOID_VERB(name, params, args) void verb_##name params;
#include "store/verbs.def"

#endif
