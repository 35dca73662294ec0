/* SPDX-License-Identifier: MIT */
/* Rereads the configuration, the operator's texts and the certificate in a running server
 * (SIGHUP, `gammond reload`): all of them or none. */
#ifndef RELOAD_H
#define RELOAD_H

#include "net/net.h"
#include "config/settings.h"
#include "world/world.h"

/* Reads the configuration from the file and the command line.  On an error returns -1, sets
 * `error` to one line and leaves *out unchanged. */
typedef int reload_read_config(void *ctx, struct config *out, struct sbuf *error);

/* What a reload changes, and how it reads the configuration. */
struct reload {
	struct config *config;
	struct texts *texts;
	struct net *net;
	struct world *world;
	reload_read_config *read_config;
	void *ctx; /* passed to configure */
};

/* Called between turns.  Logs what changed and what needs a restart, or why nothing was
 * accepted; an error does not end the server. */
void reload_run(const struct reload *to);

/* Loads the certificate that the configuration names, if any.  Returns -1 and sets `error` on
 * failure.  If `net` is NULL, only checks whether the certificate can be used. */
MUST_USE int reload_certificate(struct net *net, const struct config *c, struct sbuf *error);

#endif
