/* SPDX-License-Identifier: MIT */
/* One connection: bytes in, lines out; output of the turn, committed output, limits.
 *
 * Owns the socket, its output and what waits of the input; all of these exist only while they
 * hold something, so that an idle connection is its struct conn and nothing else.  Every call
 * is O(bytes) but conn_shed.  A connection is freed by conn_leave only, never while events are
 * delivered.  Input is never read into a buffer of its own unless it has to wait. */
#define _GNU_SOURCE /* struct tcp_info */
#include "net/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <netinet/tcp.h>
#include <sys/uio.h>

#include "log.h"

#define OUT_PARTS 8 /* pieces of what waits that one write offers */

/* The words of the net: the only text it ever sends by itself, with those of listen.c. */
static const char TEXT_LOGIN[] = "\r\n** You did not log in in time.\r\n";
static const char TEXT_PARTIAL[] = "\r\n** Your line did not end in time.\r\n";
static const char TEXT_ERRORS[] = "\r\n** Too many broken lines.\r\n";

/* ---- bytes: the seam for TLS.  A socket's data passes through these two and nowhere else ----
 */

static ssize_t
bytes_read(struct conn *c, void *buf, size_t n)
{
	return recv(event_get_fd(&c->read_event), buf, n, 0);
}

static ssize_t
bytes_write(struct conn *c, struct iovec *parts, unsigned n)
{
	const struct msghdr m = { .msg_iov = parts, .msg_iovlen = n };

	if (n == 1)
		return send(event_get_fd(&c->write_event), parts->iov_base, parts->iov_len,
		    MSG_NOSIGNAL);
	return sendmsg(event_get_fd(&c->write_event), &m, MSG_NOSIGNAL);
}

static bool
try_again(void)
{
	return errno == EAGAIN || errno == EINTR;
}

/* ---- small steps ---- */

static void
mark_dirty(struct conn *c)
{
	if (link_alone(&c->dirty))
		link_append(&c->net->dirty, &c->dirty);
}

static void
timer_start(struct conn *c, enum timer which)
{
	const struct net_config *config = &c->net->config;
	const int64_t span[TIMER_COUNT] = {
		[TIMER_LOGIN] = (int64_t)config->login_s * 1000,
		[TIMER_PARTIAL] = (int64_t)config->partial_line_s * 1000,
		[TIMER_STALL] = (int64_t)config->output_soft_s * 1000,
		[TIMER_DELAY] = ERROR_DELAY_MS,
		[TIMER_LINGER] = LINGER_MS,
	};

	link_append(&c->net->timers[which], &c->timer[which]);
	c->timer[which].at_ms = net_mono_ms() + span[which];
}

static bool
timer_runs(const struct conn *c, enum timer which)
{
	return !link_alone(&c->timer[which]);
}

/* True when its lines wait for something else than their turn. */
static bool
blocked(const struct conn *c)
{
	return c->state != CONN_OPEN || c->paused || c->close_asked || c->over ||
	       c->queued > c->net->config.output_soft || timer_runs(c, TIMER_DELAY);
}

static void
ready_remove(struct conn *c)
{
	if (link_alone(&c->ready))
		return;
	link_remove(&c->ready);
	c->net->ready_len--;
}

static void
ready_if_possible(struct conn *c)
{
	if ((c->input_len == 0 && !c->eof) || blocked(c) || !link_alone(&c->ready))
		return;
	link_append(&c->net->ready, &c->ready);
	c->net->ready_len++;
}

static void
reading_set(struct conn *c, bool on)
{
	if (on == c->reading)
		return;
	if ((on ? event_add(&c->read_event, NULL) : event_del(&c->read_event)) == 0)
		c->reading = on;
}

static void
reading_update(struct conn *c)
{
	bool room = c->state != CONN_OPEN || c->input_len < c->net->config.input_max;

	reading_set(c, !c->eof && c->state != CONN_DEAD && room);
}

static void
writing_set(struct conn *c, bool on)
{
	if (on == c->writing)
		return;
	if ((on ? event_add(&c->write_event, NULL) : event_del(&c->write_event)) == 0)
		c->writing = on;
}

/* So many bytes have left, or are given up. */
static void
queued_less(struct conn *c, size_t n)
{
	c->queued -= (uint32_t)n;
	c->net->queued -= n;
}

static void
drop_block(struct conn *c, struct block **block)
{
	if (*block != NULL)
		queued_less(c, (*block)->len);
	block_free(&c->net->blocks, block);
}

static void
output_free(struct conn *c)
{
	drop_block(c, &c->turn);
	drop_block(c, &c->kept);
	if (c->out != NULL) {
		queued_less(c, evbuffer_get_length(c->out));
		evbuffer_free(c->out);
		c->out = NULL;
	}
	link_remove(&c->waiting);
	link_remove(&c->timer[TIMER_STALL]);
	writing_set(c, false);
}

static void
leave_unauthenticated(struct conn *c)
{
	if (c->authenticated)
		return;
	c->authenticated = true;
	link_remove(&c->timer[TIMER_LOGIN]);
	if (!c->exempt)
		c->net->unauthenticated--;
}

/* ---- ends ---- */

static void
state_set(struct conn *c, enum conn_state state)
{
	if (c->state == CONN_DRAINING)
		c->net->draining--;
	if (state == CONN_DRAINING)
		c->net->draining++;
	c->state = (uint8_t)state;
	ready_remove(c);
	link_remove(&c->closing);
	link_remove(&c->drained);
	link_remove(&c->timer[TIMER_PARTIAL]);
	link_remove(&c->timer[TIMER_DELAY]);
	leave_unauthenticated(c);
	mark_dirty(c);
}

static void
report_closed(struct conn *c, enum net_close why)
{
	session_id s = c->session;

	c->session = 0;
	if (s != 0 && !c->close_asked)
		c->net->events.closed(c->net->events.ctx, s, why);
}

static void
die(struct conn *c)
{
	output_free(c);
	state_set(c, CONN_DEAD);
	reading_update(c);
}

void
conn_fail(struct conn *c, enum net_close why)
{
	if (c->state == CONN_DEAD)
		return;
	die(c);
	report_closed(c, why);
}

/* Ends it with a last line of ours, after what it has been sent. */
static void
end_with(struct conn *c, enum net_close why, const char *reason, const char *text)
{
	struct net *net = c->net;

	log_client(
	    LOG_LEVEL_INFO, "closed", "conn=%llx reason=%s", (unsigned long long)c->id, reason);
	if (!c->over && c->queued <= net->config.output_soft)
		net_port(net).write(net, c->id, text, strlen(text));
	state_set(c, CONN_DRAINING);
	report_closed(c, why);
}

/* To be reported by the next pass, because events are delivered only there. */
static void
doom(struct conn *c, enum net_close why)
{
	if (c->state != CONN_OPEN) {
		die(c);
		return;
	}
	c->why = (uint8_t)why;
	if (link_alone(&c->closing))
		link_append(&c->net->closing, &c->closing);
}

/* Everything has left: shut our end and wait for the peer's.  Closing at once would send a
 * reset when something of the peer's is still unread, and a reset can take the last lines with
 * it. */
static void
finish(struct conn *c)
{
	if (c->eof || shutdown(event_get_fd(&c->read_event), SHUT_WR) != 0) {
		die(c);
		return;
	}
	state_set(c, CONN_LINGER);
	link_remove(&c->timer[TIMER_STALL]);
	timer_start(c, TIMER_LINGER);
	reading_update(c);
}

/* ---- input ---- */

static void
error_counted(struct conn *c)
{
	const struct net_config *config = &c->net->config;

	c->errors++;
	if (c->close_asked)
		return;
	if (c->errors >= config->input_errors_max)
		end_with(c, NET_CLOSE_INPUT, "input_errors", TEXT_ERRORS);
	else if (c->errors >= config->input_errors_slow)
		timer_start(c, TIMER_DELAY);
}

static void
deliver(struct conn *c, const struct line_step *step)
{
	const struct net_events *events = &c->net->events;

	switch (step->event) {
	case LINE_MORE:
		break;
	case LINE_READY:
		events->line(events->ctx, c->session, c->net->line, step->len);
		break;
	case LINE_OVERLONG:
		events->overlong(events->ctx, c->session);
		error_counted(c);
		break;
	case LINE_REPLY:
		net_port(c->net).write(c->net, c->id, step->reply, sizeof(step->reply));
		break;
	case LINE_SIZE:
		events->size(events->ctx, c->session, step->columns, step->rows);
		break;
	case LINE_TELNET_ERROR:
		error_counted(c);
		break;
	}
}

/* Puts the unfinished line aside, and sees to its time. */
static void
partial_store(struct conn *c, bool line_ended)
{
	const struct line_reader *r = &c->reader;

	if (r->len != c->partial_len) {
		char *p = r->len == 0 ? NULL : realloc(c->partial, r->len);

		if (r->len == 0) {
			free(c->partial);
		} else if (p == NULL) {
			conn_fail(c, NET_CLOSE_ERROR);
			return;
		}
		c->partial = p;
		c->partial_len = r->len;
	}
	if (r->len > 0)
		memcpy(c->partial, c->net->line, r->len);
	if (c->state != CONN_OPEN || (r->len == 0 && r->state == 0 && !r->overlong))
		link_remove(&c->timer[TIMER_PARTIAL]);
	else if (line_ended || !timer_runs(c, TIMER_PARTIAL))
		timer_start(c, TIMER_PARTIAL);
}

/* Runs through in[0..n) as far as its turn goes; returns how far that was. */
static size_t
feed(struct conn *c, const uint8_t *in, size_t n)
{
	struct net *net = c->net;
	size_t used = 0;
	bool line_ended = false;

	if (c->lines_turn != net->turn) {
		c->lines_turn = net->turn;
		c->lines = 0;
	}
	if (blocked(c) || c->lines >= net->config.lines_per_turn)
		return 0;
	if (c->reader.len > 0)
		memcpy(net->line, c->partial, c->reader.len);
	while (used < n && !blocked(c) && c->lines < net->config.lines_per_turn) {
		struct line_step step = line_push(&c->reader, in + used, n - used, net->line);

		used += step.used;
		if (step.event == LINE_MORE)
			break;
		c->lines++;
		line_ended |= step.event == LINE_READY || step.event == LINE_OVERLONG;
		deliver(c, &step);
	}
	partial_store(c, line_ended);
	return used;
}

/* Keeps what could not be run yet. */
static void
input_append(struct conn *c, const uint8_t *in, size_t n)
{
	uint8_t *p;

	if (n == 0 || c->state != CONN_OPEN)
		return;
	p = realloc(c->input, c->input_len + n);
	if (p == NULL) {
		conn_fail(c, NET_CLOSE_ERROR);
		return;
	}
	memcpy(p + c->input_len, in, n);
	c->input = p;
	c->input_len += (uint32_t)n;
}

static void
input_consume(struct conn *c, size_t n)
{
	c->input_len -= (uint32_t)n;
	if (c->input_len > 0) {
		memmove(c->input, c->input + n, c->input_len);
		return;
	}
	free(c->input);
	c->input = NULL;
}

/* After input has come or gone: what happens next. */
static void
input_settle(struct conn *c)
{
	if (c->state == CONN_OPEN && c->eof && c->input_len == 0 && !c->close_asked) {
		state_set(c, CONN_DRAINING);
		report_closed(c, NET_CLOSE_PEER);
	}
	ready_if_possible(c);
	reading_update(c);
}

void
conn_run(struct conn *c)
{
	ready_remove(c);
	if (c->input_len > 0)
		input_consume(c, feed(c, c->input, c->input_len));
	input_settle(c);
}

static void
input_arrived(struct conn *c, const uint8_t *in, size_t n)
{
	size_t used = c->input_len == 0 ? feed(c, in, n) : 0;

	input_append(c, in + used, n - used);
}

/* Nobody listens to it any more: read only to learn of its end. */
static void
input_ignored(struct conn *c, ssize_t n)
{
	if (n > 0 || (n < 0 && try_again()))
		return;
	c->eof = true;
	if (n < 0 || c->state == CONN_LINGER)
		die(c);
	reading_update(c);
}

static void
read_some(struct conn *c)
{
	struct net *net = c->net;
	bool open = c->state == CONN_OPEN;
	ssize_t n;

	/* Whether a close that was asked for happens is known at the end of the turn. */
	if (c->state == CONN_DEAD || c->close_asked)
		return;
	n = bytes_read(c, net->scratch, net->config.input_max - (open ? c->input_len : 0));
	if (!open) {
		input_ignored(c, n);
		return;
	}
	if (n < 0) {
		if (!try_again())
			conn_fail(c, NET_CLOSE_ERROR);
		return;
	}
	if (n == 0)
		c->eof = true;
	else
		input_arrived(c, net->scratch, (size_t)n);
	input_settle(c);
}

/* A socket says that it can be read or written: at once, or in its turn when this one is full.
 * The kernel is not asked again until then, so that it does not say the same of thousands in
 * each turn. */
static void
socket_says(struct conn *c)
{
	if (!c->net->full) {
		conn_serve(c);
		(void)net_served(c->net, 1);
	} else if (link_alone(&c->pending)) {
		link_append(&c->net->pending, &c->pending);
	}
}

static void
on_readable(evutil_socket_t fd, short what, void *ctx)
{
	struct conn *c = ctx;

	(void)fd;
	(void)what;
	c->pending_read = true;
	socket_says(c);
}

/* ---- output ---- */

/* After output was added to c->out or has left, whichever way: limits, and who may go on. */
static void
output_settle(struct conn *c)
{
	const struct net_config *config = &c->net->config;
	size_t waiting = c->out == NULL ? 0 : evbuffer_get_length(c->out);
	bool stalled =
	    waiting > config->output_soft || (c->state == CONN_DRAINING && waiting > 0);

	if (c->state == CONN_DRAINING && waiting == 0 && c->kept == NULL) {
		finish(c);
		return;
	}
	if (!stalled)
		link_remove(&c->timer[TIMER_STALL]);
	else if (!timer_runs(c, TIMER_STALL))
		timer_start(c, TIMER_STALL);
	if (c->state == CONN_OPEN && !c->authenticated && waiting > config->output_prelogin) {
		log_client(LOG_LEVEL_INFO, "closed",
		    "conn=%llx reason=output_prelogin bytes=%u", (unsigned long long)c->id,
		    (unsigned)waiting);
		doom(c, NET_CLOSE_OUTPUT);
	}
	if (c->late && c->out == NULL && c->kept == NULL) {
		c->late = false;
		link_append(&c->net->drained, &c->drained);
	}
	ready_if_possible(c);
}

/* The kernel was offered output and took n bytes; -1 with errno as from a write.  False: it is
 * over. */
static bool
output_left(struct conn *c, ssize_t n)
{
	if (n < 0 && !try_again()) {
		output_free(c);
		c->over = true;
		doom(c, NET_CLOSE_ERROR);
		return false;
	}
	if (n > 0) {
		queued_less(c, (size_t)n);
		link_remove(&c->timer[TIMER_STALL]);
	}
	return true;
}

/* What it did not take waits until it says that it will. */
static void
output_wait(struct conn *c)
{
	c->late = true;
	if (link_alone(&c->waiting))
		link_append(&c->net->waiting, &c->waiting);
	writing_set(c, true);
}

static void
output_again(struct conn *c)
{
	struct evbuffer_iovec parts[OUT_PARTS];
	int n = evbuffer_peek(c->out, -1, NULL, parts, OUT_PARTS);
	ssize_t sent = bytes_write(c, parts, n < OUT_PARTS ? (unsigned)n : OUT_PARTS);

	if (!output_left(c, sent))
		return;
	if (sent > 0 && evbuffer_drain(c->out, (size_t)sent) != 0)
		check_failed("output cannot be drained", __FILE__, __LINE__);
	if (evbuffer_get_length(c->out) > 0) {
		output_wait(c);
	} else {
		evbuffer_free(c->out);
		c->out = NULL;
		link_remove(&c->waiting);
		writing_set(c, false);
	}
	output_settle(c);
}

/* Puts bytes behind what the kernel did not take.  False: no memory, and it is over. */
static bool
output_behind(struct conn *c, const char *bytes, size_t n)
{
	if (c->out == NULL)
		c->out = evbuffer_new();
	if (c->out != NULL && evbuffer_add(c->out, bytes, n) == 0)
		return true;
	output_free(c);
	c->over = true;
	doom(c, NET_CLOSE_ERROR);
	return false;
}

static void
output_first(struct conn *c)
{
	struct iovec all = { c->kept->bytes, c->kept->len };
	ssize_t sent = bytes_write(c, &all, 1);
	size_t n = sent > 0 ? (size_t)sent : 0;

	if (!output_left(c, sent))
		return;
	if (n < c->kept->len) {
		if (!output_behind(c, c->kept->bytes + n, c->kept->len - n))
			return;
		output_wait(c);
	}
	block_free(&c->net->blocks, &c->kept);
	output_settle(c);
}

static void
on_writable(evutil_socket_t fd, short what, void *ctx)
{
	struct conn *c = ctx;

	(void)fd;
	(void)what;
	c->pending_write = true;
	socket_says(c);
}

void
conn_serve(struct conn *c)
{
	bool read = c->pending_read, write = c->pending_write;

	link_remove(&c->pending);
	c->pending_read = c->pending_write = false;
	if (read && c->reading)
		read_some(c);
	if (write && c->writing)
		output_again(c);
}

void
conn_report_drained(struct conn *c)
{
	if (c->close_asked) /* whether that happens is known at the end of the turn */
		return;
	link_remove(&c->drained);
	if (c->session != 0)
		c->net->events.drained(c->net->events.ctx, c->session);
}

/* The turn's output becomes committed output. */
static void
output_commit(struct conn *c)
{
	if (c->turn == NULL)
		return;
	if (c->out == NULL && c->kept == NULL) {
		c->kept = c->turn;
		c->turn = NULL;
		return;
	}
	if (c->out != NULL) {
		if (!output_behind(c, c->turn->bytes, c->turn->len))
			return;
	} else if (!block_add(&c->net->blocks, &c->kept, c->turn->bytes, c->turn->len)) {
		output_free(c);
		c->over = true;
		doom(c, NET_CLOSE_ERROR);
		return;
	}
	block_free(&c->net->blocks, &c->turn);
}

void
conn_keep_turn(struct conn *c)
{
	link_remove(&c->dirty);
	if (c->auth_asked && c->state == CONN_OPEN)
		leave_unauthenticated(c);
	c->reader.window |= c->size_asked;
	c->auth_asked = c->size_asked = false;
	if (c->close_asked && c->state == CONN_OPEN) {
		c->session = 0;
		state_set(c, CONN_DRAINING);
		reading_update(c);
		link_remove(&c->dirty);
	}
	c->close_asked = false;
	if (c->state != CONN_DEAD && c->over) {
		output_free(c);
		if (c->state != CONN_OPEN)
			die(c);
		return;
	}
	output_commit(c);
}

void
conn_leave(struct conn *c, bool late)
{
	link_remove(&c->outgoing);
	c->late |= late && c->kept != NULL;
	if (c->state == CONN_DEAD)
		conn_free(c);
	else if (c->kept != NULL)
		output_first(c);
	else if (c->state != CONN_LINGER)
		output_settle(c);
}

/* Scans everybody who has output waiting, once per connection closed: only above the total,
 * which at the defaults takes a thousand connections at their own limit. */
void
conn_shed(struct net *net)
{
	while (net->queued > net->config.output_total && !link_alone(&net->waiting)) {
		struct conn *worst = CONN_OF(net->waiting.next, waiting);

		for (struct link *l = worst->waiting.next; l != &net->waiting; l = l->next) {
			struct conn *c = CONN_OF(l, waiting);

			if (c->queued > worst->queued)
				worst = c;
		}
		log_client(LOG_LEVEL_WARN, "output_total", "conn=%llx bytes=%u",
		    (unsigned long long)worst->id, (unsigned)worst->queued);
		output_free(worst);
		worst->over = true;
		doom(worst, NET_CLOSE_OUTPUT);
	}
}

/* ---- life ---- */

static void
conn_init(struct conn *c, struct net *net, conn_id id)
{
	c->net = net;
	c->id = id;
	c->state = CONN_OPEN;
	for (unsigned i = 0; i < TIMER_COUNT; i++)
		link_init(&c->timer[i]);
	link_init(&c->ready);
	link_init(&c->pending);
	link_init(&c->dirty);
	link_init(&c->outgoing);
	link_init(&c->closing);
	link_init(&c->waiting);
	link_init(&c->drained);
}

bool
conn_open(struct net *net, int fd, const char *addr, bool exempt, struct address *address)
{
	conn_id id;
	struct conn *c = pool_new(&net->conns, &id);

	if (c == NULL)
		return false;
	conn_init(c, net, id);
	if (event_assign(&c->read_event, net->base, fd, EV_READ | EV_PERSIST, on_readable, c) !=
		0 ||
	    event_assign(
		&c->write_event, net->base, fd, EV_WRITE | EV_PERSIST, on_writable, c) != 0 ||
	    event_add(&c->read_event, NULL) != 0) {
		pool_free(&net->conns, id);
		return false;
	}
	c->reading = true;
	c->exempt = exempt;
	c->address = address;
	if (!exempt)
		net->unauthenticated++;
	timer_start(c, TIMER_LOGIN);
	c->session = net->events.opened(net->events.ctx, id, addr);
	if (c->session == 0 && c->state == CONN_OPEN)
		state_set(c, CONN_DRAINING);
	return true;
}

/* Who does not read would keep what the kernel still has for him until USER_TIMEOUT_MS, with
 * nobody left to count it: he gets a reset, and it is gone. */
static const struct linger AT_ONCE = { 1, 0 };

void
conn_free(struct conn *c)
{
	struct net *net = c->net;
	int fd = event_get_fd(&c->read_event);

	output_free(c);
	state_set(c, CONN_DEAD);
	link_remove(&c->pending);
	link_remove(&c->dirty);
	link_remove(&c->outgoing);
	for (unsigned i = 0; i < TIMER_COUNT; i++)
		link_remove(&c->timer[i]);
	reading_set(c, false);
	free(c->input);
	free(c->partial);
	if (c->address != NULL)
		address_leave(net, c->address);
	if (c->over)
		(void)setsockopt(fd, SOL_SOCKET, SO_LINGER, &AT_ONCE, sizeof(AT_ONCE));
	(void)close(fd);
	pool_free(&net->conns, c->id);
}

void
conn_expired(struct conn *c, enum timer which)
{
	if (c->close_asked && which != TIMER_DELAY) {
		timer_start(c, which);
		return;
	}
	switch (which) {
	case TIMER_LOGIN:
		if (c->address != NULL)
			address_penalty(c->net, c->address, GRACE_PENALTY_S);
		end_with(c, NET_CLOSE_INPUT, "login_time", TEXT_LOGIN);
		return;
	case TIMER_PARTIAL:
		/* The end of the line may be there, and only we have not come to it. */
		if (c->input_len > 0)
			timer_start(c, TIMER_PARTIAL);
		else
			end_with(c, NET_CLOSE_INPUT, "partial_line", TEXT_PARTIAL);
		return;
	case TIMER_STALL:
		log_client(LOG_LEVEL_INFO, "closed", "conn=%llx reason=output_stalled bytes=%u",
		    (unsigned long long)c->id, (unsigned)c->queued);
		c->over = true;
		conn_fail(c, NET_CLOSE_OUTPUT);
		return;
	case TIMER_DELAY:
		ready_if_possible(c);
		return;
	case TIMER_LINGER:
		die(c);
		return;
	case TIMER_COUNT:
		break;
	}
	check_failed("a timer of a connection", __FILE__, __LINE__);
}

/* ---- checking ---- */

static void
check_open(const struct conn *c)
{
	if ((c->input_len > 0 || c->eof) && !blocked(c))
		CHECK(!link_alone(&c->ready));
	CHECK(c->reading == (!c->eof && c->input_len < c->net->config.input_max));
	CHECK(c->authenticated || timer_runs(c, TIMER_LOGIN));
	CHECK(c->partial == NULL || timer_runs(c, TIMER_PARTIAL));
	CHECK(!c->over || !link_alone(&c->closing));
}

void
conn_check(const struct conn *c)
{
	size_t waiting = c->out == NULL ? 0 : evbuffer_get_length(c->out);

	CHECK(c->turn == NULL && (link_alone(&c->dirty) || c->state == CONN_DEAD));
	CHECK(c->kept == NULL || !link_alone(&c->outgoing));
	CHECK((c->out != NULL) == c->writing && c->writing == !link_alone(&c->waiting));
	CHECK(
	    !c->late || c->kept != NULL || c->out != NULL || c->state != CONN_OPEN || c->over);
	CHECK(waiting <= c->net->config.output_soft || timer_runs(c, TIMER_STALL) ||
	      !link_alone(&c->outgoing));
	switch ((enum conn_state)c->state) {
	case CONN_OPEN:
		check_open(c);
		break;
	case CONN_DRAINING:
		CHECK(timer_runs(c, TIMER_STALL) || !link_alone(&c->outgoing));
		break;
	case CONN_LINGER:
		CHECK(timer_runs(c, TIMER_LINGER));
		break;
	case CONN_DEAD:
		CHECK(!link_alone(&c->outgoing) || !link_alone(&c->dirty));
		break;
	}
}

/* ---- the world's side ---- */

static struct conn *
conn_get(void *ctx, conn_id id)
{
	struct net *net = ctx;
	struct conn *c = pool_get(&net->conns, id);

	return c != NULL && c->state == CONN_OPEN ? c : NULL;
}

static void
port_write(void *ctx, conn_id id, const void *bytes, size_t n)
{
	struct conn *c = conn_get(ctx, id);

	if (c == NULL || c->over || n == 0)
		return;
	mark_dirty(c);
	if (n > c->net->config.output_hard - c->queued) {
		log_client(LOG_LEVEL_INFO, "closed", "conn=%llx reason=output_hard bytes=%u",
		    (unsigned long long)c->id, (unsigned)c->queued);
		c->over = true;
		doom(c, NET_CLOSE_OUTPUT);
		return;
	}
	if (!block_add(&c->net->blocks, &c->turn, bytes, n)) {
		c->over = true;
		doom(c, NET_CLOSE_ERROR);
		return;
	}
	c->queued += (uint32_t)n;
	c->net->queued += n;
}

static void
port_close(void *ctx, conn_id id)
{
	struct conn *c = conn_get(ctx, id);

	if (c == NULL)
		return;
	c->close_asked = true;
	ready_remove(c);
	mark_dirty(c);
}

static void
port_pause(void *ctx, conn_id id, bool on)
{
	struct conn *c = conn_get(ctx, id);

	if (c == NULL)
		return;
	c->paused = on;
	if (on)
		ready_remove(c);
	else
		ready_if_possible(c);
}

static size_t
port_backlog(void *ctx, conn_id id)
{
	struct conn *c = conn_get(ctx, id);

	return c == NULL ? 0 : c->queued;
}

static void
port_penalty(void *ctx, conn_id id, unsigned seconds)
{
	struct net *net = ctx;
	struct conn *c = pool_get(&net->conns, id);

	if (c != NULL && c->address != NULL)
		address_penalty(net, c->address, seconds);
}

static void
port_more_time(void *ctx, conn_id id)
{
	struct conn *c = conn_get(ctx, id);

	if (c == NULL || c->state != CONN_OPEN || !timer_runs(c, TIMER_LOGIN))
		return;
	link_remove(&c->timer[TIMER_LOGIN]);
	timer_start(c, TIMER_LOGIN);
}

static void
port_authenticated(void *ctx, conn_id id)
{
	struct conn *c = conn_get(ctx, id);

	if (c == NULL)
		return;
	c->auth_asked = true;
	mark_dirty(c);
}

static bool
port_exempt(void *ctx, conn_id id)
{
	struct conn *c = conn_get(ctx, id);

	return c != NULL && c->exempt;
}

static unsigned
port_rtt_ms(void *ctx, conn_id id)
{
	struct conn *c = conn_get(ctx, id);
	struct tcp_info info;
	socklen_t n = sizeof(info);

	if (c == NULL ||
	    getsockopt(event_get_fd(&c->read_event), IPPROTO_TCP, TCP_INFO, &info, &n) != 0)
		return 0;
	return info.tcpi_rtt / 1000;
}

static void
port_ask_size(void *ctx, conn_id id)
{
	static const uint8_t do_naws[] = { 255, 253, 31 };
	struct conn *c = conn_get(ctx, id);

	if (c == NULL)
		return;
	c->size_asked = true;
	mark_dirty(c);
	port_write(ctx, id, do_naws, sizeof(do_naws));
}

struct net_port
net_port(struct net *net)
{
	return (struct net_port){
		.ctx = net,
		.write = port_write,
		.close = port_close,
		.pause = port_pause,
		.backlog = port_backlog,
		.penalty = port_penalty,
		.more_time = port_more_time,
		.authenticated = port_authenticated,
		.exempt = port_exempt,
		.rtt_ms = port_rtt_ms,
		.ask_size = port_ask_size,
	};
}
