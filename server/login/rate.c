/* SPDX-License-Identifier: MIT */
/* See rate.h.  Each operation costs one hash lookup. */
#include "login/rate.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"
#include "base/table.h"
#include "proto/words.h"

#define HOUR_MS 3600000

struct rate {
	UT_hash_handle hh;
	struct rate_key key;
	int64_t refilled_ms; /* time at which all used capacity will have returned */
	struct rate *prev, *next;
};

struct rate_key
rate_key(const char *name, const struct netaddr *from)
{
	struct rate_key key;

	memset(&key, 0, sizeof(key));
	if (name != NULL)
		(void)sbuf_copy(key.name, sizeof(key.name), name);
	for (char *c = key.name; *c != '\0'; c++)
		*c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
	if (from != NULL)
		key.from = *from;
	return key;
}

static struct rate *
find_rate(const struct rates *r, const struct rate_key *key)
{
	struct rate *x;

	HASH_FIND(hh, r->table, key, sizeof(*key), x);
	return x;
}

/* Returns the time after which the capacity used by one event has returned.  Half the limit
 * returns in an hour. */
static int64_t
event_cost_ms(unsigned per_hour)
{
	return INT64_C(2) * HOUR_MS / per_hour;
}

bool
rate_allows(
    const struct rates *r, const struct rate_key *key, unsigned per_hour, int64_t now_ms)
{
	const struct rate *x = per_hour > 0 ? find_rate(r, key) : NULL;

	return x == NULL || x->refilled_ms <= now_ms ||
	       x->refilled_ms + event_cost_ms(per_hour) - now_ms <= HOUR_MS;
}

static void
drop_rate(struct rates *r, struct rate *x)
{
	HASH_DEL(r->table, x);
	DL_DELETE(r->oldest, x);
	r->len--;
	free(x);
}

/* Adds a key.  Drops up to two expired keys for each new key, so that they do not accumulate.
 * Returns NULL if out of memory; then the event is not counted. */
static struct rate *
add_key(struct rates *r, const struct rate_key *key, int64_t now_ms)
{
	struct rate *x;

	for (unsigned i = 0; i < 2 && r->oldest != NULL; i++)
		if (r->oldest->refilled_ms <= now_ms || r->len >= RATES_MAX)
			drop_rate(r, r->oldest);
	x = calloc(1, sizeof(*x));
	if (x == NULL)
		return NULL;
	x->key = *key;
	HASH_ADD(hh, r->table, key, sizeof(x->key), x);
	if (x->hh.tbl == NULL) {
		free(x);
		return NULL;
	}
	DL_APPEND(r->oldest, x);
	r->len++;
	return x;
}

void
rate_count(struct rates *r, const struct rate_key *key, unsigned per_hour, int64_t now_ms)
{
	struct rate *x = per_hour > 0 ? find_rate(r, key) : NULL;

	if (per_hour == 0)
		return;
	if (x == NULL)
		x = add_key(r, key, now_ms);
	if (x == NULL)
		return;
	DL_DELETE(r->oldest, x);
	DL_APPEND(r->oldest, x);
	x->refilled_ms =
	    (x->refilled_ms > now_ms ? x->refilled_ms : now_ms) + event_cost_ms(per_hour);
}

void
rate_uncount(struct rates *r, const struct rate_key *key, unsigned per_hour)
{
	struct rate *x = per_hour > 0 ? find_rate(r, key) : NULL;

	if (x != NULL)
		x->refilled_ms -= event_cost_ms(per_hour);
}

void
rates_hand_over(struct rates *r, struct pack *p)
{
	struct rate *x = p->reading ? NULL : r->oldest;

	while (pack_begin_part(p, 1, x != NULL)) {
		struct rate_key key = { .name = "" };
		int64_t refilled_ms = 0;

		if (x != NULL) {
			key = x->key;
			refilled_ms = x->refilled_ms;
			x = x->next;
		}
		PACK(p, 1, key.name, 2, key.from, 3, refilled_ms);
		pack_end_part(p);
		if (!p->reading || p->bad)
			continue;
		x = add_key(r, &key, INT64_MIN);
		if (x != NULL)
			x->refilled_ms = refilled_ms;
		x = NULL;
	}
}

void
rates_free(struct rates *r)
{
	while (r->oldest != NULL)
		drop_rate(r, r->oldest);
}
