/* SPDX-License-Identifier: MIT */
/* See cloak.h.  Cloaks are made by SipHash with a 128-bit key.  Without the key, an address
 * could be found by trying all four billion IPv4 addresses. */
#include "people/cloak.h"

#include <string.h>

#include <sodium.h>

#define CLOAK_KEY_SETTING "cloak_key"
#define CLOAK_IPV6_BITS 64u

_Static_assert(CLOAK_MAX == 2 + crypto_shorthash_siphashx24_BYTES + 1, "a letter for a byte");
_Static_assert(CLOAK_KEY_BYTES == crypto_shorthash_siphashx24_KEYBYTES, "the key of SipHash");

void
cloak_load_key(
    struct store *s, const struct random_port *random, uint8_t key_out[CLOAK_KEY_BYTES])
{
	char text[2 * CLOAK_KEY_BYTES + 1];
	struct sbuf b;

	SBUF_INIT(&b, text);
	if (store_server_setting(s, CLOAK_KEY_SETTING, &b) &&
	    sodium_hex2bin(key_out, CLOAK_KEY_BYTES, text, b.len, NULL, NULL, NULL) == 0 &&
	    b.len == sizeof(text) - 1)
		return;
	random->bytes(random->ctx, key_out, CLOAK_KEY_BYTES);
	(void)sodium_bin2hex(text, sizeof(text), key_out, CLOAK_KEY_BYTES);
	if (!store_was_refusing(s))
		store_server_setting_set(s, CLOAK_KEY_SETTING, text);
}

void
cloak_text(const struct world *w, const char *host, char text_out[CLOAK_MAX])
{
	static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
	uint8_t hash[crypto_shorthash_siphashx24_BYTES];
	struct netaddr a;
	struct sbuf b;

	sbuf_init(&b, text_out, CLOAK_MAX);
	if (host[0] == '\0' || strcmp(host, BOT_HOST) == 0) {
		sbuf_add(&b, host[0] == '\0' ? "-" : host);
		return;
	}
	if (netaddr_parse(host, &a)) {
		a = netaddr_network(&a, 32, CLOAK_IPV6_BITS);
		(void)crypto_shorthash_siphashx24(hash, a.bytes, sizeof(a.bytes), w->cloak_key);
	} else { /* a host name, in rows of old databases */
		(void)crypto_shorthash_siphashx24(
		    hash, (const uint8_t *)host, strlen(host), w->cloak_key);
	}
	sbuf_add(&b, "c-");
	for (unsigned i = 0; i < sizeof(hash); i++)
		sbuf_addc(&b, letters[hash[i] % 32]);
}

const char *
address_as_seen_by(const struct world *w, const struct player *who, const struct session *s,
    char text[CLOAK_MAX])
{
	if (cloak_may_see_address(who, s->player->user))
		return s->host;
	cloak_text(w, s->host, text);
	return text;
}
