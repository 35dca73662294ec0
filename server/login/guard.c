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
#define NETWORK_IPV4_BITS 24u
#define NETWORK_IPV6_BITS 48u
/* Prefix lengths of a single host.  A network from which the owner has logged in is allowed
 * NEIGHBOUR_FACTOR times as many guesses as a single address. */
#define ADDRESS_IPV4_BITS 32u
#define ADDRESS_IPV6_BITS 64u
#define NEIGHBOUR_FACTOR 4u

struct guard {
	struct rates registrations; /* registrations, counted in total and by network */
	struct rates guesses; /* guesses, counted by name, by address, and by name together
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
		rates_free(&(*gp)->registrations);
		rates_free(&(*gp)->guesses);
	}
	free(*gp);
	*gp = NULL;
}

void
guard_hand_over(struct guard *g, struct pack *p)
{
	PACK_PART(p, 1, rates_hand_over(&g->registrations, p));
	PACK_PART(p, 2, rates_hand_over(&g->guesses, p));
}

static struct netaddr
network_of_session(const struct session *s)
{
	return netaddr_network(&s->address, NETWORK_IPV4_BITS, NETWORK_IPV6_BITS);
}

static struct rate_key
network_key(const char *name, const struct session *s)
{
	const struct netaddr network = network_of_session(s);

	return rate_key(name, &network);
}

/* ---- new accounts ---- */

bool
guard_may_register(const struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	const struct rates *r = &w->guard->registrations;

	return s->exempt ||
	       (rate_allows(r, &all, w->config.register_hour, w->mono_ms) &&
		   rate_allows(r, &network, w->config.register_network, w->mono_ms));
}

void
guard_count_registration(struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	struct rates *r = &w->guard->registrations;

	if (s->exempt)
		return;
	rate_count(r, &all, w->config.register_hour, w->mono_ms);
	rate_count(r, &network, w->config.register_network, w->mono_ms);
}

void
guard_refund_registration(struct world *w, const struct session *s)
{
	const struct rate_key all = rate_key(NULL, NULL), network = network_key(NULL, s);
	struct rates *r = &w->guard->registrations;

	if (s->exempt)
		return;
	rate_uncount(r, &all, w->config.register_hour);
	rate_uncount(r, &network, w->config.register_network);
}

/* ---- where users log in ---- */

/* Internal setting of an account: its networks, the most recent first. */
static const char NETWORKS_SETTING[] = "places";

struct known_networks {
	struct netaddr at[GUARD_KNOWN_NETWORKS];
	unsigned n;
};

static void
read_known_networks(void *ctx, const char *name, const char *value)
{
	struct known_networks *p = ctx;
	char text[GUARD_KNOWN_NETWORKS * NETADDR_TEXT_MAX];
	char *rest = text;
	const char *word;

	if (strcmp(name, NETWORKS_SETTING) != 0 || !sbuf_copy(text, sizeof(text), value))
		return;
	while (p->n < GUARD_KNOWN_NETWORKS && (word = word_next(&rest)) != NULL)
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
is_known_network(const struct known_networks *p, const struct netaddr *from)
{
	bool found = false;

	for (unsigned i = 0; i < p->n; i++)
		found = found || netaddr_contains(&p->at[i], from);
	return found;
}

void
guard_remember_network(struct world *w, const struct session *s)
{
	struct netaddr here = network_of_session(s);
	struct known_networks p;
	char text[GUARD_KNOWN_NETWORKS * NETADDR_TEXT_MAX];
	struct sbuf b;

	if (s->exempt || s->address.family == 0)
		return;
	p = known_networks_of(w, s->player->user);
	if (p.n > 0 && netaddr_contains(&p.at[0], &here))
		return;
	SBUF_INIT(&b, text);
	netaddr_add_text(&here, &b);
	for (unsigned i = 0, n = 1; i < p.n && n < GUARD_KNOWN_NETWORKS; i++) {
		if (netaddr_contains(&p.at[i], &here))
			continue;
		sbuf_add(&b, " ");
		netaddr_add_text(&p.at[i], &b);
		n++;
	}
	store_setting_set(w->store, s->player->user, NETWORKS_SETTING, text);
}

/* ---- guesses ---- */

void
guard_check_network(const struct world *w, struct session *s, const struct user_record *u)
{
	struct netaddr last;
	struct known_networks p;

	s->form->known_network = false;
	if (u->id == 0 || s->exempt)
		return;
	p = known_networks_of(w, u->id);
	/* an account last used with a release without NETWORKS_SETTING has only its last
	 * address */
	if (p.n == 0 && netaddr_parse(u->last_login_host, &last))
		p.at[p.n++] = netaddr_network(&last, NETWORK_IPV4_BITS, NETWORK_IPV6_BITS);
	s->form->known_network = is_known_network(&p, &s->address);
}

/* A key under which a guess is counted, and its limit. */
struct guess_limit {
	struct rate_key key;
	unsigned per_hour;
	const char *limit_name;
};

/* Fills in the keys under which a guess is counted, and returns their number.  In a network
 * from which the owner has logged in before, guesses are counted separately: neither strangers'
 * guesses nor guesses for other names use up the owner's.  Nor does a single neighbour use them
 * up, because each address has a lower limit. */
static unsigned
guess_limits(const struct world *w, const struct session *s, struct guess_limit c_out[2])
{
	const struct netaddr address =
	    netaddr_network(&s->address, ADDRESS_IPV4_BITS, NETWORK_IPV6_BITS);
	const struct netaddr own =
	    netaddr_network(&s->address, ADDRESS_IPV4_BITS, ADDRESS_IPV6_BITS);
	const char *name = s->form->name;

	if (s->exempt)
		return 0;
	if (s->form->known_network) {
		c_out[0] = (struct guess_limit){ rate_key(name, &own),
			w->config.guesses_address, "owner" };
		c_out[1] = (struct guess_limit){ network_key(name, s),
			w->config.guesses_address * NEIGHBOUR_FACTOR, "network" };
		return 2;
	}
	c_out[0] =
	    (struct guess_limit){ rate_key(name, NULL), w->config.guesses_account, "account" };
	c_out[1] = (struct guess_limit){ rate_key(NULL, &address), w->config.guesses_address,
		"address" };
	return 2;
}

/* Returns whether a key permits another guess, and logs a refusal.  The name is logged only if
 * the limit for that name was reached: a name typed once may be a password. */
static bool
allows_guess(const struct world *w, const struct session *s, const struct guess_limit *c)
{
	char name[64];

	if (rate_allows(&w->guard->guesses, &c->key, c->per_hour, w->mono_ms))
		return true;
	log_client(LOG_LEVEL_INFO, "guessing", "limit=%s name=%s address=%s", c->limit_name,
	    c->key.name[0] == '\0'
		? "-"
		: log_escape(name, sizeof(name), s->form->name, strlen(s->form->name)),
	    s->host);
	return false;
}

bool
guard_may_guess(const struct world *w, const struct session *s)
{
	struct guess_limit c[2];
	unsigned i = guess_limits(w, s, c);

	while (i-- > 0)
		if (!allows_guess(w, s, &c[i]))
			return false;
	return true;
}

/* Returns the key and limit for the session's own address. */
static const struct guess_limit *
own_address_limit(const struct session *s, const struct guess_limit c[2])
{
	return &c[s->form->known_network ? 0 : 1];
}

bool
guard_address_may_guess(const struct world *w, const struct session *s)
{
	struct guess_limit c[2];

	return guess_limits(w, s, c) == 0 || allows_guess(w, s, own_address_limit(s, c));
}

void
guard_count_address_guess(struct world *w, const struct session *s)
{
	struct guess_limit c[2];

	if (guess_limits(w, s, c) > 0)
		rate_count(&w->guard->guesses, &own_address_limit(s, c)->key,
		    own_address_limit(s, c)->per_hour, w->mono_ms);
}

void
guard_count_guess(struct world *w, const struct session *s)
{
	struct guess_limit c[2];

	for (unsigned i = guess_limits(w, s, c); i-- > 0;)
		rate_count(&w->guard->guesses, &c[i].key, c[i].per_hour, w->mono_ms);
}

void
guard_uncount_guess(struct world *w, const struct session *s)
{
	struct guess_limit c[2];

	for (unsigned i = guess_limits(w, s, c); i-- > 0;)
		rate_uncount(&w->guard->guesses, &c[i].key, c[i].per_hour);
}
