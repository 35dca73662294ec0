/* SPDX-License-Identifier: MIT */
/* The list of engines, and the functions that are called without an open store: see store.h. */
#include "store/store.h"

#include <string.h>

const struct store_engine *const STORE_ENGINES[] = { &STORE_SQLITE, &STORE_POSTGRESQL, NULL };

/* Returns the engine for a database: the engine whose name and a colon are its prefix,
 * or else the default. */
static const struct store_engine *
engine_of(const char *database)
{
	for (unsigned i = 0; database != NULL && STORE_ENGINES[i] != NULL; i++) {
		size_t n = strlen(STORE_ENGINES[i]->name);

		if (strncmp(database, STORE_ENGINES[i]->name, n) == 0 && database[n] == ':')
			return STORE_ENGINES[i];
	}
	return STORE_ENGINES[0];
}

enum store_err
store_open(const char *database, enum store_durability durability, const char *engine,
    struct store **store_out, struct sbuf *error)
{
	*store_out = NULL;
	if (engine == NULL)
		return engine_of(database)->open(database, durability, store_out, error);
	for (unsigned i = 0; STORE_ENGINES[i] != NULL; i++)
		if (strcmp(STORE_ENGINES[i]->name, engine) == 0)
			return STORE_ENGINES[i]->open(database, durability, store_out, error);
	if (error != NULL)
		sbuf_addf(error, "there is no store engine %s", engine);
	return STORE_INACCESSIBLE;
}

enum store_err
store_open_reader(const char *database, struct store **store_out, struct sbuf *error)
{
	return engine_of(database)->open_reader(database, store_out, error);
}

void
store_close(struct store **store)
{
	struct store *s = *store;

	*store = NULL;
	if (s != NULL)
		store_engine_of(s)->close(s);
}

static enum store_err
sync_in_place(struct store *s, enum store_sync which)
{
	enum store_err err;

	if (!store_needs_sync(s, which))
		return STORE_OK;
	store_sync_begin(s, which);
	do {
		store_sync_make(s, which);
		err = store_sync_end(s, which);
	} while (err == STORE_SYNC_INCOMPLETE);
	return err;
}

enum store_err
store_save(struct store *s, struct sbuf *error)
{
	bool ok;

	do
		ok = sync_in_place(s, STORE_SYNC_DATABASE) == STORE_OK &&
		     store_commit(s, NULL) == STORE_OK &&
		     sync_in_place(s, STORE_SYNC_WAL) == STORE_OK;
	while (ok && store_dirty(s)); /* a commit may be put off until the sync in progress has
				       * completed */
	return ok ? STORE_OK : store_commit(s, error); /* returns the same error, with its
							* reason */
}

enum store_err
store_check(const char *database, bool whole, struct store_stop *stop, struct sbuf *why)
{
	return engine_of(database)->check(database, whole, stop, why);
}

enum store_err
store_repair(const char *database, struct sbuf *error)
{
	return engine_of(database)->repair(database, error);
}

void
store_check_stop(struct store_stop *stop)
{
	atomic_store(&stop->requested, true);
	while (atomic_flag_test_and_set(&stop->running_lock))
		;
	if (stop->running != NULL)
		stop->interrupt(stop->running);
	atomic_flag_clear(&stop->running_lock);
}

enum store_err
store_backup(const char *database, const char *to, struct sbuf *error)
{
	return engine_of(database)->backup(database, to, error);
}

enum store_err
store_space(const char *database, struct store_space *s_out, struct sbuf *error)
{
	return engine_of(database)->measure_space(database, s_out, error);
}

bool
store_exists(const char *dir)
{
	return engine_of(dir)->exists(dir);
}

enum store_err
store_forget_lost(const char *dir, struct sbuf *error)
{
	const struct store_engine *engine = engine_of(dir);

	return engine->forget_lost != NULL ? engine->forget_lost(dir, error) : STORE_OK;
}

/* If another waiting process takes the database first, waits for that process to end.  Also
 * waits if the database becomes unreachable. */
enum store_err
store_open_when_free(const char *database, enum store_durability durability,
    store_waiting_fn *waits, bool (*ready)(void *ctx), void *ctx, struct store **store_out,
    struct sbuf *error)
{
	const struct store_engine *engine = engine_of(database);
	bool was_there = false;
	enum store_err err;

	*store_out = NULL;
	do {
		sbuf_init(error, error->text, error->size);
		err = engine->wait_until_free != NULL
			  ? engine->wait_until_free(database, was_there, waits, ctx, error)
			  : STORE_OK;
		if (err != STORE_OK)
			return err;
		was_there = true;
		err = ready(ctx) ? engine->open(database, durability, store_out, error)
				 : STORE_INACCESSIBLE;
		if (err == STORE_UNREACHABLE)
			waits(ctx, error->text);
	} while (engine->wait_until_free != NULL &&
		 (err == STORE_LOCKED || err == STORE_UNREACHABLE));
	return err;
}
