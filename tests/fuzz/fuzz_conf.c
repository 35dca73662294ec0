/* SPDX-License-Identifier: MIT */
/* The configuration: every file is accepted as a whole or refused with a reason, and accepted
 * values are in range. */
#include <stdint.h>
#include <string.h>

#include "config/conf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static void
check_ranges(const struct config *c)
{
	CHECK(c->server_port <= CONF_PORT_OFF && c->server_tls_port <= CONF_PORT_OFF);
	CHECK(strlen(c->server_name) >= 1 && strlen(c->server_name) <= 20);
	CHECK(strchr(c->server_name, ' ') == NULL);
	CHECK(strlen(c->server_address) < CONF_TEXT_MAX);
	CHECK(c->limits_exempt.len <= NETWORKS_MAX);
	CHECK(c->limits_input_max >= 2304);
	CHECK(c->limits_output_soft <= c->limits_output_hard);
	CHECK(c->limits_failed_login_s.len >= 1 &&
	      c->limits_failed_login_s.len <= CONF_NUMBERS_MAX);
	CHECK(c->auth_hash_threads >= 1 && c->auth_hash_threads <= 4);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
	char space[200];
	struct sbuf error;
	struct config c;

	SBUF_INIT(&error, space);
	memset(&c, 0, sizeof(c));
	if (conf_parse("fuzz", n > 0 ? (const char *)data : "", n, &c, &error) == 0) {
		CHECK(error.len == 0);
		check_ranges(&c);
	} else {
		CHECK(error.len > 6 && strncmp(error.text, "fuzz:", 5) == 0);
		CHECK(c.server_name[0] == '\0');
	}
	return 0;
}
