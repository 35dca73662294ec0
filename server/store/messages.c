/* SPDX-License-Identifier: MIT */
/* Messages that users leave for each other: the verbs of store.h.  Linear in the messages of
 * one user. */
#include "store/sqlite.h"

void
store_message_add(struct store *s, int64_t user, int64_t sender, int64_t at_s, const char *text,
    bool delivered)
{
	sqlite3_stmt *q = store_write(s, ST_MESSAGE_ADD);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	store_bind_int(s, q, 2, sender);
	store_bind_int(s, q, 3, at_s);
	store_bind_text(s, q, 4, text);
	store_bind_int(s, q, 5, delivered ? 1 : 0);
	(void)store_run(s, q, 1);
}

void
store_messages_each(struct store *s, int64_t user,
    void (*fn)(void *ctx, const char *sender, int64_t at_s, const char *text), void *ctx)
{
	sqlite3_stmt *q = store_read(s, ST_MESSAGES);

	if (q == NULL)
		return;
	store_bind_int(s, q, 1, user);
	while (store_step(s, q))
		fn(ctx, store_text_here(s, q, 0), store_int(s, q, 1, INT64_MIN, INT64_MAX),
		    store_text_here(s, q, 2));
	store_done(s, q);
}

unsigned
store_messages_count(struct store *s, int64_t user)
{
	return store_count_of(s, ST_MESSAGES_COUNT, user);
}

void
store_messages_delivered(struct store *s, int64_t user)
{
	store_run_of(s, ST_MESSAGES_DELIVERED, user);
}

void
store_messages_forget(struct store *s, int64_t user)
{
	store_run_of(s, ST_MESSAGES_FORGET, user);
}
