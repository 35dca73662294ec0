/* SPDX-License-Identifier: MIT */
/* Remote addresses: see address.h.  Each call costs one or two hash look-ups. */
#include "net/address.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"

void
addresses_init(struct addresses *as)
{
	link_init(&as->idle_list);
}

struct netaddr
address_key(const struct netaddr *a)
{
	return netaddr_network(a, 32, 64);
}

struct address *
address_find(const struct addresses *as, const struct netaddr *key)
{
	struct address *a;

	HASH_FIND(hh, as->table, key, sizeof(*key), a);
	return a;
}

static void
idle_list_remove(struct addresses *as, struct address *a)
{
	if (link_alone(&a->idle_link))
		return;
	link_remove(&a->idle_link);
	as->idle_len--;
}

static void
address_forget(struct addresses *as, struct address *a)
{
	idle_list_remove(as, a);
	HASH_DEL(as->table, a);
	free(a);
}

void
addresses_free(struct addresses *as)
{
	struct address *a, *next;

	HASH_ITER(hh, as->table, a, next)
	address_forget(as, a);
}

struct address *
address_add_conn(struct addresses *as, const struct netaddr *key)
{
	struct address *a = address_find(as, key);

	if (a == NULL) {
		a = calloc(1, sizeof(*a));
		if (a == NULL)
			return NULL;
		a->key = *key;
		link_init(&a->idle_link);
		HASH_ADD(hh, as->table, key, sizeof(a->key), a);
		if (a->hh.tbl == NULL) {
			free(a);
			return NULL;
		}
	}
	idle_list_remove(as, a);
	a->conns++;
	return a;
}

static bool
may_be_forgotten(const struct address *a, int64_t now)
{
	return a->penalty_until_ms <= now && a->evict_first_until_ms <= now;
}

void
address_remove_conn(struct addresses *as, struct address *a)
{
	int64_t now = net_mono_ms();

	CHECK(a->conns > 0);
	if (--a->conns > 0)
		return;
	if (may_be_forgotten(a, now)) {
		address_forget(as, a);
		return;
	}
	link_append(&as->idle_list, &a->idle_link);
	as->idle_len++;
	/* Examines two of the oldest addresses for each new one, so that expired ones do not
	 * accumulate. */
	for (unsigned i = 0; i < 2 && !link_alone(&as->idle_list); i++) {
		struct address *old = LINK_OWNER(as->idle_list.next, struct address, idle_link);

		if (may_be_forgotten(old, now) || as->idle_len > ADDRESSES_MAX)
			address_forget(as, old);
	}
}

void
address_add_penalty(struct address *a, unsigned seconds, const struct net_config *limits)
{
	int64_t now = net_mono_ms();
	int64_t most = now + (int64_t)limits->penalty_max_s * 1000;

	if (a->penalty_until_ms < now) {
		a->penalty_until_ms = now;
		a->refused = false;
	}
	a->penalty_until_ms += (int64_t)seconds * 1000;
	if (a->penalty_until_ms > most)
		a->penalty_until_ms = most;
	if (a->penalty_until_ms - now >= (int64_t)limits->penalty_act_s * 1000)
		a->refused = true;
}

bool
address_refused(const struct address *a)
{
	return a->refused && a->penalty_until_ms > net_mono_ms();
}

void
address_mark_evicted(struct address *a, unsigned seconds)
{
	int64_t now = net_mono_ms();

	if (a->evict_first_until_ms <= now)
		a->evict_first_until_ms = now + (int64_t)seconds * 1000;
}

static void
hand_over_address(struct addresses *as, struct pack *p, struct address *a)
{
	struct address blank = { .refused = false };

	if (a == NULL)
		a = &blank;
	PACK(p, 1, a->key, 2, a->refused, 3, a->penalty_until_ms);
	if (!p->reading || p->bad || (a = address_add_conn(as, &blank.key)) == NULL)
		return;
	a->refused = blank.refused;
	a->penalty_until_ms = blank.penalty_until_ms;
	address_remove_conn(as, a);
}

void
addresses_hand_over(struct addresses *as, struct pack *p)
{
	int64_t now = net_mono_ms();
	struct address *a = as->table;

	for (;;) {
		while (a != NULL && a->penalty_until_ms <= now)
			a = a->hh.next;
		if (!pack_begin_part(p, 1, a != NULL))
			return;
		hand_over_address(as, p, p->reading ? NULL : a);
		pack_end_part(p);
		a = a != NULL && !p->reading ? a->hh.next : NULL;
	}
}
