/* SPDX-License-Identifier: MIT */
/* See guard.h. */
#include "login/guard.h"

#include <stdlib.h>
#include <string.h>

#include "base/pack.h"
#include "os/log.h"
#include "login/rate.h"
#include "people/player.h"
#include "proto/words.h"

/* Prefix lengths of a network that one person may control. */
#define NETWORK_IPV4 24u
#define NETWORK_IPV6 48u
/* Prefix lengths of a single host.  A network from which the owner has logged in is allowed
 * NEIGHBOURS times as many guesses as a single address. */
#define ADDRESS_IPV4 32u
#define ADDRESS_IPV6 64u
#define NEIGHBOURS 4u

struct guard {
	struct rates accounts; /* registrations, counted in total and by network */
	struct rates guesses;  /* guesses, counted by name, by address, and by name together
				* with address or network */
};

struct guard *
guard_new(void)
{
	return calloc(1, sizeof(struct guard));
}

void
guard_free(struct guard **gp)
{
	if (*gp != NULL) {
		rates_free(&(*gp)->accounts);
		rates_free(&(*gp)->guesses);
	}
	free(*gp);
	*gp = NULL;
}

void
guard_carry(struct guard *g, struct pack *p)
{
	PACK_PART(p, 1, rates_carry(&g->accounts, p));
	PACK_PART(p, 2, rates_carry(&g->guesses, p));
}

static struct netaddr
network_of(const struct session *s)
{
	return netaddr_network(&s->from, NETWORK_IPV4, NETWORK_IPV6);
}

static struct rate_key
network_key(const char *name, const struct session *s)
{
	const struct netaddr network = network_of(s);

	return rate_key(name, &network);
}

/* ---- new accounts ---- */

bool
guard_may_register(const struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	const struct rates *r = &w->guard->accounts;

	return s->exempt ||
	       (rate_allows(r, &all, w->config.register_hour, w->mono_ms) &&
		   rate_allows(r, &network, w->config.register_network, w->mono_ms));
}

void
guard_registers(struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	struct rates *r = &w->guard->accounts;

	if (s->exempt)
		return;
	rate_count(r, &all, w->config.register_hour, w->mono_ms);
	rate_count(r, &network, w->config.register_network, w->mono_ms);
}

void
guard_refund_registration(struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	struct rates *r = &w->guard->accounts;

	if (s->exempt)
		return;
	rate_forgive(r, &all, w->config.register_hour);
	rate_forgive(r, &network, w->config.register_network);
}

/* ---- where users log in ---- */

/* Internal setting of an account: its networks, the most recent first. */
static const char NETWORKS[] = "places";

struct known_networks {
	struct netaddr at[GUARD_NETWORKS];
	unsigned n;
};

static void
read_known_networks(void *ctx, const char *name, const char *value)
{
	struct known_networks *p = ctx;
	char text[GUARD_NETWORKS * NETADDR_TEXT_MAX];
	char *rest = text;
	const char *word;

	if (strcmp(name, NETWORKS) != 0 || !sbuf_copy(text, sizeof(text), value))
		return;
	while (p->n < GUARD_NETWORKS && (word = word_next(&rest)) != NULL)
		p->n += netaddr_parse(word, &p->at[p->n]);
}

static struct known_networks
known_networks_of(const struct world *w, int64_t user)
{
	struct known_networks p = { .n = 0 };

	store_settings_each(w->store, user, read_known_networks, &p);
	return p;
}

static bool
contains(const struct known_networks *p, const struct netaddr *from)
{
	bool found = false;

	for (unsigned i = 0; i < p->n; i++)
		found = found || netaddr_has(&p->at[i], from);
	return found;
}

void
guard_remember_network(struct world *w, const struct session *s)
{
	struct netaddr here = network_of(s);
	struct known_networks p;
	char text[GUARD_NETWORKS * NETADDR_TEXT_MAX];
	struct sbuf b;

	if (s->exempt || s->from.family == 0)
		return;
	p = known_networks_of(w, s->player->user);
	if (p.n > 0 && netaddr_has(&p.at[0], &here))
		return;
	SBUF_ON(&b, text);
	netaddr_text(&here, &b);
	for (unsigned i = 0, n = 1; i < p.n && n < GUARD_NETWORKS; i++) {
		if (netaddr_has(&p.at[i], &here))
			continue;
		sbuf_add(&b, " ");
		netaddr_text(&p.at[i], &b);
		n++;
	}
	store_setting_set(w->store, s->player->user, NETWORKS, text);
}

/* ---- guesses ---- */

void
guard_check_network(const struct world *w, struct session *s, const struct user_record *u)
{
	struct netaddr last;
	struct known_networks p;

	s->form->known = false;
	if (u->id == 0 || s->exempt)
		return;
	p = known_networks_of(w, u->id);
	/* an account last used with a release without NETWORKS has only its last address */
	if (p.n == 0 && netaddr_parse(u->last_login_host, &last))
		p.at[p.n++] = netaddr_network(&last, NETWORK_IPV4, NETWORK_IPV6);
	s->form->known = contains(&p, &s->from);
}

/* A key under which a guess is counted. */
struct counted {
	struct rate_key key;
	unsigned per_hour;
	const char *limit;
};

/* Fills in the keys under which a guess is counted, and returns their number.  In a network
 * from which the owner has logged in before, guesses are counted separately: neither strangers'
 * guesses nor guesses for other names use up the owner's.  Nor does a single neighbour use them
 * up, because each address has a lower limit. */
static unsigned
guess_keys(const struct world *w, const struct session *s, struct counted c_out[2])
{
	const struct netaddr address = netaddr_network(&s->from, ADDRESS_IPV4, NETWORK_IPV6);
	const struct netaddr own = netaddr_network(&s->from, ADDRESS_IPV4, ADDRESS_IPV6);
	const char *name = s->form->name;

	if (s->exempt)
		return 0;
	if (s->form->known) {
		c_out[0] = (struct counted){ rate_key(name, &own), w->config.guesses_address,
			"owner" };
		c_out[1] = (struct counted){ network_key(name, s),
			w->config.guesses_address * NEIGHBOURS, "network" };
		return 2;
	}
	c_out[0] =
	    (struct counted){ rate_key(name, NULL), w->config.guesses_account, "account" };
	c_out[1] =
	    (struct counted){ rate_key(NULL, &address), w->config.guesses_address, "address" };
	return 2;
}

/* Returns whether a key permits another guess, and logs a refusal.  The name is logged only if
 * the limit for that name was reached: a name typed once may be a password. */
static bool
allows(const struct world *w, const struct session *s, const struct counted *c)
{
	char name[64];

	if (rate_allows(&w->guard->guesses, &c->key, c->per_hour, w->mono_ms))
		return true;
	log_client(LOG_LEVEL_INFO, "guessing", "limit=%s name=%s address=%s", c->limit,
	    c->key.name[0] == '\0'
		? "-"
		: log_escape(name, sizeof(name), s->form->name, strlen(s->form->name)),
	    s->host);
	return false;
}

bool
guard_may_guess(const struct world *w, const struct session *s)
{
	struct counted c[2];
	unsigned i = guess_keys(w, s, c);

	while (i-- > 0)
		if (!allows(w, s, &c[i]))
			return false;
	return true;
}

/* Returns the key and limit for the session's own address. */
static const struct counted *
own_address_key(const struct session *s, const struct counted c[2])
{
	return &c[s->form->known ? 0 : 1];
}

bool
guard_may_guess_here(const struct world *w, const struct session *s)
{
	struct counted c[2];

	return guess_keys(w, s, c) == 0 || allows(w, s, own_address_key(s, c));
}

void
guard_count_guess_here(struct world *w, const struct session *s)
{
	struct counted c[2];

	if (guess_keys(w, s, c) > 0)
		rate_count(&w->guard->guesses, &own_address_key(s, c)->key,
		    own_address_key(s, c)->per_hour, w->mono_ms);
}

void
guard_count_guess(struct world *w, const struct session *s)
{
	struct counted c[2];

	for (unsigned i = guess_keys(w, s, c); i-- > 0;)
		rate_count(&w->guard->guesses, &c[i].key, c[i].per_hour, w->mono_ms);
}

void
guard_uncount_guess(struct world *w, const struct session *s)
{
	struct counted c[2];

	for (unsigned i = guess_keys(w, s, c); i-- > 0;)
		rate_forgive(&w->guard->guesses, &c[i].key, c[i].per_hour);
}
