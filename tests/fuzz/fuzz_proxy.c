/* SPDX-License-Identifier: MIT */
/* The PROXY header: an accepted header must be valid from its first to its last byte, even when
 * received in pieces, and the bytes after it must not be consumed. */
#include <stdint.h>
#include <string.h>

#include "net/proxy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_address_text(const struct netaddr *a)
{
	char text[NETADDR_TEXT_MAX];
	struct netaddr again;
	struct sbuf out;

	SBUF_INIT(&out, text);
	netaddr_add_text(a, &out);
	CHECK(a->prefix_bits == (a->family == 4 ? 32 : 128));
	CHECK(netaddr_parse(text, &again) && memcmp(&again, a, sizeof(again)) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	struct proxy_client client = { 0 }, other = { 0 };
	size_t used = 0, again = 0;
	enum proxy_result whole = proxy_parse(data, n, &used, &client);

	if (whole == PROXY_MORE) {
		CHECK(n < PROXY_HEADER_MAX);
		return 0;
	}
	if (whole == PROXY_BAD)
		return 0;
	CHECK(used > 0 && used <= n && used <= PROXY_HEADER_MAX);
	if (whole == PROXY_CLIENT)
		check_address_text(&client.address);
	for (size_t part = 0; part < used; part++)
		CHECK(proxy_parse(data, part, &again, &other) == PROXY_MORE);
	CHECK(proxy_parse(data, used, &again, &other) == whole && again == used);
	CHECK(memcmp(&client.address, &other.address, sizeof(client.address)) == 0 &&
	      client.tls == other.tls);
	return 0;
}
