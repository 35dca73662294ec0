/* SPDX-License-Identifier: MIT */
/* Remote addresses: see address.h.  Each call costs one or two hash look-ups. */
#include "net/address.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"

void
addresses_init(struct addresses *as)
{
	link_init(&as->idle);
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
idle_end(struct addresses *as, struct address *a)
{
	if (link_alone(&a->idle))
		return;
	link_remove(&a->idle);
	as->idle_len--;
}

static void
forget(struct addresses *as, struct address *a)
{
	idle_end(as, a);
	HASH_DEL(as->table, a);
	free(a);
}

void
addresses_done(struct addresses *as)
{
	struct address *a, *next;

	HASH_ITER(hh, as->table, a, next)
	forget(as, a);
}

struct address *
address_enter(struct addresses *as, const struct netaddr *key)
{
	struct address *a = address_find(as, key);

	if (a == NULL) {
		a = calloc(1, sizeof(*a));
		if (a == NULL)
			return NULL;
		a->key = *key;
		link_init(&a->idle);
		HASH_ADD(hh, as->table, key, sizeof(a->key), a);
		if (a->hh.tbl == NULL) {
			free(a);
			return NULL;
		}
	}
	idle_end(as, a);
	a->conns++;
	return a;
}

static bool
is_over(const struct address *a, int64_t now)
{
	return a->penalty_until_ms <= now && a->made_room_ms <= now;
}

void
address_leave(struct addresses *as, struct address *a)
{
	int64_t now = net_mono_ms();

	CHECK(a->conns > 0);
	if (--a->conns > 0)
		return;
	if (is_over(a, now)) {
		forget(as, a);
		return;
	}
	link_append(&as->idle, &a->idle);
	as->idle_len++;
	/* Examines two of the oldest addresses for each new one, so that expired ones do not
	 * accumulate. */
	for (unsigned i = 0; i < 2 && !link_alone(&as->idle); i++) {
		struct address *old = LINK_OWNER(as->idle.next, struct address, idle);

		if (is_over(old, now) || as->idle_len > ADDRESSES_MAX)
			forget(as, old);
	}
}

void
address_penalty(struct address *a, unsigned seconds, const struct net_config *limits)
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
address_made_room(struct address *a, unsigned seconds)
{
	int64_t now = net_mono_ms();

	if (a->made_room_ms <= now)
		a->made_room_ms = now + (int64_t)seconds * 1000;
}

static void
carry_address(struct addresses *as, struct pack *p, struct address *a)
{
	struct address blank = { .refused = false };

	if (a == NULL)
		a = &blank;
	PACK(p, 1, a->key, 2, a->refused, 3, a->penalty_until_ms);
	if (!p->reading || p->bad || (a = address_enter(as, &blank.key)) == NULL)
		return;
	a->refused = blank.refused;
	a->penalty_until_ms = blank.penalty_until_ms;
	address_leave(as, a);
}

void
addresses_carry(struct addresses *as, struct pack *p)
{
	int64_t now = net_mono_ms();
	struct address *a = as->table;

	for (;;) {
		while (a != NULL && a->penalty_until_ms <= now)
			a = a->hh.next;
		if (!pack_begin(p, 1, a != NULL))
			return;
		carry_address(as, p, p->reading ? NULL : a);
		pack_end(p);
		a = a != NULL && !p->reading ? a->hh.next : NULL;
	}
}
