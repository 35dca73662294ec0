/* SPDX-License-Identifier: MIT */
/* The parts of gammonweb, and its configuration. */
#ifndef WEB_WEB_H
#define WEB_WEB_H

#include "proto/netaddr.h"

#include "client-web/conn.h"
#include "client-web/image.h"
#include "client-web/pages.h"
#include "client-web/stream.h"
#include "client-web/watch.h"

#define WEB_HOSTS_MAX 16u
#define WEB_HOST_MAX 254u /* with the NUL */

struct web_config {
	const char *address;
	unsigned port;
	const char *gammond_socket;               /* where gammond accepts the stream */
	const char *allowed_hosts[WEB_HOSTS_MAX]; /* names by which browsers may address the
					     page, without port */
	unsigned allowed_hosts_len;
	struct networks trusted_front_ends; /* front ends whose X-Forwarded-* fields are used */
	unsigned conns_max;
	unsigned conns_per_address;
	const char *server_name; /* name of the server, for titles */
	unsigned metrics_port;   /* on the loopback address; 0: none */
};

struct web {
	struct event_base *base;
	struct web_config config;
	struct conns conns;
	struct pages pages;
	struct stream stream;
	struct watch watch;
	struct images images;
	int memory_fd; /* from process_memory_open */
};

#endif
