/* SPDX-License-Identifier: MIT */
/* What a sync has put on the disk, sent by the thread that has made it: the loop, which is busy
 * with the next turns, is spared the sends, and nobody waits for it.  Only who has nothing else
 * to be sent, over plain TCP; all others, and whatever a socket does not take, are the loop's.
 * So is what the loop has to take note of before an answer to it can come (a question for the
 * size of the window), and what may be told before the sync.
 *
 * From net_cover to net_release such a block is the thread's, with a copy of the endpoint;
 * nothing else of the connection is sent meanwhile, because all else waits for a later sync,
 * and its socket stays open, because an end asked for since waits for one, too, and whoever has
 * gone is given back first.  The semaphores that hand the
 * sync over make one thread see what the other has written.  O(bytes). */
#include "net/conn.h"

#include <errno.h>

static bool
may_go(const struct conn *c)
{
	const struct output *o = &c->out;

	return c->state == CONN_OPEN && c->end.how == &TCP && !o->over && o->turn != NULL &&
	       o->covered == o->turn->len && o->apart == 0 && o->kept == NULL &&
	       o->out == NULL && !c->covered.close && !c->covered.authenticated &&
	       !c->covered.size;
}

void
beside_take(struct conn *c)
{
	struct net *net = c->net;

	if (net->beside.n == BESIDE_MAX || !may_go(c))
		return;
	c->out.beside = c->out.turn;
	c->out.turn = NULL;
	c->out.covered = c->out.apart = 0;
	net->beside.of[net->beside.n++] =
	    (struct beside_send){ .c = c, .end = c->end, .block = c->out.beside };
}

void
net_send(struct net *net)
{
	for (unsigned i = 0; i < net->beside.n; i++) {
		struct beside_send *s = &net->beside.of[i];
		const struct iovec all = { (void *)(uintptr_t)s->block->bytes, s->block->len };

		s->sent = s->end.how->write(&s->end, &all, 1);
		s->error = errno;
		s->offered = true;
	}
}

void
beside_back(struct net *net)
{
	for (unsigned i = 0; i < net->beside.n; i++) {
		const struct beside_send *s = &net->beside.of[i];

		errno = s->error;
		output_back(s->c, s->offered, s->sent);
	}
	net->beside.n = 0;
}
