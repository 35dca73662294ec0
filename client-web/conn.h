/* SPDX-License-Identifier: MIT */
/* Connections of browsers: accepted within limits, read into one shared buffer, and written
 * without buffering unless the browser reads too slowly.  A connection speaks HTTP
 * until it becomes a WebSocket.  All memory is bounded: HTTP_HEAD_MAX bytes of input, and
 * CONN_OUT_MAX of output plus one answer. */
#ifndef WEB_CONN_H
#define WEB_CONN_H

#include <event2/event.h>
#include <event2/event_struct.h>

#include "net/address.h"
#include "net/link.h"

#include "client-web/http.h"
#include "client-web/websocket.h"

#define CONN_OUT_MAX 262144u     /* bytes of output; a WebSocket with more pending is closed */
#define CONN_FRAMES_PER_SEND 16u /* frames sent with one system call */
#define CONN_REQUEST_S 10        /* limit for a whole request, and for the pause before it */
#define CONN_SEND_ANSWER_S 60    /* limit for the peer to read an answer */
#define CONN_GAMMOND_ANSWER_S 5  /* limit for the answer from gammond that a page needs */
#define CONN_PING_S 25           /* proxies close WebSockets that are idle for 60 s */
#define CONN_SLICE 32u           /* sends or events after which the process lets gammond run */
#define CONN_CLOSING_S 2         /* limit for the peer to close after we have closed */
/* Users at one address who have not logged in may ask gammond CONN_QUESTIONS_PER_WINDOW *
 * conns_per_address questions in CONN_QUESTION_WINDOW_MS. */
#define CONN_QUESTIONS_PER_WINDOW 4u
#define CONN_QUESTION_WINDOW_MS 10000

struct evbuffer;
struct web;
struct browser;
struct pending_page;

/* Bytes to send, shared by all connections that have not sent them yet. */
struct frame {
	uint32_t refs;
	uint32_t len;
	size_t *memory_total; /* includes `len` until the frame is freed; NULL: none */
	char bytes[];
};

/* Return a frame with one reference, or NULL if out of memory.  The bytes are copied. */
struct frame *frame_new(const void *head, size_t head_n, const void *bytes, size_t n);
struct frame *frame_new_message(enum websocket_opcode opcode, const void *bytes, size_t n);
void frame_drop(struct frame *f); /* ignores NULL */

enum conn_state {
	CONN_HTTP,
	CONN_WAITING, /* the page waits for gammond's answer or for a picture */
	CONN_WEBSOCKET,
	CONN_CLOSING, /* sends the pending output and waits for the peer to close */
	CONN_DEAD,    /* freed at the end of the turn */
};

struct conn {
	struct event event;
	struct web *web;
	struct link link; /* in the list of connections in its state, ordered by deadline */
	struct address *counting_address; /* counts this connection; NULL: none yet */
	struct netaddr peer;
	struct netaddr browser_address; /* or the peer's until a front end names it */
	struct evbuffer *out;           /* NULL: everything has been sent */
	uint16_t in_len;
	uint8_t *in; /* input that is not processed yet; NULL: none */
	struct websocket ws;
	uint8_t state;          /* enum conn_state */
	uint8_t silent_periods; /* periods of CONN_PING_S without a byte from the peer */
	uint8_t stuck_periods;  /* periods in which output was pending and none was sent */
	short armed_events;     /* events waited for */
	bool via_front_end;     /* the peer is a trusted front end, which names the browser */
	bool secure;            /* encrypted up to the front end, or from this machine */
	bool for_metrics;       /* connected to the port for metrics */
	bool is_head;           /* the request is HEAD: no body is sent */
	bool close_after_answer;
	bool eof; /* the peer will send nothing more */
	struct pending_page *page;
	struct browser *browser;
};

/* Why a browser is refused, in the order of the names in metrics.c. */
enum refused {
	REFUSED_FULL,
	REFUSED_PER_ADDRESS,
	REFUSED_RATE,
	REFUSED_COUNT,
};

struct conns {
	struct addresses addresses;
	struct link awaiting_request, awaiting_gammond, sending_answer, websockets, closing,
	    dead;
	unsigned len;
	struct event listeners[2]; /* for browsers, and for programs that read metrics */
	unsigned listeners_len;
	bool accept_paused; /* too many open files: not accepting until the next tick */
	unsigned events_handled;
	uint64_t bytes_sent;
	uint64_t refused[REFUSED_COUNT];
	struct frame *ping_frame;
	uint8_t scratch[HTTP_HEAD_MAX];
};

/* conns_begin takes over the listening socket for browsers.  conns_listen, called after
 * conns_begin, takes over the one for metrics.  Both return false if out of memory. */
MUST_USE bool conns_begin(struct web *web, int fd);
MUST_USE bool conns_listen(struct web *web, int fd);
void conns_tick(struct web *web, int64_t now_ms);
/* Sends at most CONN_SLICE of the pings that are due.  Returns whether more may be due. */
bool conns_ping_slice(struct web *web);
/* Frees the connections that have ended. */
void conns_free_dead(struct web *web);

/* Sends a frame, or keeps a reference to what the peer does not take yet.  May end the
 * connection, but never frees it. */
void conn_send(struct conn *c, struct frame *f);
/* Sends frames with one system call, as many as the peer takes and part of the next frame.
 * Returns how many the caller need not send again.  len: at most CONN_FRAMES_PER_SEND. */
unsigned conn_send_some(struct conn *c, struct frame *const frames[], unsigned len);
/* Returns the number of bytes that have not been sent yet. */
size_t conn_backlog(const struct conn *c);
/* Sends a frame and drops the caller's reference.  NULL (out of memory) ends the connection. */
void conn_send_and_drop(struct conn *c, struct frame *f);

/* Called after each answer.  Reads the next request once the answer has been sent, or closes
 * the connection if c->close_after_answer. */
void conn_answered(struct conn *c);
/* Suspends the connection until c->page can be answered.  If gammond has not answered after
 * CONN_GAMMOND_ANSWER_S, pages_on_timeout is called.  queued: waits for a picture instead; the
 * connection is closed after CONN_SEND_ANSWER_S. */
void conn_suspend(struct conn *c, bool queued);
/* Closes once everything has been sent. */
void conn_close_when_sent(struct conn *c);
/* Like conn_close_when_sent, but sends a close frame first.  why: a sentence for the user, or
 * NULL. */
void conn_close_websocket(struct conn *c, unsigned code, const char *why);
/* Closes at the end of the turn, without sending more. */
void conn_end(struct conn *c);

/* Counts the connection for the address that its front end names.  Returns false if the front
 * end's text is not an address, or if the address has too many connections. */
MUST_USE bool conn_admit_forwarded(struct conn *c, const struct http_request *r);
/* Counts a question that the browser wants to ask gammond without a log-in.  Returns false if
 * its address has asked too many. */
MUST_USE bool conn_may_ask(struct conn *c);

/* Resumes reading from the browser. */
void conn_resume(struct conn *c);

/* Makes the connection a WebSocket. */
void conn_make_websocket(struct conn *c, struct browser *b);

#endif
