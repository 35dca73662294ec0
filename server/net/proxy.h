/* SPDX-License-Identifier: MIT */
/* The header of the PROXY protocol, versions 1 and 2 (haproxy's doc/proxy-protocol.txt), with
 * which a front end names its client at the start of a connection. */
#ifndef NET_PROXY_H
#define NET_PROXY_H

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "proto/netaddr.h"

/* bytes; the standard allows more, but no front end sends more */
#define PROXY_HEADER_MAX 2064u

enum proxy_result {
	PROXY_MORE,      /* incomplete */
	PROXY_CLIENT,    /* names the client */
	PROXY_NO_CLIENT, /* names no client: the front end itself, or unknown */
	PROXY_BAD,
};

/* Whether the client's connection to the front end uses TLS.  Only version 2 of the header can
 * say so (PP2_TYPE_SSL). */
enum proxy_tls {
	PROXY_TLS_UNKNOWN,
	PROXY_TLS_NO,
	PROXY_TLS_YES
};

struct proxy_client {
	struct netaddr address;
	enum proxy_tls tls;
};

/* Parses in[0..n).  PROXY_CLIENT and PROXY_NO_CLIENT: the header is in[0..*used_out);
 * *client_out is set for PROXY_CLIENT only.  PROXY_MORE: all of in[0..n) belongs to the header,
 * and n < PROXY_HEADER_MAX. */
MUST_USE enum proxy_result proxy_parse(
    const uint8_t *in, size_t n, size_t *used_out, struct proxy_client *client_out);

#endif
