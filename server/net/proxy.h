/* SPDX-License-Identifier: MIT */
/* The header of the PROXY protocol, versions 1 and 2 (doc/proxy-protocol.txt of haproxy): a
 * front end says before anything else for whom it speaks. */
#ifndef NET_PROXY_H
#define NET_PROXY_H

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "proto/netaddr.h"

#define PROXY_MAX 2064u /* bytes of a header; the standard allows more, nobody sends them */

enum proxy_result {
	PROXY_MORE,   /* a header so far; it has not ended */
	PROXY_PEER,   /* it names who is connected */
	PROXY_NOBODY, /* it names nobody: the front end itself, or it does not know */
	PROXY_BAD,
};

/* in[0..n) is what has come.  PROXY_PEER and PROXY_NOBODY: the header is in[0..*used_out), and
 * of the former *peer_out is the address it names.  PROXY_MORE: all of in[0..n) belongs to it,
 * and n < PROXY_MAX. */
MUST_USE enum proxy_result proxy_parse(
    const uint8_t *in, size_t n, size_t *used_out, struct netaddr *peer_out);

#endif
