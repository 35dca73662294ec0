/* SPDX-License-Identifier: MIT */
/* A running server goes on in a new process: what is done on both sides of the messages of
 * upgrade.h, and in which order. */
#ifndef HANDOVER_H
#define HANDOVER_H

#include "base/pack.h"
#include "net/http.h"
#include "net/net.h"
#include "systemd.h"
#include "turn.h"

/* The parts of a server that are concerned. */
struct handover {
	int listen_fd;    /* where new processes call; -1: there is no upgrade */
	int call_fd;      /* the new one: to the old one; -1 none */
	char program[80]; /* of this process: upgrade.h */
	struct pack pack;
	const char *refusal; /* why this process gives and takes nothing; NULL it does */
	int standard[3];     /* the old one's input, output and errors */
	struct net *net;
	struct turn *turn;
	struct systemd *systemd;
	net_page_fn *page;
	void *page_ctx;
	/* Everything that works with the store ends, and it is closed; the same one again,
	 * false when it cannot be had. */
	void *ctx;
	void (*close_store)(void *ctx);
	bool (*open_store)(void *ctx);
};

/* ---- the old one ---- */

enum handover_end {
	HANDOVER_STAYS,  /* it serves as before */
	HANDOVER_RELOAD, /* the same; the configuration is to be read again */
	HANDOVER_GONE,   /* another process serves; only to end is left */
	HANDOVER_LOST,   /* neither does this one: it has no database any more */
};

/* Somebody calls: between turns.  Returns when one of both serves. */
MUST_USE enum handover_end handover_give(struct handover *h);

/* ---- the new one: each false with a sentence on standard error ---- */

/* Asks for everything; takes over listeners, and what does not need the world.  if_other: only
 * when the old one is of another program; *same_out: it is not, and reads its configuration
 * again. */
MUST_USE bool handover_ask(
    struct handover *h, const char *data_dir, bool if_other, bool *same_out);
/* The old one has let go of the database. */
MUST_USE bool handover_ready(struct handover *h);
/* The world is there, and empty: it gets the sessions, and from now on this process serves. */
MUST_USE bool handover_take(struct handover *h);

/* What is left of it. */
void handover_done(struct handover *h);

#endif
