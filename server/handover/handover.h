/* SPDX-License-Identifier: MIT */
/* Transfers a running server to a new process: the steps of both sides, which exchange the
 * messages in upgrade.h. */
#ifndef HANDOVER_H
#define HANDOVER_H

#include "base/pack.h"
#include "net/http.h"
#include "net/net.h"
#include "os/systemd.h"
#include "turn/turn.h"

/* The parts of a server that are involved. */
struct handover {
	int listen_fd;       /* accepts new processes; -1: upgrades are off */
	int old_process_fd;  /* in the new process, the connection to the old one; -1: none */
	char program_id[80]; /* this process's program: see upgrade_program_id */
	struct pack pack;
	const char *refusal; /* why this process cannot take over or hand over; NULL: it can */
	int standard_fds[3]; /* the old process's standard input, output and error */
	struct net *net;
	struct turn *turn;
	struct systemd *systemd;
	net_page_fn *write_page;
	void *page_ctx;
	/* close_store ends everything that uses the store and closes the store.  reopen_store
	 * opens the store again, or returns false. */
	void *ctx;
	void (*close_store)(void *ctx);
	bool (*reopen_store)(void *ctx);
};

/* ---- the old process ---- */

enum handover_end {
	HANDOVER_NOT_DONE,      /* continues to serve */
	HANDOVER_RELOAD,        /* continues to serve, and must reread the configuration */
	HANDOVER_DONE,          /* another process serves; this process must end */
	HANDOVER_DATABASE_LOST, /* this process has lost the database and cannot serve */
};

/* Handles a call, between turns.  Returns once it is certain which of the two processes serves,
 * if any. */
MUST_USE enum handover_end handover_give(struct handover *h);

/* ---- the new process: each returns false after a message on standard error ---- */

/* Requests the transfer; takes over listeners and everything that does not need the world.
 * if_other: if the old process runs the same program, that process only rereads its
 * configuration, and *same_out is set. */
MUST_USE bool handover_ask(
    struct handover *h, const char *data_dir, bool if_other, bool *same_out);
/* Requests that the old process release the database, and waits until it has. */
MUST_USE bool handover_report_ready(struct handover *h);
/* Transfers the sessions into the new, empty world.  From then on this process serves. */
MUST_USE bool handover_take(struct handover *h);

/* Closes the connection to the other process and frees the pack, with all descriptors in it
 * that were not taken over. */
void handover_close(struct handover *h);

#endif
