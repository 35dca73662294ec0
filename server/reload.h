/* SPDX-License-Identifier: MIT */
/* What a running server reads again (SIGHUP, `gammond reload`): configuration, the operator's
 * texts and the certificate; all of it, or nothing. */
#ifndef RELOAD_H
#define RELOAD_H

#include "net/net.h"
#include "settings.h"
#include "world/world.h"

/* The configuration as it is to be: the file, and what the command line sets.  -1, one line in
 * error, and *out untouched when something is wrong with it. */
typedef int reload_configure(void *ctx, struct config *out, struct sbuf *error);

/* What it is read into. */
struct reload {
	struct config *config;
	struct texts *texts;
	struct net *net;
	struct world *world;
	reload_configure *configure;
	void *ctx; /* of configure */
};

/* Between turns.  What changed, and what has to wait for a restart, or why nothing was taken,
 * is logged: the signal does not end the server. */
void reload_run(const struct reload *to);

/* The certificate that the configuration names, if any; -1 and the reason in error.  net NULL:
 * only whether it can be used. */
MUST_USE int reload_certificate(struct net *net, const struct config *c, struct sbuf *error);

#endif
