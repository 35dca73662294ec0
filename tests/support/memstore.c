/* SPDX-License-Identifier: MIT */
/* See memstore.h.  SQLite calls an automatic extension for each connection that it opens; the
 * extension here copies the empty database into the connection. */
#include "tests/support/memstore.h"

#include <stdlib.h>
#include <string.h>

#include "store/sqlite/sqlite.h"

static unsigned char
    *empty_store_image; /* an empty store of the newest version; kept until the end */
static sqlite3_int64 image_bytes;

static int
load_image(sqlite3 *db, char **error, const void *api)
{
	unsigned char *copy = sqlite3_malloc64((sqlite3_uint64)image_bytes);

	if (copy == NULL)
		return SQLITE_NOMEM;
	memcpy(copy, empty_store_image, (size_t)image_bytes);
	return sqlite3_deserialize(db, "main", copy, image_bytes, image_bytes,
	    SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
}

enum store_err
memstore_open(struct store **store_out, struct sbuf *error)
{
	void (*extension)(void) = (void (*)(void))load_image;
	const char *engine = getenv("STORE_ENGINE");
	enum store_err err;

	if (engine != NULL && strcmp(engine, "sqlite") != 0)
		return store_open(NULL, STORE_DURABLE_FULL, engine, store_out, error);
	if (empty_store_image != NULL)
		CHECK(sqlite3_auto_extension(extension) == SQLITE_OK);
	err = store_open(NULL, STORE_DURABLE_FULL, "sqlite", store_out, error);
	if (empty_store_image != NULL)
		(void)sqlite3_cancel_auto_extension(extension);
	else if (err == STORE_OK)
		empty_store_image =
		    sqlite3_serialize((*store_out)->db, "main", &image_bytes, 0);
	return err;
}

void
memstore_prepare(void)
{
	struct store *s;

	CHECK(memstore_open(&s, NULL) == STORE_OK);
	store_close(&s);
}
